#include "gateway/cli/review_request.h"

#include <stdlib.h>

#include <filesystem>

#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/documents.h"
#include "gateway/cli/github_access.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;
using change::v1::LocalRepository;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

std::string NewFolder() {
  std::string path = testing::TempDir() + "plan-XXXXXX";
  return mkdtemp(path.data());
}

// A folder that looks like a repository from outside, as the current one.
Environment InRepository() {
  const std::string folder = NewFolder();
  fs::create_directories(folder + "/.git");
  return {.current_directory = folder};
}

Arguments ParseReview(const Words& words) {
  Words line = {"review"};
  line.insert(line.end(), words.begin(), words.end());
  const absl::StatusOr<CommandLine> found = FindCommand(Commands(), line);
  EXPECT_OK(found);
  const absl::StatusOr<Arguments> arguments = ParseArguments(*found->command, found->rest);
  EXPECT_OK(arguments);
  return arguments.ok() ? *arguments : Arguments();
}

absl::StatusOr<ReviewPlan> Plan(const Words& words, const Environment& environment) {
  return PlanReview(ParseReview(words), environment);
}

TEST(Plan, ReviewsTheWorkingTreeByDefault) {
  Environment environment = InRepository();
  const std::string repository = environment.current_directory;
  fs::create_directories(repository + "/a/b");
  environment.current_directory += "/a/b";
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Plan({}, environment));
  const LocalRepository& local = plan.request.ref().local();
  EXPECT_EQ(local.path(), repository);
  EXPECT_EQ(local.mode(), LocalRepository::MODE_WORKING_TREE);
  EXPECT_EQ(local.base(), "");
  EXPECT_EQ(plan.patch, "");
}

struct Range {
  std::string text;
  LocalRepository::Mode mode;
  std::string base;
  std::string head;
};

TEST(Plan, UnderstandsRanges) {
  for (const Range& range :
       {Range{"a..b", LocalRepository::MODE_RANGE, "a", "b"},
        Range{"a^!", LocalRepository::MODE_RANGE, "a^1", "a"},
        Range{"HEAD~2^-", LocalRepository::MODE_RANGE, "HEAD~2^1", "HEAD~2"},
        Range{"merge^-2", LocalRepository::MODE_RANGE, "merge^2", "merge"},
        Range{"a^", LocalRepository::MODE_WORKING_TREE, "a^", ""},
        Range{"a^2", LocalRepository::MODE_WORKING_TREE, "a^2", ""},
        Range{"a^-x", LocalRepository::MODE_WORKING_TREE, "a^-x", ""},
        Range{"a...b", LocalRepository::MODE_MERGE_BASE, "a", "b"},
        Range{"a..", LocalRepository::MODE_RANGE, "a", "HEAD"},
        Range{"...b", LocalRepository::MODE_MERGE_BASE, "HEAD", "b"},
        Range{"v1.2~3..feature/x@{1}", LocalRepository::MODE_RANGE, "v1.2~3", "feature/x@{1}"},
        Range{"main", LocalRepository::MODE_WORKING_TREE, "main", ""}}) {
    ASSERT_OK_AND_ASSIGN(const LocalRepository local, ParseRange(range.text));
    EXPECT_EQ(local.mode(), range.mode) << range.text;
    EXPECT_EQ(local.base(), range.base) << range.text;
    EXPECT_EQ(local.head(), range.head) << range.text;
  }
  for (const char* text : {"..", "...", "a..b..c", "a....b", "a..b...c"}) {
    EXPECT_THAT(
        ParseRange(text),
        StatusIs(absl::StatusCode::kInvalidArgument,
                 std::string("\"") + text + "\" is not a range; wanted BASE..HEAD or BASE...HEAD"));
  }
}

TEST(Plan, TakesOneCommit) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Plan({"--commit=v1.2"}, InRepository()));
  const LocalRepository& local = plan.request.ref().local();
  EXPECT_EQ(local.mode(), LocalRepository::MODE_RANGE);
  EXPECT_EQ(local.base(), "v1.2^1");
  EXPECT_EQ(local.head(), "v1.2");
}

TEST(Plan, ComparesARevisionWithTheIndex) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan, Plan({"--staged", "main"}, InRepository()));
  EXPECT_EQ(plan.request.ref().local().mode(), LocalRepository::MODE_INDEX);
  EXPECT_EQ(plan.request.ref().local().base(), "main");
}

TEST(Plan, TakesAPatchWithOrWithoutItsRepository) {
  const Environment environment = InRepository();
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Plan({"-"}, environment));
  EXPECT_EQ(plan.patch, "-");
  EXPECT_EQ(plan.request.ref().patch().name(), "-");
  EXPECT_EQ(plan.request.ref().patch().repository(), "");
  ASSERT_OK_AND_ASSIGN(plan, Plan({"--patch", "x.diff", "--repo", "."}, environment));
  EXPECT_EQ(plan.patch, "x.diff");
  EXPECT_EQ(plan.request.ref().patch().repository(), environment.current_directory);
}

TEST(Plan, TakesFoldersAndPullRequests) {
  const Environment environment = {.current_directory = "/here"};
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Plan({"--dirs", "a", "/b/"}, environment));
  EXPECT_EQ(plan.request.ref().directories().before(), "/here/a");
  EXPECT_EQ(plan.request.ref().directories().after(), "/b");
  ASSERT_OK_AND_ASSIGN(plan, Plan({"acme/train#7", "--github-api=https://x/api/v3"}, environment));
  EXPECT_EQ(plan.request.ref().github().owner(), "acme");
  EXPECT_EQ(plan.request.ref().github().repository(), "train");
  EXPECT_EQ(plan.request.ref().github().number(), 7);
  EXPECT_EQ(plan.request.ref().github().api_base(), "https://x/api/v3");
  ASSERT_OK_AND_ASSIGN(plan, Plan({"--pr=https://github.com/acme/train/pull/8"}, environment));
  EXPECT_EQ(plan.request.ref().github().api_base(), "https://api.github.com");
}

TEST(Plan, PairsEachOutputWithTheFormatBeforeIt) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan,
                       Plan({"--format=json", "--output=r.json", "--format=markdown",
                             "--format=sarif", "--output=r.sarif"},
                            InRepository()));
  EXPECT_THAT(plan.outputs, ElementsAre("r.json", "-", "r.sarif"));
  ASSERT_EQ(plan.request.documents_size(), 3);
  EXPECT_EQ(plan.request.documents(0).format(), report::v1::FORMAT_JSON);
  EXPECT_EQ(plan.request.documents(1).format(), report::v1::FORMAT_MARKDOWN);
  EXPECT_EQ(plan.request.documents(2).format(), report::v1::FORMAT_SARIF);
}

std::vector<std::string> DocumentsOf(const ReviewPlan& plan) {
  std::vector<std::string> documents;
  for (const report::v1::DocumentRequest& request : plan.request.documents()) {
    documents.push_back(report::v1::Document_Name(request.document()) + " " +
                        report::v1::Format_Name(request.format()));
  }
  return documents;
}

TEST(Plan, PutsSeveralDocumentsIntoAFolder) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan,
                       Plan({"--documents=explanation,review", "--format=html", "--output=o",
                             "--format=sarif", "--output=r/", "--language=zh"},
                            InRepository()));
  EXPECT_THAT(DocumentsOf(plan),
              ElementsAre("DOCUMENT_EXPLANATION FORMAT_HTML", "DOCUMENT_REVIEW FORMAT_HTML",
                          "DOCUMENT_REVIEW FORMAT_SARIF"));
  EXPECT_THAT(plan.outputs, ElementsAre("o/explanation.html", "o/review.html", "r/review.sarif"));
  EXPECT_THAT(plan.folders, ElementsAre("o", "o", "r/"));
  EXPECT_EQ(plan.request.documents(0).language(), "zh");
}

TEST(Plan, NamesAllDocumentsAtOnce) {
  ASSERT_OK_AND_ASSIGN(const ReviewPlan plan,
                       Plan({"--documents=all", "--output=o/"}, InRepository()));
  EXPECT_THAT(plan.outputs, ElementsAre("o/review.md", "o/deep-dive.md", "o/explanation.md",
                                        "o/audit.md", "o/playbook.md"));
}

TEST(Plan, PutsOneDocumentIntoAFolderThatExists) {
  const std::string folder = NewFolder();
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan,
                       Plan({"--documents=audit", "--output", folder}, InRepository()));
  EXPECT_THAT(plan.outputs, ElementsAre(folder + "/audit.md"));
  ASSERT_OK_AND_ASSIGN(plan,
                       Plan({"--documents=audit", "--output", folder + "/a.md"}, InRepository()));
  EXPECT_THAT(plan.outputs, ElementsAre(folder + "/a.md"));
}

TEST(Plan, RefusesDocumentsThatCannotBe) {
  const auto refused = [](const Words& words) {
    return std::string(Plan(words, InRepository()).status().message());
  };
  EXPECT_EQ(refused({"--documents=deepdive"}),
            "--documents: \"deepdive\" is not a document; the documents are review, deep-dive, "
            "explanation, "
            "audit, playbook and all");
  EXPECT_EQ(refused({"--documents=,"}), "--documents names none; write --documents=review");
  EXPECT_EQ(
      refused({"--documents=audit", "--format=json"}),
      "--format=json contains only the review, not: audit; choose markdown or html, or add the "
      "review");
  EXPECT_EQ(refused({"--documents=audit,review"}),
            "the audit and the review both go to standard output; name a folder for them with "
            "--output=DIR");
}

TEST(Environment, TakesTheWidthThatIsAskedFor) {
  EXPECT_EQ(ColumnsOf({}, 132), 132);
  EXPECT_EQ(ColumnsOf({.variables = {{"COLUMNS", "60"}}}, 132), 60);
  for (const char* text : {"", "0", "-5", "wide", "100000000"}) {
    EXPECT_EQ(ColumnsOf({.variables = {{"COLUMNS", text}}}, 132), 132) << text;
  }
}

TEST(Plan, WritesForWhomeverReadsStandardOutput) {
  Environment environment = InRepository();
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Plan({}, environment));
  EXPECT_EQ(plan.request.documents(0).format(), report::v1::FORMAT_MARKDOWN);
  environment.is_output_terminal = true;
  environment.columns = 132;
  ASSERT_OK_AND_ASSIGN(plan, Plan({}, environment));
  EXPECT_EQ(plan.request.documents(0).format(), report::v1::FORMAT_TERMINAL);
  EXPECT_TRUE(plan.request.documents(0).is_coloured());
  EXPECT_EQ(plan.request.documents(0).width(), 132);
  // A file has no window and no colours, wherever the command runs.
  ASSERT_OK_AND_ASSIGN(plan, Plan({"--format=terminal", "--output=x"}, environment));
  EXPECT_FALSE(plan.request.documents(0).is_coloured());
  EXPECT_EQ(plan.request.documents(0).width(), 0);
}

TEST(Plan, PassesOptionsOn) {
  const Environment environment = InRepository();
  const std::string policy = environment.current_directory + "/p.yaml";
  ASSERT_OK(WriteFile(policy, "review: {}\n"));
  ASSERT_OK_AND_ASSIGN(ReviewPlan plan, Plan({"--policy", policy, "--severity=P2", "--fail-on=P1",
                                              "--threads=3", "--no-repository-policy"},
                                             environment));
  EXPECT_EQ(plan.request.min_severity(), finding::v1::SEVERITY_P2);
  EXPECT_EQ(plan.request.fail_on(), finding::v1::SEVERITY_P1);
  EXPECT_FALSE(plan.is_gate_off);
  EXPECT_EQ(plan.request.threads(), 3);
  EXPECT_TRUE(plan.request.is_repository_policy_ignored());
  ASSERT_EQ(plan.request.policies_size(), 1);
  EXPECT_EQ(plan.request.policies(0).name(), policy);
  EXPECT_EQ(plan.request.policies(0).content(), "review: {}\n");
  ASSERT_OK_AND_ASSIGN(plan, Plan({"--fail-on=none"}, environment));
  EXPECT_EQ(plan.request.fail_on(), finding::v1::SEVERITY_UNSPECIFIED);
  EXPECT_TRUE(plan.is_gate_off);
}

struct Mistake {
  Words words;
  std::string error;
};

TEST(Plan, RefusesContradictions) {
  const Environment environment = InRepository();
  ASSERT_OK(WriteFile(environment.current_directory + "/x.diff", ""));
  for (const Mistake& mistake :
       {Mistake{{"--patch=a", "--pr=b/c#1"}, "--patch and --pr each name a change; give one"},
        Mistake{{"--staged", "--working-tree"},
                "--staged and --working-tree each name a change; give one"},
        Mistake{{"--patch=a", "b..c"}, "--patch and \"b..c\" each name a change; give one"},
        Mistake{{"--staged", "a..b"},
                "--staged takes at most one revision, found the range \"a..b\""},
        Mistake{{"--commit=a", "b"}, "--commit and \"b\" each name a change; give one"},
        Mistake{{"--commit=a", "--staged"}, "--staged and --commit each name a change; give one"},
        Mistake{{"--commit=a..b"}, "--commit takes one revision, found \"a..b\""},
        Mistake{{"a", "b"},
                "unexpected argument \"b\"; two revisions are written BASE..HEAD, two folders "
                "--dirs BEFORE AFTER"},
        Mistake{{"--dirs", "a"},
                "flag \"--dirs\" needs two folders, found 1; write: --dirs BEFORE AFTER"},
        Mistake{{"--repo=x", "--dirs", "a", "b"}, "--repo does not go with --dirs"},
        Mistake{{"x.diff"}, "\"x.diff\" is a file, not a revision; write: --patch x.diff"},
        Mistake{{"--format=json", "--format=sarif"},
                "--format=json and --format=sarif both go to standard output; give one an "
                "--output=FILE of its own"},
        Mistake{{"--format=json", "--output=a", "--format=sarif", "--output=a"},
                "--format=json and --format=sarif both go to \"a\"; give one an --output=FILE of "
                "its own"},
        Mistake{{"--format=json", "--output=a", "--output=b"},
                "--output=b has no --format of its own: --output=a is between them"}}) {
    EXPECT_THAT(Plan(mistake.words, environment),
                StatusIs(absl::StatusCode::kInvalidArgument, mistake.error));
  }
}

TEST(Plan, SaysThatThereIsNoRepository) {
  const Environment environment = {.current_directory = NewFolder()};
  EXPECT_THAT(Plan({}, environment),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "\"" + environment.current_directory +
                           "\" is in no git repository; name one with --repo DIR, or give a patch "
                           "with --patch FILE"));
}

TEST(Plan, SaysWhichPolicyCannotBeRead) {
  EXPECT_THAT(Plan({"--policy=/nonexistent.yaml"}, InRepository()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("--policy: ")));
}

TEST(GitHubAccess, SendsTheEnvironmentsTokenToTheConfiguredServerOnly) {
  const Arguments other = ParseReview({"--pr=https://git.acme.example/a/b/pull/1"});
  Environment environment = {.variables = {{"GITHUB_TOKEN", "secret\n"}}};
  ASSERT_OK_AND_ASSIGN(GitHubAccess access, FindGitHubAccess(other, environment));
  EXPECT_EQ(access.token, "secret");
  EXPECT_EQ(access.api_base, "");  // Not the URL's.
  environment.variables["ALLREVIEW_GITHUB_TOKEN"] = "own";
  environment.variables["GITHUB_API_URL"] = "https://git.acme.example/api/v3";
  ASSERT_OK_AND_ASSIGN(access, FindGitHubAccess(other, environment));
  EXPECT_EQ(access.token, "own");
  EXPECT_EQ(access.api_base, "https://git.acme.example/api/v3");
}

TEST(GitHubAccess, TakesATokenFileForTheServerOfTheUrl) {
  const std::string file = NewFolder() + "/token";
  ASSERT_OK(WriteFile(file, " abc \n"));
  const Arguments arguments =
      ParseReview({"--pr=https://git.acme.example/a/b/pull/1", "--github-token-file", file});
  ASSERT_OK_AND_ASSIGN(const GitHubAccess access, FindGitHubAccess(arguments, {}));
  EXPECT_EQ(access.token, "abc");
  EXPECT_EQ(access.api_base, "https://git.acme.example/api/v3");
  ASSERT_OK(WriteFile(file, "\n"));
  EXPECT_THAT(FindGitHubAccess(arguments, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "--github-token-file: \"" + file +
                           "\" is empty; wanted a token in its first "
                           "line"));
}

report::v1::DocumentChunk Chunk(int index, std::string content, bool is_last) {
  report::v1::DocumentChunk chunk;
  chunk.set_index(index);
  chunk.set_content(std::move(content));
  chunk.set_is_last(is_last);
  return chunk;
}

TEST(Documents, ReplaceAFileOnlyWhenComplete) {
  const std::string file = NewFolder() + "/review.md";
  ASSERT_OK(WriteFile(file, "old"));
  Output out(-1, "standard output");
  {
    ASSERT_OK_AND_ASSIGN(const auto documents, Documents::Open({file}, out));
    ASSERT_OK(documents->Write(Chunk(0, "new", false)));
    EXPECT_THAT(documents->Finish(),
                StatusIs(absl::StatusCode::kDataLoss,
                         "the gateway sent no end of the document for " + file));
  }
  EXPECT_EQ(*ReadFile(file), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(file).parent_path()), {}), 1);
  ASSERT_OK_AND_ASSIGN(const auto documents, Documents::Open({file}, out));
  ASSERT_OK(documents->Write(Chunk(0, "new ", false)));
  ASSERT_OK(documents->Write(Chunk(0, "text", true)));
  ASSERT_OK(documents->Finish());
  EXPECT_EQ(*ReadFile(file), "new text");
}

TEST(Documents, KeepASymbolicLink) {
  const std::string folder = NewFolder();
  ASSERT_OK(WriteFile(folder + "/target", "old"));
  fs::create_symlink("target", folder + "/link");
  Output out(-1, "standard output");
  ASSERT_OK_AND_ASSIGN(const auto documents, Documents::Open({folder + "/link"}, out));
  ASSERT_OK(documents->Write(Chunk(0, "new", true)));
  ASSERT_OK(documents->Finish());
  EXPECT_TRUE(fs::is_symlink(folder + "/link"));
  EXPECT_EQ(*ReadFile(folder + "/target"), "new");
}

TEST(Documents, SayWhichFileCannotBeMade) {
  Output out(-1, "standard output");
  const std::string file = NewFolder() + "/none/x.md";
  EXPECT_THAT(Documents::Open({file}, out),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "cannot write \"" + file + "\": No such file or directory"));
}

}  // namespace
}  // namespace allreview::cli
