// Number formats of tensors and the training recipes built on them.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/base/names.h"
#include "core/base/units.h"

namespace trireme {

// What the matrix units multiply. FP8 with one scale per 128x128 block runs other kernels than per-tensor
// FP8.
enum class MatrixFormat { Bf16, Fp8, Fp8Block, Fp4 };
inline constexpr int matrix_format_count = 4;

// How a model is trained. Only linear layers run in the low precision; attention, router, embedding, head and
// optimizer stay in 16 or 32 bit.
enum class Precision { Bf16, Fp16, Fp8Delayed, Fp8Current, Mxfp8, Fp8Block, Fp8Rowwise, Nvfp4 };

template <>
struct EnumNames<Precision> {
  static constexpr std::array<EnumName<Precision>, 8> rows{{
      {Precision::Bf16, "bf16", "BF16"},
      {Precision::Fp16, "fp16", "FP16"},
      {Precision::Fp8Delayed, "fp8_ds", "FP8, delayed scaling"},
      {Precision::Fp8Current, "fp8_cs", "FP8, current scaling"},
      {Precision::Mxfp8, "fp8_mx", "MXFP8"},
      {Precision::Fp8Block, "fp8_block", "FP8, block scaling"},
      {Precision::Fp8Rowwise, "fp8_row", "FP8, rowwise scaling"},
      {Precision::Nvfp4, "nvfp4", "NVFP4"},
  }};
};

[[nodiscard]] constexpr MatrixFormat matrix_format(Precision precision) {
  switch (precision) {
    case Precision::Bf16:
    case Precision::Fp16: return MatrixFormat::Bf16;
    case Precision::Fp8Block: return MatrixFormat::Fp8Block;
    case Precision::Nvfp4: return MatrixFormat::Fp4;
    default: return MatrixFormat::Fp8;
  }
}
[[nodiscard]] constexpr bool is_16_bit(Precision precision) {
  return precision == Precision::Bf16 || precision == Precision::Fp16;
}

// Bytes an operand element occupies in HBM; NVFP4 carries one scale byte per 16 elements.
[[nodiscard]] constexpr double operand_bytes(MatrixFormat format) {
  switch (format) {
    case MatrixFormat::Bf16: return 2;
    case MatrixFormat::Fp4: return 0.5625;
    default: return 1;
  }
}

}  // namespace trireme
