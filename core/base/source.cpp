// Texts of source kinds.
// SPDX-License-Identifier: MIT
#include "core/base/source.h"

namespace trireme {

std::string_view name_of(SourceKind kind) {
  switch (kind) {
    case SourceKind::Datasheet: return "datasheet";
    case SourceKind::Paper: return "paper";
    case SourceKind::Measured: return "measured";
    case SourceKind::Assumption: return "assumption";
  }
  return "";
}

}  // namespace trireme
