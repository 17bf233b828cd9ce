#ifndef ANALYZERS_NUMERICS_CHECK_REPLAY_H_
#define ANALYZERS_NUMERICS_CHECK_REPLAY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/lower.h"

namespace allreview::numerics {

// One failing sample as a word: what was computed, how, and on which numbers. Complete by itself.
//
//   num1:bf16:input;log1p,0;=1:6.25                    x0 = 6.25
//   num1:bf16+seq:input;cumsum,0;=1@outer:1*274        a row of 274 ones
//   num1:fp16:…:N(0,4),C(1)#3.0.1024.17.5              family 3, seed 0, rows of 1024: row 17, lane
//   5
struct ReplayRecord {
  Graph graph;
  LowerOptions lowering;
  int row_length = 0;  // 0: no rows.
  int64_t lane = 0;
  // Either the numbers (one for each input, a row's elements all alike) …
  std::vector<double> values = {};
  // … or where they came from.
  Stratum stratum = {};
  uint64_t seed = 0;
  int64_t row = 0;
};

std::string ReplayText(const ReplayRecord& record);

// Fails with kInvalidArgument, naming the part.
absl::StatusOr<ReplayRecord> ParseReplay(absl::string_view text);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_REPLAY_H_
