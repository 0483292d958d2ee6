# SPDX-License-Identifier: MIT
# Paths below core/, one a line, sorted within each folder.
set(TRIREME_CORE_SOURCES
  base/issue.cpp
  base/number_text.cpp
  base/source.cpp
  catalog/accelerator_json.cpp
  catalog/catalog.cpp
  catalog/catalog_json.cpp
  catalog/closest_name.cpp
  catalog/entry_reader.cpp
  catalog/instance_json.cpp
  catalog/json_reader.cpp
  catalog/link_json.cpp
  catalog/model_json.cpp
  catalog/model_json_writer.cpp
  catalog/number_unit.cpp
  catalog/stack_json.cpp
  cost/collectives.cpp
  cost/compute.cpp
  cost/memory.cpp
  parallel/pipeline.cpp
  regime/pretrain.cpp
  regime/pretrain_memory.cpp
  result/evaluate.cpp
  result/operators.cpp
  result/result.cpp
  scenario/field_text.cpp
  scenario/link.cpp
  scenario/resolve.cpp
  scenario/scenario_json.cpp
  workload/kv_cache.cpp
  workload/layers.cpp
  workload/model_flops.cpp
  workload/parameters.cpp
)

# The program `trireme`.
set(TRIREME_CLI_SOURCES
  cli/main.cpp
)
