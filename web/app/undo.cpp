// SPDX-License-Identifier: MIT
#include "web/app/undo.h"

#include <algorithm>

namespace trireme {

Undo::Undo(const Scenario& first) { ring_[0] = first; }

void Undo::push(const Scenario& scenario) {
  const auto now = static_cast<std::size_t>(at_);
  if (ring_[now] == scenario) return;
  at_ = (at_ + 1) % capacity;
  ring_[static_cast<std::size_t>(at_)] = scenario;
  back_ = std::min(back_ + 1, capacity - 1);
  forth_ = 0;
}

std::optional<Scenario> Undo::undo() {
  if (!can_undo()) return std::nullopt;
  at_ = (at_ + capacity - 1) % capacity;
  --back_;
  ++forth_;
  return ring_[static_cast<std::size_t>(at_)];
}

std::optional<Scenario> Undo::redo() {
  if (!can_redo()) return std::nullopt;
  at_ = (at_ + 1) % capacity;
  ++back_;
  --forth_;
  return ring_[static_cast<std::size_t>(at_)];
}

}  // namespace trireme
