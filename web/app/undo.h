// Steps back and forth through finished edits: a ring of scenarios.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "core/scenario/scenario.h"

namespace trireme {

class Undo {
 public:
  explicit Undo(const Scenario& first);

  // A finished edit; what had been undone is forgotten. The same scenario again is no step.
  void push(const Scenario& scenario);
  [[nodiscard]] bool can_undo() const { return back_ > 0; }
  [[nodiscard]] bool can_redo() const { return forth_ > 0; }
  // The scenario to go to; none where there is no further step.
  std::optional<Scenario> undo();
  std::optional<Scenario> redo();

 private:
  static constexpr int capacity = 64;
  std::array<Scenario, capacity> ring_;
  int at_ = 0;     // the current scenario
  int back_ = 0;   // steps that can be undone
  int forth_ = 0;  // steps that can be redone
};

}  // namespace trireme
