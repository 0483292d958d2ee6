// Tables and issues for a person.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/issue.h"
#include "core/report/table.h"
#include "core/result/term.h"

namespace trireme::cli {

void print_table(const Table& table);
void print_issues(const Issues& issues);  // to standard error
void print_term(const Term& term);

}  // namespace trireme::cli
