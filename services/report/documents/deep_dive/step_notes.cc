#include "services/report/documents/deep_dive/step_notes.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::Condition;
using analysis::v1::Effect;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using analysis::v1::StepCall;

std::string Text(absl::string_view text) { return Shorten(CleanLine(text), 140); }

}  // namespace

StepNotes::StepNotes(Language language, const FunctionStory& story)
    : language_(language), is_constructor_(SimpleName(SymbolName(story.symbol())) == "__init__") {
  for (const Condition& condition : story.conditions()) {
    conditions_.emplace(condition.range().first_line(), &condition);
  }
  for (const Effect& effect : story.effects())
    effects_.emplace(effect.range().first_line(), &effect);
}

std::vector<std::string> StepNotes::For(const Step& step) {
  std::vector<std::string> notes;
  if (step.status() == Step::STATUS_REMOVED) return notes;
  const int first = step.range().first_line();
  const int end = std::max(step.range().end_line(), first + 1);
  for (auto it = conditions_.lower_bound(first); it != conditions_.lower_bound(end); ++it) {
    AddCondition(*it->second, notes);
  }
  for (auto it = effects_.lower_bound(first); it != effects_.lower_bound(end); ++it) {
    AddEffect(*it->second, notes);
  }
  AddCalls(step, notes);
  return notes;
}

std::string StepNotes::FallbackNote(const Condition& condition) const {
  constexpr Phrase kFallback("Edge case: {outcome} if {test}",
                             "边界情况：{test} 成立时执行 {outcome}");
  constexpr Phrase kHandler("Edge case: catches {test} and continues",
                            "边界情况：捕获 {test} 后继续执行");
  absl::string_view test = condition.test();
  const bool is_handler = absl::ConsumePrefix(&test, "except");
  test = absl::StripAsciiWhitespace(test);
  return Say(
      language_, is_handler ? kHandler : kFallback,
      {{"test", Text(test.empty() ? "Exception" : test)}, {"outcome", Text(condition.outcome())}});
}

// What stands in the code itself, such as the text of an error, is not said again.
void StepNotes::AddCondition(const Condition& condition, std::vector<std::string>& notes) const {
  constexpr Phrase kReturn("Edge case: the code below does not run if {test}",
                           "边界情况：{test} 成立时不再执行后续代码");
  constexpr Phrase kRaise("Edge case: raises if {test}", "边界情况：{test} 成立时报错");
  constexpr Phrase kAssume("Assumes: {message}", "前提：{message}");
  switch (condition.kind()) {
    case Condition::KIND_EARLY_RETURN:
      if (!condition.test().empty()) {
        notes.push_back(Say(language_, kReturn, {{"test", Text(condition.test())}}));
      }
      return;
    case Condition::KIND_FALLBACK:
      if (!condition.test().empty() && !absl::StrContains(condition.outcome(), condition.test())) {
        notes.push_back(FallbackNote(condition));
      }
      return;
    case Condition::KIND_ASSERT:
      if (!condition.message().empty()) {
        notes.push_back(Say(language_, kAssume, {{"message", Text(condition.message())}}));
      }
      return;
    case Condition::KIND_RAISE:
      if (!condition.test().empty()) {
        notes.push_back(Say(language_, kRaise, {{"test", Text(condition.test())}}));
      }
      return;
    default:
      return;
  }
}

void StepNotes::AddEffect(const Effect& effect, std::vector<std::string>& notes) const {
  constexpr Phrase kAttribute("Effect: {what} stays set after this call",
                              "副作用：{what} 在调用结束后仍保留");
  constexpr Phrase kGlobal("Effect: sets the global {what}", "副作用：设置全局变量 {what}");
  constexpr Phrase kArgument("Effect: modifies the caller's {what}", "副作用：修改调用方的 {what}");
  constexpr Phrase kRanks("Assumes: every rank of the group reaches this call ({what})",
                          "前提：组内所有 rank 都会执行这个调用（{what}）");
  constexpr Phrase kSync("Cost: the CPU waits for the GPU ({what})",
                         "开销：CPU 等待 GPU（{what}）");
  constexpr Phrase kRandom("Effect: advances the random state ({what})",
                           "副作用：推进随机数状态（{what}）");
  constexpr Phrase kEnvironment("Assumes: the environment variable is set ({what})",
                                "前提：环境变量已设置（{what}）");
  const auto add = [&](const Phrase& phrase) {
    notes.push_back(Say(language_, phrase, {{"what", Text(effect.what())}}));
  };
  switch (effect.kind()) {
    case Effect::KIND_SETS_ATTRIBUTE:
      // Constructors do nothing else.
      if (effect.is_new() && !is_constructor_) add(kAttribute);
      return;
    case Effect::KIND_SETS_GLOBAL:
      return add(kGlobal);
    case Effect::KIND_CHANGES_ARGUMENT:
      // What a forward pass hands to its backward pass concerns no caller.
      if (!absl::StartsWith(effect.what(), "ctx.")) add(kArgument);
      return;
    case Effect::KIND_COMMUNICATES:
      return add(kRanks);
    case Effect::KIND_SYNCHRONIZES:
      return add(kSync);
    case Effect::KIND_DRAWS_RANDOM:
      return add(kRandom);
    case Effect::KIND_READS_ENVIRONMENT:
      return add(kEnvironment);
    default:
      return;
  }
}

void StepNotes::AddCalls(const Step& step, std::vector<std::string>& notes) {
  constexpr Phrase kCallee("{name} ({place}): {doc}", "{name}（{place}）：{doc}");
  constexpr Phrase kChanged("{name} ({place}) also changes", "{name}（{place}）也有改动");
  for (const StepCall& call : step.calls()) {
    if (call.symbol().empty() || !explained_.insert(call.symbol()).second) continue;
    const std::string place = StartPlace(call.definition());
    const std::string name = Text(SymbolName(call.symbol()));
    const bool is_near = step.status() != Step::STATUS_KEPT || call.is_changed();
    if (is_near && !call.doc().empty()) {
      notes.push_back(
          Say(language_, kCallee, {{"name", name}, {"place", place}, {"doc", Text(call.doc())}}));
    } else if (call.is_changed()) {
      notes.push_back(Say(language_, kChanged, {{"name", name}, {"place", place}}));
    }
  }
}

}  // namespace allreview::report::deep_dive
