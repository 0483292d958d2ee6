// SPDX-License-Identifier: MIT
#include "core/report/roofline_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/result/operators.h"

namespace trireme {
namespace {

constexpr double large = 16384;  // of a product that shows the sustained rate
constexpr double bf16_bytes = 2;
constexpr double flop_per_byte = 0.5;  // of element-wise work: one for each 16-bit number moved
// Fused attention multiplies twice forward (scores, values) and five times backward (scores again, and the
// gradients of values, probabilities, queries and keys).
constexpr double fused_backward = 2.5, unfused_backward = 2;

struct Work {
  double flops = 0, bytes = 0;
};

// As gemm_time() does: the BF16 law where the format has none.
MatrixFormat priced_format(const Accelerator& gpu, MatrixFormat format) {
  return gpu.laws.gemm[static_cast<std::size_t>(format)].present() ? format : MatrixFormat::Bf16;
}

std::string name_of_format(MatrixFormat format) {
  switch (format) {
    case MatrixFormat::Bf16: return "BF16";
    case MatrixFormat::Fp4: return "FP4";
    default: return "FP8";
  }
}

Work gemm_work(const Accelerator& gpu, const OperatorCost& op) {
  const GemmShape& s = op.shape;
  const double operand = operand_bytes(priced_format(gpu, op.format));
  return {s.groups * 2 * s.m * s.n * s.k,
          s.groups * ((s.m * s.k + s.n * s.k) * operand + s.m * s.n * s.output_bytes)};
}

Work attention_work(const Stack& stack, const OperatorCost& op) {
  const AttentionShape& s = op.attention;
  const bool forward = op.phase == OpPhase::Forward;
  const double per_score = 2 * (s.head_dim + s.value_dim);
  if (!stack.fused_attention) {
    const double scores = s.sequences * s.heads * s.sequence * s.sequence;
    return {scores * per_score * (forward ? 1 : unfused_backward),
            scores * (forward ? stack.unfused_score_bytes_forward : stack.unfused_score_bytes_backward)};
  }
  const double scores = s.sequences * s.heads / s.context * attention_scores(s, 0);
  const double tokens = s.sequences * s.sequence;
  const double queries_and_outputs = tokens / s.context * s.heads * (s.head_dim + s.value_dim);
  const double keys_and_values = tokens * s.kv_heads * (s.head_dim + s.value_dim);
  const double bytes = bf16_bytes * (queries_and_outputs + keys_and_values);
  // Backward reads those and the outputs' gradient, and writes three gradients.
  return {scores * per_score * (forward ? 1 : fused_backward), bytes * (forward ? 1 : 2)};
}

std::string attention_shape_text(const AttentionShape& s) {
  std::string text =
      grouped(s.sequence) + " tokens, " + grouped(s.heads) + " heads of " + grouped(s.head_dim);
  if (s.sequences != 1) text = significant(s.sequences) + " \u00d7 " + text;
  return text;
}

std::string gemm_shape_text(const GemmShape& s) {
  std::string text = grouped(std::round(s.m)) + " \u00d7 " + grouped(std::round(s.n)) + " \u00d7 " +
                     grouped(std::round(s.k));
  if (s.groups != 1) text = significant(s.groups) + " of " + text;
  return text;
}

class Builder {
 public:
  Builder(const Problem& problem, const StepTimes& step) : p_(problem), step_(step) {
    roofline_.hbm = p_.accelerator.hbm_bandwidth.base();
    roofline_.hbm_sustained = roofline_.hbm * p_.accelerator.laws.training.elementwise_efficiency;
  }

  void add(const OperatorCost& op, std::string term) {
    if (!(op.once > Seconds{}) || !(op.runs > 0)) return;
    RooflineDot dot;
    dot.id = operator_id(op);
    dot.term = std::move(term);
    dot.label = operator_label(op);
    MatrixFormat format = MatrixFormat::Bf16;
    Work work;
    if (op.shape.m > 0) {
      format = priced_format(p_.accelerator, op.format);
      work = gemm_work(p_.accelerator, op);
      dot.shape = gemm_shape_text(op.shape);
      dot.resource = op.gemm.memory_bound() ? Resource::Hbm : Resource::Compute;
    } else if (op.attention.heads > 0) {
      work = attention_work(p_.stack, op);
      dot.shape = attention_shape_text(op.attention);
      dot.resource = p_.stack.fused_attention ? Resource::Compute : Resource::Hbm;
    } else {
      work = {op.traffic.base() * flop_per_byte, op.traffic.base()};
      dot.shape = significant(op.traffic.base() / 1e6) + " MB";
      dot.resource = Resource::Hbm;
      dot.counted = false;
    }
    if (!(work.flops > 0) || !(work.bytes > 0)) return;
    if (dot.counted) {
      dot.format = name_of_format(format);
      add_ceiling(op.format, format);
    }
    dot.flops = work.flops;
    dot.bytes = work.bytes;
    dot.seconds = op.time.base();
    dot.runs = op.runs;
    dot.once = dot.seconds / dot.runs;
    dot.share = op.time / step_.total;
    dot.roof = std::min(p_.accelerator.dense_peak(format).base(), dot.intensity() * roofline_.hbm);
    // Inserting is a tenth of the code of sorting.
    auto& dots = roofline_.dots;
    const auto longer = [](const RooflineDot& a, const RooflineDot& b) { return a.seconds > b.seconds; };
    dots.insert(std::upper_bound(dots.begin(), dots.end(), dot, longer), std::move(dot));
  }

  [[nodiscard]] RooflineReport done() { return std::move(roofline_); }

 private:
  void add_ceiling(MatrixFormat wanted, MatrixFormat used) {
    const std::string label = name_of_format(used);
    std::string fallback;
    if (wanted != used) fallback = "no measured " + name_of_format(wanted) + " products: " + label + "'s law";
    for (RooflineCeiling& ceiling : roofline_.ceilings) {
      if (ceiling.label != label) continue;
      if (ceiling.fallback.empty()) ceiling.fallback = fallback;
      return;
    }
    const GemmTime time = gemm_time(p_.accelerator, used, {large, large, large, 1, bf16_bytes});
    const double rate = 2 * large * large * large / (time.total.base() * p_.stack.compute_factor);
    RooflineCeiling ceiling{label, p_.accelerator.dense_peak(used).base(), rate, fallback};
    auto& all = roofline_.ceilings;
    const auto higher = [](const RooflineCeiling& a, const RooflineCeiling& b) { return a.peak > b.peak; };
    all.insert(std::upper_bound(all.begin(), all.end(), ceiling, higher), std::move(ceiling));
  }

  const Problem& p_;
  const StepTimes& step_;
  RooflineReport roofline_;
};

}  // namespace

RooflineReport make_roofline(const Problem& p, const StepTimes& step) {
  Builder builder(p, step);
  for (const OperatorCost& op : operator_costs(p, step)) builder.add(op, operator_id(op));
  for (const OperatorCost& op : head_costs(p, step)) builder.add(op, "breakdown.output_head");
  return builder.done();
}

Table roofline_table(const RooflineReport& roofline) {
  Table table{"roofline",
              "Roofline",
              {{"operator", "Operator"},
               {"shape", "Shape of one run"},
               {"bound", "Bound by"},
               {"intensity", "FLOP per byte of HBM", true},
               {"rate", "TFLOP/s", true},
               {"roof", "Of its roof, %", true},
               {"seconds", "Seconds of the step", true},
               {"to_win", "Above its roof's time, s", true},
               {"share", "Share, %", true}},
              {}};
  const auto number = [](double value) { return significant(value); };
  for (const RooflineDot& dot : roofline.dots)
    table.rows.push_back({dot.label, dot.shape + (dot.format.empty() ? "" : ", " + dot.format),
                          std::string(label_of(dot.resource)), number(dot.intensity()),
                          number(dot.rate() / 1e12), fixed(dot.of_roof() * 100, 1), number(dot.seconds),
                          number(dot.to_win()), fixed(dot.share * 100, 1)});
  for (const RooflineCeiling& c : roofline.ceilings)
    table.rows.push_back({c.label + " peak, dense" + (c.fallback.empty() ? "" : "; " + c.fallback), "", "",
                          number(c.peak / roofline.hbm), number(c.peak / 1e12), "", "", "", ""});
  for (const RooflineCeiling& c : roofline.ceilings)
    table.rows.push_back({c.label + ", sustained", "16,384 \u00d7 16,384 \u00d7 16,384", "", "",
                          number(c.sustained / 1e12), fixed(c.sustained / c.peak * 100, 1), "", "", ""});
  return table;
}

}  // namespace trireme
