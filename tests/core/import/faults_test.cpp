// Files that are broken, odd or hostile: an answer with the key, never a crash.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

#include "core/import/import_report.h"

#include <string>

namespace trireme::test {
namespace {

// The configuration without one of its keys.
std::string without(std::string_view config, std::string_view key) {
  return with(config, "\"" + std::string(key) + "\": null");
}

}  // namespace

TEST_CASE("text that is no object says so") {
  for (std::string_view text : {"", "  \n", "[1, 2]", "17", "\"llama\"", "null"}) {
    CAPTURE(text);
    CHECK(refuses(text, ""));
  }
}

TEST_CASE("a fault of syntax says where it is") {
  const auto result = import_hf_config("{\n  \"hidden_size\": 64,\n  \"num_hidden_layers\" 4\n}");
  REQUIRE(result.issues.size() == 1);
  CHECK(result.issues[0].code == IssueCode::Syntax);
  CHECK(result.issues[0].message.find("line 3") != std::string::npos);
  CHECK(refuses("{\"hidden_size\": 64", ""));
  CHECK(refuses("{\"hidden_size\": 64,}", ""));
  CHECK(refuses("{\"a\": \"\xff\xfe\"}", ""));
}

TEST_CASE("a byte-order mark is taken away") {
  CHECK(total("\xEF\xBB\xBF" + std::string(small_llama)) == total(small_llama));
}

TEST_CASE("Python's NaN and Infinity are read, outside of strings only") {
  const auto odd =
      import_hf_config(with(small_llama, R"("time_step_limit": [0.0, Infinity], "other": [-Infinity, NaN],
    "_name_or_path": "NaN to \"Infinity\" and -Infinity")"));
  CHECK(odd.ok());
  CHECK(odd.value->model.name == "NaN to \"Infinity\" and -Infinity");
  CHECK(has_issue(odd.issues, Severity::Note, ""));
  CHECK(refuses(with(small_llama, R"("hidden_size": Infinity)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": NaN)"), "hidden_size") ==
        false);  // null: Llama's default, 4,096
  CHECK(warns(import_hf_config(with(small_llama, R"("hidden_size": NaN)")), "hidden_size"));
}

TEST_CASE("keys that appear twice are warned about, and the last counts") {
  const auto twice = import_hf_config(with(small_llama, R"("vocab_size": 2000, "rope": {"a": 1, "a": 2})"));
  CHECK(twice.ok());
  CHECK(twice.value->model.vocabulary == 2000);
  CHECK(warns(twice, "vocab_size"));
  CHECK(warns(twice, "rope.a"));
}

TEST_CASE("deep nesting and large files are bounded") {
  const std::string open(10'000, '['), close(10'000, ']');
  CHECK(refuses("{\"a\": " + open + close + "}", ""));
  CHECK(refuses(open, ""));
  std::string many = "{\"id2label\": {";
  for (int i = 0; i < 100'000; ++i)
    many += (i > 0 ? ", \"" : "\"") + std::to_string(i) + "\": \"LABEL_" + std::to_string(i) + "\"";
  many += "}, \"text_config\": " + std::string(small_llama) + "}";
  CHECK(many.size() > 2'000'000);
  CHECK(total(many) == total(small_llama));
}

TEST_CASE("a key that is missing without a default is an error with the key") {
  const std::string novel = with(small_llama, R"("model_type": "novel")");
  CHECK(refuses(without(novel, "hidden_size"), "hidden_size"));
  CHECK(refuses(without(novel, "num_hidden_layers"), "num_hidden_layers"));
  CHECK(refuses(without(novel, "num_attention_heads"), "num_attention_heads"));
  CHECK(refuses(without(novel, "vocab_size"), "vocab_size"));
  CHECK(refuses(without(novel, "intermediate_size"), "intermediate_size"));
  // BLOOM's defaults are a toy: 2 layers of 64.
  CHECK(refuses(R"({"model_type": "bloom", "vocab_size": 250880})", "hidden_size"));
}

TEST_CASE("all faults are told at once") {
  const auto result = import_hf_config(R"({"model_type": "novel"})");
  for (std::string_view key : {"hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size"})
    CHECK(has_issue(result.issues, Severity::Error, key));
  CHECK_FALSE(result.value);
}

TEST_CASE("a known type fills in its library's defaults, with a warning each") {
  const auto llama =
      import_hf_config(R"({"model_type": "llama", "num_key_value_heads": 32, "tie_word_embeddings": false})");
  REQUIRE(llama.ok());
  CHECK(parameter_count(llama.value->model).total == 6'738'415'616);  // LLaMA-7B
  for (std::string_view key :
       {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size"})
    CHECK(warns(llama, key));
}

TEST_CASE("missing KV heads mean one for each head, and a missing tie the family's habit") {
  const auto kv = import_hf_config(without(small_llama, "num_key_value_heads"));
  CHECK(kv.ok());
  CHECK(kv.value->model.layers[0].layer.mixer.kv_heads == 4);
  const auto tie = import_hf_config(
      R"({"model_type": "gemma", "hidden_size": 64, "num_hidden_layers": 1, "num_attention_heads": 4,
    "num_key_value_heads": 1, "head_dim": 16, "intermediate_size": 128, "vocab_size": 1000})");
  CHECK(tie.value->model.tied_embeddings);
  CHECK(warns(tie, "tie_word_embeddings"));
  const auto missing = import_hf_config(R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 1,
    "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000, "tie_word_embeddings": false})");
  CHECK(warns(missing, "num_key_value_heads"));
}

TEST_CASE("values of the wrong kind are errors with the key") {
  CHECK(refuses(with(small_llama, R"("hidden_size": "wide")"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": [64])"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": {"value": 64})"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": 64.5)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": -64)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": 0)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": 1e300)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("hidden_size": true)"), "hidden_size"));
  CHECK(refuses(with(small_llama, R"("num_hidden_layers": 1000000)"), "num_hidden_layers"));
  CHECK(refuses(with(small_llama, R"("num_attention_heads": 0)"), "num_attention_heads"));
  CHECK(refuses(with(small_llama, R"("num_key_value_heads": 0)"), "num_key_value_heads"));
  CHECK(refuses(with(small_llama, R"("num_key_value_heads": [1, "two"])"), "num_key_value_heads"));
  CHECK(refuses(with(small_llama, R"("tie_word_embeddings": "perhaps")"), "tie_word_embeddings"));
}

TEST_CASE("whole numbers may come as text or with a fraction of zero") {
  CHECK(total(with(small_llama, R"("hidden_size": "64", "intermediate_size": 128.0)")) == total(small_llama));
}

TEST_CASE("two spellings that differ are warned about") {
  const auto both = import_hf_config(with(small_llama, R"("n_layer": 5)"));
  CHECK(both.ok());
  CHECK(both.value->model.layer_count() == 4);
  CHECK(warns(both, "n_layer"));
  CHECK(import_hf_config(with(small_llama, R"("n_layer": 4)")).issues.empty());
}

TEST_CASE("a context that no number can be meant by is as good as none") {
  const auto result = import_hf_config(
      with(small_llama,
           R"("max_position_embeddings": null, "model_max_length": 1000000000000000019884624838656)"));
  CHECK(result.ok());
  CHECK(result.value->model.max_context == 0);
}

TEST_CASE("heads that do not divide the hidden size are warned about") {
  CHECK(warns(import_hf_config(with(small_llama, R"("hidden_size": 66)")), "head_dim"));
  CHECK(import_hf_config(with(small_llama, R"("hidden_size": 66, "head_dim": 16)")).issues.size() ==
        1);  // only the doubled key
}

TEST_CASE("long lists of faults are answered quickly and shortly") {
  std::string far;
  for (int i = 0; i < 100'000; ++i) far += (i > 0 ? ", " : "") + std::to_string(1000 + i);
  const auto layers = import_hf_config(with(
      small_llama,
      R"("model_type": "kimi_linear", "linear_attn_config": {"num_heads": 2, "head_dim": 8, "full_attn_layers": [)" +
          far + "]}"));
  CHECK_FALSE(layers.ok());
  CHECK(layers.issues.size() < 10);
  std::string names;
  for (int i = 0; i < 100'000; ++i)
    names += (i > 0 ? ", \"model.layers." : "\"model.layers.") + std::to_string(i) + ".thing\"";
  const auto excluded = import_hf_config(
      with(small_llama, R"("quantization_config": {"quant_method": "fp8", "ignore": [)" + names + "]}"));
  CHECK(excluded.ok());
  CHECK(excluded.issues.size() < 10);
}

TEST_CASE("absurd sizes are counted, not overflowed") {
  const auto huge =
      import_hf_config(R"({"model_type": "llama", "hidden_size": 1000000000, "num_hidden_layers": 10000,
    "num_attention_heads": 1000000000, "num_key_value_heads": 1000000000, "head_dim": 1000000000, "intermediate_size": 1000000000,
    "vocab_size": 1000000000, "tie_word_embeddings": false})");
  REQUIRE(huge.ok());
  CHECK(parameter_count(huge.value->model).total > 1e30);
  const std::int64_t contexts[] = {1'000'000'000};
  CHECK(import_json(huge, contexts).size() > 100);
  CHECK(import_text(*huge.value, contexts).size() > 100);
}

TEST_CASE("an unknown type is counted as Llama, with a warning") {
  const auto novel = import_hf_config(with(small_llama, R"("model_type": "novel")"));
  CHECK(novel.ok());
  CHECK(warns(novel, "model_type"));
  CHECK(parameter_count(novel.value->model).total == total(small_llama));
  // Without a gate where the activation says so.
  const auto plain = import_hf_config(with(small_llama, R"("model_type": "novel", "hidden_act": "gelu")"));
  CHECK(warns(plain, "hidden_act"));
  CHECK_FALSE(plain.value->model.layers[0].layer.feed_forward.gated);
}

}  // namespace trireme::test
