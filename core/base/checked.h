// A value that may be missing, together with every issue met on the way to it.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>

#include "core/base/issue.h"

namespace trireme {

// `value` is there whenever it is usable, warnings or not; `issues` lists all faults, not only the first.
template <class T>
struct Checked {
  std::optional<T> value;
  Issues issues;

  [[nodiscard]] bool ok() const { return value.has_value() && !has_error(issues); }
};

}  // namespace trireme
