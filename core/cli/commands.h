// The program's commands, one row each.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trireme::cli {

// Exit status of every command.
enum Status { Good = 0, BadScenario = 1, WrongUse = 2 };

struct Command {
  std::string_view name;
  std::string_view summary;  // one line of the overview
  std::string_view help;     // usage, options and an example
  int (*run)(const std::vector<std::string>& arguments);
};

[[nodiscard]] std::span<const Command> commands();

int run_evaluate(const std::vector<std::string>& arguments);
int run_explain(const std::vector<std::string>& arguments);
int run_link(const std::vector<std::string>& arguments);
int run_open(const std::vector<std::string>& arguments);
int run_catalog(const std::vector<std::string>& arguments);
int run_import(const std::vector<std::string>& arguments);
int run_validate(const std::vector<std::string>& arguments);

// "trireme: message", with a hint at the help, to standard error; returns WrongUse.
int wrong_use(std::string_view message);

}  // namespace trireme::cli
