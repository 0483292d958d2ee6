// What a sequence keeps in memory between tokens.
// SPDX-License-Identifier: MIT
#include "core/workload/kv_cache.h"

#include "core/workload/count.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

// Elements that one cached token takes in one layer.
double elements_per_token(const Mixer& m) {
  if (m.shares_kv) return 0;
  switch (m.kind) {
    case MixerKind::Attention:
      return product(m.kv_heads, m.head_dim + (m.value_dim > 0 ? m.value_dim : m.head_dim));
    case MixerKind::LatentAttention: return number(m.kv_rank + m.rope_dim);
    case MixerKind::CompressedAttention: return number(m.head_dim);
    default: return 0;
  }
}

// The indexer's keys are kept in FP8, each with a scale of 32 bits.
constexpr double index_scale_bytes = 4;

// Most tokens that one layer keeps; 0 = all of them.
std::int64_t kept_tokens(const Mixer& m) { return m.chunk > 0 ? m.chunk : m.window; }

double recurrent_elements(const Mixer& m) {
  switch (m.kind) {
    case MixerKind::LinearAttention: return product(m.state_heads, m.key_dim, m.value_dim);
    case MixerKind::Mamba1:
    case MixerKind::Mamba2: return product(m.inner, m.state);
    case MixerKind::Rwkv: return product(m.inner, m.head_dim);
    default: return 0;
  }
}

// A convolution keeps the taps before the current token; RWKV keeps the last token for its two mixes.
double convolution_elements(const Mixer& m) {
  const double taps = number(std::max<std::int64_t>(m.conv - 1, 0));
  switch (m.kind) {
    case MixerKind::LinearAttention:
      return taps * (2 * product(m.key_heads, m.key_dim) + product(m.state_heads, m.value_dim));
    case MixerKind::Mamba1:
    case MixerKind::ShortConvolution: return taps * number(m.inner);
    case MixerKind::Mamba2: return taps * (number(m.inner) + 2 * product(m.groups, m.state));
    case MixerKind::Rwkv: return 2 * number(m.inner);
    default: return 0;
  }
}

template <class PerLayer>
Bytes sum_over_layers(const Model& model, PerLayer per_layer) {
  Bytes sum;
  for (const LayerRun& run : model.layers) sum += number(run.count) * per_layer(run.layer);
  return sum;
}

}  // namespace

Bytes mixer_kv_bytes(const Mixer& mixer, double context, ElementBytes element) {
  const double limit = number(kept_tokens(mixer));
  double elements = (limit > 0 ? std::min(context, limit) : context) * elements_per_token(mixer);
  if (mixer.compression > 0)
    elements += std::floor(context / number(mixer.compression)) * elements_per_token(mixer);
  return elements * element * unit::byte;
}

Bytes mixer_kv_bytes_per_token(const Mixer& mixer, ElementBytes element) {
  if (mixer.compression > 0)
    return elements_per_token(mixer) / number(mixer.compression) * element * unit::byte;
  return kept_tokens(mixer) > 0 ? Bytes{} : elements_per_token(mixer) * element * unit::byte;
}

Bytes kv_bytes(const Model& model, std::int64_t context, ElementBytes element) {
  return sum_over_layers(model,
                         [&](const Layer& l) { return mixer_kv_bytes(l.mixer, number(context), element); });
}

Bytes kv_bytes_per_token(const Model& model, ElementBytes element) {
  return sum_over_layers(model, [&](const Layer& l) { return mixer_kv_bytes_per_token(l.mixer, element); });
}

Bytes kv_bytes_per_token_without_windows(const Model& model, ElementBytes element) {
  return sum_over_layers(model,
                         [&](const Layer& l) { return elements_per_token(l.mixer) * element * unit::byte; });
}

Bytes index_cache_bytes(const Model& model, std::int64_t context) {
  return sum_over_layers(model, [&](const Layer& l) {
    const Mixer& m = l.mixer;
    if (m.index_heads == 0) return Bytes{};
    const std::int64_t entries = m.compression > 0 ? context / m.compression : context;
    return number(entries) * (number(m.index_dim) + index_scale_bytes) * unit::byte;
  });
}

Bytes cross_kv_bytes(const Model& model, std::int64_t encoder_tokens, ElementBytes element) {
  return sum_over_layers(
      model, [&](const Layer& l) { return mixer_kv_bytes(l.cross, number(encoder_tokens), element); });
}

Bytes mixer_state_bytes(const Mixer& mixer, ElementBytes state, ElementBytes element) {
  return (recurrent_elements(mixer) * state + convolution_elements(mixer) * element) * unit::byte;
}

Bytes state_bytes(const Model& model, ElementBytes state, ElementBytes element) {
  return sum_over_layers(model, [&](const Layer& l) { return mixer_state_bytes(l.mixer, state, element); });
}

}  // namespace trireme
