#include "services/report/story/effects_text.h"

#include "absl/strings/str_cat.h"
#include "services/report/display_text.h"
#include "services/report/markdown.h"

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

}  // namespace

std::string EffectText(Language language, const Effect& effect) {
  return Say(language, WordsOf(effect.kind()), {{"what", Code(effect.what())}});
}

std::string ConditionText(Language language, const Condition& condition) {
  constexpr Phrase kAssert("{test}, else it stops", "{test}，否则终止");
  constexpr Phrase kRaise("{outcome} when {test}", "当 {test} 时 {outcome}");
  constexpr Phrase kAlways("{outcome}, always", "总是 {outcome}");
  constexpr Phrase kMessage("{text} (\"{message}\")", "{text}（“{message}”）");
  const std::string test = Code(condition.test());
  const std::string outcome = Code(condition.outcome());
  std::string text;
  if (condition.kind() == Condition::KIND_ASSERT) {
    text = Say(language, kAssert, {{"test", test}});
  } else if (test.empty()) {
    text = Say(language, kAlways, {{"outcome", outcome}});
  } else {
    text = Say(language, kRaise, {{"test", test}, {"outcome", outcome}});
  }
  const bool is_seen = condition.outcome().find(condition.message()) != std::string::npos;
  if (condition.message().empty() || is_seen) return text;
  return Say(language, kMessage,
             {{"text", text}, {"message", MarkdownText(Shorten(condition.message(), 160))}});
}

}  // namespace allreview::report
