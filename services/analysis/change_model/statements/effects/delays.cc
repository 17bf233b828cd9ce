// What was computed before a call and is computed only after it now.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/sequel.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr int kWeight = 800;
constexpr size_t kMaxBytes = 60;

// By step; of what is gone as it was.
using Assignments = std::vector<std::optional<AssignmentText>>;

Assignments AssignmentsOf(const EditedFunction& function) {
  Assignments all(function.size());
  for (int i = 0; i < function.size(); ++i) {
    const Step& step = function.step(i);
    if (step.kind() == Step::KIND_ASSIGNMENT) all[i] = ParseAssignment(Flat(step.code()));
  }
  return all;
}

// The assignment that stood there, and is another one or none now.
std::optional<AssignmentText> GoneAt(const EditedFunction& function, const Assignments& all,
                                     int i) {
  const Step& step = function.step(i);
  if (step.status() == Step::STATUS_REMOVED) return all[i];
  const std::optional<AssignmentText>& now = all[i];
  const std::optional<AssignmentText> before = now && step.status() == Step::STATUS_CHANGED
                                                   ? ParseAssignment(Flat(step.code_before()))
                                                   : std::optional<AssignmentText>();
  return before && before->target != now->target ? before : std::nullopt;
}

// The call that read the name before the change and does not any more, between the two; -1: none.
int LastUserBetween(const EditedFunction& function, const std::string& name, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    const Step& step = function.step(i);
    const bool is_user = step.status() == Step::STATUS_CHANGED &&
                         Names(Flat(step.code_before()), name) && !Names(Flat(step.code()), name);
    if (is_user && !CalleesIn(Flat(step.code())).empty()) return i;
  }
  return -1;
}

// Where the same assignment stands behind, which no other one of that name goes before; -1:
// nowhere.
int NextOf(const EditedFunction& function, const Assignments& all, const AssignmentText& gone,
           int from) {
  for (int i = from; i < function.size(); ++i) {
    if (!function.after().IsThere(i)) continue;
    if (all[i] && all[i]->target == gone.target) return *all[i] == gone ? i : -1;
  }
  return -1;
}

bool IsSetBefore(const EditedFunction& function, const Assignments& all, const std::string& name,
                 int end) {
  for (int i = 0; i < end; ++i) {
    if (function.after().IsThere(i) && all[i] && all[i]->target == name) return true;
  }
  return false;
}

}  // namespace

std::vector<Effect> EffectsOfDelays(const EditInput& input) {
  std::vector<Effect> effects;
  for (const EditedFunction& function : input.functions) {
    const Assignments all = AssignmentsOf(function);
    for (int i = 0; i < function.size(); ++i) {
      const std::optional<AssignmentText> gone = GoneAt(function, all, i);
      if (!gone || gone->target.size() > kMaxBytes || gone->value.find(' ') == std::string::npos) {
        continue;
      }
      const int next = NextOf(function, all, *gone, i + 1);
      const int user = next < 0 ? -1 : LastUserBetween(function, gone->target, i + 1, next);
      if (user < 0 || IsSetBefore(function, all, gone->target, i)) continue;
      const std::string callee = CalleesIn(Flat(function.step(user).code())).front();
      effects.push_back(
          function.Told("computes-only-after", gone->target,
                        Sentence(phrases::kComputesOnlyAfter,
                                 {{"function", function.name()},
                                  {"name", Shown(gone->target)},
                                  {"callee", Shown(std::string(repository::SimpleName(callee)))}}),
                        next, kWeight));
    }
  }
  return effects;
}

}  // namespace allreview::analysis
