# SPDX-License-Identifier: MIT
# Paths below tests/, one a line, sorted within each folder. The folder gives the label: properties, golden, validation; all
# others are unit tests.

# Native and in WebAssembly.
set(TRIREME_TEST_SOURCES
  core/base/base_test.cpp
  core/catalog/added_gpu_test.cpp
  core/catalog/builtin_catalog_test.cpp
  core/catalog/builtin_test.cpp
  core/catalog/catalog_json_test.cpp
  core/catalog/closest_name_test.cpp
  core/catalog/model_json_test.cpp
  core/catalog/user_entry_test.cpp
  core/cost/collective_law_test.cpp
  core/cost/collective_reports_test.cpp
  core/cost/compute_test.cpp
  core/import/faults_test.cpp
  core/import/hf_config_test.cpp
  core/import/import_report_test.cpp
  core/import/layer_pattern_test.cpp
  core/import/moe_test.cpp
  core/import/nested_test.cpp
  core/import/old_names_test.cpp
  core/import/quantization_test.cpp
  core/import/recurrent_test.cpp
  core/import/replay_test.cpp
  core/parallel/pipeline_schedule_test.cpp
  core/parallel/pipeline_test.cpp
  core/regime/accuracy_test.cpp
  core/regime/post_training_test.cpp
  core/regime/pretrain_test.cpp
  core/regime/test_time_test.cpp
  core/report/catalog_sheet_test.cpp
  core/report/model_report_test.cpp
  core/report/network_report_test.cpp
  core/report/roofline_report_test.cpp
  core/report/serving_reports_test.cpp
  core/report/timeline_report_test.cpp
  core/report/training_reports_test.cpp
  core/result/evaluate_test.cpp
  core/result/explain_test.cpp
  core/result/serving_test.cpp
  core/scenario/own_test.cpp
  core/scenario/scenario_test.cpp
  core/validation/validate_test.cpp
  core/workload/kv_cache_test.cpp
  core/workload/model_flops_test.cpp
  core/workload/parameters_test.cpp
  golden/report_test.cpp
  properties/training_test.cpp
)

# Native only: they read tables with libcsv.
set(TRIREME_NATIVE_TEST_SOURCES
  core/cli/csv_test.cpp
  validation/collectives_test.cpp
  validation/kernels_test.cpp
  validation/rl_test.cpp
  validation/serving_examples_test.cpp
  validation/serving_runs_test.cpp
  validation/test_time_test.cpp
  validation/training_runs_test.cpp
)

# The interface on a null backend, native.
set(TRIREME_UI_TEST_SOURCES
  ui/card_test.cpp
  ui/edit_test.cpp
  ui/frame_test.cpp
  ui/harness.cpp
  ui/text_test.cpp
  ui/redraw_test.cpp
)

# libFuzzer targets (preset fuzz): fuzz/<name>_fuzz.cpp
set(TRIREME_FUZZ_TARGETS catalog hf_config)
