// Encoder-decoder models and encoders.
// SPDX-License-Identifier: MIT
#include "core/import/encoder_decoder.h"

#include "core/import/config_keys.h"

#include <algorithm>
#include <string>

namespace trireme::hf {
namespace {

constexpr std::string_view t5_layers[] = {"num_layers", "num_hidden_layers"};
constexpr std::string_view encoder_layers[] = {"encoder_layers", "num_hidden_layers"};
constexpr std::string_view decoder_layers[] = {"decoder_layers", "num_hidden_layers"};
constexpr std::string_view encoder_heads[] = {"encoder_attention_heads", "num_attention_heads"};
constexpr std::string_view decoder_heads[] = {"decoder_attention_heads", "num_attention_heads"};
constexpr std::string_view encoder_width[] = {"encoder_ffn_dim", "ffn_dim"};
constexpr std::string_view decoder_width[] = {"decoder_ffn_dim", "ffn_dim"};

struct StackShape {
  std::int64_t layers = 0, heads = 0, head_dim = 0, width = 0;
  bool gated = false;
};

Layer layer_of(const TextConfig& c, const StackShape& s) {
  Layer layer;
  layer.mixer = {.heads = s.heads, .kv_heads = s.heads, .head_dim = s.head_dim};
  layer.mixer.qkv_bias = c.family.qkv_bias;
  layer.mixer.output_bias = c.family.output_bias;
  layer.mixer.key_bias = !c.is("whisper");
  layer.feed_forward = {.gated = s.gated, .bias = c.family.mlp_bias, .width = s.width};
  return layer;
}

// A decoder layer attends to itself and then to the encoder's output, behind a norm of its own.
Layer with_cross_attention(Layer layer) {
  layer.cross = layer.mixer;
  layer.norms += 1;
  return layer;
}

StackShape checked(const TextConfig& c, StackShape s) {
  if (s.layers > most_layers) {
    c.text.error(IssueCode::OutOfRange, "num_hidden_layers",
                 "More than 10,000 layers are not taken for real.");
    s.layers = 1;
  }
  return s;
}

void read_t5(const TextConfig& c, Model& model) {
  const ConfigReader& t = c.text;
  StackShape s{.layers = c.required(t5_layers, c.defaults.layers),
               .heads = c.required(key::heads, c.defaults.heads)};
  s.head_dim = c.required(key::head_dim, c.defaults.head_dim);
  s.width = c.required(key::width, c.defaults.width);
  s.gated = t.flag("is_gated_act").value_or(t.text("feed_forward_proj").rfind("gated", 0) == 0);
  if (s.gated && t.has("feed_forward_proj") && t.text("feed_forward_proj").rfind("gated", 0) != 0)
    t.warn("feed_forward_proj", "It names no gate, but is_gated_act is true; the latter counts.",
           IssueCode::Inconsistent);
  s = checked(c, s);
  StackShape decoder = s;
  decoder.layers = t.count_or("num_decoder_layers", s.layers);
  decoder = checked(c, decoder);
  model.encoder_layers = {{s.layers, layer_of(c, s)}};
  model.layers = {{decoder.layers, with_cross_attention(layer_of(c, decoder))}};
  // The first layer of each stack holds the relative positions (UMT5: every layer).
  const std::int64_t buckets = t.count_or("relative_attention_num_buckets", 32);
  const std::int64_t tables = c.type == "umt5" ? s.layers + decoder.layers : 2;
  model.extra_vector_parameters = std::min(buckets, std::int64_t{65536}) * s.heads * tables;
}

void read_bart(const TextConfig& c, Model& model) {
  const ConfigReader& t = c.text;
  StackShape e{.layers = c.required(encoder_layers, c.defaults.layers),
               .heads = c.required(encoder_heads, c.defaults.heads)};
  e.width = c.required(encoder_width, c.defaults.width);
  StackShape d{.layers = c.required(decoder_layers, c.defaults.layers),
               .heads = c.required(decoder_heads, c.defaults.heads)};
  d.width = c.required(decoder_width, c.defaults.width);
  e.head_dim = std::max<std::int64_t>(model.hidden / e.heads, 1);
  d.head_dim = std::max<std::int64_t>(model.hidden / d.heads, 1);
  model.encoder_layers = {{checked(c, e).layers, layer_of(c, e)}};
  model.layers = {{checked(c, d).layers, with_cross_attention(layer_of(c, d))}};
  if (!c.family.learned_positions) return;
  if (c.is("whisper")) {
    model.learned_positions =
        t.count_or("max_source_positions", 1500) + t.count_or("max_target_positions", 448);
  } else {
    const std::int64_t one = model.max_context + c.family.position_offset;
    model.learned_positions = 2 * one;
  }
}

// Two convolutions turn the spectrum into the encoder's input.
void add_whisper_input(const TextConfig& c, Model& model) {
  const std::int64_t mels = std::min(c.text.count_or("num_mel_bins", 80), std::int64_t{65536});
  model.extra_matrix_parameters = 3 * model.hidden * mels;
  model.extra_embedding_parameters = 0;
  model.extra_matrix_parameters += 3 * model.hidden * std::min(model.hidden, std::int64_t{1} << 30);
  model.extra_vector_parameters = 2 * model.hidden;
  c.text.warn("model_type",
              "The published sizes of Whisper are 1 to 3 % above what the layers hold; these are counted.");
}

void read_bert(const TextConfig& c, const Shape& s, Model& model) {
  const ConfigReader& t = c.text;
  const StackShape stack{
      .layers = s.layers, .heads = s.heads, .head_dim = s.head_dim, .width = s.width, .gated = s.gated};
  model.encoder_layers = {{s.layers, layer_of(c, stack)}};
  model.learned_positions = s.context;
  const bool distilled = c.type == "distilbert";
  model.extra_embedding_parameters = distilled ? 0 : t.count_or("type_vocab_size", 2) * model.hidden;
  // The pooler; heads for masked words or classes are not counted.
  if (!distilled) {
    model.extra_matrix_parameters = model.hidden * model.hidden;
    model.extra_vector_parameters = model.hidden;
  }
  model.tied_embeddings = true;
  t.warn("model_type",
         "This is an encoder: it has no output head to count, keeps no KV cache and generates nothing.",
         IssueCode::Unvalidated);
}

}  // namespace

bool has_encoder(const TextConfig& c) {
  for (std::string_view type :
       {"t5", "bart", "mbart", "pegasus", "blenderbot", "marian", "m2m_100", "whisper", "bert"})
    if (c.is(type)) return true;
  return false;
}

void read_encoder_model(const TextConfig& c, Model& model) {
  if (c.is("bert")) {
    const Shape s = read_shape(c);
    model.hidden = s.hidden;
    model.vocabulary = s.vocabulary;
    model.max_context = s.context;
    read_bert(c, s, model);
    return;
  }
  model.hidden = c.required(key::hidden, c.defaults.hidden);
  model.vocabulary = c.required(key::vocabulary, c.defaults.vocabulary);
  model.max_context = c.text.count(key::context).value_or(c.defaults.context);
  const auto tied = c.text.flag("tie_word_embeddings");
  model.tied_embeddings = tied.value_or(c.family.tied);
  if (!tied)
    c.text.warn("tie_word_embeddings", "It is missing; " + std::string(c.family.type) +
                                           " ties the output head to the embedding by default.");
  if (c.is("t5")) read_t5(c, model);
  else read_bart(c, model);
  if (c.is("whisper")) add_whisper_input(c, model);
}

}  // namespace trireme::hf
