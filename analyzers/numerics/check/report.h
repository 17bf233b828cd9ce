#ifndef ANALYZERS_NUMERICS_CHECK_REPORT_H_
#define ANALYZERS_NUMERICS_CHECK_REPORT_H_

// What was measured of one expression; made by check.h.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/numerics/check/diagnosis.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/aggregates.h"

namespace allreview::numerics {

// The smallest input found that breaks an expression.
struct Witness {
  struct Value {
    std::string name = {};  // Of the input.
    // As few digits as name the number: the format rounds them to it. "6.25", "1e-4".
    std::string text = {};
    double value = 0;
    bool is_whole_row = false;  // Every element of the row has it.
  };
  std::vector<Value> values = {};  // Empty where only the sampled row breaks it: see replay.
  int64_t row_length = 0;          // Elements of a row; 0: there are no rows.
  int64_t lane = 0;                // The wrong element of the row.
  double tested = 0;
  double reference = 0;
  // The first input of its kind that breaks: everything nearer to 0 was tried.
  bool is_exact_boundary = false;
  // A second arithmetic, exact to any number of digits, says that the result is wrong as well.
  // False: the row was too long to ask, or no number of digits decided.
  bool is_confirmed = false;
  // Makes it again on any backend: `allreview numerics replay STRING`.
  std::string replay = {};
};

// Inputs of an expression with one input of 16 bits or fewer, all of which were tried.
struct Exhausted {
  struct Range {
    double first = 0;  // Both ends are inputs that fail.
    double last = 0;
    LaneState state = LaneState::kLost;
  };
  uint64_t inputs = 0;  // Finite ones.
  uint64_t failures = 0;
  std::vector<Range> ranges = {};  // Ascending, at most 16; `ranges_left_out` more.
  int ranges_left_out = 0;
};

// One format on the inputs of all strata.
struct FormatReport {
  Format format = Format::kBf16;
  Failure verdict = Failure::kNone;
  // The true result is not a number of the format: only a wider format helps.
  bool is_result_range = false;
  bool is_reference_unknown = false;
  // Plausibility of the most usual inputs that fail; meaningless for kNone. A loss that only
  // results show that are small beside a typical one counts as adversarial.
  Plausibility plausibility = Plausibility::kRealistic;
  std::string stratum = {};    // "x~N(0,4)".
  int node = -1;               // Of the graph: where it goes wrong first. -1: nowhere.
  std::string operation = {};  // Its name, "exp".
  std::string text = {};       // As in the source: "torch.exp(x)".
  uint64_t samples = 0;        // Results of that stratum (kNone: of the realistic strata)
  uint64_t failures = 0;       // and how many of them failed.
  Aggregates realistic = {};   // Of all realistic strata.
  std::optional<Witness> witness = {};
  std::optional<Exhausted> exhausted = {};
  // Rows shorter than this do not fail, where the failure grows along the row.
  std::optional<int64_t> smallest_length = {};

  // Upper bound of the failure rate with 95 % confidence (the rule of three).
  double rate_bound() const;
  double rate() const;
  double mean_ulp() const;  // Of the realistic strata, in steps of the format's grid.
};

struct ExpressionReport {
  std::vector<FormatReport> formats = {};
  std::string backend = {};  // "cpu-avx512".
  uint64_t seed = 0;
  bool is_complete = true;  // False: the deadline came first; what is there holds.
};

// A better form of an expression, measured on the same numbers.
struct RewriteReport {
  std::string rule = {};        // Id of the pattern: "log-of-one-plus".
  std::string expression = {};  // Python: "torch.log1p(x)".
  std::string why = {};         // One sentence.
  ExpressionReport report = {};
  // Mean distances to the reference in steps of the format's grid, where the original does not
  // fail; of the rewrite and of the original.
  double mean_ulp = 0;
  double original_mean_ulp = 0;

  // It fails less, and pays with a larger error elsewhere.
  bool is_less_accurate_elsewhere() const { return mean_ulp > 2 * original_mean_ulp + 1; }
};

// The backward of an expression: the gradient of the sum of its results. Failures are gradients
// that are infinite or no numbers where all results of the row are finite: kNan, kOverflow.
// FormatReport::is_result_range: the fp64 gradient is a number, but none of the format.
// FormatReport::node is one of gradient/gradient.h's graph, `text` the forward operation's.
struct GradientReport {
  std::string input = {};  // With respect to it.
  ExpressionReport report = {};
  std::string not_measured = {};  // Why, where the backward cannot be measured.
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_REPORT_H_
