// The report of an import: keys that others rely on, and text for a person.
// SPDX-License-Identifier: MIT
#include "core/import/import_report.h"

#include "core/catalog/catalog_json.h"
#include "tests/core/import/support.h"

#include <nlohmann/json.hpp>

namespace trireme::test {
namespace {

constexpr std::string_view llama = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
  "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
  "max_position_embeddings": 131072, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

nlohmann::json report(std::string_view config, std::vector<std::int64_t> contexts = {8192}) {
  return nlohmann::json::parse(import_json(import_hf_config(config), contexts));
}

}  // namespace

TEST_CASE("the report has the keys of the contract, in whole numbers") {
  const auto json = report(llama, {8192, 131072});
  CHECK(json["ok"] == true);
  CHECK(json["params_total"] == 8'030'261'248);
  CHECK(json["params_active"] == 8'030'261'248);
  CHECK(json["params_total"].is_number_integer());
  CHECK(json["params_total_without_embeddings"] == 8'030'261'248 - 2 * 128256LL * 4096);
  CHECK(json["kv_bytes_per_token"] == 131'072);
  CHECK(json["kv_bytes"]["8192"] == 131'072LL * 8192);
  CHECK(json["kv_bytes"]["131072"] == 131'072LL * 131072);
  CHECK(json["kv_growth"].size() == 2);
  CHECK(json["bytes"]["bf16"] == 2 * 8'030'261'248);
  CHECK(json["warnings"].empty());
  CHECK(json["issues"].empty());
  CHECK(json["quantization"]["method"].is_null());
  CHECK(json["quantization"]["weight_bytes"] == 2 * 8'030'261'248);
  CHECK(json["flops_per_token"][0]["training"].get<double>() == doctest::Approx(51.5e9).epsilon(0.001));
}

TEST_CASE("warnings name their key") {
  const auto json = report(with(llama, R"("num_nextn_predict_layers": 1)"));
  REQUIRE(json["warnings"].size() == 1);
  CHECK(json["warnings"][0].get<std::string>().rfind("num_nextn_predict_layers: ", 0) == 0);
  CHECK(json["issues"][0]["severity"] == "warning");
  CHECK(json["issues"][0]["path"] == "num_nextn_predict_layers");
}

TEST_CASE("errors leave no numbers") {
  const auto json = report("{\"hidden_size\": []}");
  CHECK(json["ok"] == false);
  CHECK_FALSE(json.contains("params_total"));
  CHECK(json["issues"].size() > 1);
}

TEST_CASE("the imported model is one that a scenario can carry") {
  const auto json = report(llama);
  Issues issues;
  const Catalog known = *builtin_catalog().value;
  const auto model = read_model(json["model"].dump(), "model", known, issues);
  CHECK(issues.empty());
  REQUIRE(model);
  CHECK(parameter_count(*model).total == 8'030'261'248);
}

TEST_CASE("the text says the same in words") {
  const ImportedModel model = imported(llama);
  const std::string text = import_text(model, usual_contexts(model.model));
  CHECK(text.find("8,030,261,248") != std::string::npos);
  CHECK(text.find("131,072 B") != std::string::npos);
  CHECK(text.find("16.00 GiB") != std::string::npos);
  CHECK(text.find("Active") == std::string::npos);  // a dense model has no other number
}

TEST_CASE("contexts go up to the model's own") {
  Model model;
  model.max_context = 40'960;
  CHECK(usual_contexts(model) == std::vector<std::int64_t>{4096, 32768, 40960});
  model.max_context = 0;
  CHECK(usual_contexts(model) == std::vector<std::int64_t>{4096, 32768, 131072});
}

}  // namespace trireme::test
