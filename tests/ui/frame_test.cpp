// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "imgui.h"

namespace trireme {
namespace {

TEST_CASE("Dear ImGui draws a frame without a window") {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.DisplaySize = ImVec2(800, 500);
  for (int frame = 0; frame < 3; ++frame) {
    ImGui::NewFrame();
    ImGui::TextUnformatted("Trireme");
    ImGui::Render();
  }
  CHECK(ImGui::GetDrawData()->TotalVtxCount > 0);
  // No renderer took the textures.
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext();
}

}  // namespace
}  // namespace trireme
