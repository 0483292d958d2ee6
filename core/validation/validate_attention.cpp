// Measured attention.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_attention.h"

#include "core/cost/prefill_attention.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

std::string size_of(double tokens, double heads, double head_dim) {
  return head_dim >= 128 && tokens >= 1024 && heads >= 4 ? "d >= 128, >= 1024 tokens, >= 4 heads" : "smaller";
}

}  // namespace

Checked<Validation> validate_attention(const MeasuredTable& table, const Catalog& catalog) {
  const bool decoding = table.name.find("attn_gen") != std::string::npos;
  const auto predict = [&](const RowReader& row,
                           const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const std::string variant(row.text("variant")), dtype(row.text("attn_dtype")),
        cache(row.text("kv_cache_dtype")), framework(row.text("framework"));
    const auto sequences = row.positive("batch_size"), tokens = row.positive("seq_len"),
               heads = row.positive("num_heads"), kv_heads = row.positive("num_key_value_heads"),
               head_dim = row.positive("head_dim");
    if (decoding) return "no law for decoding yet";
    if (!sequences || !tokens || !heads || !kv_heads || !head_dim) return "a size is missing";
    if (dtype != "bfloat16") return "no law for attention in " + dtype;
    if (cache != "bfloat16") return "no law for attention with a cache in " + cache;  // other kernels
    const bool is_latent = variant == "mla";
    if (!(is_latent ? accelerator.laws.latent_prefill : accelerator.laws.prefill).present())
      return accelerator.id + " has no law for " + variant;
    const PrefillShape shape{.prompts = *sequences,
                             .tokens = *tokens,
                             .context = *tokens,
                             .heads = *heads,
                             .kv_heads = *kv_heads,
                             .head_dim = *head_dim};
    return KernelPrediction{
        is_latent ? latent_prefill_attention_time(accelerator, shape)
                  : prefill_attention_time(accelerator, shape),
        {dtype, framework, variant + " " + framework, size_of(*sequences * *tokens, *heads, *head_dim)},
        framework.empty() || framework == "trtllm"};  // kernel fits, section b
  };
  return compare_kernels(table, catalog, "latency_us", "time of prefill attention",
                         {"precision", "framework", "kernel", "size"}, predict);
}

}  // namespace trireme
