// The three faces. Nothing else adds a font; sizes are free since the atlas rasterises on demand.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

struct ImFont;

namespace trireme {

enum class Face { Regular, Bold, Mono };
inline constexpr int face_count = 3;

struct Fonts {
  std::array<ImFont*, face_count> faces{};
  [[nodiscard]] ImFont* operator[](Face face) const { return faces[static_cast<std::size_t>(face)]; }
  [[nodiscard]] bool loaded() const { return faces[0] != nullptr; }
};

// Adds the faces to the current context's atlas. Without the embedded files all are ImGui's own font.
[[nodiscard]] Fonts load_fonts();

}  // namespace trireme
