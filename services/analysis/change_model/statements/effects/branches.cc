// Branches that are new, and code that goes below a condition.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/edits.h"
#include "sentences/statements/effects.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/acts.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"
#include "services/analysis/change_model/statements/effects/new_settings.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxTestBytes = 130;

// A new `if` with what it does, and what runs without it and did so before.
struct Branch {
  int header = 0;
  std::string test;
  const Setting* setting = nullptr;  // That opens it.
  bool is_setting_alone = false;
  std::vector<std::string> inner;  // Tests that the act is below, too.
  Act act, old, other;             // `other` is new as well.

  bool is_instead() const {
    return old && (old.kind != act.kind || old.what != act.what ||
                   (act.kind == Act::Kind::kSets && English(old.text) != English(act.text)));
  }
};

// What must hold for the act beside the header's own test: tests inside of the branch. Nothing: it
// is not known.
std::optional<std::vector<std::string>> InnerConditions(const Outline& outline, int header,
                                                        const Act& act) {
  if (act.step < 0) return std::vector<std::string>();
  const auto of_header = outline.ConditionsOf(header), of_act = outline.ConditionsOf(act.step);
  if (!of_header || !of_act || of_act->size() < of_header->size() + 1) return std::nullopt;
  return std::vector<std::string>(of_act->begin() + of_header->size() + 1, of_act->end());
}

// The clause behind all others that runs when none of them does.
int ElseOf(const Outline& outline, int header) {
  int clause = outline.NextClauseOf(header);
  for (int steps = 0; clause >= 0 && steps < 20; ++steps) {
    if (outline.story().steps(clause).kind() == Step::KIND_ELSE) return clause;
    clause = outline.NextClauseOf(clause);
  }
  return -1;
}

Act OldActOf(const EditedFunction& function, int header) {
  const int clause = ElseOf(function.after(), header);
  if (clause < 0) return {};
  const std::vector<int> body = function.after().BodyOf(clause);
  return function.IsOld(body) ? ActOf(function.after(), body) : Act();
}

// What the new `else` right behind does.
Act NewElseOf(const EditedFunction& function, int header) {
  const int clause = function.after().NextClauseOf(header);
  if (clause < 0 || function.step(clause).kind() != Step::KIND_ELSE) return {};
  const std::vector<int> body = function.after().BodyOf(clause);
  return function.IsAllNew(body) ? ActOf(function.after(), body) : Act();
}

bool IsSameCall(const Branch& branch) {
  return branch.old.kind == Act::Kind::kCalls && branch.act.kind == Act::Kind::kCalls;
}

Words TextOf(const std::string& function, const Branch& branch) {
  Params params = {{"function", function}, {"act", branch.act.text}};
  const bool is_with = branch.is_setting_alone;
  if (is_with) {
    params.emplace_back("setting", Shown(branch.setting->shown));
  } else {
    std::vector<std::string> conditions = branch.inner;
    conditions.insert(conditions.begin(), branch.test);
    params.emplace_back("conditions", CodeList(conditions));
  }
  if (!branch.is_instead() && branch.other) {
    params.emplace_back("old", branch.other.text);
    return Sentence(is_with ? phrases::kEditWithElse : phrases::kEditWhenElse, std::move(params));
  }
  if (!branch.is_instead()) {
    return Sentence(is_with ? phrases::kEditWith : phrases::kEditWhen, std::move(params));
  }
  if (IsSameCall(branch)) {
    params.emplace_back("now", Shown(branch.act.what));
    params.emplace_back("before", Shown(branch.old.what));
    return Sentence(is_with ? phrases::kEffectCallsInsteadWith : phrases::kEffectCallsInsteadWhen,
                    std::move(params));
  }
  params.emplace_back("old", branch.old.text);
  return Sentence(is_with ? phrases::kEditWithInstead : phrases::kEditWhenInstead,
                  std::move(params));
}

int WeightOf(const Branch& branch) {
  if (branch.act.IsMinor()) return 300;
  const int of_act = branch.act.kind == Act::Kind::kCalls ? 0 : 40;
  const int base = branch.is_setting_alone ? 900 : branch.setting != nullptr ? 780 : 680;
  return base - of_act + (branch.is_instead() ? 80 : branch.other ? 40 : 0);
}

void AddOldWay(const EditedFunction& function, const Branch& branch, std::vector<Effect>& effects) {
  const bool stays = branch.is_setting_alone && branch.is_instead() && IsSameCall(branch) &&
                     IsOff(branch.setting->default_value);
  if (!stays) return;
  Effect effect = function.Told(
      "old-way-stays", branch.setting->name,
      Sentence(phrases::kAlternativeOldWayStays, {{"setting", Shown(branch.setting->shown)},
                                                  {"value", Shown(branch.setting->default_value)},
                                                  {"function", function.name()},
                                                  {"before", Shown(branch.old.what)}}),
      branch.header, 500);
  effect.kind = v1::ChangeStatement::KIND_ALTERNATIVE;
  effects.push_back(std::move(effect));
}

// Of a body what does not stand in the other one.
std::vector<int> OnlyIn(const EditedFunction& function, std::vector<int> body,
                        const std::vector<int>& other) {
  std::set<std::string> codes;
  for (const int i : other) codes.insert(WithoutBlanks(function.after().CodeOf(i)));
  std::erase_if(body,
                [&](int i) { return codes.count(WithoutBlanks(function.after().CodeOf(i))) > 0; });
  return body;
}

// "not (x > 1)", "x" of "not x".
std::string Opposite(absl::string_view test) {
  absl::string_view rest = test;
  if (absl::ConsumePrefix(&rest, "not ") && !absl::StrContains(rest, " ")) return std::string(rest);
  return absl::StrCat("not (", test, ")");
}

void AddElse(const EditedFunction& function, int clause, const Act& act, const std::string& test,
             std::vector<Effect>& effects) {
  if (!act || act.IsMinor()) return;
  effects.push_back(
      function.Told("takes-branch", act.what,
                    Sentence(phrases::kEditWhen, {{"function", function.name()},
                                                  {"act", act.text},
                                                  {"conditions", CodeList({Opposite(test)})}}),
                    clause, 750));
}

// Before the change no condition stood around it.
bool RanAlways(const EditedFunction& function, int step) {
  // A header was put around it, and nothing else.
  if (function.WasThere(step)) return true;
  const std::string code = WithoutBlanks(function.step(step).code());
  for (int i = 0; i < function.size(); ++i) {
    const bool is_it = function.step(i).status() == Step::STATUS_REMOVED &&
                       WithoutBlanks(function.step(i).code()) == code;
    if (is_it) return function.before().ConditionsOf(i) == std::vector<std::string>();
  }
  return false;
}

// The function calls it outside of the branch as well.
bool IsDoneElsewhere(const EditedFunction& function, const std::vector<int>& body, const Act& act) {
  if (act.kind != Act::Kind::kCalls) return false;
  for (int i = 0; i < function.size(); ++i) {
    if (!function.after().IsThere(i) || std::find(body.begin(), body.end(), i) != body.end()) {
      continue;
    }
    for (const std::string& callee : CalleesIn(function.after().CodeOf(i))) {
      if (repository::SimpleName(callee) == act.what) return true;
    }
  }
  return false;
}

// What ran always runs below a condition now; what the new `else` does as well still does always.
void AddOnlyWhen(const EditedFunction& function, int header, const std::string& test,
                 std::vector<Effect>& effects) {
  std::vector<int> body = function.after().BodyOf(header);
  const int clause = function.after().NextClauseOf(header);
  const bool has_else = clause >= 0 && function.step(clause).kind() == Step::KIND_ELSE &&
                        function.step(clause).status() == Step::STATUS_ADDED;
  Act other;
  if (has_else) {
    const std::vector<int> rest = function.after().BodyOf(clause);
    other = ActOf(function.after(), OnlyIn(function, rest, body));
    body = OnlyIn(function, std::move(body), rest);
  }
  const Act act = ActOf(function.after(), body);
  // It does the same, with something else.
  if (act && other.kind == act.kind && other.what == act.what) return;
  if (has_else) AddElse(function, clause, other, test, effects);
  const bool is_inside =
      InnerConditions(function.after(), header, act) != std::vector<std::string>();
  if (!act || act.IsMinor() || is_inside || IsDoneElsewhere(function, body, act)) return;
  const bool ran_always = RanAlways(function, act.step);  // Of few results that can be said.
  if (act.kind == Act::Kind::kReturns && !ran_always) return;
  const bool is_first = !absl::StartsWith(function.step(header).code(), "elif");
  const Phrase& phrase = function.step(header).depth() == 0 && is_first && ran_always
                             ? phrases::kEditOnlyWhen
                             : phrases::kEditOnlyWhenInside;
  effects.push_back(function.Told("only-when", test,
                                  Sentence(phrase, {{"function", function.name()},
                                                    {"act", act.text},
                                                    {"conditions", CodeList({test})}}),
                                  header, 740));
}

bool WasDone(const EditedFunction& function, const Branch& branch) {
  const int at = branch.act.step;
  return at >= 0 && function.step(at).status() == Step::STATUS_ADDED && !function.IsNew(at);
}

// What the branch does, and what is done without it. Whether that can be told.
bool FindActs(const EditedFunction& function, const std::vector<int>& body, Branch& branch) {
  branch.act = ActOf(function.after(), body);
  // It was done before, below another condition.
  if (branch.act && WasDone(function, branch)) return false;
  const auto inner = InnerConditions(function.after(), branch.header, branch.act);
  if (!branch.act || !inner || absl::StrJoin(*inner, "").size() > kMaxTestBytes) return false;
  branch.inner = *inner;
  // What runs without the setting runs without the tests inside of its branch as well.
  if (branch.inner.empty()) {
    branch.old = OldActOf(function, branch.header);
    branch.other = NewElseOf(function, branch.header);
  } else {
    branch.is_setting_alone = false;
  }
  return true;
}

void AddBranch(const EditedFunction& function, const std::vector<Setting>& settings, int header,
               std::vector<Effect>& effects) {
  const Step& step = function.step(header);
  Branch branch{.header = header,
                .test = TestOf(Flat(step.code())),
                .inner = {},
                .act = {},
                .old = {},
                .other = {}};
  if (branch.test.empty() || branch.test.size() > kMaxTestBytes) return;
  const bool is_changed = step.status() == Step::STATUS_CHANGED;
  for (const Setting& setting : settings) {
    if (!Mentions(branch.test, setting)) continue;
    // It asked for this before.
    if (is_changed && Mentions(TestOf(step.code_before()), setting)) return;
    branch.setting = &setting;
    branch.is_setting_alone = IsSettingAlone(branch.test, setting);
    break;
  }
  const std::vector<int> body = function.after().BodyOf(header);
  if (is_changed ? branch.setting == nullptr : !function.IsNew(header)) return;
  const bool was_done = function.WasThere(ActOf(function.after(), body).step);
  if (!is_changed && (function.IsOld(body) || was_done)) {
    AddOnlyWhen(function, header, branch.test, effects);
    return;
  }
  if (!FindActs(function, body, branch)) return;
  const bool is_calls = branch.act.kind == Act::Kind::kCalls;
  effects.push_back(
      function.Told("takes-branch",
                    is_calls || branch.setting == nullptr ? branch.act.what : branch.setting->shown,
                    TextOf(function.name(), branch), header, WeightOf(branch)));
  AddOldWay(function, branch, effects);
}

}  // namespace

std::vector<Effect> EffectsOfBranches(const EditInput& input) {
  std::vector<Effect> effects;
  const std::vector<Setting> settings = NewSettings(input.model);
  for (const EditedFunction& function : input.functions) {
    std::vector<Setting> known = NewParameters(function.symbol());
    known.insert(known.begin(), settings.begin(), settings.end());
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      const bool is_added = step.status() == Step::STATUS_ADDED;
      if (step.kind() == Step::KIND_IF && (is_added || step.status() == Step::STATUS_CHANGED)) {
        AddBranch(function, known, i, effects);
      }
    }
  }
  return effects;
}

}  // namespace allreview::analysis
