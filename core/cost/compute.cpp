// Operator laws: GEMM, attention, memory-bound.
// SPDX-License-Identifier: MIT
#include "core/cost/compute.h"

#include <cmath>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

bool is_aligned(double size) { return std::floor(size / 64) * 64 == size; }

double sustained_factor(const TrainingFactors& training, MatrixFormat format) {
  switch (format) {
    case MatrixFormat::Bf16: return training.gemm;
    case MatrixFormat::Fp4: return training.gemm * training.gemm_fp4;
    default: return training.gemm * training.gemm_fp8;
  }
}

Seconds root_sum_of_squares(Seconds a, Seconds b, Seconds c) {
  return std::sqrt(a.base() * a.base() + b.base() * b.base() + c.base() * c.base()) * unit::second;
}

}  // namespace

bool runs(const Accelerator& accelerator, MatrixFormat format) {
  return accelerator.laws.gemm[static_cast<std::size_t>(format)].present() &&
         accelerator.dense_peak(format) > FlopsPerSecond{};
}

std::array<GemmShape, 3> gemm_shapes(const LinearShape& s, double wgrad_output_bytes) {
  return {{{s.rows, s.out, s.in, s.groups, bf16_bytes},
           {s.rows, s.in, s.out, s.groups, bf16_bytes},
           {s.out, s.in, s.rows, s.groups, wgrad_output_bytes}}};
}

GemmTime gemm_time(const Accelerator& accelerator, MatrixFormat format, const GemmShape& shape,
                   Conditions conditions) {
  const auto [m, n, k, groups, output_bytes, stored_bytes] = shape;
  if (!runs(accelerator, format)) format = MatrixFormat::Bf16;
  const GemmLaw& law = accelerator.laws.gemm[static_cast<std::size_t>(format)];
  const TrainingFactors& training = accelerator.laws.training;
  const ServingFactors& serving = accelerator.laws.serving;

  const Flops work = groups * 2 * m * n * (k + law.k0) * unit::flop;
  double factor = 1, memory_factor = 1;
  if (conditions == Conditions::Burst) {
    factor = 1 / serving.gemm_compute;
    memory_factor = serving.bandwidth;
  } else {
    factor = sustained_factor(training, format);
    if (!is_aligned(n) || !is_aligned(k)) factor *= training.gemm_unaligned;
  }
  const double element = operand_bytes(format);
  const double weight = stored_bytes > 0 ? stored_bytes : element;
  const Bytes traffic = groups * (m * k * element + n * k * weight + m * n * output_bytes) * unit::byte;

  GemmTime time;
  time.compute = work / (accelerator.dense_peak(format) * law.compute_efficiency) * factor;
  time.memory = traffic / (accelerator.hbm_bandwidth * law.memory_efficiency * memory_factor);
  time.serial = law.tau * k;
  time.total = law.t0 + root_sum_of_squares(time.compute, time.memory, time.serial);
  return time;
}

LinearTime linear_time(const Accelerator& accelerator, MatrixFormat format, const LinearShape& shape,
                       double wgrad_output_bytes) {
  if (shape.sixteen_bit) format = MatrixFormat::Bf16;
  const auto [forward, data_gradient, weight_gradient] = gemm_shapes(shape, wgrad_output_bytes);
  return {gemm_time(accelerator, format, forward), gemm_time(accelerator, format, data_gradient),
          gemm_time(accelerator, format, weight_gradient)};
}

AdapterTime adapter_time(const Accelerator& accelerator, const LinearShape& shape, double rank) {
  const auto gemm = [&](double n, double k) {
    return gemm_time(accelerator, MatrixFormat::Bf16, {shape.rows, n, k, shape.groups, bf16_bytes}).total;
  };
  return {gemm(rank, shape.in) + gemm(shape.out, rank),
          2.0 * gemm(rank, shape.out) + 2.0 * gemm(shape.in, rank)};
}

double attention_scores(const AttentionShape& shape, double tile_tokens) {
  const double s = shape.sequence;
  const auto triangle = [&](double length) { return length * (length + tile_tokens) / 2; };
  if (shape.reach > 0 && shape.reach < s) return s * (shape.reach + tile_tokens / 2);
  if (shape.chunk > 0 && shape.chunk < s) return s / shape.chunk * triangle(shape.chunk);
  if (shape.document > 0 && shape.document < s) return s * (shape.document + tile_tokens) / 2;
  return triangle(s);
}

AttentionTime fused_attention_time(const Accelerator& accelerator, const AttentionShape& shape,
                                   double kernel_factor) {
  // Tile edges are those of the ordinary kernels: the latent ones were not timed on short contexts.
  const AttentionLaw& law = shape.latent && accelerator.laws.latent_attention.present()
                                ? accelerator.laws.latent_attention
                                : accelerator.laws.attention;
  const TrainingFactors& training = accelerator.laws.training;

  const Flops work_per_score = 2 * (shape.head_dim + shape.value_dim) * unit::flop;
  const Seconds matrix = work_per_score / (accelerator.bf16_dense * law.compute_efficiency);
  const Seconds exponential = law.phi / accelerator.exponentials;
  const Seconds per_score = root_sum_of_squares(matrix, exponential, Seconds{});
  const double scores =
      shape.sequences * shape.heads / shape.context * attention_scores(shape, accelerator.laws.attention.s0);

  AttentionTime time;
  time.forward = (law.t0 + scores * per_score * training.attention_forward) * kernel_factor;
  time.backward = training.attention_backward * time.forward;
  if (shape.context > 1) {
    const double steps = 2 * shape.context - 1;
    const double tokens = shape.sequences * shape.sequence / shape.context;
    const Bytes correction = 4 * shape.context * tokens * shape.heads * shape.value_dim * unit::byte;
    const Seconds merge = elementwise_time(accelerator, correction);
    time.forward += steps * 4.0 * unit::microsecond + merge;
    time.backward += steps * 8.0 * unit::microsecond + merge;
  }
  return time;
}

AttentionTime unfused_attention_time(const Accelerator& accelerator, const AttentionShape& shape,
                                     const Stack& stack) {
  const double scores = shape.sequences * shape.heads * shape.sequence * shape.sequence;
  const Flops work = 4 * scores * shape.head_dim * unit::flop;
  const Seconds matrix =
      work / (accelerator.bf16_dense * stack.unfused_attention_efficiency) * accelerator.laws.training.gemm;
  return {
      matrix + elementwise_time(accelerator, stack.unfused_score_bytes_forward * scores * unit::byte),
      2.0 * matrix + elementwise_time(accelerator, stack.unfused_score_bytes_backward * scores * unit::byte)};
}

Seconds elementwise_time(const Accelerator& accelerator, Bytes traffic) {
  return traffic / (accelerator.hbm_bandwidth * accelerator.laws.training.elementwise_efficiency);
}

}  // namespace trireme
