// Conditions of branches and loops that differ.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/acts.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxTestBytes = 130;
constexpr int kWeight = 760;

// What one of two tests asks beside the other, joined by `operation` in both.
struct Parts {
  std::vector<std::string> came, went;
  bool is_one_sided() const { return came.empty() != went.empty(); }
};

Parts PartsOf(const std::string& before, const std::string& after, absl::string_view operation) {
  const std::vector<std::string> old_parts = SplitAt(before, operation);
  const std::vector<std::string> new_parts = SplitAt(after, operation);
  return {Without(new_parts, old_parts), Without(old_parts, new_parts)};
}

// What the branch does, "fails" included; nothing: that is not known.
std::optional<Words> ActText(const EditedFunction& function, int header) {
  const std::vector<int> body = function.after().BodyOf(header);
  const bool fails = std::any_of(
      body.begin(), body.end(), [&](int i) { return function.step(i).kind() == Step::KIND_RAISE; });
  if (fails) return Words(phrases::kActFails);
  const Act act = ActOf(function.after(), body);
  if (!act) return std::nullopt;
  return act.text;
}

std::optional<Words> BranchText(const EditedFunction& function, int header,
                                const std::string& before, const std::string& after) {
  std::optional<Words> act = ActText(function, header);
  if (!act) return std::nullopt;
  Params params = {{"function", function.name()}, {"act", *std::move(act)}};
  const auto say = [&](const Phrase& phrase, const std::vector<std::string>& conditions) {
    params.emplace_back("conditions", CodeList(conditions));
    return Words(Sentence(phrase, std::move(params)));
  };
  const bool has_or = absl::StrContains(before, " or ") || absl::StrContains(after, " or ");
  if (const Parts parts = PartsOf(before, after, " and "); parts.is_one_sided() && !has_or) {
    return parts.went.empty() ? say(phrases::kEditAlsoRequires, parts.came)
                              : say(phrases::kEditNoLongerRequires, parts.went);
  }
  if (const Parts parts = PartsOf(before, after, " or "); parts.is_one_sided()) {
    return parts.went.empty() ? say(phrases::kEditAlsoWhen, parts.came)
                              : say(phrases::kEditNotWhen, parts.went);
  }
  params.emplace_back("before", Shown(before));
  params.emplace_back("now", Shown(after));
  return Sentence(phrases::kEditCondition, std::move(params));
}

std::optional<Words> LoopText(const EditedFunction& function, absl::string_view before,
                              absl::string_view after) {
  if (absl::ConsumePrefix(&before, "while ") && absl::ConsumePrefix(&after, "while ")) {
    const Parts parts = PartsOf(std::string(before), std::string(after), " and ");
    if (parts.came.empty() || !parts.went.empty()) return std::nullopt;
    return Sentence(phrases::kEditLoopsWhile,
                    {{"function", function.name()}, {"conditions", CodeList(parts.came)}});
  }
  const std::vector<std::string> was = SplitAt(before, " in "), is = SplitAt(after, " in ");
  if (was.size() != 2 || is.size() != 2 || was[1] == is[1]) return std::nullopt;
  // The same with its index.
  if (absl::StartsWith(is[1], "enumerate(") && absl::StrContains(is[1], was[1])) {
    return std::nullopt;
  }
  return Sentence(
      phrases::kEditLoopsOver,
      {{"function", function.name()}, {"now", Shown(is[1])}, {"before", Shown(was[1])}});
}

// The name of a flag that the function set itself and has no more: what it stood for is told by
// where it was set.
bool IsGoneFlag(const EditedFunction& function, const std::string& test) {
  if (!std::all_of(test.begin(), test.end(), IsNameByte)) return false;
  bool is_set = false;
  for (int i = 0; i < function.size(); ++i) {
    if (function.after().IsThere(i) && Names(Flat(function.after().CodeOf(i)), test)) return false;
    if (!function.before().IsThere(i)) continue;
    const auto set = ParseAssignment(Flat(function.before().CodeOf(i)));
    is_set |= set && set->target == test && (set->value == "True" || set->value == "False");
  }
  return is_set;
}

void AddCondition(const EditedFunction& function, int header, std::vector<Effect>& effects) {
  const Step& step = function.step(header);
  std::string before = Flat(step.code_before()), after = Flat(step.code());
  if (before == after || RenamingOf(before, after)) return;
  // In a function inside, a handler or a case somebody else asks.
  if (!function.after().ConditionsOf(header)) return;
  if (step.kind() == Step::KIND_LOOP) {
    if (!before.empty() && before.back() == ':') before.pop_back();
    if (!after.empty() && after.back() == ':') after.pop_back();
    if (std::optional<Words> text = LoopText(function, before, after)) {
      effects.push_back(function.Told("loops-otherwise", after, *std::move(text), header, kWeight));
    }
    return;
  }
  before = TestOf(before);
  after = TestOf(after);
  const bool is_told = before != after && !before.empty() && !after.empty() &&
                       before.size() <= kMaxTestBytes && after.size() <= kMaxTestBytes;
  if (!is_told || IsGoneFlag(function, before)) return;
  if (std::optional<Words> text = BranchText(function, header, before, after)) {
    effects.push_back(function.Told("condition-differs", after, *std::move(text), header, kWeight));
  }
}

}  // namespace

std::vector<Effect> EffectsOfConditions(const EditInput& input) {
  std::vector<Effect> effects;
  const std::set<const Step*> told = SameEdits(input);
  for (const EditedFunction& function : input.functions) {
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      const bool is_header = (step.kind() == Step::KIND_IF || step.kind() == Step::KIND_LOOP) &&
                             told.count(&step) == 0;
      if (is_header && step.status() == Step::STATUS_CHANGED) AddCondition(function, i, effects);
    }
  }
  return effects;
}

}  // namespace allreview::analysis
