#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EDITED_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EDITED_H_

// A modified function with both of its sides.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {

class EditedFunction {
 public:
  // Borrowed.
  explicit EditedFunction(const ToldFunction& function);

  const v1::ChangedSymbol& symbol() const { return *function_.symbol; }
  const v1::FunctionStory& story() const { return *function_.story; }
  const v1::Step& step(int i) const { return function_.story->steps(i); }
  int size() const { return function_.story->steps_size(); }
  std::string name() const;  // As shown.
  const Outline& before() const { return before_; }
  const Outline& after() const { return after_; }

  // It is not on the other side, at another depth either.
  bool IsNew(int step) const;
  bool IsGone(int step) const;
  // It stood before the change, at the same place or another.
  bool WasThere(int step) const;
  // All of a body was there before, but for logging; none of it was.
  bool IsOld(const std::vector<int>& body) const;
  bool IsAllNew(const std::vector<int>& body) const;
  // Called anywhere on a side.
  bool CalledBefore(const std::string& callee) const { return called_before_.count(callee) > 0; }
  bool CalledAfter(const std::string& callee) const { return called_after_.count(callee) > 0; }

  // `weight` is that of the most important function.
  Effect Told(std::string predicate, std::string object, Words text, int step, int weight) const;

 private:
  const ToldFunction& function_;
  const Outline before_, after_;
  std::set<std::string> added_, removed_;  // Code without blanks.
  std::set<std::string> called_before_, called_after_;
};

// "When `x > 1`, `f` now calls `g`"; without conditions the sentence as it is.
Words InBranch(const std::vector<std::string>& conditions, Words sentence);

struct EditInput {
  const v1::ChangeModel& model;
  std::vector<EditedFunction> functions;  // The most important first.
  std::set<std::string> called_by_new;    // Simple names, by functions that the change brings.
};

// Branches that are new, and code that goes below a condition.
std::vector<Effect> EffectsOfBranches(const EditInput& input);
// Errors that are caught now.
std::vector<Effect> EffectsOfHandlers(const EditInput& input);
// New branches that put a command line together.
std::vector<Effect> EffectsOfCommands(const EditInput& input);
// What was computed before a call and is computed only after it now.
std::vector<Effect> EffectsOfDelays(const EditInput& input);
// Steps of which several functions have the same: one statement tells them all.
std::set<const v1::Step*> SameEdits(const EditInput& input);
// Conditions that differ.
std::vector<Effect> EffectsOfConditions(const EditInput& input);
// Values, arguments and results that differ; one name for another.
std::vector<Effect> EffectsOfRewrites(const EditInput& input);
// The same arguments for many calls, told once; `told` gets the statements that make them.
std::vector<Effect> EffectsOfSameArguments(const EditInput& input, std::set<const v1::Step*>& told);
// Branches that are asked for in another order.
std::vector<Effect> EffectsOfOrder(const EditInput& input);
// Calls that are new or gone, or come in another order.
std::vector<Effect> EffectsOfFlow(const EditInput& input);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_EDITED_H_
