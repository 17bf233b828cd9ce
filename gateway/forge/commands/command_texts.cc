#include "gateway/forge/commands/command_texts.h"

#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "gateway/forge/commands/commands.h"
#include "review/display_text.h"
#include "review/markdown.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMaxCodeBytes = 100;

std::string CommandTable() {
  std::string text = "| Command | What it does |\n| --- | --- |\n";
  for (const CommandInfo& command : Commands()) {
    absl::StrAppend(&text, "| `/allreview ", command.usage, "` | ", command.help, " |\n");
  }
  return text;
}

}  // namespace

std::string AsCode(absl::string_view text) {
  return MarkdownCode(Shorten(text.empty() ? " " : text, kMaxCodeBytes));
}

std::string HelpText() {
  return absl::StrCat(
      "AllReview listens to comments that begin with a command at the very start "
      "of a line.\n\n",
      CommandTable(), "\nPeople with write access may use all of them.");
}

std::string UnknownCommandText(absl::string_view name) {
  std::string nearest = NearestCommand(name);
  std::string meant =
      nearest.empty() ? "" : absl::StrCat(" Did you mean `/allreview ", nearest, "`?");
  return absl::StrCat("There is no command ", AsCode(name), ".", meant, "\n\n", CommandTable());
}

std::string FailureText(absl::string_view command, const absl::Status& status) {
  bool is_explained = absl::IsNotFound(status) || absl::IsInvalidArgument(status) ||
                      absl::IsFailedPrecondition(status);
  return absl::StrCat("`/allreview ", command, "` could not be done: ",
                      is_explained ? ToDisplayText(status.message())
                                   : "a part of AllReview did not answer. Ask again later; the "
                                     "server's log says more",
                      ".");
}

}  // namespace allreview::gateway
