#include "services/report/story/effects_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report {
namespace {

using analysis::v1::Condition;
using analysis::v1::Effect;

std::string Code(absl::string_view text) { return MarkdownCode(Shorten(CleanLine(text), 140)); }

const Phrase& WordsOf(Effect::Kind kind) {
  static constexpr Phrase kAttribute("sets {what}", "设置 {what}");
  static constexpr Phrase kGlobal("sets the global {what}", "设置全局变量 {what}");
  static constexpr Phrase kArgument("changes its argument {what} in place", "原地修改参数 {what}");
  static constexpr Phrase kCommunicates("communicates: {what}", "通信：{what}");
  static constexpr Phrase kRandom("draws random numbers: {what}", "使用随机数：{what}");
  static constexpr Phrase kSynchronizes("makes the CPU wait for the GPU: {what}",
                                        "CPU 等待 GPU 同步：{what}");
  static constexpr Phrase kWrites("writes a file: {what}", "写文件：{what}");
  static constexpr Phrase kEnvironment("reads the environment: {what}", "读取环境变量：{what}");
  static constexpr Phrase kLogs("logs by {what}", "输出日志：{what}");
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

}  // namespace

std::string EffectText(Language language, const Effect& effect) {
  constexpr Phrase kForBackward("keeps {what} for the backward pass", "为反向传播保存 {what}");
  const bool is_context =
      effect.kind() == Effect::KIND_CHANGES_ARGUMENT && absl::StartsWith(effect.what(), "ctx.");
  return Say(language, is_context ? kForBackward : WordsOf(effect.kind()),
             {{"what", Code(effect.what())}});
}

std::string ConditionText(Language language, const Condition& condition) {
  constexpr Phrase kDemand("{test}, else {outcome}", "{test}，否则 {outcome}");
  constexpr Phrase kAssert("{test}, else it stops", "{test}，否则终止");
  constexpr Phrase kWhen("{outcome} when {test}", "当 {test} 时 {outcome}");
  constexpr Phrase kOtherwise("otherwise {outcome}", "其他情况下 {outcome}");
  constexpr Phrase kOn("on {test} it goes on: {outcome}", "遇到 {test} 时继续执行：{outcome}");
  constexpr Phrase kGoesOn("on {test} it goes on", "遇到 {test} 时继续执行");
  constexpr Phrase kAlways("{outcome}, always", "总是 {outcome}");
  constexpr Phrase kMessage("{text} (\"{message}\")", "{text}（“{message}”）");
  constexpr Phrase kFormatted("{text} ({message})", "{text}（{message}）");
  absl::string_view test = condition.test();
  const bool is_handler = absl::ConsumePrefix(&test, "except");
  test = absl::StripAsciiWhitespace(test);
  std::string outcome = Code(condition.outcome());
  const Phrase* phrase = &kWhen;
  std::string code = Code(test);
  if (condition.kind() == Condition::KIND_ASSERT) {
    phrase = &kAssert;
  } else if (condition.test().empty()) {
    phrase = &kAlways;
  } else if (test == "else") {
    phrase = &kOtherwise;
  } else if (is_handler && condition.kind() == Condition::KIND_FALLBACK) {
    if (test.empty()) code = Code("Exception");
    phrase = condition.outcome().empty() ? &kGoesOn : &kOn;
  } else if (condition.kind() == Condition::KIND_RAISE && !is_handler) {
    phrase = &kDemand;
    code = Code(Negated(test));
    outcome = Code(ExceptionOf(condition.outcome()));
  }
  const std::string text = Say(language, *phrase, {{"test", code}, {"outcome", outcome}});
  const bool is_seen =
      phrase != &kDemand && absl::StrContains(condition.outcome(), condition.message());
  if (condition.message().empty() || is_seen) return text;
  const std::string message = Shorten(condition.message(), 160);
  // {fields} of an f-string are code, and no gap in our text.
  const bool has_fields = absl::StrContains(message, "{");
  return has_fields ? Say(language, kFormatted, {{"text", text}, {"message", Code(message)}})
                    : Say(language, kMessage, {{"text", text}, {"message", MarkdownText(message)}});
}

}  // namespace allreview::report
