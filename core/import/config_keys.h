// Spellings of the same thing in configurations, the commonest first.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace trireme::hf::key {

inline constexpr std::string_view hidden[] = {"hidden_size", "n_embd", "d_model",
                                              "n_embed",     "dim",    "model_dim"};
inline constexpr std::string_view layers[] = {
    "num_hidden_layers", "n_layer", "n_layers", "num_layers", "decoder_layers", "num_transformer_layers"};
inline constexpr std::string_view heads[] = {
    "num_attention_heads",    "n_head", "n_heads", "num_heads", "num_query_heads", "attention_heads",
    "decoder_attention_heads"};
inline constexpr std::string_view kv_heads[] = {
    "num_key_value_heads",   "num_kv_heads",         "n_head_kv",       "n_kv_heads", "kv_n_heads",
    "multi_query_group_num", "num_attention_groups", "num_query_groups"};
inline constexpr std::string_view head_dim[] = {"head_dim", "attention_head_dim", "kv_channels", "d_kv",
                                                "head_size"};
inline constexpr std::string_view vocabulary[] = {"vocab_size", "n_vocab", "embedding_size"};
inline constexpr std::string_view width[] = {
    "intermediate_size", "ffn_hidden_size", "n_inner",    "ffn_dim",          "d_ff",   "decoder_ffn_dim",
    "inner_hidden_size", "mlp_hidden_size", "hidden_dim", "intermediate_dim", "d_inner"};
inline constexpr std::string_view context[] = {
    "max_position_embeddings", "n_positions",          "max_seq_len",
    "max_sequence_length",     "seq_length",           "n_ctx",
    "context_length",          "max_target_positions", "model_max_length"};
inline constexpr std::string_view activation[] = {"hidden_act", "hidden_activation", "activation_function",
                                                  "activation", "mlp_hidden_act",    "dense_act_fn",
                                                  "afn"};

inline constexpr std::string_view experts[] = {"num_experts",     "num_local_experts",  "n_routed_experts",
                                               "moe_num_experts", "num_routed_experts", "n_experts",
                                               "num_moe_experts"};
inline constexpr std::string_view top_k[] = {"num_experts_per_tok",
                                             "num_experts_per_token",
                                             "moe_top_k",
                                             "top_k_experts",
                                             "experts_per_token",
                                             "moe_topk",
                                             "moe_k",
                                             "num_selected_experts",
                                             "num_activated_experts",
                                             "moe_router_topk"};
inline constexpr std::string_view expert_width[] = {"moe_intermediate_size", "expert_intermediate_size",
                                                    "moe_ffn_hidden_size", "expert_ffn_hidden_size",
                                                    "expert_hidden_size"};
inline constexpr std::string_view shared_experts[] = {"n_shared_experts", "num_shared_experts",
                                                      "moe_num_shared_experts", "num_shared_expert"};
// Width of all shared experts together.
inline constexpr std::string_view shared_width[] = {"shared_expert_intermediate_size", "share_expert_dim",
                                                    "moe_shared_expert_intermediate_size",
                                                    "shared_intermediate_size", "shared_expert_hidden_size"};
inline constexpr std::string_view dense_width[] = {"dense_intermediate_size", "intermediate_size_mlp"};
inline constexpr std::string_view latent[] = {"moe_latent_size", "routed_expert_hidden_size"};
inline constexpr std::string_view mtp_layers[] = {"num_nextn_predict_layers", "mtp_num_hidden_layers",
                                                  "num_mtp_modules", "num_mtp_layers", "mtp_num_layers"};

inline constexpr std::string_view window[] = {
    "sliding_window",   "sliding_window_size",    "window_size",
    "attention_window", "local_attention_window", "attention_window_size"};

// Objects that hold the language model of a larger one.
inline constexpr std::string_view nested_text[] = {
    "text_config",    "llm_config",        "llm_cfg",   "language_config", "language_model_config",
    "thinker_config", "text_model_config", "lm_config", "decoder"};
// Objects inside the language model's whose keys belong to it.
inline constexpr std::string_view inlined[] = {"attn_config", "ffn_config", "ssm_cfg"};

}  // namespace trireme::hf::key
