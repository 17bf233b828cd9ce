#include "gateway/cli/flags.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/review_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::ElementsAre;
using Words = std::vector<std::string>;

struct Line {
  absl::StatusOr<CommandLine> found;
  absl::StatusOr<Arguments> arguments;
  std::string name;
};

// Command and arguments of one command line; `words` must not outlive the call.
Line Read(const Words& words) {
  Line line{FindCommand(Commands(), words), absl::UnknownError("no command"), ""};
  if (!line.found.ok()) return line;
  line.name = std::string(line.found->command->name);
  line.arguments = ParseArguments(*line.found->command, line.found->rest);
  return line;
}

std::string ErrorOf(const Words& words) {
  const Line line = Read(words);
  return std::string(line.found.ok() ? line.arguments.status().message()
                                     : line.found.status().message());
}

TEST(CommandLine, ReadsFlagsInBothForms) {
  const Line line = Read({"review", "--repo=/a", "--severity", "P1", "--quiet", "a..b"});
  ASSERT_OK(line.arguments);
  EXPECT_EQ(line.arguments->Get(kRepo), "/a");
  EXPECT_EQ(line.arguments->Get(kSeverity), "P1");
  EXPECT_TRUE(line.arguments->Has(kQuiet));
  EXPECT_FALSE(line.arguments->Has(kStaged));
  EXPECT_THAT(line.arguments->positional, ElementsAre("a..b"));
}

TEST(CommandLine, TreatsUnderscoreAndDashAlike) {
  const Line line =
      Read({"serve", "--metrics_listen=x:1", "--repository-root=/a", "--repository_root=/b"});
  ASSERT_OK(line.arguments);
  EXPECT_EQ(line.arguments->Get(host::kMetricsListenFlag), "x:1");
  EXPECT_THAT(line.arguments->GetAll(kRepositoryRoot), ElementsAre("/a", "/b"));
}

TEST(CommandLine, KeepsTheOrderOfRepeatedFlags) {
  const Line line = Read({"review", "--format=json", "--output=a", "--format=sarif"});
  ASSERT_OK(line.arguments);
  std::vector<std::string> seen;
  for (const auto& [flag, value] : line.arguments->flags) seen.push_back(value);
  EXPECT_THAT(seen, ElementsAre("json", "a", "sarif"));
}

TEST(CommandLine, EndsFlagsAtTwoDashesAndTakesOneDashAsArgument) {
  const Line line = Read({"audit", "-", "--", "--staged"});
  ASSERT_OK(line.arguments);
  EXPECT_THAT(line.arguments->positional, ElementsAre("-", "--staged"));
}

TEST(CommandLine, LetsASwitchBeTakenBack) {
  const Line line = Read({"review", "--no-staged"});
  ASSERT_OK(line.arguments);
  EXPECT_FALSE(line.arguments->Has(kStaged));
}

TEST(CommandLine, FindsCommandsOfTwoWords) {
  EXPECT_EQ(Read({"config", "explain", "review.fail_on"}).name, "config explain");
}

TEST(CommandLine, ShowsHelpWhateverElseIsWrong) {
  const Line line = Read({"review", "--nonsense", "-h"});
  ASSERT_OK(line.arguments);
  EXPECT_EQ(line.arguments->help, Help::kShort);
  EXPECT_EQ(Read({"review", "-h", "--help"}).arguments->help, Help::kLong);
  // Behind "--" it is an argument.
  EXPECT_EQ(Read({"review", "--", "--help"}).arguments->help, Help::kNone);
}

struct Mistake {
  std::string name;
  Words words;
  std::string error;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamedInFull) { EXPECT_EQ(ErrorOf(GetParam().words), GetParam().error); }

INSTANTIATE_TEST_SUITE_P(
    All, Mistakes,
    testing::Values(
        Mistake{"NoCommand", {}, "no command; see: allreview help"},
        Mistake{"Command", {"reveiw"}, "unknown command \"reveiw\"; did you mean \"review\"?"},
        Mistake{"StrangeCommand",
                {"frobnicate"},
                "unknown command \"frobnicate\"; see: allreview help"},
        Mistake{"HalfACommand",
                {"config"},
                "\"config\" is not a command; did you mean \"config explain\"?"},
        Mistake{"WrongSecondWord",
                {"config", "show"},
                "\"config show\" is not a command; wanted config explain"},
        Mistake{"FlagBeforeCommand",
                {"--quiet", "review"},
                "\"--quiet\" is before the command; flags follow it: allreview COMMAND "
                "--quiet"},
        Mistake{"Flag",
                {"review", "--formt=json"},
                "unknown flag \"--formt\"; did you mean \"--format\"?"},
        Mistake{"StrangeFlag", {"review", "--zzzzzz"}, "unknown flag \"--zzzzzz\"; see --help"},
        Mistake{"Choice",
                {"review", "--format=sarf"},
                "flag \"--format\": \"sarf\" is not one of markdown, html, json, sarif, rdjson, "
                "gitlab, "
                "github-annotations, junit, terminal, patch; did you mean \"sarif\"?"},
        Mistake{"LowerCaseSeverity",
                {"review", "--fail-on=p1"},
                "flag \"--fail-on\": \"p1\" is not one of P0, P1, P2, P3, none; did you mean "
                "\"P1\"?"},
        Mistake{"MissingValue",
                {"review", "--output"},
                "flag \"--output\" needs a value: --output=FILE"},
        Mistake{"EmptyValue", {"review", "--repo="}, "flag \"--repo\" needs a value: --repo=DIR"},
        Mistake{"ForgottenValue",
                {"review", "--output", "--quiet"},
                "flag \"--output\" needs a value: --output=FILE"},
        Mistake{"Number",
                {"review", "--threads=two"},
                "flag \"--threads\": \"two\" is not a whole number from 0 to 1024"},
        Mistake{"NumberTooLarge",
                {"review", "--threads=1025"},
                "flag \"--threads\": \"1025\" is not a whole number from 0 to 1024"},
        Mistake{"BudgetTooLarge",
                {"serve", "--review-cpu-seconds=86401"},
                "flag \"--review-cpu-seconds\": \"86401\" is not a whole number from 1 to 86400"},
        Mistake{"Twice",
                {"review", "--repo=a", "--repo=b"},
                "flag \"--repo\" is given twice; it takes one value"},
        Mistake{"ValueOfASwitch",
                {"review", "--dirs=a", "b"},
                "flag \"--dirs\" takes no value, found \"a\"; write: --dirs BEFORE AFTER"},
        Mistake{"TooFewArguments", {"diff"}, "\"diff\" wants FILE|-; see: allreview diff --help"},
        Mistake{"TooManyArguments",
                {"diff", "a", "b"},
                "unexpected argument \"b\"; see: allreview diff --help"},
        Mistake{"WordOutOfAList",
                {"completion", "bsh"},
                "\"bsh\" is not one of bash, zsh, fish; did you mean \"bash\"?"}),
    [](const auto& info) { return info.param.name; });

absl::StatusOr<ReviewBudget> BudgetOf(const std::vector<std::string>& words) {
  ASSIGN_OR_RETURN(const CommandLine line, FindCommand(Commands(), words));
  ASSIGN_OR_RETURN(const Arguments arguments, ParseArguments(*line.command, line.rest));
  return ReadReviewBudget(arguments);
}

TEST(ReviewBudgetFlags, HaveTheDefaultsThatTheirHelpNames) {
  const ReviewBudget budget;
  EXPECT_TRUE(absl::EndsWith(kReviewCpuSecondsFlag.help,
                             absl::StrCat(" Default: ", budget.cpu_seconds, ".")));
  EXPECT_TRUE(absl::EndsWith(kReviewMemoryFlag.help,
                             absl::StrCat(" Default: ", budget.memory_bytes >> 20, ".")));
}

TEST(ReviewBudgetFlags, SetWhatEachCommandThatReviewsMayTake) {
  for (const char* command : {"serve", "review", "scan", "audit", "ask", "playbook"}) {
    std::vector<std::string> words = {command, "--review-cpu-seconds=60", "--review-memory=4096"};
    if (words[0] == "ask") words.push_back("question");
    const absl::StatusOr<ReviewBudget> budget = BudgetOf(words);
    ASSERT_TRUE(budget.ok()) << command << ": " << budget.status();
    EXPECT_EQ(budget->cpu_seconds, 60);
    EXPECT_EQ(budget->memory_bytes, int64_t{4096} << 20);
  }
  EXPECT_EQ(BudgetOf({"serve"})->cpu_seconds, ReviewBudget().cpu_seconds);
  EXPECT_EQ(BudgetOf({"serve", "--review-memory=0"}).status().message(),
            "flag \"--review-memory\": \"0\" is not a whole number from 1 to 1048576");
}

}  // namespace
}  // namespace allreview::cli
