// What a quantization_config says.
// SPDX-License-Identifier: MIT
#include "core/import/quantization_scheme.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trireme::hf {
namespace {

using nlohmann::json;

double& bits_of(QuantizationScheme& s, WeightPart part) { return s.bits[static_cast<std::size_t>(part)]; }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// All matrices inside the layers, without the routers: what "Linear" usually means in a checkpoint.
void set_layers(QuantizationScheme& s, double bits) {
  for (WeightPart part :
       {WeightPart::Mixers, WeightPart::DenseMlp, WeightPart::SharedExperts, WeightPart::RoutedExperts})
    bits_of(s, part) = bits;
  s.weight_bits = bits;
}

struct Format {
  std::string_view name;
  double bits;  // scales included
};
// Formats with scales of their own: NVFP4 has an FP8 scale per 16 weights, MXFP4 and MXFP8 one byte per 32,
// NF4 a 32-bit one per 64, itself quantised when the file says so; GGUF and EXL formats are not described in
// config.json.
constexpr Format formats[] = {
    {"nvfp4", 4.5},       {"mxfp4", 4.25},     {"mxfp8", 8.25}, {"fp8", 8},      {"w4a8_awq", 4.125},
    {"w4a16_awq", 4.125}, {"int4_awq", 4.125}, {"w8a8_sq", 8},  {"int8", 8},     {"fbgemm_fp8", 8},
    {"ptpc_fp8", 8},      {"eetq", 8},         {"bitnet", 2},   {"higgs", 4.25}, {"fp4", 4.5},
    {"w4a4", 4.5},        {"nf4", 4.5},        {"float8", 8},
};
const Format* find_format(std::string_view name) {
  for (const Format& f : formats)
    if (contains(name, f.name)) return &f;
  return nullptr;
}

// Integer weights in groups: a 16-bit scale and a zero point for each group.
double grouped_bits(double bits, std::int64_t group, bool zero_point) {
  if (group <= 0) return bits;
  return bits + (16 + (zero_point ? bits : 0)) / static_cast<double>(group);
}

double dtype_bits(const TextConfig& c) {
  for (std::string_view name : {"dtype", "torch_dtype", "params_dtype", "model_dtype"}) {
    const std::string dtype = c.text.text(name);
    if (dtype.empty()) continue;
    if (contains(dtype, "float8") || contains(dtype, "int8")) return 8;
    if (contains(dtype, "bfloat16") || contains(dtype, "float16") || contains(dtype, "half")) return 16;
    if (contains(dtype, "float32") || dtype == "float") return 32;
    c.text.warn(name, "'" + dtype + "' is not known; 16 bits are taken.");
    return 16;
  }
  return 16;
}

std::int64_t signed_count(const ConfigReader& r, std::string_view name) {
  const auto* value = r.find(name);
  if (value == nullptr || !value->is_number_integer()) return 0;
  const auto number = value->get<double>();
  return number > 0 && number < 1e9 ? static_cast<std::int64_t>(number) : 0;
}

// compressed-tensors: groups of modules, each with a description of its weights.
double bits_of_weights(const ConfigReader& group) {
  if (const auto* format = find_format(lower(group.text("format")))) return format->bits;
  const auto weights = group.object("weights");
  if (!weights) return 0;
  const double bits = std::clamp(weights->number("num_bits").value_or(8), 1.0, 16.0);
  const std::int64_t size = signed_count(*weights, "group_size");
  if (bits == 4 && weights->text("type") == "float") return size == 32 ? 4.25 : 4.5;
  return grouped_bits(bits, size, !weights->flag_or("symmetric", true));
}

void read_groups(const ConfigReader& q, QuantizationScheme& s) {
  const json* groups = q.find("config_groups");
  if (groups == nullptr || !groups->is_object()) return;
  const auto reader = q.object("config_groups");
  for (const auto& item : groups->items()) {
    const auto group = reader->object(item.key());
    if (!group) continue;
    const double bits = bits_of_weights(*group);
    if (bits == 0) continue;
    for (const std::string& target : group->texts("targets")) {
      const auto part = part_of_module(target);
      if (part) {
        bits_of(s, *part) = bits;
      } else {
        set_layers(s, bits);
        if (target == "Linear") bits_of(s, WeightPart::Head) = bits;  // unless the head is excluded by name
      }
    }
    s.weight_bits = std::max(s.weight_bits, bits);
  }
  // The overall format names the scales where the groups do not.
  const auto* format = find_format(lower(q.text("format")));
  if (format != nullptr && contains(format->name, "fp4")) set_layers(s, format->bits);
}

// Model Optimizer's mixed precision: one entry a module. The bits of a part are the mean over its modules.
void read_modules(const ConfigReader& q, QuantizationScheme& s) {
  const json* modules = q.find("quantized_layers");
  if (modules == nullptr || !modules->is_object()) return;
  std::array<double, weight_part_count> sum{}, count{};
  for (const auto& item : modules->items()) {
    const auto part = part_of_module(item.key());
    if (!part || !item.value().is_object()) continue;
    const auto algorithm = item.value().find("quant_algo");
    const auto* name = algorithm == item.value().end() ? nullptr : algorithm->get_ptr<const std::string*>();
    const Format* format = name == nullptr ? nullptr : find_format(lower(*name));
    sum[static_cast<std::size_t>(*part)] += format == nullptr ? s.dtype_bits : format->bits;
    count[static_cast<std::size_t>(*part)] += 1;
  }
  for (std::size_t i = 0; i < weight_part_count; ++i)
    if (count[i] > 0) s.bits[i] = sum[i] / count[i];
  s.weight_bits = bits_of(s, WeightPart::RoutedExperts) > 0 ? bits_of(s, WeightPart::RoutedExperts)
                                                            : bits_of(s, WeightPart::DenseMlp);
}

void read_bitsandbytes(const ConfigReader& q, QuantizationScheme& s) {
  const bool four = q.flag_or("load_in_4bit", false) || q.flag_or("_load_in_4bit", false);
  const bool twice = q.flag_or("bnb_4bit_use_double_quant", false);
  set_layers(s, four ? (twice ? 4.127 : 4.5) : 8);
}

void read_excluded(const ConfigReader& q, QuantizationScheme& s) {
  for (std::string_view name : {"modules_to_not_convert", "ignore", "exclude_modules", "ignored_layers",
                                "llm_int8_skip_modules", "modules_not_to_quantize", "exclude"}) {
    if (!q.has(name)) continue;
    std::vector<std::string> list = q.texts(name);
    s.excluded.insert(s.excluded.end(), std::make_move_iterator(list.begin()),
                      std::make_move_iterator(list.end()));
    s.excluded_key = q.path_of(name);
  }
}

double kv_bits(const ConfigReader& q) {
  if (const auto scheme = q.object("kv_cache_scheme"))
    return std::clamp(scheme->number("num_bits").value_or(8), 1.0, 32.0);
  const std::string algorithm = lower(q.text("kv_cache_quant_algo"));
  if (contains(algorithm, "fp4")) return 4.5;
  return contains(algorithm, "8") ? 8 : 16;
}

void read_method(const ConfigReader& q, QuantizationScheme& s) {
  const std::string method = lower(s.method);
  const std::int64_t group = signed_count(q, "group_size");
  if (method == "bitsandbytes" || q.has("load_in_4bit") || q.has("load_in_8bit"))
    return read_bitsandbytes(q, s);
  if (q.has("config_groups")) {
    read_groups(q, s);
    if (s.weight_bits > 0) return;
  }
  if (q.has("quantized_layers")) {
    read_modules(q, s);
    if (s.weight_bits > 0) return;
  }
  for (std::string_view name :
       {"quant_algo", "quant_type", "weight_quant", "weights", "fmt", "activation_scheme"}) {
    const Format* format = find_format(lower(q.text(name)));
    if (format != nullptr) return set_layers(s, format->bits);
  }
  // GPTQ stores zero points even when they are all alike.
  if (const auto bits = q.number("bits"); bits && *bits >= 1 && *bits <= 16)
    return set_layers(s, grouped_bits(*bits, group, q.flag_or("zero_point", true)));
  if (const Format* format = find_format(method)) return set_layers(s, format->bits);
  for (std::string_view name : {"w_bit", "nbits", "num_bits"})
    if (const auto bits = q.number(name); bits && *bits >= 1 && *bits <= 16)
      return set_layers(s, grouped_bits(*bits, signed_count(q, "q_group_size"), true));
  q.warn("quant_method",
         "'" + s.method + "' does not say in how many bits; the weights are taken as unquantised.");
}

}  // namespace

std::optional<WeightPart> part_of_module(std::string_view module) {
  struct Word {
    std::string_view text;
    WeightPart part;
  };
  // The first word that occurs decides, so the narrower ones come first.
  constexpr Word words[] = {
      {"lm_head", WeightPart::Head},
      {"output_layer", WeightPart::Head},
      {"embed_out", WeightPart::Head},
      {"visual", WeightPart::Towers},
      {"vision", WeightPart::Towers},
      {"audio", WeightPart::Towers},
      {"multi_modal", WeightPart::Towers},
      {"mm_projector", WeightPart::Towers},
      {"merger", WeightPart::Towers},
      {"embed", WeightPart::Embedding},
      {"wte", WeightPart::Embedding},
      {"mtp", WeightPart::Mtp},
      {"shared_expert_gate", WeightPart::Router},
      {"shared_expert", WeightPart::SharedExperts},
      {"router", WeightPart::Router},
      {"experts", WeightPart::RoutedExperts},
      {"e_score", WeightPart::Vectors},
      {"norm", WeightPart::Vectors},
      {"conv1d", WeightPart::Vectors},
      {"in_proj_a", WeightPart::Vectors},
      {"in_proj_b", WeightPart::Vectors},
      {"attn", WeightPart::Mixers},
      {"attention", WeightPart::Mixers},
      {"q_proj", WeightPart::Mixers},
      {"k_proj", WeightPart::Mixers},
      {"v_proj", WeightPart::Mixers},
      {"o_proj", WeightPart::Mixers},
      {"qkv", WeightPart::Mixers},
      {"mamba", WeightPart::Mixers},
      {"mixer", WeightPart::Mixers},
      {"in_proj", WeightPart::Mixers},
      {"out_proj", WeightPart::Mixers},
      {"gate_proj", WeightPart::DenseMlp},
      {"up_proj", WeightPart::DenseMlp},
      {"down_proj", WeightPart::DenseMlp},
      {"_proj", WeightPart::DenseMlp},
      {"routed_expert", WeightPart::DenseMlp},
      {"gate", WeightPart::Router},
      {"mlp", WeightPart::DenseMlp},
      {"feed_forward", WeightPart::DenseMlp},
      {"ffn", WeightPart::DenseMlp},
      {"fc1", WeightPart::DenseMlp},
      {"fc2", WeightPart::DenseMlp},
  };
  const auto* found = std::find_if(std::begin(words), std::end(words),
                                   [&](const Word& w) { return contains(module, w.text); });
  return found == std::end(words) ? std::nullopt : std::optional(found->part);
}

QuantizationScheme read_quantization_scheme(const TextConfig& c) {
  QuantizationScheme s;
  s.dtype_bits = dtype_bits(c);
  auto q = c.text.object("quantization_config");
  if (!q) q = c.text.object("compression_config");
  if (!q && c.text.object("quantization")) {
    q = c.text.object("quantization");  // MLX, which also quantises embedding and head
    const auto bits = q->number("bits").value_or(4);
    const double all = grouped_bits(std::clamp(bits, 1.0, 16.0),
                                    std::max<std::int64_t>(signed_count(*q, "group_size"), 1), false) +
                       16 / static_cast<double>(std::max<std::int64_t>(signed_count(*q, "group_size"), 16));
    s.method = "mlx";
    s.bits.fill(all);
    bits_of(s, WeightPart::Vectors) = bits_of(s, WeightPart::Router) = bits_of(s, WeightPart::Towers) = 0;
    s.weight_bits = all;
    return s;
  }
  if (!q) {
    if (const auto bits = c.text.count("quantization_bit"); bits && (*bits == 4 || *bits == 8)) {
      s.method = "quantization_bit";
      set_layers(s, static_cast<double>(*bits));
    }
    return s;
  }
  s.method = q->text("quant_method");
  if (s.method.empty()) s.method = q->text("quant_algo").empty() ? "unnamed" : q->text("quant_algo");
  read_method(*q, s);
  read_excluded(*q, s);
  s.kv_bits = kv_bits(*q);
  if (q->flag_or("lm_head", false)) bits_of(s, WeightPart::Head) = s.weight_bits;
  // DeepSeek-V4 and MiMo-V2.5: an FP8 checkpoint with experts in MXFP4.
  if (c.text.text("expert_dtype") == "fp4" || q->text("store_dtype") == "mxfp4") {
    bits_of(s, WeightPart::RoutedExperts) = 4.25;
    s.weight_bits = 4.25;
  }
  return s;
}

}  // namespace trireme::hf
