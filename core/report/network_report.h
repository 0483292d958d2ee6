// Which group of ranks talks over which link, how much and how long.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/report/table.h"
#include "core/result/result.h"

namespace trireme {

struct Problem;
struct StepTimes;

// One group that a GPU belongs to. Its ranks are `stride` GPUs apart.
struct NetworkGroup {
  std::string id;     // "network.tensor"
  std::string term;   // of the explanation of its exposed time
  std::string name;   // "TP"
  std::string label;  // "Tensor parallel"
  std::string what;   // "all-gathers and reduce-scatters of activations"
  std::int64_t ranks = 1, stride = 1;
  double per_domain = 1, domains = 1;
  bool crosses = false;      // it leaves its domain
  double bytes = 0;          // that a GPU sends in a step
  double network_bytes = 0;  // of them over the network
  double seconds = 0;        // of a step, hidden or not
  double exposed = 0;        // of them; negative: counted in the group before
  double link_rate = 0;      // bytes/s of a GPU, one direction, of the slowest link it uses
  // Of that link's rate, while the group communicates.
  [[nodiscard]] double of_link() const {
    const double sent = crosses ? network_bytes : bytes;
    return seconds > 0 && link_rate > 0 ? sent / seconds / link_rate : 0;
  }
};

struct Network {
  std::int64_t gpus = 1, domain = 1;
  std::string scale_up, scale_out;               // "NVLink", "EFA"
  double scale_up_rate = 0, scale_out_rate = 0;  // bytes/s of a GPU, one direction
  std::vector<NetworkGroup> groups;              // of more than one rank, innermost first
};

// Bytes are those of rings and direct exchange; reduction in switches sends fewer. Tokens go to their experts
// as the law of the dispatcher has it: with NCCL once for each expert, else once to each domain and there to
// each rank that wants them. The embedding's and the head's collectives are not counted.
[[nodiscard]] Network make_network(const Problem& problem, const StepTimes& step, const Result& result);
[[nodiscard]] Table network_table(const Network& network);

}  // namespace trireme
