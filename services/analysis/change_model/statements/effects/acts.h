#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_ACTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_ACTS_H_

// What a branch is for: the call into the repository, what it returns, what it computes.
//
//   Act act = ActOf(outline, outline.BodyOf(header));
//   act.text   // "computes `scale` as `1 / total`"
//
// Checks and logging are no acts. Pure.

#include <string>
#include <vector>

#include "sentences/sentence.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {

struct Act {
  enum class Kind { kNone, kCalls, kReturns, kSets, kJumps } kind = Kind::kNone;
  std::string what;  // Callee, value or target.
  Words text;        // As a predicate: "calls `f`".
  int step = -1;     // Where.

  explicit operator bool() const { return kind != Kind::kNone; }
  // A guard that gives up, or a call that cleans up: not what a change is for.
  bool IsMinor() const;
};

Act ActOf(const Outline& outline, const std::vector<int>& body);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_ACTS_H_
