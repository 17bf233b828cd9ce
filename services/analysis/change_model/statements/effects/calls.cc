// Calls that are new or stand for others, the same edit in many functions, annotations alone.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/effects.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;
using v1::Delta;
using v1::Step;

struct Occurrences {
  std::vector<std::string> functions;  // Names, each once.
  std::vector<change::v1::SourceRange> places;
  std::string subject;
  int rank = 0;

  void Add(const ToldFunction& function, const change::v1::SourceRange& place) {
    constexpr size_t kMaxPlaces = 8;
    if (functions.empty()) {
      subject = function.story->symbol();
      rank = function.rank;
    }
    const std::string& name = function.symbol->name();
    if (std::find(functions.begin(), functions.end(), name) == functions.end()) {
      functions.push_back(name);
    }
    if (places.size() < kMaxPlaces) places.push_back(place);
  }
};

using Edit = std::pair<std::string, std::string>;  // Before, after.

bool IsBuiltin(absl::string_view name) {
  for (absl::string_view builtin :
       {"tuple", "list",  "dict",   "set",        "len",     "int",     "float",   "str",
        "bool",  "range", "sorted", "isinstance", "getattr", "hasattr", "setattr", "zip",
        "print", "min",   "max",    "sum",        "any",     "all",     "super",   "enumerate",
        "type",  "id",    "repr",   "map",        "filter",  "iter",    "next",    "abs"}) {
    if (name == builtin) return true;
  }
  return false;
}

// What is called anywhere on a side.
std::set<std::string> CalledOn(const Outline& outline) {
  std::set<std::string> called;
  for (int i = 0; i < outline.story().steps_size(); ++i) {
    if (!outline.IsThere(i)) continue;
    for (std::string& name : CalleesIn(outline.CodeOf(i))) called.insert(std::move(name));
  }
  return called;
}

struct Called {
  std::set<std::string> before, after;
  const std::set<std::string>& by_new;  // By functions that the change brings.
};

// The one call that stands for another one, which the function does not make elsewhere.
std::optional<Edit> ReplacedCall(const Step& step, const Called& called) {
  if (step.kind() == Step::KIND_DEFINITION) return std::nullopt;
  const std::vector<std::string> before = CalleesIn(step.code_before());
  const std::vector<std::string> after = CalleesIn(step.code());
  const std::vector<std::string> gone = Without(before, after), came = Without(after, before);
  if (gone.size() != 1 || came.size() != 1 ||
      repository::SimpleName(gone[0]) == repository::SimpleName(came[0])) {
    return std::nullopt;
  }
  // What a new function calls was moved there.
  const bool is_told = called.after.count(gone[0]) == 0 && called.by_new.count(gone[0]) == 0 &&
                       called.before.count(came[0]) == 0 && !IsBuiltin(gone[0]) &&
                       !IsBuiltin(came[0]);
  if (!is_told) return std::nullopt;
  return Edit(gone[0], came[0]);
}

void AddReplacements(const std::map<Edit, Occurrences>& calls, std::vector<Effect>& effects) {
  for (const auto& [edit, found] : calls) {
    const bool is_one = found.functions.size() == 1;
    Params params = {{"before", Shown(edit.first)}, {"now", Shown(edit.second)}};
    if (is_one) {
      params.emplace_back("function", Shown(found.functions[0]));
    } else {
      params.emplace_back("count", absl::StrCat(found.functions.size()));
      params.emplace_back("functions", FunctionList(found.functions));
    }
    const int spread = static_cast<int>(std::min<size_t>(found.functions.size(), 8));
    effects.push_back(
        {.subject = is_one ? found.subject : "",
         .predicate = "calls-instead",
         .object = absl::StrCat(edit.first, " -> ", edit.second),
         .text = Sentence(
             is_one ? phrases::kEffectCallReplaced : phrases::kEffectCallReplacedInMany, params),
         .places = found.places,
         .weight = 620 + 30 * spread - 10 * std::min(found.rank, 30)});
  }
}

void AddSameEdits(const std::map<Edit, Occurrences>& edits, std::vector<Effect>& effects) {
  constexpr size_t kMin = 2;
  for (const auto& [edit, found] : edits) {
    if (found.functions.size() < kMin) continue;
    effects.push_back({.subject = "",
                       .predicate = "same-edit",
                       .object = absl::StrCat(edit.first, " -> ", edit.second),
                       .text = Sentence(phrases::kEffectSameEdit,
                                        {{"count", absl::StrCat(found.functions.size())},
                                         {"before", Shown(edit.first)},
                                         {"after", Shown(edit.second)},
                                         {"functions", FunctionList(found.functions)}}),
                       .places = found.places,
                       .weight = 740 - 10 * std::min(found.rank, 30)});
  }
}

int WeightOfCall(const v1::StepCall& call, const std::vector<std::string>& conditions) {
  if (IsCleanUp(call.callee())) return 320;
  return conditions.empty() ? 700 : 760;
}

// Functions of which no single step shows the replacement, which their other steps make.
void AddOtherFunctions(const EffectInput& input, std::map<Edit, Occurrences>& calls) {
  for (const ToldFunction& function : input.functions) {
    if (function.is_new() || calls.empty()) continue;
    const std::set<std::string> before = CalledOn(Outline(*function.story, Outline::Side::kBefore));
    const std::set<std::string> after = CalledOn(Outline(*function.story, Outline::Side::kAfter));
    for (auto& [edit, found] : calls) {
      const bool is_replaced = before.contains(edit.first) && !after.contains(edit.first) &&
                               after.contains(edit.second) && !before.contains(edit.second);
      const auto step = std::find_if(
          function.story->steps().begin(), function.story->steps().end(), [&](const Step& one) {
            const std::vector<std::string> callees = CalleesIn(one.code());
            return one.status() != Step::STATUS_REMOVED &&
                   std::find(callees.begin(), callees.end(), edit.second) != callees.end();
          });
      if (is_replaced && step != function.story->steps().end()) found.Add(function, step->range());
    }
  }
}

// Where a function calls one that the change brings.
struct NewCall {
  const v1::StepCall* call = nullptr;
  const Step* step = nullptr;
  std::vector<std::string> conditions;
  bool is_known = true;  // The conditions are those of each of its places.
};

std::map<std::string, NewCall> NewCallsOf(const EffectInput& input, const ToldFunction& function) {
  std::map<std::string, NewCall> calls;
  const Outline outline(*function.story, Outline::Side::kAfter);
  for (int i = 0; i < function.story->steps_size(); ++i) {
    const Step& step = function.story->steps(i);
    if (step.status() != Step::STATUS_ADDED) continue;
    for (const v1::StepCall& call : step.calls()) {
      const auto callee = input.symbols.find(call.symbol());
      const bool is_new = call.is_new() && callee != input.symbols.end() &&
                          callee->second->status() == ChangedSymbol::STATUS_ADDED &&
                          callee->second->kind() != v1::SYMBOL_KIND_CLASS;
      if (!is_new) continue;
      const std::optional<std::vector<std::string>> conditions = outline.ConditionsOf(i);
      const bool is_known = conditions && absl::StrJoin(*conditions, "").size() <= 120;
      const auto [found, is_first] = calls.emplace(
          call.symbol(),
          NewCall{&call, &step, is_known ? *conditions : std::vector<std::string>(), is_known});
      if (is_first) continue;
      // One of its places is no condition of the call.
      const bool is_same =
          found->second.is_known && is_known && found->second.conditions == *conditions;
      if (!is_same) found->second.conditions.clear();
      if (is_known) found->second.is_known = true;
    }
  }
  return calls;
}

// A function that the change brings is called here.
void AddNewCalls(const EffectInput& input, const ToldFunction& function,
                 std::vector<Effect>& effects) {
  for (const auto& [symbol, found] : NewCallsOf(input, function)) {
    if (!found.is_known) continue;
    const std::string callee(repository::SimpleName(found.call->callee()));
    Params params = {{"function", Shown(function.symbol->name())}, {"now", Shown(callee)}};
    const bool is_always = found.conditions.empty();
    if (!is_always) params.emplace_back("conditions", CodeList(found.conditions));
    effects.push_back(
        {.subject = function.story->symbol(),
         .predicate = "takes-branch",
         .object = callee,
         .text = Sentence(is_always ? phrases::kEffectCalls : phrases::kEffectCallsWhen,
                          std::move(params)),
         .places = {found.step->range()},
         .weight = WeightOfCall(*found.call, found.conditions) - 10 * std::min(function.rank, 30)});
  }
}

void AddAnnotations(const EffectInput& input, std::vector<Effect>& effects) {
  std::vector<std::string> names;
  std::vector<change::v1::SourceRange> places;
  for (const ChangedSymbol& symbol : input.model.symbols()) {
    const bool is_only_this =
        !symbol.is_test() && !paths::IsTestPath(symbol.path()) &&
        symbol.status() == ChangedSymbol::STATUS_MODIFIED && !symbol.deltas().empty() &&
        std::all_of(symbol.deltas().begin(), symbol.deltas().end(),
                    [](const Delta& delta) { return delta.kind() == Delta::KIND_ANNOTATION; });
    if (!is_only_this) continue;
    names.push_back(symbol.name());
    places.push_back(symbol.after());
  }
  if (names.empty()) return;
  if (places.size() > 8) places.resize(8);
  effects.push_back(
      {.subject = "",
       .predicate = "only-annotations",
       .object = "",
       .text = Sentence(phrases::kEffectOnlyAnnotations, {{"functions", FunctionList(names)}}),
       .places = std::move(places),
       .weight = 100});
}

}  // namespace

std::vector<Effect> EffectsOfCalls(const EffectInput& input) {
  constexpr size_t kMaxEditBytes = 90;
  std::vector<Effect> effects;
  std::map<Edit, Occurrences> calls, edits;
  std::set<std::string> by_new;
  for (const ToldFunction& function : input.functions) {
    if (function.is_new()) by_new.merge(CalledOn(Outline(*function.story, Outline::Side::kAfter)));
  }
  for (const ToldFunction& function : input.functions) {
    if (function.is_new()) continue;
    const Called called = {CalledOn(Outline(*function.story, Outline::Side::kBefore)),
                           CalledOn(Outline(*function.story, Outline::Side::kAfter)), by_new};
    for (const Step& step : function.story->steps()) {
      if (step.status() != Step::STATUS_CHANGED || step.code_before().empty()) continue;
      if (const std::optional<Edit> replaced = ReplacedCall(step, called)) {
        calls[*replaced].Add(function, step.range());
        continue;
      }
      Edit edit(Flat(step.code_before()), Flat(step.code()));
      if (edit.first.size() > kMaxEditBytes || edit.second.size() > kMaxEditBytes) continue;
      edits[std::move(edit)].Add(function, step.range());
    }
    AddNewCalls(input, function, effects);
  }
  AddOtherFunctions(input, calls);
  AddReplacements(calls, effects);
  AddSameEdits(edits, effects);
  AddAnnotations(input, effects);
  return effects;
}

}  // namespace allreview::analysis
