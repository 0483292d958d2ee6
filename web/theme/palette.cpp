// SPDX-License-Identifier: MIT
#include "web/theme/palette.h"

namespace trireme {
namespace {

constexpr ImU32 rgb(unsigned hex) { return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255); }
constexpr ImU32 white = rgb(0xFFFFFF), black = rgb(0x14181D);

// In every table the order of the resources is: compute, HBM, scale-up, scale-out, bubble, storage, host,
// other. The bubble is hatched, never filled, so that its label colour stands for its lines.

constexpr Palette light{
    .base = rgb(0xFFFFFF),
    .side = rgb(0xF4F6F8),
    .hover = rgb(0xE9EDF1),
    .sel = rgb(0xDFE4EA),
    .ink = rgb(0x14181D),
    .ink2 = rgb(0x454D58),
    .ink3 = rgb(0x626B77),
    .edge = rgb(0x7D8692),
    .rule = rgb(0xD5DAE0),
    .grid = rgb(0xE8EBEF),
    .error = rgb(0xB00D3A),
    .warn = rgb(0x7A5200),
    .good = rgb(0x1C6A45),
    .errbg = rgb(0xFBEAEF),
    .warnbg = rgb(0xFBF3E2),
    .fill = {rgb(0x1860A6), rgb(0x429475), rgb(0xB4910A), rgb(0xC13F00), rgb(0x767D87), rgb(0x64257A),
             rgb(0xDA6DA2), rgb(0x353C45)},
    .soft = {rgb(0xBACFE4), rgb(0xC6DFD6), rgb(0xE8DEB6), rgb(0xECC5B2), rgb(0xD6D8DB), rgb(0xD0BED7),
             rgb(0xF4D3E3), rgb(0xC2C4C7)},
    .label = {white, black, black, white, black, white, black, white},
    .patterns = false,
};

constexpr Palette dark_palette{
    .base = rgb(0x14181D),
    .side = rgb(0x1A1F26),
    .hover = rgb(0x232A33),
    .sel = rgb(0x2E3742),
    .ink = rgb(0xE9ECF0),
    .ink2 = rgb(0xB6BEC9),
    .ink3 = rgb(0x929CA9),
    .edge = rgb(0x707B89),
    .rule = rgb(0x2B323B),
    .grid = rgb(0x222931),
    .error = rgb(0xFF8AA3),
    .warn = rgb(0xEDBE57),
    .good = rgb(0x7CCFA4),
    .errbg = rgb(0x33202A),
    .warnbg = rgb(0x2E281A),
    .fill = {rgb(0x6096EA), rgb(0x8CE6C8), rgb(0xD9B84A), rgb(0xE0663F), rgb(0x8B949F), rgb(0x8F4FB3),
             rgb(0xE282B2), rgb(0x77838F)},
    .soft = {rgb(0x2B3E5A), rgb(0x385650), rgb(0x4F482A), rgb(0x512F27), rgb(0x383D44), rgb(0x39284A),
             rgb(0x52384A), rgb(0x32383F)},
    .label = {black, black, black, black, white, white, black, black},
    .patterns = false,
};

constexpr Palette contrast_light{
    .base = rgb(0xFFFFFF),
    .side = rgb(0xFFFFFF),
    .hover = rgb(0xE0E5EB),
    .sel = rgb(0xCBD3DC),
    .ink = rgb(0x000000),
    .ink2 = rgb(0x1E242B),
    .ink3 = rgb(0x333B45),
    .edge = rgb(0x333B45),
    .rule = rgb(0x6A737E),
    .grid = rgb(0xB4BCC5),
    .error = rgb(0x8E0029),
    .warn = rgb(0x5A3C00),
    .good = rgb(0x0E4D2F),
    .errbg = rgb(0xFFFFFF),
    .warnbg = rgb(0xFFFFFF),
    .fill = {rgb(0x0F4C8A), rgb(0x2B8063), rgb(0x8A7000), rgb(0xA02C00), rgb(0x4A525C), rgb(0x561A6B),
             rgb(0xC24386), rgb(0x20262E)},
    .soft = {rgb(0xB7C9DC), rgb(0xBFD9D0), rgb(0xDCD4B2), rgb(0xE2C0B2), rgb(0xC9CBCE), rgb(0xCCBAD3),
             rgb(0xEDC7DB), rgb(0xBCBEC0)},
    .label = {white, white, white, white, black, white, white, white},
    .patterns = true,
};

constexpr Palette contrast_dark{
    .base = rgb(0x000000),
    .side = rgb(0x000000),
    .hover = rgb(0x1C232B),
    .sel = rgb(0x303A46),
    .ink = rgb(0xFFFFFF),
    .ink2 = rgb(0xE3E7EC),
    .ink3 = rgb(0xC6CDD6),
    .edge = rgb(0xC6CDD6),
    .rule = rgb(0x7C8692),
    .grid = rgb(0x4A525C),
    .error = rgb(0xFFA9BB),
    .warn = rgb(0xFFD680),
    .good = rgb(0x9BE8C0),
    .errbg = rgb(0x000000),
    .warnbg = rgb(0x000000),
    .fill = {rgb(0x6FA3F5), rgb(0xA6F5DC), rgb(0xEBCB55), rgb(0xF0703F), rgb(0xB4BCC5), rgb(0xAE68D6),
             rgb(0xF29AC6), rgb(0x8D97A3)},
    .soft = {rgb(0x21314A), rgb(0x324A42), rgb(0x463D1A), rgb(0x482213), rgb(0x36383B), rgb(0x341F40),
             rgb(0x492E3B), rgb(0x2A2D31)},
    .label = {black, black, black, black, white, black, black, black},
    .patterns = true,
};

}  // namespace

const Palette& palette(bool dark, bool high_contrast) {
  if (high_contrast) return dark ? contrast_dark : contrast_light;
  return dark ? dark_palette : light;
}

ImU32 mix(ImU32 under, ImU32 over, float share) {
  ImU32 out = IM_COL32_A_MASK;
  for (int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
    const float a = static_cast<float>(under >> shift & 255), b = static_cast<float>(over >> shift & 255);
    out |= static_cast<ImU32>(a + (b - a) * share + 0.5f) << shift;
  }
  return out;
}

}  // namespace trireme
