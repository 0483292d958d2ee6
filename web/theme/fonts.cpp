// SPDX-License-Identifier: MIT
#include "web/theme/fonts.h"

#include "imgui.h"
#include "web/theme/embedded_fonts.h"

namespace trireme {
namespace {

constexpr const char* regular = "Inter-Regular.ttf";

// `merged`: adds the letters that the font before it lacks.
ImFont* load(const char* name, bool merged = false) {
  const std::span<const unsigned char> bytes = embedded_font(name);
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merged;
  // The atlas takes a mutable pointer but does not write through it when it does not own the data.
  return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()),
                                    14.0f, &config);
}

// These faces hold what the interface says; accents and Greek of a user's own names come from the regular
// one.
ImFont* load_basic(const char* name) {
  ImFont* font = load(name);
  load(regular, true);
  return font;
}

}  // namespace

Fonts load_fonts() {
  return {{load(regular), load_basic("Inter-SemiBold.ttf"), load_basic("JetBrainsMono-Regular.ttf")}};
}

}  // namespace trireme
