#include "gateway/forge/commands/commands.h"

#include <string>

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

// "name argument argument", or "" when there is no command.
std::string Parsed(const std::string& comment) {
  std::optional<Command> command = ParseCommand(comment);
  if (!command.has_value()) return "";
  command->arguments.insert(command->arguments.begin(), command->name);
  return absl::StrJoin(command->arguments, " ");
}

TEST(ParseCommand, ReadsNameAndWords) {
  EXPECT_EQ(Parsed("/allreview review"), "review");
  EXPECT_EQ(Parsed("/allreview audit memory  scaling\r\n"), "audit memory scaling");
  EXPECT_EQ(Parsed("/allreview"), "help");
  EXPECT_EQ(Parsed("/AllReview Deep-Dive"), "deep-dive");
  EXPECT_EQ(Parsed("/allreview\treview"), "review");
}

TEST(ParseCommand, FindsALineAmongOthers) {
  EXPECT_EQ(Parsed("Thanks!\n/allreview explain\nMore text."), "explain");
  EXPECT_EQ(Parsed("A `span` and\n/allreview explain"), "explain");
  EXPECT_EQ(Parsed("```\ncode\n```\n/allreview explain"), "explain");
  EXPECT_EQ(Parsed("> quoted\n\n/allreview explain"), "explain");
  EXPECT_EQ(Parsed("<!-- note -->\n/allreview explain"), "explain");
}

TEST(ParseCommand, WantsTheStartOfALine) {
  EXPECT_EQ(Parsed("please /allreview review"), "");
  EXPECT_EQ(Parsed(" /allreview review"), "");
  EXPECT_EQ(Parsed("- /allreview review"), "");
  EXPECT_EQ(Parsed("/allreviewer review"), "");
  EXPECT_EQ(Parsed("\\/allreview review"), "");
  EXPECT_EQ(Parsed(""), "");
}

TEST(ParseCommand, Case34IgnoresQuotes) {
  EXPECT_EQ(Parsed("> /allreview review"), "");
  EXPECT_EQ(Parsed(">/allreview review\n> /allreview help"), "");
  // The last line still belongs to the quote: GitHub shows it so.
  EXPECT_EQ(Parsed("> She wrote\n/allreview review"), "");
  EXPECT_EQ(Parsed("   > nested\n/allreview review"), "");
}

TEST(ParseCommand, Case34IgnoresFences) {
  EXPECT_EQ(Parsed("```\n/allreview review\n```"), "");
  EXPECT_EQ(Parsed("~~~sh\n/allreview review\n~~~"), "");
  EXPECT_EQ(Parsed("````\n```\n/allreview review\n````"), "");
  EXPECT_EQ(Parsed("```\n~~~\n/allreview review"), "");
  EXPECT_EQ(Parsed("```\n``` not the end\n/allreview review"), "");
  EXPECT_EQ(Parsed("- item\n  ```\n/allreview review\n  ```"), "");
}

TEST(ParseCommand, Case34IgnoresInlineCodeOverSeveralLines) {
  EXPECT_EQ(Parsed("`a\n/allreview review\nb`"), "");
  EXPECT_EQ(Parsed("``a ` b\n/allreview review\nb``"), "");
  // Not code: nothing ends it in this paragraph.
  EXPECT_EQ(Parsed("`a\n/allreview review\n\nb`"), "review");
  EXPECT_EQ(Parsed("\\`a\n/allreview review\nb`"), "review");
}

TEST(ParseCommand, Case34IgnoresWhatIsNotShown) {
  EXPECT_EQ(Parsed("<!-- a\n/allreview review\n-->"), "");
  EXPECT_EQ(Parsed("<PRE>\n/allreview review\n</PRE>"), "");
}

TEST(ParseCommand, TakesTheFirstOfSeveralAndCountsTheOthers) {
  std::optional<Command> command = ParseCommand("/allreview explain\n/allreview review\n");
  ASSERT_TRUE(command.has_value());
  EXPECT_EQ(command->name, "explain");
  EXPECT_EQ(command->ignored, 1);
}

TEST(ParseCommand, BoundsWhatItTakes) {
  std::string words = "/allreview audit";
  for (int i = 0; i < 100; ++i) words += " " + std::string(1000, 'x');
  std::optional<Command> command = ParseCommand(words);
  ASSERT_TRUE(command.has_value());
  EXPECT_EQ(command->arguments.size(), static_cast<size_t>(kMaxArguments));
  EXPECT_EQ(command->arguments[0].size(), static_cast<size_t>(kMaxArgumentBytes));
  EXPECT_EQ(ParseCommand("/allreview " + std::string(1000, 'y'))->name.size(), 40u);
  EXPECT_EQ(ParseCommand("/allreview audit \xff\xfe")->arguments[0], "\uFFFD\uFFFD");
}

TEST(ParseCommand, StaysFastOnBackticks) {
  std::string hostile;
  for (int i = 1; i < 3000; ++i) hostile += "` `` ";
  EXPECT_EQ(Parsed(hostile + "\n/allreview review"), "");
}

TEST(NearestCommand, FindsWhatWasMeant) {
  EXPECT_EQ(NearestCommand("deepdive"), "deep-dive");
  EXPECT_EQ(NearestCommand("reveiw"), "review");
  EXPECT_EQ(NearestCommand("qwertyuiop"), "");
  EXPECT_TRUE(IsCommand("not-useful"));
  EXPECT_FALSE(IsCommand("deploy"));
}

TEST(Commands, HaveIdentifiersThatFitAButton) {
  for (absl::string_view action : {kReviewAction, kDeepDiveAction, kExplainAction}) {
    EXPECT_TRUE(IsCommand(action)) << action;
    EXPECT_LE(action.size(), 20u);
  }
}

}  // namespace
}  // namespace allreview::gateway
