#ifndef ANALYZERS_NUMERICS_CHECK_DIAGNOSIS_H_
#define ANALYZERS_NUMERICS_CHECK_DIAGNOSIS_H_

// Why a result is wrong. Every value of a block is compared with its reference (as the shadow
// values of NSan, LLVM's numerical sanitizer), and a wrong result is charged to the first operation
// on its way whose operands were right and whose result was not.
//
// Two guards keep what no author could mend out of it:
//   conditioning: an error of a sum counts against the sum of the magnitudes that were added;
//   healing: a wrong value inside that does not show in the result counts for nothing.

#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/program/aggregates.h"

namespace allreview::numerics {

enum class Failure : uint8_t {
  kNone,
  kOverflow,      // Infinite, from finite operands.
  kUnderflow,     // 0 or subnormal, and digits are gone.
  kCancellation,  // Digits that operands had lost already are all that is left.
  kAbsorption,    // Small terms vanish in a large partial result.
  kNan,           // Not a number, and none of the above before it.
};

// "overflow", "underflow", "cancellation", "absorption", "nan"; kNone: "ok".
absl::string_view FailureName(Failure failure);

struct Cause {
  Failure failure = Failure::kNone;
  int node = -1;  // Of the graph: where it happened first.

  auto operator<=>(const Cause&) const = default;
};

// One lane of a result.
struct LaneDiagnosis {
  LaneState state = LaneState::kGood;
  Cause cause;
  double tested = 0;
  double reference = 0;
  bool is_result_underflow = false;
  // The cause of a result beyond the format of itself.
  bool is_result_range() const { return state == LaneState::kResultOverflow; }
  bool is_failure() const {
    return state != LaneState::kGood && state < LaneState::kResultOverflow;
  }
};

// Lanes of output 0 after evaluation.Run(…, lanes). The evaluation must keep all nodes.
class Diagnostician {
 public:
  // Both are borrowed. `graph` is the one that `evaluation` was made from.
  Diagnostician(const Graph& graph, const Evaluation& evaluation, int max_lanes);

  const std::vector<LaneDiagnosis>& Diagnose(int lanes);

 private:
  struct Value {
    double tested = 0;
    double reference = 0;
    // Magnitudes that cancelled in sums before: an error counts against |reference| + excess.
    double excess = 0;
    Cause cause = {};
  };

  void DiagnoseNode(int index, int lanes);
  Value Judge(int node, double tested, double reference, double excess, Cause inherited) const;
  double ExcessOf(const Node& node, int lane) const;
  Value ReduceRow(int index, int lanes) const;
  Cause InheritedFromRow(const Node& node, int lanes, double error) const;
  Cause InheritedAt(const Node& node, int lane) const;
  Failure KindOf(int node, double tested, double reference) const;
  bool IsRight(double tested, double reference, double excess) const;
  const Value& At(int node, int lane) const;

  const Graph& graph_;
  const Evaluation& evaluation_;
  const std::vector<Format> formats_;
  const Format result_format_;
  const double threshold_;  // Relative error at which half of the digits of a result are lost.
  std::vector<std::vector<Value>> values_;  // By node and lane.
  std::vector<LaneDiagnosis> lanes_;
};

// Counts over many lanes.
struct Diagnosis {
  Failure verdict = Failure::kNone;
  // The failure is that the true result is not a number of the format: no rewrite can help.
  bool is_result_range = false;
  // Digits are lost where results are small beside a typical one, and nowhere else.
  bool is_slight = false;
  // Too few results had a reference to judge by.
  bool is_unknown = false;
  Cause cause = {};
  uint64_t lanes = 0;
  uint64_t failures = 0;  // Of any cause.
  uint64_t lost = 0;
  uint64_t result_overflow = 0;
  uint64_t result_underflow = 0;
  uint64_t unknown = 0;
  std::map<Cause, uint64_t> by_cause = {};

  double share() const { return lanes == 0 ? 0 : static_cast<double>(failures) / lanes; }
};

// Adds up lanes to a verdict.
class DiagnosisCounter {
 public:
  void Add(const std::vector<LaneDiagnosis>& lanes, Format format);
  Diagnosis Finish() const;

 private:
  struct Wrong {
    Cause cause = {};
    double error = 0;      // Absolute; infinite for NaN and infinities.
    bool is_hard = false;  // NaN or infinite.
  };
  std::vector<Wrong> wrong_;
  std::vector<double> magnitudes_;  // Of the references.
  Diagnosis sum_;
  std::map<Cause, uint64_t> range_causes_;
  double threshold_ = 0;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_DIAGNOSIS_H_
