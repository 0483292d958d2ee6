// The language model inside of a configuration, and what its type implies.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/import/config_reader.h"
#include "core/import/family.h"

namespace trireme::hf {

struct TextConfig {
  ConfigReader text;  // keys of the language model; what it lacks is looked up around it
  ConfigReader top;   // keys of the whole file
  Family family;
  LibraryDefaults defaults;
  bool family_known = false;
  std::string type;  // as the file calls it

  [[nodiscard]] bool is(std::string_view family_type) const {
    return family_known && family.type == family_type;
  }

  // A key that must be there; without it the library's default with a warning, without that an error and 1.
  [[nodiscard]] std::int64_t required(Names names, std::int64_t library_default) const;
};

// Goes down through text_config and its kin, and finds the family.
[[nodiscard]] TextConfig find_text_config(const nlohmann::json& root, Issues& issues);

}  // namespace trireme::hf
