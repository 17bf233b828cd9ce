#include "gateway/cli/help.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/version.h"

namespace allreview::cli {
namespace {

constexpr size_t kColumns = 80;

std::string FlagHelp(const Flag& flag) {
  const absl::string_view separator = !flag.value.empty()       ? "="
                                      : !flag.arguments.empty() ? " "
                                                                : "";
  std::string text = absl::StrCat("  --", flag.name, separator, flag.value, flag.arguments, "\n");
  std::string help(flag.help);
  if (!flag.choices.empty()) {
    absl::StrAppend(&help, " One of: ", absl::StrJoin(flag.choices, ", "), ".");
  }
  absl::StrAppend(&text, WrapText(help, 6));
  return text;
}

}  // namespace

std::string WrapText(absl::string_view text, size_t indent) {
  std::string wrapped;
  std::string line;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) {
      absl::StrAppend(&wrapped, std::string(indent, ' '), line, "\n");
      line.clear();
    }
    absl::StrAppend(&line, line.empty() ? "" : " ", word);
  }
  absl::StrAppend(&wrapped, std::string(indent, ' '), line, "\n");
  return wrapped;
}

std::string Overview(absl::Span<const Command> commands) {
  std::string text =
      absl::StrCat("allreview ", kEngineVersion, "\n",
                   "Reviews changes of large-scale PyTorch training code: the same change, policy\n"
                   "and version give the same bytes, and every file is accounted for.\n\n"
                   "Usage: allreview COMMAND [flags] [arguments]\n\nCommands\n");
  size_t width = 0;
  for (const Command& command : commands) width = std::max(width, command.name.size());
  for (const Command& command : commands) {
    absl::StrAppend(&text, "  ", command.name, std::string(width - command.name.size() + 2, ' '),
                    command.summary, "\n");
  }
  absl::StrAppend(
      &text,
      "\nStart here\n"
      "  allreview review               # the working tree against HEAD\n"
      "  allreview review main...topic  # a branch\n"
      "  allreview review --help        # sources, formats, exit codes\n\n"
      "Environment\n",
      WrapText("ALLREVIEW_CACHE_DIR: where facts of files and answers of GitHub are kept. "
               "Default: $XDG_CACHE_HOME/allreview, else ~/.cache/allreview; memory when "
               "that cannot be written.",
               2),
      WrapText("ALLREVIEW_GITHUB_TOKEN, GITHUB_TOKEN, ALLREVIEW_GITHUB_API, "
               "GITHUB_API_URL: see allreview review --help. NO_COLOR: no colours.",
               2));
  return text;
}

std::string CommandHelp(const Command& command) {
  std::string text = absl::StrCat(command.summary, "\n\nUsage: allreview ", command.name,
                                  command.flags.empty() ? "" : " [flags]",
                                  command.arguments.empty() ? "" : " ", command.arguments, "\n");
  if (!command.description.empty()) {
    for (absl::string_view paragraph : absl::StrSplit(command.description, "\n\n")) {
      absl::StrAppend(&text, "\n", WrapText(paragraph, 0));
    }
  }
  if (!command.flags.empty()) absl::StrAppend(&text, "\nFlags\n");
  for (const Flag* flag : command.flags) absl::StrAppend(&text, FlagHelp(*flag));
  absl::StrAppend(&text, "\nExamples\n");
  for (const Example& example : command.examples) {
    absl::StrAppend(&text, "  # ", example.what, "\n  allreview ", example.command, "\n");
  }
  return text;
}

}  // namespace allreview::cli
