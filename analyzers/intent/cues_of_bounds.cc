// Cues of limits, invariants, units and trials.

#include <iterator>
#include <vector>

#include "analyzers/intent/cue.h"

namespace allreview::intent {
namespace {

constexpr Cue kLimits[] = {
    {Role::kLimit,
     "supported|supports|support|implemented|compatible|allowed|recommended|"
     "applicable|guaranteed|optimized|supporting",
     kNegated | kAsserted},
    {Role::kLimit, "possible|available|handled|tested for|with|in|on|when|here|yet|to",
     kNegated | kAsserted},
    {Role::kLimit, "unsupported", kAsserted},
    {Role::kLimit, "unimplemented|incompatible|incompatibility|incompatibilities", kAsserted},
    {Role::kLimit, "mutually exclusive", kAsserted},
    {Role::kLimit,
     "only works|work|supports|support|supported|available|implemented|compatible|"
     "possible|valid|applicable|applies|effective|handles|tested|allowed|relevant|"
     "meaningful|takes|accepts|affects",
     kAnyway},
    {Role::kLimit,
     "works|work|supported|available|valid|implemented|applicable|compatible|"
     "allowed only"},
    {Role::kLimit, "limitation|limitations", kAsserted},
    {Role::kLimit, "is|are limited to"},
    {Role::kLimit, "no support for", kAnyway},
    {Role::kLimit, "lack|lacks|lacking support|of", kAsserted},
    {Role::kLimit,
     "cannot|can't be used|combined|mixed|serialized|pickled|compiled|captured|"
     "shared|nested|exported|traced|handled|supported|fused|converted|loaded|"
     "parallelized|enabled|applied|set",
     kAsserted},
    {Role::kLimit, "cannot|can't handle|support|work|use|run", kAsserted},
    {Role::kLimit, "can not be used|combined|handled|supported"},
    {Role::kLimit, "can only"},
    {Role::kLimit, "work|scale|cover|account with|for|on|when|if|in|across|under",
     kNegated | kAsserted},
    {Role::kLimit, "currently only|not|unsupported|limited"},
    {Role::kLimit, "is|are|still|highly|: experimental"},
    {Role::kLimit, "experimental :|feature|support|and"},
    {Role::kLimit, "will be removed"},
    {Role::kLimit, "breaking change|changes", kInChange},
    {Role::kLimit, "breaks|break backward|backwards|compatibility"},
    {Role::kLimit, "not backward|backwards|backward-compatible compatible", kAnyway},
    {Role::kLimit, "requires|require|needs ~ >|newer|higher|later"},
    {Role::kLimit, "known issue|issues"},
    {Role::kLimit, "follow-up|followup pr|prs|mr|work|change|commit", kInChange},
    {Role::kLimit, "follow up|ups pr|prs|mr|work|change|commit", kInChange},
    {Role::kLimit, "future|subsequent|later|separate work|pr|prs|mr|commit|release", kInChange},
    {Role::kLimit, "out of scope"},
    {Role::kLimit, "at the cost|expense of"},
    {Role::kLimit, "downside|drawback|caveat|caveats|trade-off|tradeoff|trade-offs|tradeoffs"},
};

constexpr Cue kInvariants[] = {
    {Role::kInvariant, "must -have", kAnyway},
    {Role::kInvariant, "must have -been", kAnyway},
    {Role::kInvariant, "should have|match|equal|contain|always|never|only|not -be|have|matter",
     kNotInChange | kAnyway | kAsserted},
    {Role::kInvariant,
     "should be equal|the|divisible|identical|consistent|positive|non-negative|unique|sorted|"
     "contiguous|at|one|either|between|in|a|an|of|greater|less|no|exactly|aligned|called|empty|"
     "none",
     kNotInChange | kAsserted},
    {Role::kInvariant, "-\"|' always", kNotInChange},
    {Role::kInvariant, "never -mind", kAnyway},
    {Role::kInvariant, "assume|assumes|assumed|assuming|assumption"},
    {Role::kInvariant, "expects", kNotInChange},
    {Role::kInvariant, "we expect"},
    {Role::kInvariant, "is|are expected to"},
    {Role::kInvariant, "expected ~ got|but|received|found|be", kInMessage},
    {Role::kInvariant, "^ expected", kInMessage},
    {Role::kInvariant,
     "has|have|needs|need to be|have|match -fixed|investigated|removed|refactored|moved|cleaned|"
     "updated|able|done",
     kNotInChange},
    {Role::kInvariant, "guaranteed to|that|by"},
    {Role::kInvariant, "guarantees|guarantee that|the"},
    {Role::kInvariant, "invariant|invariants :|that|is|holds"},
    {Role::kInvariant, "exactly one|once|the", kAsserted},
    {Role::kInvariant, "at least one|two|1|2", kAsserted | kNotInChange},
    {Role::kInvariant, "mutually exclusive", kAsserted},
    {Role::kInvariant, "divisible by", kAsserted},
    {Role::kInvariant, "the|be|are|is same|identical ~ across|all|every|each",
     kAsserted | kNotInChange},
    {Role::kInvariant, "cannot|can't be none|null|empty|negative|zero|both", kAsserted},
    {Role::kInvariant, "is|are|be required", kInMessage},
};

constexpr Cue kUnits[] = {
    {Role::kUnit,
     "in bytes|kb|kib|mb|mib|gb|gib|tb|seconds|secs|ms|milliseconds|us|microseconds|"
     "ns|nanoseconds|minutes|megabytes|gigabytes|kilobytes|terabytes|tflops|gflops|"
     "percent|pixels|bits|hz"},
    {Role::kUnit,
     "( in bytes|kb|kib|mb|mib|gb|gib|seconds|ms|milliseconds|minutes|hours|tokens|"
     "samples|steps|iterations|elements"},
    {Role::kUnit,
     "( bytes|ms|sec|secs|seconds|mb|gb|mib|gib|kb|kib|tb|us|ns|minutes|hours|"
     "percent|% )"},
    {Role::kUnit,
     "number|amount|size of|in bytes|seconds|milliseconds|minutes|hours|megabytes|"
     "gigabytes|days"},
    {Role::kUnit, "tokens|samples|iterations|tflop|tflops|flops|steps|bytes|gb per|/ second|sec|s"},
    {Role::kUnit, "measured in"},
    {Role::kUnit, "unit|units is|are|:"},
};

constexpr Cue kTrials[] = {
    {Role::kTrial, "tested|verified|validated|benchmarked", kInChange},
    {Role::kTrial, "test|tests passes|pass|passed|passing", kInChange},
    {Role::kTrial, "ran the|on|with|it", kInChange},
    {Role::kTrial, "convergence test|tests|run|runs", kInChange},
};

}  // namespace

void AddCuesOfBounds(std::vector<Cue>& cues) {
  cues.insert(cues.end(), std::begin(kLimits), std::end(kLimits));
  cues.insert(cues.end(), std::begin(kInvariants), std::end(kInvariants));
  cues.insert(cues.end(), std::begin(kUnits), std::end(kUnits));
  cues.insert(cues.end(), std::begin(kTrials), std::end(kTrials));
}

}  // namespace allreview::intent
