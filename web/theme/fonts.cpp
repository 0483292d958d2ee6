// SPDX-License-Identifier: MIT
#include "web/theme/fonts.h"

#include "imgui.h"
#include "web/theme/embedded_fonts.h"

namespace trireme {
namespace {

ImFont* load(const char* name) {
  const std::span<const unsigned char> bytes = embedded_font(name);
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (bytes.empty()) return atlas.AddFontDefault();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // The atlas takes a mutable pointer but does not write through it when it does not own the data.
  return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()),
                                    14.0f, &config);
}

}  // namespace

Fonts load_fonts() {
  return {{load("Inter-Regular.ttf"), load("Inter-SemiBold.ttf"), load("JetBrainsMono-Regular.ttf")}};
}

}  // namespace trireme
