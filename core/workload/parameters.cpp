// Parameters of a model, exactly, by what happens to them for each token.
// SPDX-License-Identifier: MIT
#include "core/workload/parameters.h"

#include "core/workload/count.h"

namespace trireme {
namespace {

// Width of one value head; an attention without its own value width uses the keys'.
std::int64_t value_width(const Mixer& m) { return m.value_dim > 0 ? m.value_dim : m.head_dim; }

BlockParameters attention(const Mixer& m, double input, double hidden) {
  const double q = product(m.heads, m.head_dim);
  const double k = product(m.kv_heads, m.head_dim);
  const double v = product(m.kv_heads, value_width(m));
  const double out = product(m.heads, value_width(m));
  BlockParameters p;
  p.matrix = input * q + out * hidden;
  if (m.output_gate) p.matrix += input * out;
  if (!m.shares_kv) p.matrix += input * (m.key_is_value ? k : k + v);
  if (m.qkv_bias) {
    p.vector += q;
    if (!m.shares_kv) p.vector += (m.key_bias ? k : 0) + (m.key_is_value ? 0 : v);
  }
  if (m.output_bias) p.vector += hidden;
  if (m.qk_norm) {
    p.vector += m.qk_norm_all_heads ? q : number(m.head_dim);
    if (!m.shares_kv) p.vector += m.qk_norm_all_heads ? k : number(m.head_dim);
  }
  if (m.sinks) p.vector += number(m.heads);
  return p;
}

BlockParameters latent_attention(const Mixer& m, double input, double hidden) {
  const double q = product(m.heads, m.nope_dim + m.rope_dim);
  const double kv_up = product(m.heads, m.nope_dim + m.value_dim);
  const double kv_down = number(m.kv_rank + m.rope_dim);
  BlockParameters p;
  p.matrix = input * kv_down + number(m.kv_rank) * kv_up + product(m.heads, m.value_dim) * hidden;
  p.matrix += m.q_rank > 0 ? number(m.q_rank) * (input + q) : input * q;
  if (m.output_gate) p.matrix += input * product(m.heads, m.value_dim);
  p.vector = number(m.kv_rank + m.q_rank);  // a norm on each compressed vector
  if (m.qkv_bias) p.vector += kv_down + (m.q_rank > 0 ? number(m.q_rank) : 0);
  if (m.output_bias) p.vector += hidden;
  if (m.index_heads > 0) {
    // Indexer of sparse attention: its own queries and one key per token, and a weight per head. The key's
    // norm has a bias.
    const double query_source = m.q_rank > 0 ? number(m.q_rank) : input;
    p.matrix +=
        query_source * product(m.index_heads, m.index_dim) + input * number(m.index_dim + m.index_heads);
    p.vector += 2 * number(m.index_dim);
  }
  return p;
}

// Key and value are one vector of head_dim, read as it is in the window; beyond it, `compression` tokens are
// pooled into one by learned gates. Pools of few tokens overlap, which doubles their projections, and an
// indexer with a pool of its own picks among them. Source: modeling_deepseek_v4 of transformers.
BlockParameters compressed_attention(const Mixer& m, double input, double hidden) {
  const double heads_width = number(m.heads) * number(m.head_dim);
  const double d = number(m.head_dim);
  BlockParameters p;
  p.matrix = number(m.q_rank) * (input + heads_width) + input * d + heads_width * number(m.output_rank) +
             product(m.output_groups, m.output_rank) * hidden;
  p.vector = number(m.q_rank) + d + (m.sinks ? number(m.heads) : 0);
  const double pool = number(m.compression);
  if (m.compression == 0) return p;
  const double overlap = m.index_heads > 0 ? 2 : 1;
  p.matrix += 2 * input * overlap * d;
  p.vector += pool * overlap * d + d;
  if (m.index_heads > 0) {
    const double index = number(m.index_dim);
    p.matrix += 2 * input * overlap * index + number(m.q_rank) * number(m.index_heads) * index +
                input * number(m.index_heads);
    p.vector += pool * overlap * index + index;
  }
  return p;
}

BlockParameters linear_attention(const Mixer& m, double input, double hidden) {
  const double keys = product(m.key_heads, m.key_dim);
  const double values = product(m.state_heads, m.value_dim);
  const double heads = number(m.state_heads);
  BlockParameters p;
  p.matrix = input * (2 * keys + values) + values * hidden;
  p.vector = number(m.conv) * (2 * keys + values) + number(m.value_dim);  // convolutions; norm of the output
  if (m.gate_rank > 0) {
    // Kimi delta attention: decay per key channel through a bottleneck, and the output gate likewise unless
    // it has full width; a write strength per head. The decay's bias is per channel.
    p.matrix += number(m.gate_rank) * (input + keys) + input * heads;
    p.matrix += m.output_gate ? input * values : number(m.gate_rank) * (input + values);
    p.vector += heads + keys;
  } else if (m.conv > 0) {
    // Gated delta rule: output gate in full width; decay and write strength per head; decay rate and bias per
    // head.
    p.matrix += input * values + input * 2 * heads;
    p.vector += 2 * heads;
  } else {
    // Lightning attention: fixed decay, output gate in full width, norm over all heads.
    p.matrix += input * values;
    p.vector += values - number(m.value_dim);
  }
  return p;
}

BlockParameters mamba1(const Mixer& m, double input, double hidden) {
  const double inner = number(m.inner), state = number(m.state), rank = number(m.step_rank);
  BlockParameters p;
  p.matrix = input * 2 * inner + inner * (rank + 2 * state) + rank * inner + inner * hidden;
  p.vector = inner * number(m.conv) + (m.conv_bias ? inner : 0)  // convolution
             + inner * state + 2 * inner;                        // decay rates; step bias and skip
  if (m.qkv_bias) p.vector += 2 * inner;
  if (m.output_bias) p.vector += hidden;
  return p;
}

BlockParameters mamba2(const Mixer& m, double input, double hidden) {
  const double inner = number(m.inner), heads = number(m.state_heads);
  const double convolved = inner + 2 * product(m.groups, m.state);
  const double projected = inner + convolved + heads;
  BlockParameters p;
  p.matrix = input * projected + inner * hidden;
  p.vector = convolved * number(m.conv) + (m.conv_bias ? convolved : 0)  // convolution
             + 3 * heads + inner;  // decay rate, step bias, skip; gated norm
  if (m.qkv_bias) p.vector += projected;
  if (m.output_bias) p.vector += hidden;
  return p;
}

BlockParameters short_convolution(const Mixer& m, double input, double hidden) {
  const double inner = m.inner > 0 ? number(m.inner) : input;
  BlockParameters p;
  p.matrix = input * 3 * inner + inner * hidden;
  p.vector = inner * number(m.conv);
  if (m.qkv_bias) p.vector += 4 * inner;
  if (m.output_bias) p.vector += hidden;
  return p;
}

// Receptance, key, value, gate and output; decay and bonus per channel; a norm with bias over the heads.
BlockParameters rwkv(const Mixer& m, double input, double hidden) {
  const double inner = number(m.inner);
  BlockParameters p;
  p.matrix = 4 * input * inner + inner * hidden;
  p.vector = 4 * input + 2 * inner + 2 * inner;
  return p;
}

double mlp(double input, double width, bool gated) { return (gated ? 3 : 2) * input * width; }
double mlp_bias(double output, double width, bool gated) { return (gated ? 2 : 1) * width + output; }

}  // namespace

BlockParameters mixer_parameters(const Mixer& mixer, std::int64_t hidden) {
  const double out = number(hidden);
  const double in = mixer.input > 0 ? number(mixer.input) : out;
  switch (mixer.kind) {
    case MixerKind::Attention: return attention(mixer, in, out);
    case MixerKind::LatentAttention: return latent_attention(mixer, in, out);
    case MixerKind::CompressedAttention: return compressed_attention(mixer, in, out);
    case MixerKind::LinearAttention: return linear_attention(mixer, in, out);
    case MixerKind::Mamba1: return mamba1(mixer, in, out);
    case MixerKind::Mamba2: return mamba2(mixer, in, out);
    case MixerKind::ShortConvolution: return short_convolution(mixer, in, out);
    case MixerKind::Rwkv: return rwkv(mixer, in, out);
    case MixerKind::None: break;
  }
  return {};
}

BlockParameters feed_forward_parameters(const FeedForward& f, std::int64_t hidden) {
  const double h = number(hidden);
  BlockParameters p;
  if (f.kind == FeedForwardKind::None) return p;
  if (f.width > 0) {
    p.matrix += mlp(h, number(f.width), f.gated);
    if (f.bias) p.vector += mlp_bias(h, number(f.width), f.gated);
  }
  if (f.kind == FeedForwardKind::Dense) return p;
  const double expert_input = f.latent > 0 ? number(f.latent) : h;
  p.expert = mlp(expert_input, number(f.expert_width), f.gated);
  if (f.bias) p.expert += mlp_bias(expert_input, number(f.expert_width), f.gated);
  p.router = h * number(f.experts);
  p.shared = mlp(h, number(f.shared_width), f.gated);
  p.matrix += p.shared;
  if (f.latent > 0) p.matrix += 2 * h * number(f.latent);
  if (f.shared_gate) p.matrix += h;
  if (f.router_bias) p.vector += number(f.experts);
  return p;
}

LayerParameters layer_parameters(const Layer& layer, const Model& model) {
  const BlockParameters mixer = mixer_parameters(layer.mixer, model.hidden);
  const BlockParameters cross = mixer_parameters(layer.cross, model.hidden);
  const BlockParameters ff = feed_forward_parameters(layer.feed_forward, model.hidden);
  const double norms = product(layer.norms, model.hidden) * (model.norm_bias ? 2 : 1);
  const double vectors =
      mixer.vector + cross.vector + ff.vector + norms + number(layer.extra_vector_parameters);
  const double matrices = mixer.matrix + cross.matrix + ff.matrix + number(layer.extra_matrix_parameters);
  LayerParameters p;
  p.matrix = matrices + ff.expert * number(layer.feed_forward.top_k);
  p.active = p.matrix + ff.router + vectors;
  p.total = matrices + ff.router + ff.expert * number(layer.feed_forward.experts) + vectors;
  return p;
}

ParameterCount parameter_count(const Model& model) {
  const double h = number(model.hidden);
  const double width = model.embedding_width > 0 ? number(model.embedding_width) : h;
  ParameterCount c;
  c.embedding = number(model.vocabulary) * width + number(model.learned_positions) * h +
                number(model.extra_embedding_parameters);
  if (!model.tied_embeddings) c.head = number(model.vocabulary) * width;
  double layers_active = 0;
  const auto add = [&](const std::vector<LayerRun>& runs) {
    double total = 0;
    for (const LayerRun& run : runs) {
      const LayerParameters p = layer_parameters(run.layer, model);
      const FeedForward& ff = run.layer.feed_forward;
      // Reused weights are not stored again, but the first user already counts them as active.
      if (run.layer.reuses_weights) continue;
      total += number(run.count) * p.total;
      layers_active += number(run.count) * p.active;
      if (ff.kind == FeedForwardKind::Moe)
        c.routed += product(run.count, ff.experts) * feed_forward_parameters(ff, model.hidden).expert;
    }
    return total;
  };
  const double decoder = add(model.layers);
  c.encoder = add(model.encoder_layers);
  double outside = number(model.outer_norms) * h * (model.norm_bias ? 2 : 1);
  outside += number(model.extra_matrix_parameters + model.extra_vector_parameters);
  if (model.head_bias) outside += number(model.vocabulary);
  if (width != h) outside += 2 * width * h;
  c.total = c.embedding + c.head + decoder + c.encoder + outside;
  c.active = c.embedding + c.head + layers_active + outside;
  if (model.mtp_layers > 0 && !model.layers.empty()) {
    // Each joins the hidden state and the next token's embedding, both normalised, and has its own final
    // norm; embedding and head are the model's.
    const double layer = layer_parameters(model.layers.back().layer, model).total;
    c.mtp = number(model.mtp_layers) * (layer + 2 * h * h + 3 * h * (model.norm_bias ? 2 : 1));
  }
  c.towers = model.extra_parameters;
  return c;
}

ParameterParts parameter_parts(const Model& model) {
  const ParameterCount count = parameter_count(model);
  ParameterParts parts{
      .embedding = count.embedding, .head = count.head, .mtp = count.mtp, .towers = count.towers};
  double matrices = 0;
  const auto add = [&](const std::vector<LayerRun>& runs) {
    for (const LayerRun& run : runs) {
      if (run.layer.reuses_weights) continue;
      const double layers = number(run.count);
      const FeedForward& f = run.layer.feed_forward;
      const BlockParameters mixer = mixer_parameters(run.layer.mixer, model.hidden);
      const BlockParameters cross = mixer_parameters(run.layer.cross, model.hidden);
      const BlockParameters ff = feed_forward_parameters(f, model.hidden);
      // What a type adds to its layers stands with the mixers.
      parts.mixers += layers * (mixer.matrix + cross.matrix + number(run.layer.extra_matrix_parameters));
      parts.dense_mlp += layers * (ff.matrix - ff.shared);
      parts.shared_experts += layers * ff.shared;
      parts.router += layers * ff.router;
      const double input = number(f.latent > 0 ? f.latent : model.hidden);
      parts.routed_experts +=
          layers * number(f.experts) * mlp(input, number(f.expert_width), f.gated);  // biases are vectors
    }
  };
  add(model.layers);
  add(model.encoder_layers);
  parts.mixers += number(model.extra_matrix_parameters);
  matrices = parts.embedding + parts.head + parts.mixers + parts.dense_mlp + parts.shared_experts +
             parts.routed_experts + parts.router;
  parts.vectors = count.total - matrices;
  return parts;
}

double active_matrix_parameters(const Model& model) {
  const double h = number(model.hidden);
  const double width = model.embedding_width > 0 ? number(model.embedding_width) : h;
  double sum = number(model.vocabulary) * width + number(model.extra_matrix_parameters);
  if (width != h) sum += 2 * width * h;
  for (const LayerRun& run : model.layers)
    sum += number(run.count) * layer_parameters(run.layer, model).matrix;
  return sum;
}

double mtp_extra_matrix_parameters(const Model& model) {
  const double h = number(model.hidden);
  return 2 * h * h + number(model.vocabulary) * h;
}

Bytes weight_bytes(double parameters, double bits) { return parameters * bits / 8.0 * unit::byte; }

}  // namespace trireme
