// Explanations of single operators: the kernel laws with their numbers.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/result/explain_parts.h"
#include "core/result/operators.h"
#include "core/result/term_builder.h"

namespace trireme {
namespace {

Term gemm_term(const Problem& p, const OperatorCost& op, const std::string& id, const std::string& label) {
  MatrixFormat format = op.format;
  if (!p.accelerator.laws.gemm[static_cast<std::size_t>(format)].present()) format = MatrixFormat::Bf16;
  const GemmLaw& law = p.accelerator.laws.gemm[static_cast<std::size_t>(format)];
  const auto [m, n, k, groups, output_bytes, weight_bytes] = op.shape;
  const double plain =
      groups * 2 * m * n * (k + law.k0) / (p.accelerator.dense_peak(format).base() * law.compute_efficiency);
  const std::string table = "laws.gemm." + std::string(matrix_format_ids[static_cast<std::size_t>(format)]);
  return TermBuilder(id, label, op.once,
                     "t_0 + sqrt((c * 2 * m * n * (k + k_0) / (P * e) * g)^2 + "
                     "(c * ((m * k + n * k) * a + m * n * o) / (W * w))^2 + (u * k)^2)")
      .in("c", groups, "", "products in one launch: local experts, or one")
      .in("m", m, "", "rows")
      .in("n", n, "", "columns")
      .in("k", k, "", "inner size")
      .in("t_0", law.t0, "launch and prologue")
      .in("k_0", law.k0, "", "inner size at which the main loop loses half")
      .in("P", p.accelerator.dense_peak(format).base(), "FLOP/s", "dense peak")
      .in("e", law.compute_efficiency, "", "share of it that large products reach")
      .in("g", op.gemm.compute.base() / plain, "", "sustained power, and sizes that are no multiple of 64")
      .in("a", operand_bytes(format), "B", "bytes of an operand element")
      .in("o", output_bytes, "B", "bytes written per result element")
      .in("W", p.accelerator.hbm_bandwidth, "HBM bandwidth")
      .in("w", law.memory_efficiency, "", "share of it")
      .in("u", law.tau, "serial time per unit of k")
      .assume("One run on one GPU; weights come from HBM.")
      .cite(p.accelerator.provenance, {table + ".compute_efficiency", "laws.training.gemm_factor"})
      .done();
}

Term attention_term(const Problem& p, const OperatorCost& op, const std::string& id,
                    const std::string& label) {
  const AttentionShape& s = op.attention;
  const KernelLaws& laws = p.accelerator.laws;
  const AttentionLaw& law =
      s.latent && laws.latent_attention.present() ? laws.latent_attention : laws.attention;
  TermBuilder builder(id, label, op.once, op.phase == OpPhase::Forward ? "N * u + r" : "b * N * u + r");
  const double scores = s.sequences * s.heads * attention_scores(s, 0) / s.context;
  const double factor = op.phase == OpPhase::Forward ? 1 : laws.training.attention_backward;
  const double per_score = std::sqrt(std::pow(2 * (s.head_dim + s.value_dim) /
                                                  (p.accelerator.bf16_dense.base() * law.compute_efficiency),
                                              2) +
                                     std::pow(law.phi / p.accelerator.exponentials.base(), 2)) *
                           laws.training.attention_forward * p.attention_factor;
  builder
      .in("N", scores, "", "scores of a GPU: sequences, heads, keys before each query that attention reaches")
      .in("u", per_score, "s",
          "a score: 2 FLOPs per key and value dimension beside one exponential, in quadrature");
  if (op.phase != OpPhase::Forward) builder.in("b", factor, "", "backward over forward");
  builder.in("r", op.once.base() - factor * scores * per_score, "s", "launches, tile edges, ring steps")
      .cite(p.accelerator.provenance,
            {"laws.attention.compute_efficiency", "laws.training.attention_forward_factor"});
  return builder.done();
}

Term unfused_attention_term(const Problem& p, const OperatorCost& op, const std::string& id,
                            const std::string& label) {
  const AttentionShape& s = op.attention;
  const bool forward = op.phase == OpPhase::Forward;
  return TermBuilder(id, label, op.once,
                     forward ? "4 * N * d / (P * e) * g + b * N / (w * W)"
                             : "2 * 4 * N * d / (P * e) * g + b * N / (w * W)")
      .in("N", s.sequences * s.heads * s.sequence * s.sequence, "",
          "scores of a GPU: sequences, heads, square of the sequence")
      .in("d", s.head_dim, "", "head dimension")
      .in("P", p.accelerator.bf16_dense.base(), "FLOP/s", "dense peak")
      .in("e", p.stack.unfused_attention_efficiency, "", "share of it that the batched products reach")
      .in("g", p.accelerator.laws.training.gemm, "", "sustained power")
      .in("b", forward ? p.stack.unfused_score_bytes_forward : p.stack.unfused_score_bytes_backward, "B",
          "moved per score")
      .in("w", p.accelerator.laws.training.elementwise_efficiency, "", "sustained share of the HBM peak")
      .in("W", p.accelerator.hbm_bandwidth, "HBM bandwidth")
      .assume("Scores, softmax and dropout go through HBM; the whole square is computed.")
      .cite(p.stack.provenance, {"unfused_attention_efficiency", "unfused_score_forward_bytes"})
      .done();
}

Term elementwise_term(const Problem& p, const OperatorCost& op, const std::string& id,
                      const std::string& label) {
  return TermBuilder(id, label, op.once, "b / (e * W)")
      .in("b", op.traffic, "read and written in HBM")
      .in("e", p.accelerator.laws.training.elementwise_efficiency, "", "sustained share of the HBM peak")
      .in("W", p.accelerator.hbm_bandwidth, "HBM bandwidth")
      .cite(p.accelerator.provenance, {"hbm_bandwidth_gb_per_s", "laws.training.elementwise_efficiency"})
      .done();
}

}  // namespace

std::vector<Term> explain_operators(const Problem& p, const StepTimes& step) {
  std::vector<Term> terms;
  for (const OperatorCost& op : operator_costs(p, step)) {
    const std::string id = operator_id(op), label = operator_label(op);
    switch (op.cause) {
      case Cause::Attention:
        terms.push_back(p.stack.fused_attention ? attention_term(p, op, id, label)
                                                : unfused_attention_term(p, op, id, label));
        break;
      case Cause::StateScan:
      case Cause::Elementwise: terms.push_back(elementwise_term(p, op, id, label)); break;
      default: terms.push_back(gemm_term(p, op, id, label)); break;
    }
  }
  return terms;
}

}  // namespace trireme
