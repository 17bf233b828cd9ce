// All commands but review, which has a test of its own.

#include "gateway/cli/session.h"

#include "base/file.h"
#include "base/status_matchers.h"
#include "base/version.h"
#include "gateway/cli/fake_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Diff, PrintsTheModel) {
  const std::string file = NewFolder() + "/x.diff";
  ASSERT_OK(WriteFile(file, "some diff"));
  Result result = RunHere({"diff", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "M  unknown             +1      -0  a\n"
            "1 file, +1 -0\n");
  ASSERT_OK(WriteFile(file, "broken"));
  result = RunHere({"diff", file, "--format=json"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.out, StartsWith("{\"files\":[\n{\"status\":\"M\","));
  EXPECT_THAT(result.out, HasSubstr("\"code\":\"NO_HUNK\",\"line\":3"));
}

TEST(Diff, SaysThatItCannotReadItsFile) {
  const Result result = RunHere({"diff", "/nonexistent.diff"});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err,
            "allreview: cannot read \"/nonexistent.diff\": No such file or directory\n");
}

TEST(Rules, ListsAll) {
  const Result result = RunHere({"rules"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "alpha        P1  numerics         Alpha is bad\n"
            "hunch        P2  tests            Maybe (hint)\n"
            "longer-name  P3  tests            Longer (off by default)\n");
  EXPECT_THAT(RunHere({"rules", "--format=json"}).out,
              StartsWith("{\"rules\":[\n{\"id\":\"alpha\",\"title\":\"Alpha is bad\","
                         "\"severity\":\"P1\",\"impact\":\"high\",\"pillar\":\"correctness\","));
}

TEST(Rules, ExplainsOne) {
  EXPECT_EQ(RunHere({"rules", "alpha"}).out,
            "alpha: Alpha is bad\n"
            "P1, high impact, correctness, numerics, high confidence, on by default\n"
            "\nWhy\n    It hurts.\n\nFix\n    Do not.\n\nBad\n    alpha()\n      x\n\nGood\n"
            "    beta()\n\nSee also\n    a book\n"
            "\nTo allow it in one place, say why: # allreview: ignore[alpha] reason\n");
}

TEST(RulesTest, PrintsWhatFailedWhere) {
  const std::string file = testing::TempDir() + "/session_rules.yaml";
  ASSERT_OK(WriteFile(file, "rules: []\n"));
  const Result result = RunHere({"rules", "test", file});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.out,
            "b.yaml:4:9: error RULE_FILE: severity is P9 (write P0)\n"
            "a.yaml:7: alpha good 1: wanted nothing, found it in line 2\n"
            "1 of 2 tests passed, 1 error\n");
  EXPECT_EQ(RunHere({"rules", "test"}).code, 2);
  EXPECT_EQ(RunHere({"rules", "test", "/nonexistent.yaml"}).code, 4);
}

TEST(Rules, GuessesWhichWasMeant) {
  Result result = RunHere({"rules", "alhpa"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "allreview: unknown rule \"alhpa\"; did you mean \"alpha\"?\n");
  EXPECT_EQ(RunHere({"rules", "zzzzzz"}).err,
            "allreview: unknown rule \"zzzzzz\"; see: allreview rules\n");
}

TEST(ConfigExplain, NamesTheOriginOfAKey) {
  Script script;
  const Result result = RunWith({"config", "explain", "review.fail_on"}, script, InRepository());
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "review.fail_on: P1\n"
            "  from     .allreview.yaml:3\n"
            "  shadows  P0 (org.yaml:2)\n"
            "  type     P0..P3 or none\n"
            "  default  none\n"
            "  The gate.\n");
  EXPECT_EQ(script.policy_request.ref().local().base(), "HEAD");
}

TEST(ConfigExplain, ListsAllKeys) {
  EXPECT_EQ(RunHere({"config", "explain"}).out,
            "review.fail_on       P1  .allreview.yaml:3\n"
            "review.max_findings  10  default\n");
}

TEST(ConfigExplain, ReadsTheRevisionAskedFor) {
  Script script;
  RunWith({"config", "explain", "review.fail_on", "v1"}, script, InRepository());
  EXPECT_EQ(script.policy_request.ref().local().base(), "v1");
  RunWith({"config", "explain", "--rev=v2"}, script, InRepository());
  EXPECT_EQ(script.policy_request.ref().local().base(), "v2");
  RunWith({"config", "explain"}, script, {.current_directory = NewFolder()});
  EXPECT_FALSE(script.policy_request.has_ref());
}

TEST(ConfigExplain, FailsForWrongKeysAndWrongPolicies) {
  Result result = RunHere({"config", "explain", "review.failon"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "allreview: unknown key \"review.failon\"; did you mean "
            "\"review.fail_on\"?\n");
  const std::string policy = NewFolder() + "/org.yaml";
  ASSERT_OK(WriteFile(policy, "x"));
  result = RunHere({"config", "explain", "--policy", policy});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "org.yaml:2: error POLICY_UNKNOWN_KEY: unknown key (remove it)\n");
}

TEST(Help, IsThereInAllForms) {
  const Result overview = RunHere({"help"});
  EXPECT_EQ(overview.code, 0);
  EXPECT_EQ(RunHere({"--help"}).out, overview.out);
  EXPECT_EQ(RunHere({}).err, overview.out);
  EXPECT_EQ(RunHere({}).code, 2);
  const Result review = RunHere({"help", "review"});
  EXPECT_THAT(review.out, StartsWith("Reviews a change and writes documents.\n"));
  EXPECT_EQ(RunHere({"review", "--help"}).out, review.out);
  EXPECT_EQ(RunHere({"help", "reveiw"}).err,
            "allreview: unknown command \"reveiw\"; did you mean \"review\"?\n");
}

TEST(Help, ListsTheCommandsOfAGroup) {
  const Result store = RunHere({"store"});
  EXPECT_EQ(store.code, 2);
  EXPECT_THAT(store.err, StartsWith("Usage: allreview store COMMAND [flags] [arguments]\n"));
  EXPECT_THAT(store.err, HasSubstr("\n  store export  "));
  EXPECT_THAT(store.err, HasSubstr("\n  store import  "));
  EXPECT_THAT(store.err, Not(HasSubstr("tokens")));
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"store", "--help"}, {"store", "-h"}, {"help", "store"}}) {
    const Result help = RunHere(line);
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.out, store.err);
  }
  EXPECT_EQ(RunHere({"store", "exprot"}).err,
            "allreview: \"store exprot\" is not a command; did you mean \"store export\"?\n");
}

TEST(Ask, PrintsItsExamplesOneOnALine) {
  const Result result = RunHere({"ask", "what is the meaning of life"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("for example:\n  allreview ask "));
}

TEST(Version, IsTheEngines) {
  const std::string text = "allreview " + std::string(kEngineVersion) + "\n";
  EXPECT_EQ(RunHere({"version"}).out, text);
  EXPECT_EQ(RunHere({"--version"}).out, text);
  EXPECT_EQ(RunHere({"-v"}).out, text);
}

TEST(Serve, IsTheCallersBusiness) { EXPECT_EQ(RunHere({"serve"}).code, 77); }

}  // namespace
}  // namespace allreview::cli
