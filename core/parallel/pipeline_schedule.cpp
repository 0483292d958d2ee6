// SPDX-License-Identifier: MIT
#include "core/parallel/pipeline_schedule.h"

#include <algorithm>
#include <cstddef>

namespace trireme {
namespace {

using Int = std::int64_t;

// A piece of a stage's order. `paired`: runs side by side with the next one.
struct Task {
  BlockKind kind = BlockKind::Forward;
  Int chunk = 0, micro_batch = 0;
  bool paired = false;
  bool whole = true;  // a backward with its weight gradient
};

class Simulation {
 public:
  explicit Simulation(const ScheduleShape& shape)
      : shape_(shape),
        ranks_(static_cast<Int>(shape.stages.size())),
        chunks_(shape.schedule == Schedule::DualPipe ? 2 : shape.chunks),
        done_(static_cast<std::size_t>(2 * ranks_ * chunks_ * shape.micro_batches), -1.0),
        ranks_state_(shape.stages.size()) {}

  SimulatedSchedule run() {
    for (Int rank = 0; rank < ranks_; ++rank) {
      std::vector<Task>& order = state(rank).order;
      switch (shape_.schedule) {
        case Schedule::OneForwardOneBackward: order_interleaved(rank, order, true); break;
        case Schedule::ZeroBubble: order_interleaved(rank, order, false); break;
        case Schedule::DualPipe: order_dualpipe(rank, order); break;
      }
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (Int rank = 0; rank < ranks_; ++rank)
        while (advance(rank)) moved = true;
    }
    for (Int rank = 0; rank < ranks_; ++rank) {
      if (state(rank).next < state(rank).order.size()) result_.possible = false;
      drain_weights(rank);
      result_.makespan = std::max(result_.makespan, state(rank).free_at);
    }
    return std::move(result_);
  }

 private:
  struct Rank {
    std::vector<Task> order;
    std::size_t next = 0;
    double free_at = 0;
    std::vector<Task> weights;  // put off, first in first out
    std::size_t next_weight = 0;
    Int live = 0;  // micro-batches whose activations are kept
  };

  Rank& state(Int rank) { return ranks_state_[static_cast<std::size_t>(rank)]; }

  double& done(BlockKind kind, Int rank, Int chunk, Int micro_batch) {
    const Int direction = kind == BlockKind::Forward ? 0 : 1;
    return done_[static_cast<std::size_t>(
        ((direction * ranks_ + rank) * chunks_ + chunk) * shape_.micro_batches + micro_batch)];
  }

  // --- orders ---

  // Micro-batches go in groups of as many as there are stages, each group through all chunks.
  Task nth(Int index, bool forward) const {
    const Int group_size = ranks_ * chunks_, group = index / group_size;
    const Int in_group = std::min(ranks_, shape_.micro_batches - group * ranks_);
    const Int within = index - group * group_size;
    Int chunk = within / in_group;
    if (!forward) chunk = chunks_ - 1 - chunk;
    return {forward ? BlockKind::Forward : BlockKind::Backward, chunk, group * ranks_ + within % in_group};
  }

  void order_interleaved(Int rank, std::vector<Task>& order, bool whole) const {
    const Int total = shape_.micro_batches * chunks_;
    const Int wanted = chunks_ == 1 ? ranks_ - rank - 1 : 2 * (ranks_ - rank - 1) + (chunks_ - 1) * ranks_;
    const Int warm = std::min(wanted, total);
    order.reserve(static_cast<std::size_t>(2 * total));
    for (Int i = 0; i < total + warm; ++i) {
      if (i < total) order.push_back(nth(i, true));
      if (i < warm) continue;
      Task backward = nth(i - warm, false);
      backward.whole = whole;
      order.push_back(backward);
    }
  }

  // Chunk 0 comes in at the first rank, chunk 1 at the last; a rank of the second half sees them exchanged.
  void order_dualpipe(Int rank, std::vector<Task>& order) const {
    const bool second = rank >= ranks_ / 2;
    const Int half = ranks_ / 2, near = std::min(rank, ranks_ - 1 - rank);
    Int forwards[2] = {0, 0}, backwards[2] = {0, 0};
    std::vector<Task> late;
    const auto side = [&](Int phase) { return second ? 1 - phase : phase; };
    const auto forward = [&](Int phase, bool paired = false) {
      order.push_back({BlockKind::Forward, side(phase), forwards[phase]++, paired});
    };
    const auto backward = [&](Int phase, bool whole = true) {
      order.push_back({BlockKind::Backward, side(phase), backwards[phase]++, false, whole});
      if (!whole) late.push_back({BlockKind::WeightGradient, side(phase), backwards[phase] - 1});
    };
    std::size_t taken = 0;
    const auto weight = [&] {
      if (taken < late.size()) order.push_back(late[taken++]);
    };
    const auto both = [&](Int f, Int b) {
      forward(f, true);
      backward(b);
    };
    for (Int i = 0; i < 2 * (half - near - 1); ++i) forward(0);
    for (Int i = 0; i < near + 1; ++i) forward(0), forward(1);
    for (Int i = 0; i < half - near - 1; ++i) backward(1, false), weight(), forward(1);
    for (Int i = 0; i < shape_.micro_batches / 2 - ranks_ + near + 1; ++i) {
      // The two middle ranks have each other's results: nothing to run the first one beside.
      if (i == 0 && near == half - 1) forward(0), backward(1);
      else both(0, 1);
      both(1, 0);
    }
    for (Int i = 0; i < half - near - 1; ++i) backward(1), both(1, 0);
    bool put_off = false;
    for (Int i = 0; i < near + 1; ++i) {
      const bool from_here = i == (near + 1) / 2;
      put_off = put_off || (from_here && near % 2 == 1);
      backward(1, !put_off);
      put_off = put_off || (from_here && near % 2 == 0);
      backward(0, !put_off);
    }
    for (Int i = 0; i < half - near - 1; ++i) weight(), backward(0, false);
    for (Int i = 0; i < near + 1; ++i) weight();
    while (taken < late.size()) weight();
  }

  // --- carrying out ---

  // When what the task needs has ended; negative: not yet.
  double ready(Int rank, const Task& task) {
    if (task.kind == BlockKind::WeightGradient) return 0;
    const bool forward = task.kind == BlockKind::Forward;
    if (shape_.schedule == Schedule::DualPipe) {
      const Int towards = (task.chunk == 0) == forward ? -1 : 1;
      const Int from = rank + towards;
      if (from >= 0 && from < ranks_) return done(task.kind, from, task.chunk, task.micro_batch);
      return forward ? 0 : done(BlockKind::Forward, rank, task.chunk, task.micro_batch);
    }
    if (forward) {
      if (rank > 0) return done(task.kind, rank - 1, task.chunk, task.micro_batch);
      return task.chunk == 0 ? 0 : done(task.kind, ranks_ - 1, task.chunk - 1, task.micro_batch);
    }
    if (rank < ranks_ - 1) return done(task.kind, rank + 1, task.chunk, task.micro_batch);
    if (task.chunk < chunks_ - 1) return done(task.kind, 0, task.chunk + 1, task.micro_batch);
    return done(BlockKind::Forward, rank, task.chunk, task.micro_batch);
  }

  double duration(Int rank, const Task& task) const {
    // Under DualPipe a rank holds two stages and sees half of the micro-batches in each.
    Int stage = rank;
    if (shape_.schedule == Schedule::DualPipe && task.chunk == 1) stage = ranks_ - 1 - rank;
    const StageDurations& d = shape_.stages[static_cast<std::size_t>(stage)];
    const double share = shape_.schedule == Schedule::DualPipe ? 1 : 1 / static_cast<double>(chunks_);
    switch (task.kind) {
      case BlockKind::Forward: return d.forward * share;
      case BlockKind::Backward: return (d.backward - (task.whole ? 0 : d.weight_gradient)) * share;
      case BlockKind::WeightGradient: return d.weight_gradient * share;
    }
    return 0;
  }

  void block(Int rank, const Task& task, double start, double end) {
    result_.blocks.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(task.chunk),
                              static_cast<std::int32_t>(task.micro_batch), task.kind, start, end});
  }

  void finish(Int rank, const Task& task, double start, double end, double visible) {
    block(rank, task, start, end);
    if (task.kind != BlockKind::WeightGradient) done(task.kind, rank, task.chunk, task.micro_batch) = visible;
    state(rank).free_at = end;
  }

  void run_weight(Int rank) {
    Rank& r = state(rank);
    const Task task = r.weights[r.next_weight++];
    --r.live;
    finish(rank, task, r.free_at, r.free_at + duration(rank, task), 0);
  }

  void drain_weights(Int rank) {
    while (state(rank).next_weight < state(rank).weights.size()) run_weight(rank);
  }

  bool advance(Int rank) {
    Rank& r = state(rank);
    if (r.next == r.order.size()) return false;
    const Task& task = r.order[r.next];
    double at = ready(rank, task);
    if (at < 0) return false;
    const bool filling = shape_.schedule == Schedule::ZeroBubble;
    if (filling) {
      // A weight gradient runs where it does not hold up the next piece, or where memory must be freed.
      const bool full = task.kind == BlockKind::Forward && r.live >= ranks_;
      const bool pending = r.next_weight < r.weights.size();
      if (pending && (full || r.free_at + duration(rank, r.weights[r.next_weight]) <= at * (1 + 1e-12))) {
        run_weight(rank);
        return true;
      }
    }
    if (task.paired) {
      const Task& other = r.order[r.next + 1];
      const double other_at = ready(rank, other);
      if (other_at < 0) return false;
      const double start = std::max({at, other_at, r.free_at});
      const double middle = start + duration(rank, task), end = middle + duration(rank, other);
      finish(rank, task, start, middle, end);
      finish(rank, other, middle, end, end);
      r.next += 2;
      return true;
    }
    const double start = std::max(at, r.free_at), end = start + duration(rank, task);
    finish(rank, task, start, end, end);
    if (filling && task.kind == BlockKind::Forward) ++r.live;
    if (filling && task.kind == BlockKind::Backward)
      r.weights.push_back({BlockKind::WeightGradient, task.chunk, task.micro_batch});
    ++r.next;
    return true;
  }

  const ScheduleShape& shape_;
  Int ranks_, chunks_;
  std::vector<double> done_;  // end of each forward and backward; negative: not yet
  std::vector<Rank> ranks_state_;
  SimulatedSchedule result_;
};

}  // namespace

bool runs_schedule(const ScheduleShape& shape) {
  const auto stages = static_cast<std::int64_t>(shape.stages.size());
  if (shape.schedule != Schedule::DualPipe) return stages > 0 && shape.micro_batches > 0;
  return stages > 1 && stages % 2 == 0 && shape.micro_batches % 2 == 0 && shape.micro_batches >= 2 * stages;
}

SimulatedSchedule simulate(const ScheduleShape& shape) {
  if (!runs_schedule(shape)) return {false, {}, 0};
  return Simulation(shape).run();
}

}  // namespace trireme
