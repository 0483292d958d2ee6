// Prints what the import makes of every config.json in a folder, beside the published sizes in its INDEX.csv.
// Usage: import_table FOLDER, or the folder in TRIREME_CONFIGS; without one it skips (status 77).
// SPDX-License-Identifier: MIT
#include "core/import/hf_config.h"
#include "core/workload/kv_cache.h"
#include "core/workload/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace trireme;

constexpr int skipped = 77;
constexpr double tolerance = 0.01;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The cells of one line, with quotes around those that hold commas.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> list(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) list.emplace_back();
    else if (c != '\r') list.back() += c;
  }
  return list;
}

// Published totals by file name: the columns "file" and "published_params_total".
std::map<std::string, double> published_totals(const std::filesystem::path& folder) {
  std::map<std::string, double> totals;
  std::stringstream lines(read(folder / "INDEX.csv"));
  std::string line;
  if (!std::getline(lines, line)) return totals;
  const std::vector<std::string> header = cells(line);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  const std::size_t file = column("file"), total = column("published_params_total");
  while (std::getline(lines, line)) {
    const std::vector<std::string> row = cells(line);
    if (file < row.size() && total < row.size()) totals[row[file]] = std::atof(row[total].c_str());
  }
  return totals;
}

struct Summary {
  int files = 0, close = 0, explained = 0, unpublished = 0, failed = 0;
};

void print_row(const std::string& name, const Checked<ImportedModel>& imported, double published,
               Summary& summary) {
  const auto warnings = std::count_if(imported.issues.begin(), imported.issues.end(),
                                      [](const Issue& i) { return i.severity == Severity::Warning; });
  ++summary.files;
  if (!imported.ok()) {
    ++summary.failed;
    std::printf("%-52.52s refused\n", name.c_str());
    for (const Issue& i : imported.issues) std::printf("    %s: %s\n", i.path.c_str(), i.message.c_str());
    return;
  }
  const Model& model = imported.value->model;
  const ParameterCount count = parameter_count(model);
  const double off = published > 0 ? count.total / published - 1 : 0;
  const char* verdict = "ok";
  if (published <= 0) verdict = "no published total", ++summary.unpublished;
  else if (std::fabs(off) <= tolerance) ++summary.close;
  else if (warnings > 0) verdict = "explained", ++summary.explained;
  else verdict = "UNEXPLAINED", ++summary.failed;
  std::printf("%-52.52s %17.0f %17.0f %15.0f %+6.1f%% %9.0f %8.1f GB %2d  %s\n", name.c_str(), count.total,
              count.active, published, 100 * off, kv_bytes_per_token(model, 2).in(unit::byte),
              imported.value->quantization.weight_bytes().in(unit::gb), static_cast<int>(warnings), verdict);
  if (published > 0 && std::fabs(off) > tolerance)
    for (const Issue& i : imported.issues)
      if (i.severity == Severity::Warning) std::printf("    %s: %s\n", i.path.c_str(), i.message.c_str());
}

}  // namespace

int main(int count, char** words) {
  const char* from_environment = std::getenv("TRIREME_CONFIGS");
  const std::filesystem::path folder = count > 1                     ? words[1]
                                       : from_environment != nullptr ? from_environment
                                                                     : "";
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_directory(folder, error)) {
    std::printf("skipped: no folder with configurations (argument or TRIREME_CONFIGS)\n");
    return skipped;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const std::map<std::string, double> totals = published_totals(folder);
  std::printf("%-52s %17s %17s %15s %7s %9s %11s %2s\n", "file", "parameters", "active", "published", "off",
              "KV B/tok", "weights", "!");
  Summary summary;
  for (const auto& path : files) {
    const std::string name = path.filename().string();
    const auto published = totals.find(name);
    print_row(name, import_hf_config(read(path)), published == totals.end() ? 0 : published->second, summary);
  }
  std::printf(
      "\n%d files: %d within 1 %% of the published total, %d farther off with a warning that says why, "
      "%d without a published total, %d refused or unexplained\n",
      summary.files, summary.close, summary.explained, summary.unpublished, summary.failed);
  return summary.failed > 0 || summary.files == 0 ? 1 : 0;
}
