#include "gateway/cli/help.h"

#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/golden.h"
#include "base/version.h"
#include "gateway/cli/commands.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

TEST(Help, MatchesItsGoldenText) {
  const std::string text = absl::StrReplaceAll(Overview(Commands()), {{kEngineVersion, "VERSION"}});
  EXPECT_TRUE(MatchesGolden("gateway/cli/testdata/help.txt", text));
  for (const Command& command : Commands()) {
    const std::string name = absl::StrReplaceAll(command.name, {{" ", "_"}});
    EXPECT_TRUE(MatchesGolden("gateway/cli/testdata/help_" + name + ".txt", CommandHelp(command)));
  }
}

TEST(Help, GivesEachCommandAnExampleThatParses) {
  for (const Command& command : Commands()) {
    EXPECT_FALSE(command.examples.empty()) << command.name;
    for (const Example& example : command.examples) {
      const std::string line = std::string(example.command);
      std::vector<std::string> words;
      for (absl::string_view word : absl::StrSplit(line, ' ', absl::SkipEmpty())) {
        if (word == "<" || word == ">" || word == "|") break;  // The rest is the shell's.
        words.emplace_back(word);
      }
      const absl::StatusOr<CommandLine> found = FindCommand(Commands(), words);
      ASSERT_TRUE(found.ok()) << line << ": " << found.status();
      EXPECT_EQ(found->command->name, command.name) << line;
      const absl::StatusOr<Arguments> arguments = ParseArguments(*found->command, found->rest);
      EXPECT_TRUE(arguments.ok()) << line << ": " << arguments.status();
    }
  }
}

TEST(Help, FitsIntoEightyColumns) {
  for (const Command& command : Commands()) {
    const std::string text = CommandHelp(command);
    const size_t examples = text.find("\nExamples\n");
    for (absl::string_view line : absl::StrSplit(text.substr(0, examples), '\n')) {
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(Help, OfOneLetterFitsHalfAScreen) {
  for (const Command& command : Commands()) {
    const std::string text = ShortHelp(command);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 30) << text;
    for (const Flag* flag : command.flags) {
      EXPECT_NE(text.find(absl::StrCat("--", flag->name)), std::string::npos) << text;
    }
    EXPECT_TRUE(absl::EndsWith(text, absl::StrCat(command.name, " --help\n"))) << text;
  }
}

TEST(ManualPage, HoldsEveryCommandAndItsFlags) {
  const std::string page = ManualPage(Commands());
  size_t at = page.find(".SH \"COMMANDS\"");
  for (const Command& command : Commands()) {
    const std::string name = absl::StrReplaceAll(command.name, {{"-", "\\-"}});
    at = page.find(".SS \"allreview " + name, at);
    ASSERT_NE(at, std::string::npos) << command.name;
    for (const Flag* flag : command.flags) {
      const std::string flag_name = absl::StrReplaceAll(flag->name, {{"-", "\\-"}});
      at = page.find(".TP\n.B \"\\-\\-" + flag_name, at);
      ASSERT_NE(at, std::string::npos) << command.name << " --" << flag->name;
    }
  }
}

}  // namespace
}  // namespace allreview::cli
