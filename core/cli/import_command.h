// `trireme import CONFIG.json`.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace trireme::cli {

inline constexpr std::string_view import_help =
    "trireme import CONFIG.json [--context N...] [--format text|json]\n"
    "trireme import CONFIG.json --scenario\n\n"
    "Reads the config.json of a model on Hugging Face, or standard input for '-': parameters, bytes, the KV\n"
    "cache and its growth, FLOPs per token. What had to be guessed is a warning with the key.\n"
    "--scenario prints a scenario that carries the model, ready for `trireme evaluate`.\n\n"
    "  trireme import config.json --context 8192 131072 --format json\n"
    "  trireme import config.json --scenario > run.json && trireme evaluate run.json\n";

}  // namespace trireme::cli
