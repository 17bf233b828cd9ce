#ifndef ANALYZERS_RULES_SEMI_MARKOV_DOMAIN_H_
#define ANALYZERS_RULES_SEMI_MARKOV_DOMAIN_H_

// Semi-Markov models in code: segments of durations 1..K over T positions with C labels, scored
// through prefix sums, in a ring buffer of the last K positions.
//
//   if (!SpeaksOfSemiMarkov(file.module())) return;
//   const std::optional<RangeLoop> loop = LoopBinding(index);
//   if (loop && loop->StartsAtOne()) ...
//
// Names follow the habits of such code: that is why rules ask first whether the file speaks of it.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// The file has semi-Markov models in it, by the words that it uses. Costs a search of the source.
bool SpeaksOfSemiMarkov(const python::Module& module);

// Tests, scripts and benchmarks compare implementations on purpose.
bool IsExperiment(absl::string_view path);

inline constexpr absl::string_view kMaxDurationNames =
    "D_max K max_dur max_duration max_segment_length";
// K, max_duration, self.max_duration.
bool IsMaxDuration(python::Node expression);
// T, seq_len, max_len: positions. Not N, which counts one more.
bool IsPositionCount(absl::string_view name);
// duration_bias, self.dur_bias: scores by duration.
bool IsDurationTable(python::Node expression);
// cum_scores, cumulative_scores: prefix sums over positions.
bool IsCumulativeScores(absl::string_view name);

// `for variable in range(start, end)`, also of tl and with static_range.
struct RangeLoop {
  python::Node loop, variable, call;
  python::Node start;  // Null: 0.
  python::Node end;
  bool StartsAtOne() const { return start && start.text() == "1"; }
  // The loop runs over positions.
  bool IsOverTime() const;
};
std::optional<RangeLoop> RangeLoopOf(python::Node for_statement);
// The loop around an identifier that binds it. nullopt: none, or not over a range.
std::optional<RangeLoop> LoopBinding(python::Node identifier);

inline constexpr absl::string_view kFactoryNames =
    "empty full new_empty new_full new_ones new_zeros ones rand randn zeros";
// torch.zeros(b, T, C), torch.full((b, T, C), v), x.new_zeros(b, T, C).
struct Factory {
  absl::string_view name;
  std::vector<python::Node> dimensions;
};
// nullopt: the call makes no tensor, or its shape is not written there.
std::optional<Factory> FactoryOf(python::Node call);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SEMI_MARKOV_DOMAIN_H_
