#include "analyzers/numerics/cpu/sweep.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/enumerator.h"
#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

constexpr uint64_t kUnitSamples = uint64_t{1} << 16;
constexpr int kMaxThreads = 256;

// What all threads of one sweep read.
struct Plan {
  const SweepRequest& request;
  const KernelTable& kernels;
  const Graph graph;
  const std::optional<Exhaustion> exhaustion;
  const uint64_t row_length;  // 1: no rows.
  const int block_lanes;

  bool has_rows() const { return graph.HasRows(); }
  // In samples or rows, as the request counts.
  uint64_t unit() const { return std::max<uint64_t>(1, kUnitSamples / row_length); }
  uint64_t unit_count() const { return (request.count + unit() - 1) / unit(); }
};

// One thread's interpreters, inputs and results.
class Worker {
 public:
  explicit Worker(const Plan& plan)
      : plan_(plan),
        // Four samples share their random words, so a block may begin up to three before its first.
        max_lanes_(plan.has_rows() ? static_cast<int>(plan.row_length) : plan.block_lanes + 4),
        evaluation_(plan.graph, plan.request.options, max_lanes_, plan.kernels),
        results_(plan.graph.outputs.size()) {
    if (plan.exhaustion.has_value()) {
      enumerator_.emplace(*plan.exhaustion, max_lanes_);
    } else {
      sampler_.emplace(plan.graph, evaluation_.tested().format_of_input, *plan.request.stratum,
                       plan.request.seed, max_lanes_, plan.kernels);
    }
    shifted_.resize(plan.graph.inputs.size());
  }

  // Unit number `unit`; `is_stopped` is asked before each block.
  template <typename IsStopped>
  void RunUnit(uint64_t unit, const IsStopped& is_stopped) {
    const uint64_t begin = plan_.request.first + unit * plan_.unit();
    const uint64_t end = std::min(begin + plan_.unit(), plan_.request.first + plan_.request.count);
    const uint64_t step = plan_.has_rows() ? 1 : plan_.block_lanes;
    for (uint64_t i = begin; i < end && !is_stopped(); i += step) {
      if (plan_.has_rows()) {
        RunRow(i);
      } else {
        RunBlock(i, static_cast<int>(std::min(step, end - i)));
      }
    }
  }

  const std::vector<Aggregates>& results() const { return results_; }

 private:
  void RunRow(uint64_t row) {
    const int lanes = static_cast<int>(plan_.row_length);
    evaluation_.Run(sampler_->Fill(static_cast<int64_t>(row), 0, lanes), lanes);
    for (size_t i = 0; i < results_.size(); ++i) {
      const bool is_element = evaluation_.tested().outputs[i].extent == Extent::kElement;
      const uint64_t first = is_element ? row * plan_.row_length : row;
      evaluation_.Compare(static_cast<int>(i), lanes, first, results_[i]);
    }
  }

  void RunBlock(uint64_t first, int lanes) {
    evaluation_.Run(Inputs(first, lanes), lanes);
    for (size_t i = 0; i < results_.size(); ++i) {
      const bool is_element = evaluation_.tested().outputs[i].extent == Extent::kElement;
      // The same number for every sample.
      if (!is_element && first != plan_.request.first) continue;
      evaluation_.Compare(static_cast<int>(i), lanes, first, results_[i]);
    }
  }

  absl::Span<const double* const> Inputs(uint64_t first, int lanes) {
    if (enumerator_.has_value()) return enumerator_->Fill(first, lanes);
    const int skipped = static_cast<int>(first % 4);
    const absl::Span<const double* const> filled =
        sampler_->Fill(0, static_cast<int64_t>(first) - skipped, lanes + skipped);
    for (size_t i = 0; i < filled.size(); ++i) shifted_[i] = filled[i] + skipped;
    return shifted_;
  }

  const Plan& plan_;
  const int max_lanes_;
  Evaluation evaluation_;
  std::optional<Sampler> sampler_;
  std::optional<Enumerator> enumerator_;
  std::vector<const double*> shifted_;
  std::vector<Aggregates> results_;
};

// Hands out units until there are none, or until it is stopped.
class Sweep {
 public:
  explicit Sweep(const Plan& plan) : plan_(plan) {}

  absl::StatusOr<std::vector<Aggregates>> Run() {
    const uint64_t wanted = std::clamp<uint64_t>(plan_.request.threads, 1, kMaxThreads);
    const uint64_t helpers = std::min(wanted, std::max<uint64_t>(1, plan_.unit_count())) - 1;
    std::vector<std::vector<Aggregates>> parts(helpers);
    std::vector<std::thread> threads;
    for (std::vector<Aggregates>& part : parts) {
      threads.emplace_back([this, &part] {
        part = Work([this] { return is_stopped_.load(std::memory_order_relaxed); });
      });
    }
    absl::Status status;
    std::vector<Aggregates> results = Work([&] {
      status.Update(plan_.request.control.Check());
      if (!status.ok()) is_stopped_.store(true, std::memory_order_relaxed);
      return !status.ok();
    });
    for (std::thread& thread : threads) thread.join();
    if (!status.ok()) return status;
    for (const std::vector<Aggregates>& part : parts) {
      for (size_t i = 0; i < results.size(); ++i) Merge(results[i], part[i]);
    }
    return results;
  }

 private:
  template <typename IsStopped>
  std::vector<Aggregates> Work(const IsStopped& is_stopped) {
    Worker worker(plan_);
    while (!is_stopped()) {
      const uint64_t unit = next_unit_.fetch_add(1, std::memory_order_relaxed);
      if (unit >= plan_.unit_count()) break;
      worker.RunUnit(unit, is_stopped);
    }
    return worker.results();
  }

  const Plan& plan_;
  std::atomic<uint64_t> next_unit_ = 0;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace

CpuBackend::CpuBackend(const KernelTable& kernels, int block_lanes)
    : kernels_(kernels), block_lanes_(block_lanes), name_(absl::StrCat("cpu-", kernels.name)) {}

absl::StatusOr<std::vector<Aggregates>> CpuBackend::Run(const SweepRequest& request) {
  ASSIGN_OR_RETURN(const std::optional<Exhaustion> exhaustion, ExhaustionOf(request));
  const Plan plan{.request = request,
                  .kernels = kernels_,
                  .graph = SampledGraph(*request.graph),
                  .exhaustion = exhaustion,
                  .row_length = request.graph->HasRows()
                                    ? static_cast<uint64_t>(request.stratum->row_length)
                                    : 1,
                  .block_lanes = block_lanes_};
  return Sweep(plan).Run();
}

}  // namespace allreview::numerics
