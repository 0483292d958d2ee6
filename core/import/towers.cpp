// Vision, audio and speech parts beside the language model.
// SPDX-License-Identifier: MIT
#include "core/import/towers.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace trireme::hf {
namespace {

constexpr std::string_view vision_objects[] = {"vision_config", "vision_tower_cfg",
                                               "vit_config",    "vision_model_config",
                                               "visual",        "vision_encoder_config"};
constexpr std::string_view audio_objects[] = {"audio_config", "audio_encoder_config", "speech_config",
                                              "speech_encoder_config"};
constexpr std::string_view uncounted_objects[] = {"talker_config",          "token2wav_config",
                                                  "code2wav_config",        "tts_config",
                                                  "generation_head_config", "gen_vision_config"};

constexpr std::string_view layer_key[] = {"num_hidden_layers", "depth",      "vt_num_hidden_layers",
                                          "encoder_layers",    "num_layers", "layers"};
constexpr std::string_view hidden_key[] = {"embed_dim", "vt_hidden_size", "hidden_size", "d_model", "width"};
constexpr std::string_view width_key[] = {"intermediate_size", "vt_intermediate_size", "encoder_ffn_dim",
                                          "mlp_dim"};
constexpr std::string_view channel_key[] = {"num_channels", "in_channels", "in_chans"};
constexpr std::string_view merge_key[] = {"spatial_merge_size", "merge_kernel_size", "window_kernel_size"};

struct Tower {
  double layers = 0, hidden = 0, width = 0;
};

double or_else(const std::optional<std::int64_t>& value, double otherwise) {
  return value ? static_cast<double>(*value) : otherwise;
}

std::optional<Tower> read_tower(const ConfigReader& r) {
  const auto layers = r.count(layer_key);
  const auto hidden = r.count(hidden_key);
  if (!layers || !hidden) return std::nullopt;
  Tower t{.layers = static_cast<double>(*layers), .hidden = static_cast<double>(*hidden)};
  t.width = or_else(r.count(width_key), r.number("mlp_ratio").value_or(4) * t.hidden);
  t.layers += or_else(r.count("num_global_layers"), 0);
  return t;
}

double encoder_layers(const ConfigReader& r, const Tower& t) {
  if (r.has("residual_weight") && r.has("conv_kernel_size")) {
    // Conformer: two half feed-forwards of four times the width, attention, and a convolution with its gates.
    return t.layers * 24 * t.hidden * t.hidden;
  }
  const std::string type = r.text("model_type");
  const bool gated = type.rfind("qwen2_5", 0) == 0 ? !r.has("encoder_layers")
                                                   : type == "gemma4_vision" || type == "pixtral" ||
                                                         (type.empty() && r.has("fullatt_block_indexes"));
  const double attention = 4 * t.hidden * t.hidden + 4 * t.hidden;
  const double mlp = (gated ? 3 : 2) * t.hidden * t.width + t.hidden + (gated ? 2 : 1) * t.width;
  return t.layers * (attention + mlp + 4 * t.hidden);
}

double vision_parameters(const ConfigReader& r, const Tower& t, double text_hidden) {
  const double patch = or_else(r.count("patch_size"), 14), image = or_else(r.count("image_size"), 0);
  const double channels = or_else(r.count(channel_key), 3),
               frames = or_else(r.count("temporal_patch_size"), 1);
  double sum = encoder_layers(r, t) + channels * patch * patch * frames * t.hidden;
  const double side = patch > 0 ? image / patch : 0;
  sum +=
      or_else(r.count("num_position_embeddings"), or_else(r.count("position_embedding_size"), side * side)) *
      t.hidden;
  // The projector: patches are merged side by side and pass two matrices on their way to the text's width.
  const auto merged = r.counts(merge_key);
  const double merge =
      merged.empty()
          ? 1
          : static_cast<double>(merged.front() * (merged.size() > 1 ? merged.back() : merged.front()));
  const double in = t.hidden * merge, out = or_else(r.count("vision_output_dim"), 0);
  const double projectors = 1 + static_cast<double>(r.counts("deepstack_visual_indexes").size());
  if (out > 0) sum += out * text_hidden;
  else
    sum +=
        projectors * (merge > 1 ? in * in + in * text_hidden : in * text_hidden + text_hidden * text_hidden);
  return sum;
}

double audio_parameters(const ConfigReader& r, const Tower& t, double text_hidden) {
  const double mels = or_else(r.count("num_mel_bins"), 0);
  double sum = encoder_layers(r, t) + t.hidden * text_hidden;
  if (mels > 0) sum += 3 * mels * t.hidden + 3 * t.hidden * t.hidden;
  return sum + or_else(r.count("max_source_positions"), 0) * t.hidden;
}

using Count = double (*)(const ConfigReader&, const Tower&, double);

// The first of the objects that is there, below the whole file or around the language model.
double count_objects(const TextConfig& c, Names names, std::string_view what, Count count,
                     double text_hidden) {
  for (std::string_view name : names) {
    auto reader = c.top.object(name);
    if (!reader) reader = c.text.object(name);
    if (!reader) continue;
    const auto tower = read_tower(*reader);
    if (!tower) {
      c.text.warn(name, "The " + std::string(what) +
                            " tower is not counted: the file does not give its layers and width.");
      continue;
    }
    const double parameters = count(*reader, *tower, text_hidden);
    c.text.warn(name, "The " + std::string(what) + " tower with its projector, about " +
                          short_count(parameters) +
                          " parameters, is counted apart and not part of the total.");
    return parameters;
  }
  return 0;
}

}  // namespace

double tower_parameters(const TextConfig& c, std::int64_t text_hidden) {
  const auto hidden = static_cast<double>(text_hidden);
  const double vision = count_objects(c, vision_objects, "vision", vision_parameters, hidden);
  const double audio = count_objects(c, audio_objects, "audio", audio_parameters, hidden);
  for (std::string_view name : uncounted_objects)
    if (c.top.object(name)) c.top.warn(name, "This part is not counted.");
  const bool sees = c.is("molmo") || c.top.has("image_token_id") || c.top.has("image_token_index") ||
                    c.top.has("mm_vision_tower") || c.top.has("query_num");
  if (sees && vision == 0)
    c.top.warn("vision_config",
               "The model reads images, but the file does not describe its vision tower; it is not counted.");
  return vision + audio;
}

}  // namespace trireme::hf
