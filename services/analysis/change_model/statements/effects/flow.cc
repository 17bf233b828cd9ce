// Calls that are new or gone, or come in another order.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxBytes = 90;
// What ranks exchange goes before what one of them computes.
constexpr int kWeightOfCollective = 860;

bool Communicates(absl::string_view code) {
  const std::vector<std::string> callees = CalleesIn(code);
  return std::any_of(callees.begin(), callees.end(),
                     [](const std::string& callee) { return IsCollectiveCall(callee); });
}

bool AreShort(const std::vector<std::string>& conditions) {
  return absl::StrJoin(conditions, "").size() <= 120;
}

std::string WithoutParentheses(const std::string& value) {
  const bool is_whole = value.size() > 2 && value.front() == '(' && value.back() == ')' &&
                        SplitAt(value.substr(0, value.size() - 1), " if ").size() < 2;
  return is_whole ? value.substr(1, value.size() - 2) : value;
}

// The call that a statement is for: all of it, or all of what it assigns.
std::optional<CallText> CallOf(const Step& step, const std::string& code) {
  if (step.kind() == Step::KIND_CALL) return ParseCall(code);
  if (step.kind() != Step::KIND_ASSIGNMENT) return std::nullopt;
  const std::optional<AssignmentText> text = ParseAssignment(code);
  return text ? ParseCall(text->value) : std::nullopt;
}

// A new header around it that is told itself.
bool IsBelowNew(const EditedFunction& function, int i, Step::Kind kind) {
  int depth = function.step(i).depth();
  for (int at = i - 1; at >= 0 && depth > 0; --at) {
    const Step& step = function.step(at);
    if (!function.after().IsThere(at) || step.depth() >= depth) continue;
    depth = step.depth();
    const bool is_kind =
        step.kind() == kind || (kind == Step::KIND_IF && step.kind() == Step::KIND_ELSE);
    if (is_kind && step.status() == Step::STATUS_ADDED) return true;
  }
  return false;
}

// "layer in self.layers" of the innermost new loop around.
std::string LoopAround(const EditedFunction& function, int i) {
  for (int at = i - 1; at >= 0; --at) {
    const Step& step = function.step(at);
    if (!function.after().IsThere(at) || step.depth() >= function.step(i).depth()) continue;
    std::string code = Flat(step.code());
    absl::string_view header = code;
    const bool is_new_loop =
        step.status() == Step::STATUS_ADDED && absl::ConsumePrefix(&header, "for ");
    absl::ConsumeSuffix(&header, ":");
    return is_new_loop ? std::string(header) : "";
  }
  return "";
}

void AddNewCall(const EditedFunction& function, int i, std::vector<Effect>& effects) {
  const Step& step = function.step(i);
  if (!function.IsNew(i) || step.kind() != Step::KIND_CALL ||
      IsBelowNew(function, i, Step::KIND_IF)) {
    return;
  }
  const std::optional<CallText> call = ParseCall(Flat(step.code()));
  if (!call || IsPlumbing(call->callee) || IsCleanUp(call->callee)) return;
  const std::string callee(repository::SimpleName(call->callee));
  const std::string loop = LoopAround(function, i);
  if (function.CalledBefore(callee) || loop.size() > kMaxBytes) return;
  const auto conditions = function.after().NearConditionsOf(i);
  if (!conditions) return;
  Params params = {{"function", function.name()}, {"callee", Shown(call->callee)}};
  if (!loop.empty()) params.emplace_back("item", CodeList({loop}));
  const Sentence text(loop.empty() ? phrases::kEditCalls : phrases::kEditCallsForEach,
                      std::move(params));
  effects.push_back(function.Told("calls-newly", callee, InBranch(*conditions, text), i,
                                  IsCollectiveCall(call->callee) ? kWeightOfCollective : 660));
}

// "x = a if test else x": a branch.
bool AddConditional(const EditedFunction& function, const AssignmentText& text, int i,
                    std::vector<Effect>& effects) {
  const std::vector<std::string> branches = SplitAt(WithoutParentheses(text.value), " else ");
  const std::vector<std::string> first =
      branches.size() == 2 ? SplitAt(branches[0], " if ") : std::vector<std::string>();
  const bool is_told = first.size() == 2 && branches[1] == text.target &&
                       first[0].size() <= kMaxBytes && first[1].size() <= kMaxBytes;
  if (!is_told) return false;
  const Sentence act(phrases::kActComputes,
                     {{"name", Shown(text.target)}, {"value", Shown(first[0])}});
  effects.push_back(function.Told(
      "takes-branch", text.target,
      Sentence(phrases::kEditWhen,
               {{"function", function.name()}, {"act", act}, {"conditions", CodeList({first[1]})}}),
      i, 680));
  return true;
}

// What was bound before gets another value on the way.
void AddNewValue(const EditedFunction& function, const std::set<std::string>& bound, int i,
                 std::vector<Effect>& effects) {
  const Step& step = function.step(i);
  if (!function.IsNew(i) || step.kind() != Step::KIND_ASSIGNMENT ||
      IsBelowNew(function, i, Step::KIND_IF)) {
    return;
  }
  const std::optional<AssignmentText> text = ParseAssignment(Flat(step.code()));
  if (text && bound.count(text->target) > 0 && AddConditional(function, *text, i, effects)) return;
  // What only names something else is for the statements around it.
  const bool is_told = text && bound.count(text->target) > 0 && text->value.size() <= kMaxBytes &&
                       absl::StrContains(text->value, "(");
  const auto conditions = function.after().NearConditionsOf(i);
  if (!is_told || !conditions) return;
  const Sentence sentence(phrases::kEditSets, {{"function", function.name()},
                                               {"name", Shown(text->target)},
                                               {"value", Shown(text->value)}});
  effects.push_back(function.Told("sets-newly", text->target, InBranch(*conditions, sentence), i,
                                  Communicates(text->value) ? kWeightOfCollective : 640));
}

// It is still in the code.
bool Keeps(const EditedFunction& function, const std::string& value) {
  for (int i = 0; i < function.size(); ++i) {
    if (function.after().IsThere(i) && absl::StrContains(Flat(function.step(i).code()), value)) {
      return true;
    }
  }
  return false;
}

// The value that a name no longer gets on the way.
void AddGoneValue(const EditedFunction& function, const std::set<std::string>& bound, int i,
                  std::vector<Effect>& effects) {
  const Step& step = function.step(i);
  if (!function.IsGone(i) || step.kind() != Step::KIND_ASSIGNMENT) return;
  const std::optional<AssignmentText> text = ParseAssignment(Flat(step.code()));
  const bool is_told = text && bound.count(text->target) > 0 && text->value.size() <= kMaxBytes &&
                       absl::StrContains(text->value, "(") && !Keeps(function, text->value);
  if (!is_told) return;
  effects.push_back(
      function.Told("no-longer-sets", text->target,
                    Sentence(phrases::kEditNoLongerComputes, {{"function", function.name()},
                                                              {"name", Shown(text->target)},
                                                              {"value", Shown(text->value)}}),
                    i, 640));
}

void AddGoneCall(const EditedFunction& function, const EditInput& input, int i,
                 std::vector<Effect>& effects) {
  const Step& step = function.step(i);
  if (!function.IsGone(i)) return;
  const std::optional<CallText> call = CallOf(step, Flat(step.code()));
  if (!call || IsPlumbing(call->callee)) return;
  const std::string callee(repository::SimpleName(call->callee));
  const bool is_class =
      !callee.empty() && absl::ascii_isupper(static_cast<unsigned char>(callee[0]));
  const std::optional<std::vector<std::string>> conditions = function.before().ConditionsOf(i);
  // What a new function calls was moved there.
  const bool is_told = !is_class && !function.CalledAfter(callee) &&
                       input.called_by_new.count(callee) == 0 && conditions &&
                       AreShort(*conditions);
  if (!is_told) return;
  Params params = {{"function", function.name()}, {"callee", Shown(call->callee)}};
  if (!conditions->empty()) params.emplace_back("conditions", CodeList(*conditions));
  effects.push_back(function.Told(
      "no-longer-calls", callee,
      Sentence(conditions->empty() ? phrases::kEditNoLongerCalls : phrases::kEditNoLongerCallsWhen,
               std::move(params)),
      i, step.kind() == Step::KIND_CALL ? 720 : 650));
}

// Calls into the repository that a side makes once and always, by their place in it.
std::map<std::string, int> Order(const EditedFunction& function, const Outline& side,
                                 const std::set<std::string>& known) {
  std::map<std::string, int> order;
  std::set<std::string> twice;
  for (int i = 0; i < function.size(); ++i) {
    // Where it stood before is not known of what was moved.
    if (!side.IsThere(i)) continue;
    for (const std::string& callee : CalleesIn(side.CodeOf(i))) {
      const std::string name(repository::SimpleName(callee));
      if (known.count(name) == 0) continue;
      const bool is_sure = function.step(i).status() != Step::STATUS_MOVED &&
                           side.ConditionsOf(i) == std::vector<std::string>();
      if (!is_sure || !order.emplace(name, i).second) twice.insert(name);
    }
  }
  for (const std::string& name : twice) order.erase(name);
  return order;
}

// The two whose order changed the most.
void AddOrder(const EditedFunction& function, std::vector<Effect>& effects) {
  constexpr size_t kMaxCalls = 60;
  std::set<std::string> known;
  for (int i = 0; i < function.size(); ++i) {
    for (const v1::StepCall& call : function.step(i).calls()) {
      if (!call.symbol().empty() && !IsPlumbing(call.callee())) {
        known.insert(std::string(repository::SimpleName(call.callee())));
      }
    }
  }
  const std::map<std::string, int> before = Order(function, function.before(), known);
  const std::map<std::string, int> after = Order(function, function.after(), known);
  if (before.size() > kMaxCalls || after.size() > kMaxCalls) return;
  int most = 0;
  std::pair<std::string, std::string> swapped;  // Now first, now second.
  for (const auto& [first, at] : after) {
    const auto first_before = before.find(first);
    if (first_before == before.end()) continue;
    for (const auto& [second, second_at] : after) {
      const auto second_before = before.find(second);
      if (second_before == before.end() || second_at <= at) continue;
      const int moved = first_before->second - second_before->second;
      if (moved > 0 && second_at - at + moved > most) {
        most = second_at - at + moved;
        swapped = {first, second};
      }
    }
  }
  if (most == 0) return;
  effects.push_back(
      function.Told("calls-in-other-order", swapped.first,
                    Sentence(phrases::kEditOrder, {{"function", function.name()},
                                                   {"first", Shown(swapped.first)},
                                                   {"second", Shown(swapped.second)}}),
                    after.at(swapped.first), 850));
}

}  // namespace

std::vector<Effect> EffectsOfFlow(const EditInput& input) {
  std::vector<Effect> effects;
  for (const EditedFunction& function : input.functions) {
    std::set<std::string> bound;
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      const bool is_there =
          step.status() == Step::STATUS_KEPT || step.status() == Step::STATUS_CHANGED;
      if (!is_there) continue;
      bound.insert(step.writes().begin(), step.writes().end());
    }
    for (int i = 0; i < function.size(); ++i) {
      AddNewCall(function, i, effects);
      AddNewValue(function, bound, i, effects);
      AddGoneCall(function, input, i, effects);
      AddGoneValue(function, bound, i, effects);
    }
    AddOrder(function, effects);
  }
  return effects;
}

}  // namespace allreview::analysis
