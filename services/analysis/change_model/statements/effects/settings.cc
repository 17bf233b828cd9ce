// Settings that a change brings, and the branches that they open.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/effects.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/new_settings.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {
namespace {

using v1::Step;

// What a branch is for: the call into the repository, what it returns, what it sets.
struct Act {
  enum class Kind { kNone, kCalls, kReturns, kSets } kind = Kind::kNone;
  std::string what;
  std::vector<std::string> names;
};

Act ActOf(const Outline& outline, const std::vector<int>& body) {
  Act act;
  for (const int step : body) {
    const Step& one = outline.story().steps(step);
    if (one.kind() == Step::KIND_DEFINITION) return {};
    if (one.kind() == Step::KIND_ASSERT || one.kind() == Step::KIND_RAISE) continue;
    for (const v1::StepCall& call : one.calls()) {
      if (call.symbol().empty()) continue;
      return {Act::Kind::kCalls, std::string(repository::SimpleName(call.callee())), {}};
    }
    if (act.kind == Act::Kind::kNone && one.kind() == Step::KIND_RETURN) {
      absl::string_view code = one.code();
      absl::ConsumePrefix(&code, "return");
      code = absl::StripAsciiWhitespace(code);
      if (!code.empty() && code.size() <= 80) act = {Act::Kind::kReturns, std::string(code), {}};
    }
    const bool may_set = act.kind == Act::Kind::kNone || act.kind == Act::Kind::kSets;
    if (may_set && one.kind() == Step::KIND_ASSIGNMENT) {
      act.kind = Act::Kind::kSets;
      act.names.insert(act.names.end(), one.writes().begin(), one.writes().end());
    }
  }
  if (act.kind == Act::Kind::kSets && (act.names.empty() || act.names.size() > 4)) return {};
  return act;
}

// The clause that runs without the setting and did so before.
std::optional<Act> OldAct(const Outline& outline, int header) {
  int clause = outline.NextClauseOf(header);
  for (int steps = 0; clause >= 0 && steps < 20; ++steps) {
    if (outline.story().steps(clause).kind() == Step::KIND_ELSE) break;
    clause = outline.NextClauseOf(clause);
  }
  if (clause < 0) return std::nullopt;
  const std::vector<int> body = outline.BodyOf(clause);
  const bool is_old = std::none_of(body.begin(), body.end(), [&](int step) {
    return outline.story().steps(step).status() == Step::STATUS_ADDED;
  });
  return is_old ? std::optional<Act>(ActOf(outline, body)) : std::nullopt;
}

Words WithSetting(const Setting& setting, const std::string& function, const Act& act,
                  const std::optional<Act>& old) {
  Params params = {{"setting", Shown(setting.shown)}, {"function", Shown(function)}};
  params.emplace_back("now",
                      act.kind == Act::Kind::kSets ? CodeList(act.names) : Words(Shown(act.what)));
  if (act.kind == Act::Kind::kReturns) return Sentence(phrases::kEffectReturnsWith, params);
  if (act.kind == Act::Kind::kSets) return Sentence(phrases::kEffectSetsWith, params);
  if (!old || old->kind != Act::Kind::kCalls || old->what == act.what) {
    return Sentence(phrases::kEffectCallsWith, params);
  }
  params.emplace_back("before", Shown(old->what));
  return Sentence(phrases::kEffectCallsInsteadWith, params);
}

Words WhenTest(const std::string& test, const std::string& function, const Act& act,
               const std::optional<Act>& old) {
  Params params = {{"conditions", CodeList({test})}, {"function", Shown(function)}};
  params.emplace_back("now",
                      act.kind == Act::Kind::kSets ? CodeList(act.names) : Words(Shown(act.what)));
  if (act.kind == Act::Kind::kReturns) return Sentence(phrases::kEffectReturnsWhen, params);
  if (act.kind == Act::Kind::kSets) return Sentence(phrases::kEffectSetsWhen, params);
  if (!old || old->kind != Act::Kind::kCalls || old->what == act.what) {
    return Sentence(phrases::kEffectCallsWhen, params);
  }
  params.emplace_back("before", Shown(old->what));
  return Sentence(phrases::kEffectCallsInsteadWhen, params);
}

// A guard that gives up and a call that cleans up are not what a change is for.
bool IsMinor(const Act& act) {
  return (act.kind == Act::Kind::kReturns && act.what == "None") ||
         (act.kind == Act::Kind::kCalls && IsCleanUp(act.what));
}

int WeightOf(const Act& act, int base, int rank) {
  constexpr int kMinor = 300;
  if (IsMinor(act)) return kMinor - std::min(rank, 30);
  const int of_act = act.kind == Act::Kind::kCalls ? 0 : act.kind == Act::Kind::kReturns ? 80 : 250;
  return base - of_act - 10 * std::min(rank, 30);
}

void AddBranch(const ToldFunction& function, const Outline& outline, int header,
               const Setting& setting, std::vector<Effect>& effects) {
  const Step& step = outline.story().steps(header);
  const std::string test = TestOf(step.code());
  if (test.size() > 120 || !Mentions(test, setting)) return;
  // It asked for this before.
  if (step.status() == Step::STATUS_CHANGED && Mentions(TestOf(step.code_before()), setting))
    return;
  const std::vector<int> body = outline.BodyOf(header);
  const Act act = ActOf(outline, body);
  if (act.kind == Act::Kind::kNone) return;
  const std::optional<Act> old = OldAct(outline, header);
  const bool is_alone = IsSettingAlone(test, setting);
  const std::string& name = function.symbol->name();
  const bool is_instead = old && old->kind == Act::Kind::kCalls && act.kind == Act::Kind::kCalls &&
                          old->what != act.what;
  effects.push_back(
      {.subject = function.story->symbol(),
       .predicate = "takes-branch",
       .object = act.kind == Act::Kind::kCalls ? act.what : setting.shown,
       .text = is_alone ? WithSetting(setting, name, act, old) : WhenTest(test, name, act, old),
       .places = {step.range()},
       .weight = WeightOf(act, (is_alone ? 900 : 700) + (is_instead ? 60 : 0), function.rank)});
  if (!is_alone || !is_instead || !IsOff(setting.default_value)) return;
  effects.push_back(
      {.kind = v1::ChangeStatement::KIND_ALTERNATIVE,
       .subject = function.story->symbol(),
       .predicate = "old-way-stays",
       .object = setting.name,
       .text = Sentence(phrases::kAlternativeOldWayStays, {{"setting", Shown(setting.shown)},
                                                           {"value", Shown(setting.default_value)},
                                                           {"function", Shown(name)},
                                                           {"before", Shown(old->what)}}),
       .places = {step.range()},
       .weight = 500 - function.rank});
}

// A step outside of constructors gives it a value, so that nobody chooses it.
bool IsSetByCode(const EffectInput& input, const Setting& setting) {
  const std::string end = absl::StrCat(".", setting.name);
  const auto sets_it = [&](const Step& step) {
    return step.status() != Step::STATUS_REMOVED &&
           (std::any_of(step.writes().begin(), step.writes().end(),
                        [&](const std::string& name) { return absl::EndsWith(name, end); }) ||
            absl::StrContains(step.code(), absl::StrCat(end, " = ")));
  };
  return std::any_of(input.functions.begin(), input.functions.end(),
                     [&](const ToldFunction& function) {
                       const auto& steps = function.story->steps();
                       return repository::SimpleName(function.symbol->name()) != "__init__" &&
                              std::any_of(steps.begin(), steps.end(), sets_it);
                     });
}

// A flag, or a public field of a class that holds a configuration.
bool IsOption(const EffectInput& input, const Setting& setting) {
  if (setting.symbol->kind() == v1::SYMBOL_KIND_FLAG) return true;
  if (absl::StartsWith(setting.name, "_") || IsSetByCode(input, setting)) return false;
  absl::string_view holder = setting.symbol->name();
  holder = holder.substr(0, holder.rfind('.') == absl::string_view::npos ? 0 : holder.rfind('.'));
  for (absl::string_view word : {"Config", "Cfg", "Args", "Argument", "Option", "Setting", "Param"})
    if (absl::StrContains(holder, word)) return true;
  return false;
}

}  // namespace

std::vector<Effect> EffectsOfSettings(const EffectInput& input) {
  std::vector<Effect> effects;
  const std::vector<Setting> settings = NewSettings(input.model);
  for (const ToldFunction& function : input.functions) {
    std::vector<Setting> known = settings;
    if (function.is_new()) continue;
    for (Setting& parameter : NewParameters(*function.symbol)) {
      known.push_back(std::move(parameter));
    }
    if (known.empty()) continue;
    const Outline outline(*function.story, Outline::Side::kAfter);
    for (int i = 0; i < function.story->steps_size(); ++i) {
      const Step& step = function.story->steps(i);
      const bool is_new_branch =
          step.kind() == Step::KIND_IF &&
          (step.status() == Step::STATUS_ADDED || step.status() == Step::STATUS_CHANGED);
      if (!is_new_branch) continue;
      for (const Setting& setting : known) {
        const size_t count = effects.size();
        AddBranch(function, outline, i, setting, effects);
        if (effects.size() > count) break;
      }
    }
  }
  for (const Setting& setting : settings) {
    const bool is_off = setting.literal.empty() && IsOff(setting.default_value);
    if (!is_off || !IsOption(input, setting)) continue;
    effects.push_back({.kind = v1::ChangeStatement::KIND_ALTERNATIVE,
                       .subject = absl::StrCat(setting.symbol->path(), ":", setting.symbol->name()),
                       .predicate = "off-by-default",
                       .object = setting.name,
                       .text = Sentence(phrases::kAlternativeOldDefaultStays,
                                        {{"setting", Shown(setting.shown)},
                                         {"value", Shown(setting.default_value)}}),
                       .places = {setting.symbol->after()},
                       .weight = 300});
  }
  return effects;
}

}  // namespace allreview::analysis
