// A Hugging Face configuration (config.json) as a model.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/base/checked.h"
#include "core/catalog/model.h"
#include "core/import/quantization.h"

namespace trireme {

struct ImportedModel {
  Model model;
  Quantization quantization;
  std::string model_type;  // as the file calls it
};

// Takes the text of the file. What had to be guessed is a warning with the key; what cannot be understood is
// an error with the key, and then there is no value. Parameters of towers and MTP layers stand apart from the
// language model's.
[[nodiscard]] Checked<ImportedModel> import_hf_config(std::string_view text);

}  // namespace trireme
