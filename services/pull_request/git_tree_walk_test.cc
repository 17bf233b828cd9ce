#include "services/pull_request/git_tree_walk.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_pool.h"
#include "services/pull_request/git_source.h"
#include "services/pull_request/git_source_fixture.h"
#include "services/pull_request/git_trees.h"

namespace allreview::pull_request {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// "mode path id" of each.
std::vector<std::string> Lines(const std::vector<v1::TreeEntry>& entries) {
  std::vector<std::string> lines;
  for (const v1::TreeEntry& entry : entries) {
    lines.push_back(absl::StrCat(absl::Hex(entry.mode()), " ", entry.path(), " ", entry.blob_id()));
  }
  return lines;
}

// Files of the right side.
absl::StatusOr<std::vector<std::string>> List(const GitFixture& repo, const std::string& commit,
                                              GitPool* pool,
                                              const std::vector<std::string>& suffixes = {}) {
  ASSIGN_OR_RETURN(const std::unique_ptr<ChangeSource> source,
                   NewGitSource(Range(repo, commit, commit), AllowAll(), {}, pool));
  ASSIGN_OR_RETURN(const std::vector<v1::TreeEntry> entries,
                   source->ListTree(change::v1::SIDE_RIGHT, suffixes));
  return Lines(entries);
}

std::string FileOfObject(const GitFixture& repo, const std::string& id) {
  return absl::StrCat(repo.path(), "/.git/objects/", id.substr(0, 2), "/", id.substr(2));
}

std::string IdOf(const GitFixture& repo, const std::string& revision) {
  return std::string(absl::StripSuffix(repo.Git({"rev-parse", revision}), "\n"));
}

TEST(WalkTree, FindsTheFilesThatGitLists) {
  for (const std::string format : {"sha1", "sha256"}) {
    SCOPED_TRACE(format);
    const GitFixture repo({absl::StrCat("--object-format=", format)});
    repo.Write("a.py", "a\n");
    repo.Write("pkg/b.py", "b\n");
    repo.Write("pkg/deep/er/c.txt", "c\n");
    repo.Write("pkg.py", "sorted between the folder and its files\n");
    repo.Write("pkg-x/d e\".py", "d\n");
    std::filesystem::create_symlink("a.py", absl::StrCat(repo.path(), "/link.py"));
    std::filesystem::permissions(absl::StrCat(repo.path(), "/a.py"),
                                 std::filesystem::perms::owner_all);
    const std::string commit = repo.Commit("Add files");
    GitPool pool;
    for (const std::vector<std::string>& suffixes :
         std::vector<std::vector<std::string>>{{}, {""}, {".py"}, {"c.txt", "/b.py"}, {".no"}}) {
      ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> entries,
                           ParseTreeList(repo.Git({"ls-tree", "-r", "-z", "--full-tree", commit})));
      const auto listed = Lines(FilterTree(std::move(entries), suffixes));
      ASSERT_OK_AND_ASSIGN(const auto walked, List(repo, commit, &pool, suffixes));
      EXPECT_EQ(walked, listed);
      ASSERT_OK_AND_ASSIGN(const auto without_pool, List(repo, commit, nullptr, suffixes));
      EXPECT_EQ(without_pool, listed);
    }
  }
}

TEST(WalkTree, LosesNothingButTheFolderWhoseListIsMissing) {
  const GitFixture repo;
  repo.Write("a.py", "a\n");
  repo.Write("pkg/b.py", "b\n");
  repo.Write("pkg/deep/er/c.py", "c\n");
  repo.Write("pkg/deep/d.txt", "d\n");
  const std::string commit = repo.Commit("Add files");
  const std::string deep = IdOf(repo, "HEAD:pkg/deep");
  std::filesystem::remove(FileOfObject(repo, deep));
  GitPool pool;
  for (GitPool* used : {&pool, static_cast<GitPool*>(nullptr)}) {
    ASSERT_OK_AND_ASSIGN(const auto listed, List(repo, commit, used, {".py"}));
    EXPECT_THAT(listed,
                ElementsAre(HasSubstr("a.py"), HasSubstr("pkg/b.py"), "4000 pkg/deep/ " + deep));
  }
}

TEST(WalkTree, NamesTheRootThatIsMissingAndWhatToDo) {
  const GitFixture repo;
  repo.Write("a.py", "a\n");
  const std::string commit = repo.Commit("Add files");
  std::filesystem::remove(FileOfObject(repo, IdOf(repo, "HEAD^{tree}")));
  GitPool pool;
  for (GitPool* used : {&pool, static_cast<GitPool*>(nullptr)}) {
    EXPECT_THAT(List(repo, commit, used, {".py"}),
                StatusIs(absl::StatusCode::kFailedPrecondition,
                         AllOf(HasSubstr(commit), HasSubstr("git fetch --unshallow"))));
  }
}

TEST(WalkTree, ReadsNoFolderTwice) {
  const GitFixture repo;
  repo.Write("pkg/same/a.py", "a\n");
  repo.Write("pkg/b.py", "b\n");
  const std::string first = repo.Commit("Add files");
  repo.Write("pkg/b.py", "changed\n");
  const std::string second = repo.Commit("Change one");
  GitPool pool;
  EXPECT_OK(List(repo, first, &pool).status());
  // It can only come from memory.
  std::filesystem::remove(FileOfObject(repo, IdOf(repo, second + ":pkg/same")));
  ASSERT_OK_AND_ASSIGN(const auto files, List(repo, second, &pool));
  EXPECT_THAT(files, ElementsAre("81a4 pkg/b.py " + IdOf(repo, second + ":pkg/b.py"),
                                 HasSubstr("81a4 pkg/same/a.py ")));
}

std::string Entry(const std::string& mode, const std::string& name) {
  return absl::StrCat(mode, " ", name, absl::string_view("\0", 1), std::string(20, '\x01'));
}

TEST(ParseTree, TakesEntriesApart) {
  ASSERT_OK_AND_ASSIGN(const GitTree tree,
                       ParseTree(Entry("40000", "a folder") + Entry("100755", "run"), 20));
  ASSERT_EQ(tree.entries.size(), 2u);
  EXPECT_EQ(tree.entries[0].name, "a folder");
  EXPECT_TRUE(tree.entries[0].IsFolder());
  EXPECT_EQ(tree.entries[1].mode, 0100755u);
  EXPECT_EQ(tree.entries[1].id, "0101010101010101010101010101010101010101");
  EXPECT_FALSE(tree.entries[1].IsFolder());
  ASSERT_OK_AND_ASSIGN(const GitTree empty, ParseTree("", 20));
  EXPECT_TRUE(empty.entries.empty());
}

TEST(ParseTree, RefusesWhatGitDoesNotMake) {
  const std::string good = Entry("100644", "a");
  for (size_t size = 1; size < good.size(); ++size) {
    EXPECT_FALSE(ParseTree(good.substr(0, size), 20).ok()) << size;
  }
  EXPECT_FALSE(ParseTree(Entry("100648", "a"), 20).ok());
  EXPECT_FALSE(ParseTree(good, 32).ok());
}

TEST(GitTreeCache, LetsAllGoWhenThereAreTooMany) {
  GitTreeCache cache;
  GitTree large;
  large.entries.resize(GitTreeCache::kMaxEntries - 1);
  EXPECT_EQ(cache.Keep("small", GitTree{std::vector<GitTree::Entry>(1)})->entries.size(), 1u);
  EXPECT_NE(cache.Find("small"), nullptr);
  cache.Keep("large", large);
  EXPECT_NE(cache.Find("small"), nullptr);
  cache.Keep("more", GitTree{std::vector<GitTree::Entry>(1)});
  EXPECT_EQ(cache.Find("small"), nullptr);
  EXPECT_EQ(cache.Find("large"), nullptr);
  EXPECT_NE(cache.Find("more"), nullptr);
}

}  // namespace
}  // namespace allreview::pull_request
