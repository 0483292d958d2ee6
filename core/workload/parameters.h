// Parameters of a model, exactly, by what happens to them for each token.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/catalog/model.h"

namespace trireme {

// Parameters of one token mixer or one feed-forward.
struct BlockParameters {
  double matrix = 0;  // multiplied with every token
  double shared = 0;  // the part of `matrix` in shared experts
  double router = 0;  // scores of the experts: a matrix product that counts of model FLOPs leave out
  double expert =
      0;  // one routed expert with its biases; `FeedForward::experts` of them exist, `top_k` of them run
  double vector = 0;  // norms, biases, decays, convolutions: read, but no matrix product
};

// `hidden` is the model's width. MLA is counted as stored, that is, not absorbed.
[[nodiscard]] BlockParameters mixer_parameters(const Mixer& mixer, std::int64_t hidden);
[[nodiscard]] BlockParameters feed_forward_parameters(const FeedForward& feed_forward, std::int64_t hidden);

struct LayerParameters {
  double total = 0;
  double active = 0;  // with top_k of the routed experts
  double matrix = 0;  // active ones in matrix products, without the router
};
[[nodiscard]] LayerParameters layer_parameters(const Layer& layer, const Model& model);

// Counts are whole numbers; doubles hold them exactly up to 2^53.
struct ParameterCount {
  double total = 0;   // language model with embeddings, without MTP layers and towers
  double active = 0;  // used for one token: all but the experts that the router leaves out; with embeddings
  double embedding = 0;  // input tables: tokens, learned positions, per-layer tables
  double head = 0;       // output matrix; 0 when it is tied to the embedding
  double encoder = 0;    // share of `total` in the encoder stack
  double routed = 0;     // share of `total` in routed experts
  double mtp = 0;        // multi-token-prediction layers, not part of `total`
  double towers = 0;     // vision, audio and their projectors, not part of `total`

  [[nodiscard]] double total_without_embeddings() const { return total - embedding - head; }
  [[nodiscard]] double active_without_embeddings() const { return active - embedding - head; }
};
[[nodiscard]] ParameterCount parameter_count(const Model& model);

// The same parameters by what they belong to. Sums to total + mtp + towers.
struct ParameterParts {
  double embedding = 0, head = 0;
  double mixers = 0, dense_mlp = 0, shared_experts = 0, routed_experts = 0, router = 0;
  double vectors = 0;  // norms, biases, convolutions and all that is no matrix
  double mtp = 0, towers = 0;
};
[[nodiscard]] ParameterParts parameter_parts(const Model& model);

// Active parameters that take part in matrix products, output head included and router left out: 2 FLOP each
// per token.
[[nodiscard]] double active_matrix_parameters(const Model& model);

// Matrix products of one MTP layer beside those of its decoder layer: the joining projection and the shared
// head.
[[nodiscard]] double mtp_extra_matrix_parameters(const Model& model);

// Bytes of `parameters` at `bits` each ("16-bit weights": 16; NVFP4 with its scales: 4.5).
[[nodiscard]] Bytes weight_bytes(double parameters, double bits);

}  // namespace trireme
