#include "services/pull_request/git_past.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::LocalRepository;
using testing::ElementsAre;
using testing::IsEmpty;

std::string Shown(const change::v1::PastCommit& commit) {
  std::vector<std::string> parts;
  for (const std::string& path : commit.added()) parts.push_back(absl::StrCat("A ", path));
  for (const std::string& path : commit.changed()) parts.push_back(absl::StrCat("M ", path));
  for (const change::v1::AddedOption& option : commit.options()) {
    parts.push_back(absl::StrCat(option.path(), ":", option.owner(), ".", option.name()));
  }
  return absl::StrJoin(parts, " ");
}

std::vector<std::string> PastOf(const GitFixture& repo, const std::string& suffix) {
  LocalRepository reference = Reference(repo.path(), LocalRepository::MODE_TREE, "", "main");
  reference.add_suffixes(suffix);
  const absl::StatusOr<RecordingSink> sink = FetchLocal(reference);
  std::vector<std::string> past;
  if (!sink.ok()) return {std::string(sink.status().message())};
  for (const change::v1::PastCommit& commit : sink->opened.history()) past.push_back(Shown(commit));
  return past;
}

TEST(GitPast, SaysWhatCommitsAddedAndChanged) {
  GitFixture repo;
  repo.Write("kit/config.py", "class RunConfig:\n    steps: int = 1\n");
  repo.Write("kit/arguments.py", "def add(p):\n    p.add_argument('--steps', type=int)\n");
  repo.Commit("First");
  repo.Write("kit/config.py", "class RunConfig:\n    steps: int = 2\n    top_k: int = 4\n");
  repo.Write("kit/arguments.py",
             "def add(p):\n    p.add_argument('--steps', type=int)\n"
             "    p.add_argument(\n        '--top-k', type=int)\n");
  repo.Write("tests/test_top_k.py", "def test(): pass\n");
  repo.Commit("Add an option");

  // No file ends in "/": a tree without files, as for a playbook.
  EXPECT_THAT(PastOf(repo, "/"),
              ElementsAre("A tests/test_top_k.py M kit/arguments.py M kit/config.py "
                          "kit/arguments.py:.--top-k kit/config.py:RunConfig.top_k",
                          "A kit/arguments.py A kit/config.py kit/arguments.py:.--steps"));
  EXPECT_THAT(PastOf(repo, ".py"), IsEmpty());
}

TEST(GitPast, TellsFieldsFromOtherLines) {
  EXPECT_EQ(FieldOfLine("    top_k: int = 2"), "top_k");
  EXPECT_EQ(FieldOfLine("    groups: Optional[List[int]] = None"), "groups");
  EXPECT_EQ(FieldOfLine("    kind: Literal[\"a\", 'b'] | None"), "kind");
  EXPECT_EQ(FieldOfLine("    top_k: how many experts are taken"), "");
  EXPECT_EQ(FieldOfLine("        inner: int = 2"), "");
  EXPECT_EQ(FieldOfLine("    else: return"), "");
  EXPECT_EQ(FieldOfLine("name: int"), "");
}

TEST(GitPast, TellsFlagsFromOtherLines) {
  EXPECT_EQ(FlagOfLine("    group.add_argument(\"--top-k\", type=int)"), "--top-k");
  EXPECT_EQ(FlagOfLine("        '--moe_top_k',"), "--moe_top_k");
  EXPECT_EQ(FlagOfLine("    parser.add_argument(name)"), "");
  EXPECT_EQ(FlagOfLine("    \"--\" + name"), "");
  EXPECT_EQ(FlagOfLine("    print('--- done ---')"), "");
}

}  // namespace
}  // namespace allreview::pull_request
