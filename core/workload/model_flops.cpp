// Floating-point operations that a model needs for a token.
// SPDX-License-Identifier: MIT
#include "core/workload/model_flops.h"

#include "core/workload/count.h"
#include "core/workload/parameters.h"

#include <algorithm>

namespace trireme {
namespace {

// Mean over the positions 0..sequence of min(position, limit).
double causal_mean(double sequence, double limit) {
  if (limit <= 0 || limit >= sequence) return sequence / 2;
  return limit - limit * limit / (2 * sequence);
}

Flops layer_mixing(const Layer& layer, double sequence, bool causal) {
  return mixing_flops_per_token(layer.mixer, sequence, causal);
}

}  // namespace

double attended_tokens(const Mixer& mixer, double sequence, bool causal) {
  if (mixer.chunk > 0) {
    const double chunk = std::min(number(mixer.chunk), sequence);
    return causal ? chunk / 2 : chunk;
  }
  const double limit =
      mixer.index_topk > 0 && mixer.window == 0 ? number(mixer.index_topk) : number(mixer.window);
  if (causal) return causal_mean(sequence, limit);
  return limit > 0 ? std::min(limit, sequence) : sequence;
}

Flops mixing_flops_per_token(const Mixer& m, double sequence, bool causal) {
  const double seen = attended_tokens(m, sequence, causal);
  double flops = 0;
  switch (m.kind) {
    case MixerKind::Attention:
      flops = 2 * seen * product(m.heads, m.head_dim + (m.value_dim > 0 ? m.value_dim : m.head_dim));
      break;
    case MixerKind::LatentAttention: {
      flops = 2 * seen * product(m.heads, m.nope_dim + m.rope_dim + m.value_dim);
      // The indexer scores every token before it keeps index_topk of them.
      const double scored = causal ? sequence / 2 : sequence;
      flops += 2 * scored * product(m.index_heads, m.index_dim);
      break;
    }
    case MixerKind::CompressedAttention: {
      // The window and the pools, of which an indexer keeps index_topk; it scores all of them.
      const double pools = m.compression > 0 ? (causal ? sequence / 2 : sequence) / number(m.compression) : 0;
      const double read = m.index_heads > 0 ? std::min(pools, number(m.index_topk)) : pools;
      flops =
          4 * (seen + read) * product(m.heads, m.head_dim) + 2 * pools * product(m.index_heads, m.index_dim);
      break;
    }
    case MixerKind::LinearAttention:
      // Four products with the state for each value head: K Kt, V Kt, its decay and update, and S q.
      flops =
          8 * product(m.state_heads, m.key_dim, m.value_dim) +
          2 * number(m.conv) * (2 * product(m.key_heads, m.key_dim) + product(m.state_heads, m.value_dim));
      break;
    case MixerKind::Mamba1:
    case MixerKind::Mamba2: flops = 7 * product(m.inner, m.state); break;
    case MixerKind::ShortConvolution: flops = 2 * product(m.inner, m.conv); break;
    case MixerKind::Rwkv: flops = 8 * product(m.inner, m.head_dim); break;
    case MixerKind::None: break;
  }
  return flops * unit::flop;
}

Flops forward_flops_per_token(const Model& model, double sequence, bool causal) {
  Flops sum = 2 * active_matrix_parameters(model) * unit::flop;
  for (const LayerRun& run : model.layers)
    sum += number(run.count) * layer_mixing(run.layer, sequence, causal);
  return sum;
}

Flops mtp_forward_flops_per_token(const Model& model, double sequence, bool causal) {
  if (model.mtp_layers == 0 || model.layers.empty()) return {};
  const Layer& last = model.layers.back().layer;
  const double matrices = layer_parameters(last, model).matrix + mtp_extra_matrix_parameters(model);
  return number(model.mtp_layers) * (2 * matrices * unit::flop + layer_mixing(last, sequence, causal));
}

Flops model_flops_per_token(const Model& model, double sequence, bool causal) {
  return 3.0 * forward_flops_per_token(model, sequence, causal);
}

}  // namespace trireme
