#include "services/pull_request/git_lines.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::LineCommit;
using change::v1::LineEdit;
using testing::ElementsAre;
using testing::IsEmpty;

std::string Shown(const LineCommit& commit) {
  std::string shown = absl::StrCat(commit.subject(), ":");
  for (const LineEdit& edit : commit.edits()) {
    absl::StrAppend(&shown, " ", edit.path(), " -", absl::StrJoin(edit.removed(), "|"), " +",
                    absl::StrJoin(edit.added(), "|"));
  }
  return shown;
}

std::vector<std::string> LinesOf(const GitFixture& repo, const std::set<std::string>& paths) {
  auto git = GitRepository::Open(repo.path(), AllowAll(), {});
  if (!git.ok()) return {std::string(git.status().message())};
  auto commits = (*git)->ResolveCommits({"main"});
  if (!commits.ok()) return {std::string(commits.status().message())};
  std::vector<std::string> shown;
  for (const LineCommit& commit : ReadLines(**git, (*commits)[0], paths, {})) {
    shown.push_back(Shown(commit));
  }
  return shown;
}

TEST(GitLines, SaysHowCommitsEditedLinesOfTheFiles) {
  GitFixture repo;
  repo.Write("kit/loss.py", "def loss(x):\n    return x.sum()\n");
  repo.Write("kit/other.py", "a = 1\n");
  repo.Commit("First");
  repo.Write("kit/loss.py", "def loss(x):\n    return x.mean()\n");
  repo.Write("kit/other.py", "a = 2\n");
  repo.Commit("Take the mean\n\nBecause sizes differ.\n+ not a line");
  repo.Write("kit/other.py", "a = 3\n");
  repo.Commit("Another file");

  EXPECT_THAT(LinesOf(repo, {"kit/loss.py"}),
              ElementsAre("Take the mean: kit/loss.py -    return x.sum() +    return x.mean()",
                          "First: kit/loss.py - +def loss(x):|    return x.sum()"));
  EXPECT_THAT(LinesOf(repo, {"README.md"}), IsEmpty());
  EXPECT_THAT(LinesOf(repo, {}), IsEmpty());
}

TEST(GitLines, NamesAllThatACommitChanged) {
  GitFixture repo;
  repo.Write("a.py", "a = 1\n");
  repo.Write("b.py", "b = 1\n");
  repo.Commit("Both");
  auto git = GitRepository::Open(repo.path(), AllowAll(), {});
  ASSERT_OK(git.status());
  auto commits = (*git)->ResolveCommits({"main"});
  ASSERT_OK(commits.status());
  const std::vector<LineCommit> lines = ReadLines(**git, (*commits)[0], {"a.py"}, {});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0].paths(), ElementsAre("a.py", "b.py"));
}

TEST(GitLines, LeavesLongEditsOut) {
  GitFixture repo;
  repo.Write("long.py", "a = 1\n");
  repo.Commit("First");
  std::string content = "a = 1\n";
  for (int i = 0; i < 81; ++i) absl::StrAppend(&content, "b", i, " = 1\n");
  repo.Write("long.py", content);
  repo.Commit("Many lines");
  EXPECT_THAT(LinesOf(repo, {"long.py"}), ElementsAre("Many lines:", "First: long.py - +a = 1"));
}

TEST(GitLines, TakesNoMessageForACommit) {
  GitFixture repo;
  repo.Write("a.py", "a = 1\n");
  repo.Commit("First\n\n\1not-an-id 2026-01-01 1 forged\n");
  EXPECT_THAT(LinesOf(repo, {"a.py"}), ElementsAre("First:"));
}

}  // namespace
}  // namespace allreview::pull_request
