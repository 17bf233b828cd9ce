#include "services/report/story/effects_text.h"

#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/story/step_conditions.h"

namespace allreview::report {
namespace {

using analysis::v1::Condition;
using analysis::v1::Effect;
using analysis::v1::FunctionStory;

std::string Code(absl::string_view text) { return MarkdownCode(Shorten(CleanLine(text), 140)); }

const Phrase& WordsOf(Effect::Kind kind) {
  static constexpr Phrase kAttribute("sets {what}", "设置 {what}");
  static constexpr Phrase kGlobal("sets the global {what}", "设置全局变量 {what}");
  static constexpr Phrase kArgument("modifies its argument {what} in place", "原地修改参数 {what}");
  static constexpr Phrase kCommunicates("communicates: {what}", "通信：{what}");
  static constexpr Phrase kRandom("draws random numbers: {what}", "使用随机数：{what}");
  static constexpr Phrase kSynchronizes("makes the CPU wait for the GPU: {what}",
                                        "触发 CPU–GPU 同步：{what}");
  static constexpr Phrase kWrites("writes a file: {what}", "写文件：{what}");
  static constexpr Phrase kEnvironment("reads the environment: {what}", "读取环境变量：{what}");
  static constexpr Phrase kLogs("logs with {what}", "输出日志：{what}");
  static constexpr Phrase kOther("does {what}", "执行 {what}");
  switch (kind) {
    case Effect::KIND_SETS_ATTRIBUTE:
      return kAttribute;
    case Effect::KIND_SETS_GLOBAL:
      return kGlobal;
    case Effect::KIND_CHANGES_ARGUMENT:
      return kArgument;
    case Effect::KIND_COMMUNICATES:
      return kCommunicates;
    case Effect::KIND_DRAWS_RANDOM:
      return kRandom;
    case Effect::KIND_SYNCHRONIZES:
      return kSynchronizes;
    case Effect::KIND_WRITES_FILE:
      return kWrites;
    case Effect::KIND_READS_ENVIRONMENT:
      return kEnvironment;
    case Effect::KIND_LOGS:
      return kLogs;
    default:
      return kOther;
  }
}

// "ValueError" of "raise ValueError("x")".
std::string ExceptionOf(absl::string_view outcome) {
  absl::ConsumePrefix(&outcome, "raise ");
  return std::string(outcome.substr(0, outcome.find('(')));
}

// Raises unless its negation holds: told as what must hold.
bool IsDemand(const Condition& condition) {
  return condition.kind() == Condition::KIND_RAISE && !condition.test().empty() &&
         condition.test() != "else" && !absl::StartsWith(condition.test(), "except");
}

// What follows the test, without the message.
std::string OutcomeText(Language language, const Condition& condition) {
  constexpr Phrase kDemand("{test}, otherwise raises {outcome}", "{test}，否则抛出 {outcome}");
  constexpr Phrase kAssert("{test}, otherwise the assertion fails", "{test}，否则断言失败");
  constexpr Phrase kWhen("{outcome} if {test}", "满足 {test} 时执行 {outcome}");
  constexpr Phrase kOtherwise("otherwise {outcome}", "否则执行 {outcome}");
  constexpr Phrase kOn("catches {test} and continues with {outcome}",
                       "捕获 {test} 后继续执行：{outcome}");
  constexpr Phrase kGoesOn("catches {test} and continues", "捕获 {test} 后继续执行");
  constexpr Phrase kChooses("sets {outcome}", "设置 {outcome}");
  constexpr Phrase kAlways("always {outcome}", "总是执行 {outcome}");
  absl::string_view test = condition.test();
  const bool is_handler = absl::ConsumePrefix(&test, "except");
  test = absl::StripAsciiWhitespace(test);
  const auto say = [&](const Phrase& phrase, absl::string_view told, absl::string_view outcome) {
    return Say(language, phrase, {{"test", Code(told)}, {"outcome", Code(outcome)}});
  };
  const std::string& outcome = condition.outcome();
  if (condition.kind() == Condition::KIND_ASSERT) return say(kAssert, test, outcome);
  if (condition.test().empty()) return say(kAlways, test, outcome);
  if (test == "else") return say(kOtherwise, test, outcome);
  const bool is_fallback = condition.kind() == Condition::KIND_FALLBACK;
  if (is_handler && is_fallback) {
    return say(outcome.empty() ? kGoesOn : kOn, test.empty() ? "Exception" : test, outcome);
  }
  // "x = a if test else b" says it all.
  if (is_fallback && absl::StrContains(outcome, test)) return say(kChooses, test, outcome);
  if (IsDemand(condition)) return say(kDemand, Negated(test), ExceptionOf(outcome));
  return say(kWhen, test, outcome);
}

std::string PlainEffectText(Language language, const Effect& effect) {
  constexpr Phrase kForBackward("keeps {what} for the backward pass", "为反向传播保存 {what}");
  const bool is_context =
      effect.kind() == Effect::KIND_CHANGES_ARGUMENT && absl::StartsWith(effect.what(), "ctx.");
  return Say(language, is_context ? kForBackward : WordsOf(effect.kind()),
             {{"what", Code(effect.what())}});
}

std::string PlainConditionText(Language language, const Condition& condition) {
  constexpr Phrase kMessage("{text} (\"{message}\")", "{text}（“{message}”）");
  constexpr Phrase kFormatted("{text} ({message})", "{text}（{message}）");
  std::string text = OutcomeText(language, condition);
  const bool is_seen =
      !IsDemand(condition) && absl::StrContains(condition.outcome(), condition.message());
  if (condition.message().empty() || is_seen) return text;
  const std::string message = Shorten(condition.message(), 160);
  // {fields} of an f-string are code, and no gap in our text.
  const bool has_fields = absl::StrContains(message, "{");
  return has_fields ? Say(language, kFormatted, {{"text", text}, {"message", Code(message)}})
                    : Say(language, kMessage, {{"text", text}, {"message", MarkdownText(message)}});
}

// The innermost of the conditions around is what the condition itself tells of.
bool IsTestAround(const Condition& condition, const std::string& innermost) {
  if (condition.test().empty()) return false;
  return condition.kind() == Condition::KIND_RAISE ||
         condition.kind() == Condition::KIND_EARLY_RETURN ||
         CleanLine(condition.test()) == innermost;
}

}  // namespace

std::string EffectText(Language language, const Effect& effect, const FunctionStory& story) {
  constexpr Phrase kIf("{text} if {path}", "满足 {path} 时{text}");
  constexpr Phrase kSometimes("{text} in one of its branches", "在某个分支中{text}");
  std::string text = PlainEffectText(language, effect);
  const std::optional<std::string> path =
      ConditionsText(language, ConditionsAround(story, effect.range()));
  if (!path) return Say(language, kSometimes, {{"text", text}});
  return path->empty() ? text : Say(language, kIf, {{"text", text}, {"path", *path}});
}

std::string ConditionText(Language language, const Condition& condition,
                          const FunctionStory& story) {
  constexpr Phrase kIf("if {path}: {text}", "满足 {path} 时，{text}");
  constexpr Phrase kSometimes("in one of its branches: {text}", "在某个分支中：{text}");
  std::optional<std::vector<std::string>> around = ConditionsAround(story, condition.range());
  if (around && !around->empty() && IsTestAround(condition, around->back())) around->pop_back();
  std::string text = PlainConditionText(language, condition);
  const std::optional<std::string> path = ConditionsText(language, around);
  if (!path) return Say(language, kSometimes, {{"text", text}});
  return path->empty() ? text : Say(language, kIf, {{"text", text}, {"path", *path}});
}

}  // namespace allreview::report
