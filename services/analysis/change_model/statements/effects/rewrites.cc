// Values, arguments and results that differ; one name for another.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxBytes = 90;
constexpr size_t kMaxArguments = 3;
constexpr size_t kMaxBytesOfArguments = 140;

bool AreShort(const std::vector<std::string>& arguments) {
  return arguments.size() <= kMaxArguments &&
         absl::StrJoin(arguments, "").size() <= kMaxBytesOfArguments;
}

std::optional<Words> ArgumentsText(const std::string& function, const CallText& before,
                                   const CallText& after) {
  // Flags are told by themselves.
  const bool is_flag = absl::EndsWith(after.callee, "add_argument");
  if (before.callee != after.callee || IsLogCall(after.callee) || is_flag) return std::nullopt;
  const std::vector<std::string> came = Without(after.arguments, before.arguments);
  const std::vector<std::string> went = Without(before.arguments, after.arguments);
  // A local name as what a list gets tells nothing.
  const bool is_local = IsPlumbing(after.callee) && came.size() == 1 &&
                        came[0].find_first_of(" ([.") == std::string::npos;
  if (is_local || (came.empty() && went.empty()) || !AreShort(came) || !AreShort(went))
    return std::nullopt;
  Params params = {{"function", function}, {"callee", Shown(after.callee)}};
  if (!came.empty()) params.emplace_back("now", CodeList(came));
  if (!went.empty()) params.emplace_back("before", CodeList(went));
  const Phrase& phrase = went.empty()   ? phrases::kEditPasses
                         : came.empty() ? phrases::kEditNoLongerPasses
                                        : phrases::kEditPassesInstead;
  return Sentence(phrase, std::move(params));
}

// Of values that are the same call: its arguments.
std::optional<Words> OfCalls(const std::string& function, const std::string& before,
                             const std::string& after) {
  const std::optional<CallText> was = ParseCall(before), is = ParseCall(after);
  if (!was || !is) return std::nullopt;
  return ArgumentsText(function, *was, *is);
}

struct Rewrite {
  Words text;
  std::string object;
  int weight = 0;
};

std::optional<Rewrite> OfReturn(const std::string& function, absl::string_view before,
                                absl::string_view after) {
  if (!absl::ConsumePrefix(&before, "return ") || !absl::ConsumePrefix(&after, "return ")) {
    return std::nullopt;
  }
  const std::string was(before), is(after);
  if (std::optional<Words> text = OfCalls(function, was, is)) {
    return Rewrite{*std::move(text), is, 680};
  }
  if (was.size() > kMaxBytes || is.size() > kMaxBytes) return std::nullopt;
  return Rewrite{Sentence(phrases::kEditReturns,
                          {{"function", function}, {"now", Shown(is)}, {"before", Shown(was)}}),
                 is, 740};
}

std::optional<Rewrite> OfAssignment(const std::string& function, const std::string& before,
                                    const std::string& after) {
  const std::optional<AssignmentText> was = ParseAssignment(before), is = ParseAssignment(after);
  if (!was || !is) return std::nullopt;
  if (std::optional<Words> text = OfCalls(function, was->value, is->value)) {
    return Rewrite{*std::move(text), is->target, 660};
  }
  const bool is_elsewhere = was->value == is->value && was->target.size() <= kMaxBytes &&
                            is->target.size() <= kMaxBytes && absl::StrContains(is->target, "[");
  if (is_elsewhere) {
    return Rewrite{Sentence(phrases::kEditWrites, {{"function", function},
                                                   {"now", Shown(is->target)},
                                                   {"before", Shown(was->target)}}),
                   is->target, 700};
  }
  const bool is_told = was->target == is->target && was->value.size() <= kMaxBytes &&
                       is->value.size() <= kMaxBytes && was->value != is->value;
  if (!is_told) return std::nullopt;
  return Rewrite{Sentence(phrases::kEditComputes, {{"function", function},
                                                   {"name", Shown(is->target)},
                                                   {"now", Shown(is->value)},
                                                   {"before", Shown(was->value)}}),
                 is->target, 690};
}

// What is derived: "loss.backward()" and "(loss * n).backward()".
std::optional<Rewrite> OfBackward(const std::string& function, const std::string& before,
                                  const std::string& after) {
  constexpr absl::string_view kCall = ".backward()";
  const bool is_told = absl::EndsWith(before, kCall) && absl::EndsWith(after, kCall) &&
                       before.size() <= kMaxBytes && after.size() <= kMaxBytes;
  if (!is_told) return std::nullopt;
  return Rewrite{
      Sentence(phrases::kEditUsesOne,
               {{"function", function}, {"now", Shown(after)}, {"before", Shown(before)}}),
      after, 820};
}

std::optional<Rewrite> RewriteOf(const std::string& function, const Step& step,
                                 const std::string& before, const std::string& after) {
  switch (step.kind()) {
    case Step::KIND_RETURN:
      return OfReturn(function, before, after);
    case Step::KIND_ASSIGNMENT:
      return OfAssignment(function, before, after);
    case Step::KIND_CALL:
      if (std::optional<Words> text = OfCalls(function, before, after)) {
        return Rewrite{*std::move(text), after, 660};
      }
      return OfBackward(function, before, after);
    default:
      return std::nullopt;
  }
}

// "x = f(x)" and "return x" became "return f(x)".
bool IsInlined(const EditedFunction& function, absl::string_view before, absl::string_view after) {
  if (!absl::ConsumePrefix(&before, "return ") || !absl::ConsumePrefix(&after, "return ")) {
    return false;
  }
  const std::string assignment = absl::StrCat(before, " = ", after);
  for (int i = 0; i < function.size(); ++i) {
    if (function.IsGone(i) && Flat(function.step(i).code()) == assignment) return true;
  }
  return false;
}

// The new statement behind it makes something else of what it assigns: "x = sum(y)", and now
// "x = reduce(x)".
bool IsTakenOn(const EditedFunction& function, int i) {
  const std::optional<AssignmentText> text = ParseAssignment(Flat(function.step(i).code()));
  for (int at = i + 1; text && at < function.size(); ++at) {
    const Step& next = function.step(at);
    if (!function.after().IsThere(at)) continue;
    const std::optional<AssignmentText> own = ParseAssignment(Flat(next.code()));
    return next.status() == Step::STATUS_ADDED && next.depth() == function.step(i).depth() && own &&
           own->target == text->target && Names(own->value, text->target) &&
           own->value.size() <= kMaxBytes && absl::StrContains(own->value, "(");
  }
  return false;
}

// A branch that was written anew gives another value to the same name.
class Rewritten {
 public:
  explicit Rewritten(const EditedFunction& function) : function_(function) {
    for (int i = 0; i < function.size(); ++i) {
      if (!function.before().IsThere(i)) continue;
      if (const std::optional<Key> key = KeyOf(i, function.before())) {
        ++given_[*key];
        if (function.IsGone(i)) values_[*key] = ValueOf(i);
      } else if (const auto text = ParseAssignment(Flat(function.before().CodeOf(i)))) {
        if (!function.before().ConditionsOf(i)) unknown_.insert(text->target);
      }
    }
  }

  std::optional<Effect> At(int i) const {
    const bool is_added = function_.step(i).status() == Step::STATUS_ADDED;
    if (values_.empty() || !is_added) return std::nullopt;
    const std::optional<Key> key = KeyOf(i, function_.after());
    const auto was = key ? values_.find(*key) : values_.end();
    const std::string value = was == values_.end() ? "" : ValueOf(i);
    if (value.empty() || value == was->second || RenamingOf(was->second, value))
      return std::nullopt;
    // Which of several values the new one stands for nobody knows.
    if (given_.at(*key) > 1 || unknown_.count(key->first) > 0) return std::nullopt;
    if (value.size() > kMaxBytes || was->second.size() > kMaxBytes) return std::nullopt;
    return function_.Told(
        "computes-otherwise", key->first,
        Sentence(phrases::kEditComputesWhen, {{"conditions", CodeList(key->second)},
                                              {"function", function_.name()},
                                              {"name", Shown(key->first)},
                                              {"now", Shown(value)},
                                              {"before", Shown(was->second)}}),
        i, 700);
  }

 private:
  using Key = std::pair<std::string, std::vector<std::string>>;  // Target, conditions.

  std::optional<Key> KeyOf(int i, const Outline& side) const {
    if (function_.step(i).kind() != Step::KIND_ASSIGNMENT) return std::nullopt;
    const std::optional<AssignmentText> text = ParseAssignment(Flat(function_.step(i).code()));
    const std::optional<std::vector<std::string>> conditions = side.ConditionsOf(i);
    if (!text || !conditions || conditions->empty()) return std::nullopt;
    return Key(text->target, *conditions);
  }
  std::string ValueOf(int i) const {
    return ParseAssignment(Flat(function_.step(i).code()))->value;
  }

  const EditedFunction& function_;
  std::map<Key, int> given_;       // How often the old code gives one a value.
  std::set<std::string> unknown_;  // Names that get one where nobody knows the conditions.
  std::map<Key, std::string> values_;
};

// Where one name stands for another.
struct Renamed {
  std::vector<std::string> functions;
  std::set<std::string> members;
  std::vector<change::v1::SourceRange> places;
  std::string subject;
  int rank = 0;
};

using Renames = std::map<std::pair<std::string, std::string>, Renamed>;

void AddRenaming(const EditedFunction& function, int rank, const Renaming& renaming,
                 const Step& step, Renames& renames) {
  constexpr size_t kMaxPlaces = 8;
  Renamed& renamed = renames[{renaming.before, renaming.after}];
  if (renamed.functions.empty()) {
    renamed.subject = function.story().symbol();
    renamed.rank = rank;
  }
  if (renamed.functions.empty() || renamed.functions.back() != function.name()) {
    renamed.functions.push_back(function.name());
  }
  renamed.members.insert(renaming.members.begin(), renaming.members.end());
  if (renamed.places.size() < kMaxPlaces) renamed.places.push_back(step.range());
}

void AddRenames(const Renames& renames, std::vector<Effect>& effects) {
  constexpr size_t kMaxNames = 4;
  for (const auto& [names, found] : renames) {
    Params params = {{"now", Shown(names.second)}, {"before", Shown(names.first)}};
    const bool has_members = !found.members.empty() && found.members.size() <= kMaxNames;
    const bool is_one = found.functions.size() == 1;
    if (is_one) {
      params.emplace_back("function", found.functions.front());
    } else {
      params.emplace_back("functions", FunctionList(found.functions));
    }
    if (has_members) {
      params.emplace_back("names", CodeList({found.members.begin(), found.members.end()}));
    }
    const Phrase& phrase = has_members ? is_one ? phrases::kEditUsesForOne : phrases::kEditUsesFor
                           : is_one    ? phrases::kEditUsesOne
                                       : phrases::kEditUses;
    // A local variable of one function may have any name.
    const bool is_local = is_one && !has_members && names.second.find('.') == std::string::npos;
    const int spread = is_local ? 0 : static_cast<int>(std::min<size_t>(found.places.size(), 8));
    effects.push_back(
        {.subject = is_one ? found.subject : "",
         .predicate = "uses-instead",
         .object = absl::StrCat(names.first, " -> ", names.second),
         .text = Sentence(phrase, std::move(params)),
         .places = found.places,
         .weight = (is_local ? 480 : 560) + 20 * spread - 10 * std::min(found.rank, 30)});
  }
}

}  // namespace

std::set<const Step*> SameEdits(const EditInput& input) {
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<size_t, const Step*>>> edits;
  for (size_t f = 0; f < input.functions.size(); ++f) {
    for (const Step& step : input.functions[f].story().steps()) {
      if (step.status() != Step::STATUS_CHANGED || step.code_before().empty()) continue;
      std::pair<std::string, std::string> edit(Flat(step.code_before()), Flat(step.code()));
      if (edit.first.size() > kMaxBytes || edit.second.size() > kMaxBytes) continue;
      edits[std::move(edit)].emplace_back(f, &step);
    }
  }
  std::set<const Step*> same;
  for (const auto& [edit, steps] : edits) {
    if (steps.front().first == steps.back().first) continue;
    for (const auto& [function, step] : steps) same.insert(step);
  }
  return same;
}

std::vector<Effect> EffectsOfRewrites(const EditInput& input) {
  std::set<const Step*> told = SameEdits(input);
  std::vector<Effect> effects = EffectsOfSameArguments(input, told);
  Renames renames;
  int rank = 0;
  for (const EditedFunction& function : input.functions) {
    const Rewritten rewritten(function);
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      if (std::optional<Effect> effect = rewritten.At(i)) effects.push_back(*std::move(effect));
      if (step.status() != Step::STATUS_CHANGED || step.code_before().empty()) continue;
      if (told.count(&step) > 0 || IsTakenOn(function, i)) continue;
      const std::string before = Flat(step.code_before()), after = Flat(step.code());
      if (before == after) continue;
      if (const std::optional<Renaming> renaming = RenamingOf(before, after)) {
        AddRenaming(function, rank, *renaming, step, renames);
        continue;
      }
      if (step.kind() == Step::KIND_RETURN && IsInlined(function, before, after)) continue;
      const auto conditions = function.after().NearConditionsOf(i);
      if (!conditions) continue;
      if (std::optional<Rewrite> rewrite = RewriteOf(function.name(), step, before, after)) {
        effects.push_back(function.Told("computes-otherwise", rewrite->object,
                                        InBranch(*conditions, std::move(rewrite->text)), i,
                                        rewrite->weight));
      }
    }
    ++rank;
  }
  AddRenames(renames, effects);
  return effects;
}

}  // namespace allreview::analysis
