#include "gateway/cli/filters.h"

#include <string>
#include <vector>

#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

absl::StatusOr<std::string> PolicyOf(const std::vector<std::string>& words) {
  const auto line = FindCommand(Commands(), words);
  EXPECT_OK(line);
  const auto arguments = ParseArguments(*line->command, line->rest);
  EXPECT_OK(arguments);
  change::v1::ChangeRef ref;
  ref.mutable_local()->set_path("/src/train");
  const Environment environment = {.current_directory = "/src/train/tools"};
  const auto policy = FilterPolicy({.arguments = *arguments,
                                    .environment = environment,
                                    .ref = ref,
                                    .rules = {"bare-except", "mutable-default"}});
  if (!policy.ok()) return policy.status();
  return policy->content();
}

TEST(Filters, AreAPolicy) {
  EXPECT_EQ(
      *PolicyOf({"review", "--rule=mutable-default,bare-except", "--ignore", "bare-except", "a..b",
                 "--", "a.py", "/src/train/x \"y\"/"}),
      "review:\n  paths: [\"tools/a.py\", \"x \\\"y\\\"\"]\n"
      "rules:\n  only: [\"bare-except\", \"mutable-default\"]\n  ignore: [\"bare-except\"]\n");
  EXPECT_EQ(*PolicyOf({"review", "--", ".."}), "") << "all of it";
  EXPECT_EQ(*PolicyOf({"fix", "--rule=bare-except"}), "rules:\n  only: [\"bare-except\"]\n");
}

TEST(Filters, AreOfKnownRulesAndPathsOfTheRepository) {
  EXPECT_EQ(PolicyOf({"review", "--rule=bare-exept"}).status().message(),
            "flag \"--rule\": unknown rule \"bare-exept\"; did you mean \"bare-except\"?");
  EXPECT_EQ(PolicyOf({"review", "--ignore=zzz"}).status().message(),
            "flag \"--ignore\": unknown rule \"zzz\"; see: allreview rules");
  EXPECT_EQ(PolicyOf({"review", "--", "/src/other"}).status().message(),
            "\"/src/other\" is not in the repository \"/src/train\"");
}

TEST(Filters, StandAfterTwoDashesBesideTheChange) {
  const std::vector<std::string> words = {"review", "a..b", "--", "x", "--", "y"};
  const auto line = FindCommand(Commands(), words);
  const auto arguments = ParseArguments(*line->command, line->rest);
  EXPECT_THAT(arguments->positional, testing::ElementsAre("a..b"));
  EXPECT_THAT(arguments->paths, testing::ElementsAre("x", "--", "y"));
}

TEST(Filters, OfAScanAreWhatItReads) {
  const std::vector<std::string> words = {"scan", "a.py", "--", "b.py"};
  const auto line = FindCommand(Commands(), words);
  const auto arguments = ParseArguments(*line->command, line->rest);
  EXPECT_THAT(arguments->positional, testing::ElementsAre("a.py", "b.py"));
  EXPECT_THAT(arguments->paths, testing::IsEmpty());
}

}  // namespace
}  // namespace allreview::cli
