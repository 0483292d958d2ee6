// A Hugging Face configuration as a model.
// SPDX-License-Identifier: MIT
#include "core/import/hf_config.h"

#include "core/base/number_text.h"
#include "core/import/config_keys.h"
#include "core/import/encoder_decoder.h"
#include "core/import/feed_forward.h"
#include "core/import/json_text.h"
#include "core/import/layer_extras.h"
#include "core/import/layer_pattern.h"
#include "core/import/mixers.h"
#include "core/import/quantization_scheme.h"
#include "core/import/shape.h"
#include "core/import/text_config.h"
#include "core/import/towers.h"
#include "core/import/weight_groups.h"
#include "core/workload/parameters.h"

#include <algorithm>
#include <utility>

namespace trireme {
namespace {

using namespace hf;

// A window that is not shorter than the longest context changes nothing.
void drop_idle_windows(const TextConfig& c, const Shape& s, LayerPattern& pattern) {
  if (pattern.window == 0 || s.context == 0 || pattern.window < s.context || c.is("deepseek_v4")) return;
  const bool used =
      std::find(pattern.kinds.begin(), pattern.kinds.end(), LayerKind::Window) != pattern.kinds.end();
  if (!used) return;
  c.text.note(c.text.present(key::window),
              "The window is not shorter than the longest context; attention is full.");
  std::replace(pattern.kinds.begin(), pattern.kinds.end(), LayerKind::Window, LayerKind::Full);
}

bool is_recurrent(LayerKind kind) {
  return kind == LayerKind::Linear || kind == LayerKind::StateSpace || kind == LayerKind::Convolution ||
         kind == LayerKind::SharedBlock;
}

int norms_of(const TextConfig& c) {
  const ConfigReader& t = c.text;
  if (c.is("falcon")) {
    // The new decoder has a norm each for attention and MLP in parallel (Falcon-11B one); the old one has
    // one.
    if (t.flag_or("new_decoder_architecture", false))
      return static_cast<int>(std::min<std::int64_t>(t.count_or("num_ln_in_parallel_attn", 2), 2));
    return t.flag_or("parallel_attn", true) ? 1 : 2;
  }
  if (c.is("stablelm") && t.flag_or("use_parallel_residual", false)) return 1;
  return c.family.norms;
}

Stack build_stack(const TextConfig& c, const Shape& s, const LayerPattern& pattern) {
  const FeedForwards feed_forwards = read_feed_forwards(c, s);
  const int norms = norms_of(c);
  Stack stack;
  stack.reserve(pattern.kinds.size());
  for (std::size_t i = 0; i < pattern.kinds.size(); ++i) {
    const LayerKind kind = pattern.kinds[i];
    const bool only_feed_forward = kind == LayerKind::Mlp || kind == LayerKind::Experts;
    Layer layer{.norms = pattern.one_block ? 1 : norms};
    if (only_feed_forward) layer.mixer = {.kind = MixerKind::None};
    else layer.mixer = is_recurrent(kind) ? recurrent_mixer(c, s, kind) : attention_mixer(c, s, pattern, i);
    if (!pattern.one_block) layer.feed_forward = feed_forward_of(feed_forwards, i);
    else if (kind == LayerKind::Mlp) layer.feed_forward = feed_forwards.dense;
    else if (kind == LayerKind::Experts) layer.feed_forward = feed_forwards.moe;
    else layer.feed_forward = {.kind = FeedForwardKind::None};
    if (kind == LayerKind::Experts && layer.feed_forward.kind != FeedForwardKind::Moe)
      c.text.error(IssueCode::Inconsistent, "num_experts",
                   "Layers of experts are named, but not how many there are.");
    stack.push_back(layer);
  }
  return stack;
}

std::vector<LayerRun> runs_of(const Stack& stack) {
  std::vector<LayerRun> runs;
  for (const Layer& layer : stack) {
    if (!runs.empty() && runs.back().layer == layer) ++runs.back().count;
    else runs.push_back({1, layer});
  }
  return runs;
}

void read_mtp(const TextConfig& c, Model& model) {
  if (c.text.flag("use_mtp") == std::optional(false)) return;
  const auto layers = c.text.count(key::mtp_layers);
  if (!layers || *layers == 0) return;
  model.mtp_layers = std::min(*layers, most_layers);
  c.text.warn(c.text.present(key::mtp_layers),
              "Multi-token prediction, about " + short_count(parameter_count(model).mtp) +
                  " parameters, is counted apart and not part of the total.");
}

void read_outside(const TextConfig& c, const Shape& s, Model& model) {
  model.norm_bias = c.family.layer_norm && !c.is("cohere") && !c.is("cohere2");
  model.outer_norms = c.family.outer_norms;
  model.head_bias = c.text.flag_or("lm_head_bias", c.family.head_bias);
  model.tied_embeddings = s.tied;
  if (c.is("opt") &&
      (!c.text.flag_or("do_layer_norm_before", true) || c.text.flag_or("_remove_final_layer_norm", false)))
    model.outer_norms = 0;
  if (c.family.learned_positions && s.context > 0)
    model.learned_positions = s.context + c.family.position_offset;
  if (const auto width = c.text.count("word_embed_proj_dim"); width && *width > 0 && *width != s.hidden)
    model.embedding_width = *width;
  if (c.family.extra_vocabulary > 0) model.extra_embedding_parameters += c.family.extra_vocabulary * s.hidden;
  if (c.is("rwkv5") && s.tied) {
    model.tied_embeddings = false;
    c.text.warn("tie_word_embeddings",
                "It is true, but RWKV's published weights hold an output head of their own; it is counted.",
                IssueCode::Inconsistent);
  }
}

void read_decoder(const TextConfig& c, Model& model) {
  const Shape s = read_shape(c);
  LayerPattern pattern = read_layer_pattern(c, s);
  drop_idle_windows(c, s, pattern);
  model.hidden = s.hidden;
  model.vocabulary = s.vocabulary;
  model.max_context = s.context;
  read_outside(c, s, model);
  Stack stack = build_stack(c, s, pattern);
  add_layer_extras(c, s, pattern, stack, model);
  model.layers = runs_of(stack);
  read_mtp(c, model);
}

// Of "meta-llama/Llama-3.1-8B", or of somebody's folder, the last part; many files have none.
std::string name_of(std::string path, const std::string& type) {
  while (path.ends_with('/')) path.pop_back();
  path = path.substr(path.find_last_of("/\\") + 1);
  return path.empty() || path == "." ? type + " model" : path;
}

// "llama-3.1-8b": what a scenario calls it.
std::string slug_of(std::string_view name) {
  std::string id;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') id += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.') id += c;
    else if (!id.empty() && id.back() != '-') id += '-';
  }
  while (id.ends_with('-')) id.pop_back();
  return id.empty() ? "model" : id;
}

}  // namespace

Checked<ImportedModel> import_hf_config(std::string_view text) {
  Checked<ImportedModel> result;
  auto json = parse_json(text);
  result.issues = std::move(json.issues);
  if (!json.value) return result;
  if (!json.value->is_object()) {
    result.issues.push_back(
        {Severity::Error, IssueCode::WrongType, "", "A config.json is an object in braces."});
    return result;
  }
  const TextConfig config = find_text_config(*json.value, result.issues);
  ImportedModel imported;
  imported.model_type = config.type;
  Model& model = imported.model;
  model.name = name_of(config.top.text("_name_or_path"), config.type);
  model.id = slug_of(model.name);
  model.family = config.family_known ? std::string(config.family.type) : config.type;
  if (has_encoder(config)) read_encoder_model(config, model);
  else read_decoder(config, model);
  if (has_encoder(config)) {
    model.norm_bias = config.family.layer_norm;
    model.outer_norms = config.family.outer_norms;
  }
  model.extra_parameters = tower_parameters(config, model.hidden);
  imported.quantization = quantization_of(config, read_quantization_scheme(config), model);
  if (!has_error(result.issues)) result.value = std::move(imported);
  return result;
}

}  // namespace trireme
