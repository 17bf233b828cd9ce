#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gateway/cli/fake_session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using change::v1::LocalRepository;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Review, WritesTheDocumentAndIsQuietWhenClean) {
  Script script;
  const Environment environment = InRepository();
  const Result result = RunWith({"review", "a..b"}, script, environment);
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "# Review\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(script.request.ref().local().path(), environment.current_directory);
  EXPECT_EQ(script.request.ref().local().mode(), LocalRepository::MODE_RANGE);
}

TEST(Review, ExitsWithOneWhenTheGateTrips) {
  const Result result = RunHere({"review"}, {.finished = "conclusion: CONCLUSION_BLOCKED "
                                                         "conclusion_reason: '2 findings' "
                                                         "gate { fail_on: SEVERITY_P1 tripping: 2 "
                                                         "is_incomplete: true }"});
  EXPECT_EQ(result.code, 1);  // Also when something is missing.
  EXPECT_EQ(result.err, "allreview: 2 findings at or above the gate P1; 2 findings\n");
}

TEST(Review, ExitsWithThreeWhenIncomplete) {
  const Result result = RunHere(
      {"review"}, {.finished = "conclusion: CONCLUSION_INCOMPLETE conclusion_reason: 'analysis did "
                               "not answer' gate { is_incomplete: true }"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "# Review\n");
  EXPECT_EQ(result.err, "allreview: the review is incomplete: analysis did not answer\n");
}

TEST(Review, NamesAnEmptyChange) {
  const std::string empty =
      absl::StrCat("conclusion: CONCLUSION_SUCCESS receipt { diff: '", Sha256Hex(""), "' }");
  Result result = RunHere({"review", "main..topic"}, {.finished = empty});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "allreview: nothing changed between main and topic\n");
  EXPECT_EQ(RunHere({"review", "main..topic", "--quiet"}, {.finished = empty}).err, "");
  result = RunHere({"review", "main..topic", "--quiet", "--fail-on-empty"}, {.finished = empty});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "allreview: nothing changed between main and topic\n");
}

TEST(Review, WatchesOnlyWhatChangesHere) {
  EXPECT_EQ(RunHere({"review", "--watch", "a..b"}).err,
            "allreview: --watch goes with the working tree or --staged; what two revisions differ "
            "in stays as it is\n");
  EXPECT_EQ(RunHere({"review", "--watch", "--gateway=localhost:1"}).err,
            "allreview: --watch does not go with --gateway: it watches files here\n");
}

TEST(Review, IsNoSuccessWhenNoFileLiesInThePaths) {
  const Result none =
      RunHere({"review", "a..b", "--", "mistyped.py"}, {.finished = "empty_paths: 'mistyped.py'"});
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err,
            "allreview: nothing was reviewed: no file that was read lies in \"mistyped.py\"; after "
            "\"--\" stand files and folders of the change\n");
  const Result some = RunHere({"review", "a..b", "--", "train", "mistyped.py"},
                              {.finished = "empty_paths: 'mistyped.py'"});
  EXPECT_EQ(some.code, 0);
  EXPECT_EQ(some.err, "allreview: no file that was read lies in \"mistyped.py\"\n");
  const Result policy = RunHere({"review", "a..b"}, {.finished = "empty_paths: 'train'"});
  EXPECT_EQ(policy.code, 0) << "a team reports in these folders, whatever a change touches";
}

TEST(Review, HasNoGateWhenToldSo) {
  const Script script = {.finished = "gate { fail_on: SEVERITY_P0 tripping: 1 }"};
  EXPECT_EQ(RunHere({"review", "--fail-on=none"}, script).code, 0);
  EXPECT_EQ(RunHere({"review"}, script).code, 1);
}

TEST(Review, WritesFilesAndSaysWhich) {
  const std::string folder = NewFolder();
  const std::vector<std::string> words = {"review",         "--format=json",
                                          "--output",       folder + "/a.json",
                                          "--format=sarif", "--output=" + folder + "/a.sarif"};
  const Result result = RunHere(words);
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "allreview: nothing was found; wrote " + folder + "/a.json, " + folder + "/a.sarif\n");
  EXPECT_EQ(*ReadFile(folder + "/a.json"), "# Review\n");
  EXPECT_EQ(*ReadFile(folder + "/a.sarif"), "# Review\n");
  std::vector<std::string> quiet = words;
  quiet.push_back("--quiet");
  EXPECT_EQ(RunHere(quiet).err, "");
}

TEST(Review, SendsAPatchOfAnySize) {
  const std::string file = NewFolder() + "/x.diff";
  const std::string text = std::string(2 << 20, 'x') + std::string("\0\xff", 2);
  ASSERT_OK(WriteFile(file, text));
  Script script;
  EXPECT_EQ(RunWith({"review", "--patch", file}, script, {}).code, 0);
  EXPECT_TRUE(script.patch == text);
  EXPECT_EQ(script.request.ref().patch().name(), file);
}

TEST(Review, SaysWhyThereIsNone) {
  const Result result = RunHere(
      {"review", "a..b"}, {.status = {grpc::StatusCode::NOT_FOUND, "no revision \"a\"\033[2J"}});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "allreview: no revision \"a\"\\033[2J\n");
}

TEST(Review, LeavesOldFilesWhenThereIsNoReview) {
  const std::string file = NewFolder() + "/a.md";
  ASSERT_OK(WriteFile(file, "old"));
  const Script script = {.status = {grpc::StatusCode::INTERNAL, "x"}};
  EXPECT_EQ(RunHere({"review", "--output", file}, script).code, 4);
  EXPECT_EQ(*ReadFile(file), "old");
}

TEST(Review, NoticesAnAnswerWithoutEnd) {
  const Result result = RunHere({"review"}, {.has_end = false});
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "allreview: the gateway's answer has no end\n");
}

TEST(Review, SaysThatTheGatewayDoesNotAnswer) {
  const Result result = RunHere({"review", "--gateway=127.0.0.1:1"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err,
              StartsWith("allreview: the gateway at \"127.0.0.1:1\" does not answer: "));
  EXPECT_THAT(result.err, HasSubstr("; is \"allreview serve\" running there, with the same TLS "
                                    "settings?\n"));
}

TEST(Review, StopsOnCtrlC) {
  const Result result = RunHere({"review"}, {.on_call = [](grpc::ServerContext& context) {
                                  kill(getpid(), SIGINT);
                                  while (!context.IsCancelled()) usleep(100);
                                }});
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
}

TEST(Review, EndsQuietlyWhenNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  Script script = {.document = std::string(1 << 20, 'x')};
  const Result result = RunWith({"review"}, script, InRepository(), ends[1]);
  EXPECT_EQ(result.code, 141);
  EXPECT_EQ(result.err, "");
  close(ends[1]);
}

TEST(Review, ReportsAFullDisk) {
  const int full = open("/dev/full", O_WRONLY);
  Script script;
  const Result result = RunWith({"review"}, script, InRepository(), full);
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.err, "allreview: cannot write standard output: No space left on device\n");
  close(full);
}

}  // namespace
}  // namespace allreview::cli
