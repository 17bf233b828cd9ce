#include "gateway/forge/commands/command_texts.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "gateway/forge/commands/commands.h"
#include "review/display_text.h"
#include "review/language/phrase.h"
#include "review/markdown.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMaxCodeBytes = 100;

std::string CommandTable(Language language) {
  static constexpr Phrase kHead("| Command | What it does |\n| --- | --- |\n",
                                "| 命令 | 作用 |\n| --- | --- |\n");
  std::string text(kHead.In(language));
  for (const CommandInfo& command : Commands()) {
    absl::StrAppend(&text, "| `/allreview ", command.usage, "` | ", command.help.In(language),
                    " |\n");
  }
  return text;
}

}  // namespace

std::string AsCode(absl::string_view text) {
  return MarkdownCode(Shorten(text.empty() ? " " : text, kMaxCodeBytes));
}

std::string HelpText(Language language) {
  static constexpr Phrase kHelp(
      "AllReview listens to comments that begin with a command at the very start of a line.\n\n"
      "{table}\nPeople with write access may use all of them.",
      "AllReview 响应以命令开头的评论，命令须位于行首。\n\n"
      "{table}\n有写权限的人可以使用全部命令。");
  return Say(language, kHelp, {{"table", CommandTable(language)}});
}

std::string UnknownCommandText(Language language, absl::string_view name) {
  static constexpr Phrase kUnknown("There is no command {name}.\n\n{table}",
                                   "没有命令 {name}。\n\n{table}");
  static constexpr Phrase kNear(
      "There is no command {name}. Did you mean `/allreview {near}`?\n\n{table}",
      "没有命令 {name}。是否想用 `/allreview {near}`？\n\n{table}");
  const std::string near = NearestCommand(name);
  return Say(language, near.empty() ? kUnknown : kNear,
             {{"name", AsCode(name)}, {"near", near}, {"table", CommandTable(language)}});
}

std::string RefusalText(Language language, absl::string_view command, const Words& why) {
  static constexpr Phrase kRefused("`/allreview {command}` could not be done: {why}",
                                   "`/allreview {command}` 未能完成：{why}");
  return Say(language, kRefused, {{"command", command}, {"why", In(language, why)}});
}

std::string FailureText(Language language, absl::string_view command, const absl::Status& status) {
  static constexpr Phrase kNoAnswer(
      "a part of AllReview did not answer. Ask again later; the server's log says more.",
      "AllReview 的某个部分没有响应。请稍后再试，详情见服务器日志。");
  static constexpr Phrase kQuoted("{text}.", "{text}。");
  static constexpr Phrase kAsked("{text}", "{text}");  // "…; did you mean `x`?"
  const bool is_explained = absl::IsNotFound(status) || absl::IsInvalidArgument(status) ||
                            absl::IsFailedPrecondition(status);
  const Phrase& quoted = absl::EndsWith(status.message(), "?") ? kAsked : kQuoted;
  const Words why =
      Sentence(is_explained ? quoted : kNoAnswer, {{"text", ToDisplayText(status.message())}});
  return RefusalText(language, command, why);
}

}  // namespace allreview::gateway
