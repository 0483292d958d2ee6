// Catalog entries from JSON: the embedded files, and those that a scenario carries. The schema is described
// in assets/catalog/README.md. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/checked.h"
#include "core/catalog/builtin.h"
#include "core/catalog/catalog.h"

namespace trireme {

// Reads all files, in any order; lists the faults of all of them, each with "file: key" as its path.
[[nodiscard]] Checked<Catalog> read_catalog(std::span<const EmbeddedFile> files);

// An entry that a user gives, in full or as a change to a known one ({"base": "h100-sxm", "numbers": {…}}).
// A change without an "id" takes the place of what it changes.
// Numbers need no source there: they become assumptions "given by the user". `path` is where the text stands
// in the scenario; faults are at keys below it. Nothing is returned when there is an error.
[[nodiscard]] std::optional<Accelerator> read_accelerator(std::string_view text, std::string_view path,
                                                          const Catalog& known, Issues& issues);
[[nodiscard]] std::optional<Link> read_link(std::string_view text, std::string_view path,
                                            const Catalog& known, Issues& issues);
[[nodiscard]] std::optional<Instance> read_instance(std::string_view text, std::string_view path,
                                                    const Catalog& known, Issues& issues);
[[nodiscard]] std::optional<Model> read_model(std::string_view text, std::string_view path,
                                              const Catalog& known, Issues& issues);
[[nodiscard]] std::optional<Stack> read_stack(std::string_view text, std::string_view path,
                                              const Catalog& known, Issues& issues);

// A model as text that read_model() reads back, for scenarios that carry an imported one.
[[nodiscard]] std::string model_json(const Model& model);

}  // namespace trireme
