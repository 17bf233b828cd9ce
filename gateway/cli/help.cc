#include "gateway/cli/help.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/man_page.h"
#include "base/version.h"

namespace allreview::cli {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kShortExamples = 6;

constexpr absl::string_view kSummary =
    "Reviews changes of large-scale PyTorch training code: the same change, policy and version "
    "give the same bytes, and every file is accounted for.";

struct Variables {
  absl::string_view names;
  absl::string_view help;
};
constexpr Variables kEnvironment[] = {
    {"ALLREVIEW_CACHE_DIR",
     "where facts of files and answers of GitHub are cached. Default: $XDG_CACHE_HOME/allreview, "
     "else ~/.cache/allreview; memory if that cannot be written."},
    {"ALLREVIEW_GITHUB_TOKEN, GITHUB_TOKEN, ALLREVIEW_GITHUB_API, GITHUB_API_URL",
     "see allreview review --help."},
    {"COLUMNS", "width of the terminal, instead of that of its window."},
    {"NO_COLOR", "no colours."},
};

std::string Usage(const Command& command) {
  return absl::StrCat("allreview ", command.name, command.flags.empty() ? "" : " [flags]",
                      command.arguments.empty() ? "" : " ", command.arguments);
}

std::string Listed(absl::Span<const Command* const> commands) {
  size_t width = 0;
  for (const Command* command : commands) width = std::max(width, command->name.size());
  std::string text;
  for (const Command* command : commands) {
    absl::StrAppend(&text, "  ", command->name, std::string(width - command->name.size() + 2, ' '),
                    command->summary, "\n");
  }
  return text;
}

void AddCommand(const Command& command, ManPage& page) {
  page.Subsection(Usage(command));
  page.Paragraph(command.summary);
  if (!command.description.empty()) {
    for (absl::string_view paragraph : absl::StrSplit(command.description, "\n\n")) {
      page.Paragraph(paragraph);
    }
  }
  for (const Flag* flag : command.flags)
    page.Item(host::FlagUsage(*flag), host::FlagDescription(*flag));
  for (const Example& example : command.examples) {
    page.Paragraph(absl::StrCat("Example: ", example.what));
    page.Code(absl::StrCat("allreview ", example.command));
  }
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
  std::string text = absl::StrCat("allreview ", kEngineVersion, "\n", WrapText(kSummary, 0),
                                  "\nUsage: allreview COMMAND [flags] [arguments]\n\nCommands\n");
  std::vector<const Command*> all;
  for (const Command& command : commands) all.push_back(&command);
  absl::StrAppend(&text, Listed(all));
  absl::StrAppend(&text,
                  "\nStart here\n"
                  "  allreview review               # the working tree against HEAD\n"
                  "  allreview review main...topic  # a branch\n"
                  "  allreview review --help        # sources, formats, exit codes\n\n"
                  "Environment\n");
  for (const Variables& variables : kEnvironment) {
    absl::StrAppend(&text, WrapText(absl::StrCat(variables.names, ": ", variables.help), 2));
  }
  return text;
}

std::string GroupHelp(absl::string_view group, absl::Span<const Command* const> members) {
  return absl::StrCat("Usage: allreview ", group, " COMMAND [flags] [arguments]\n\nCommands\n",
                      Listed(members), "\nMore of one: allreview ", group, " COMMAND --help\n");
}

std::string CommandHelp(const Command& command) {
  std::string text = absl::StrCat(command.summary, "\n\nUsage: ", Usage(command), "\n");
  if (!command.description.empty()) {
    for (absl::string_view paragraph : absl::StrSplit(command.description, "\n\n")) {
      absl::StrAppend(&text, "\n", WrapText(paragraph, 0));
    }
  }
  if (!command.flags.empty()) absl::StrAppend(&text, "\nFlags\n");
  for (const Flag* flag : command.flags) {
    absl::StrAppend(&text, "  ", host::FlagUsage(*flag), "\n",
                    WrapText(host::FlagDescription(*flag), 6));
  }
  absl::StrAppend(&text, "\nExamples\n");
  for (const Example& example : command.examples) {
    absl::StrAppend(&text, "  # ", example.what, "\n  allreview ", example.command, "\n");
  }
  return text;
}

std::string ShortHelp(const Command& command) {
  std::string text = absl::StrCat(command.summary, "\n\nUsage: ", Usage(command), "\n\n");
  size_t width = 0;
  const auto examples = command.examples.subspan(0, kShortExamples);
  for (const Example& example : examples) width = std::max(width, example.command.size());
  for (const Example& example : examples) {
    absl::StrAppend(&text, "  allreview ", example.command,
                    std::string(width - example.command.size() + 2, ' '), example.what, "\n");
  }
  std::string flags;
  for (const Flag* flag : command.flags) absl::StrAppend(&flags, " ", host::FlagUsage(*flag));
  if (!flags.empty()) absl::StrAppend(&text, "\nFlags\n", WrapText(flags, 2));
  return absl::StrCat(text, "\nMore: allreview ", command.name, " --help\n");
}

std::string ManualPage(absl::Span<const Command> commands) {
  ManPage page({.name = "allreview",
                .summary = "reviews changes of large-scale PyTorch training code",
                .version = kEngineVersion});
  page.Section("SYNOPSIS");
  page.Paragraph("allreview COMMAND [flags] [arguments]");
  page.Section("DESCRIPTION");
  page.Paragraph(kSummary);
  page.Section("COMMANDS");
  for (const Command& command : commands) AddCommand(command, page);
  page.Section("ENVIRONMENT");
  for (const Variables& variables : kEnvironment) page.Item(variables.names, variables.help);
  page.Section("SEE ALSO");
  page.Paragraph("allreview-gateway(8), git(1)");
  return page.text();
}

}  // namespace allreview::cli
