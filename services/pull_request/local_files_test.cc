#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/folder.h"
#include "services/pull_request/git_config.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_layout.h"
#include "services/pull_request/git_raw.h"
#include "services/pull_request/git_repository.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

LocalAccess AllowOnly(const std::string& root) {
  PullRequestOptions options;
  options.repository_roots = {root};
  return LocalAccess(options);
}

TEST(LocalAccess, RefusesEverythingByDefaultAndNamesTheFlag) {
  TemporaryFolder folder;
  EXPECT_THAT(
      LocalAccess({}).Resolve(folder.path()),
      StatusIs(absl::StatusCode::kPermissionDenied,
               absl::StrCat("\"", folder.path(),
                            "\" is not in a folder that this server may read; start it with "
                            "--repository-root=FOLDER for a folder above it")));
}

TEST(LocalAccess, AllowsWhatLiesBelowARoot) {
  TemporaryFolder folder;
  folder.Write("in/repo/a", "");
  folder.Write("inside/a", "");
  LocalAccess access = AllowOnly(folder.path() + "/in/");
  ASSERT_OK_AND_ASSIGN(std::string path, access.Resolve(folder.path() + "/inside/../in/repo/"));
  EXPECT_EQ(path, folder.path() + "/in/repo");
  EXPECT_OK(access.Resolve(folder.path() + "/in"));
  EXPECT_THAT(access.Resolve(folder.path() + "/inside"),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("inside")));
  EXPECT_THAT(access.Resolve(folder.path() + "/in/../inside"),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("inside")));
}

TEST(LocalAccess, JudgesALinkByItsTarget) {
  TemporaryFolder folder;
  folder.Write("in/a", "");
  folder.Write("out/a", "");
  ASSERT_EQ(symlink("../out", (folder.path() + "/in/link").c_str()), 0);
  EXPECT_THAT(AllowOnly(folder.path() + "/in").Resolve(folder.path() + "/in/link"),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("in/link")));
}

TEST(LocalAccess, DoesNotTellWhatExistsOutside) {
  TemporaryFolder folder;
  folder.Write("in/a", "");
  folder.Write("out/a", "");
  LocalAccess access = AllowOnly(folder.path() + "/in");
  EXPECT_EQ(access.Resolve(folder.path() + "/out").status().code(),
            access.Resolve(folder.path() + "/none").status().code());
  EXPECT_THAT(access.Resolve(folder.path() + "/in/none"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("No such file or directory")));
}

TEST(GitLayout, RefusesARepositoryThatReachesOutOfTheAllowedFolders) {
  GitFixture outside;
  outside.Write("a.py", "secret\n");
  outside.Commit("First");
  TemporaryFolder folder;
  LocalAccess access = AllowOnly(folder.path());

  folder.Write("file/.git", "gitdir: " + outside.path() + "/.git\n");
  EXPECT_THAT(FindGitLayout(folder.path() + "/file", access),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--repository-root")));

  std::filesystem::create_directories(folder.path() + "/link");
  ASSERT_EQ(symlink((outside.path() + "/.git").c_str(), (folder.path() + "/link/.git").c_str()), 0);
  EXPECT_THAT(FindGitLayout(folder.path() + "/link", access),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--repository-root")));

  outside.Git({"clone", "--quiet", "--shared", ".", folder.path() + "/borrower"});
  EXPECT_THAT(GitRepository::Open(folder.path() + "/borrower", access, {}),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("objects")));
  EXPECT_OK(GitRepository::Open(folder.path() + "/borrower", AllowAll(), {}));
}

TEST(GitLayout, DoesNotLookAboveTheAllowedFolder) {
  GitFixture repo;
  repo.Write("sub/a.py", "x\n");
  repo.Commit("First");
  EXPECT_THAT(FindGitLayout(repo.path() + "/sub", AllowOnly(repo.path() + "/sub")),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is not in a git")));
  EXPECT_OK(FindGitLayout(repo.path() + "/sub", AllowOnly(repo.path())));
}

TEST(GitConfig, ReadsWhatGitReads) {
  GitFixture repo;
  repo.Write(
      ".git/config",
      "\xEF\xBB\xBF# comment\n[core]\n\tbare = false ; comment\n\trepositoryformatversion=0\n"
      "[Section \"Sub \\\"Name\\\"\"] key=\"a # b\"  c\n\tlong = one \\\n two\n"
      "\tflag\n\tescapes = \"x\\ty\\\\z\\n\"\n\tempty =\n[old.Sub]\n\tKey-1 = v  \n");
  GitConfig config = ParseGitConfig(
      "\xEF\xBB\xBF# comment\n[core]\n\tbare = false ; comment\n\trepositoryformatversion=0\n"
      "[Section \"Sub \\\"Name\\\"\"] key=\"a # b\"  c\n\tlong = one \\\n two\n"
      "\tflag\n\tescapes = \"x\\ty\\\\z\\n\"\n\tempty =\n[old.Sub]\n\tKey-1 = v  \n");
  std::string ours;
  for (const GitConfigEntry& entry : config.entries) {
    absl::StrAppend(&ours, entry.section, entry.subsection.empty() ? "" : ".", entry.subsection,
                    ".", entry.key, entry.key == "flag" ? "" : "\n",
                    entry.key == "flag" ? "" : entry.value, std::string(1, '\0'));
  }
  EXPECT_EQ(ours, repo.Git({"config", "--file", ".git/config", "--list", "--null"}));
}

TEST(GitConfig, WritesWhatItReads) {
  GitConfig config;
  config.entries = {{"branch", "a \"b\" \\c", "merge", " spaces \n\"quotes\" # \\ "}};
  GitConfig again = ParseGitConfig(FormatGitConfig(config));
  ASSERT_EQ(again.entries.size(), 1u);
  EXPECT_EQ(again.entries[0].subsection, config.entries[0].subsection);
  EXPECT_EQ(again.entries[0].value, config.entries[0].value);
}

TEST(GitConfig, SkipsWhatIsMalformed) {
  GitConfig config = ParseGitConfig("[a\nx = 1\n[b] y = \"open\n[c]\n!\nz = \\q\nw = 2\n[");
  ASSERT_EQ(config.entries.size(), 1u);
  EXPECT_EQ(config.Get("c", "", "w"), "2");
}

TEST(GitConfig, KeepsNothingThatNamesAProgramOrServer) {
  GitConfig config = ParseGitConfig(
      "[core]\n\tfsmonitor = evil\n\tsshCommand = evil\n\tautocrlf = true\n\teditor = evil\n"
      "[filter \"x\"]\n\tclean = evil\n[diff \"x\"]\n\ttextconv = evil\n[alias]\n\tst = !evil\n"
      "[extensions]\n\tpartialClone = evil\n\tobjectFormat = sha256\n[include]\n\tpath = evil\n"
      "[remote \"o\"]\n\turl = ext::evil\n\tfetch = +refs/heads/*:refs/remotes/o/*\n"
      "\tuploadpack = evil\n[branch \"m\"]\n\tremote = o\n[credential]\n\thelper = evil\n");
  std::string safe = FormatGitConfig(SafePartOf(config));
  EXPECT_THAT(safe, Not(HasSubstr("evil")));
  for (const char* kept : {"autocrlf", "objectformat", "fetch", "remote = \"o\""}) {
    EXPECT_THAT(safe, HasSubstr(kept));
  }
}

TEST(GitConfig, NamesARepositoryByItsUrl) {
  EXPECT_EQ(RepositoryNameOfUrl("https://github.com/NVIDIA/Megatron-LM.git"), "NVIDIA/Megatron-LM");
  EXPECT_EQ(RepositoryNameOfUrl("https://u:p@host:8443/a/b/c/"), "b/c");
  EXPECT_EQ(RepositoryNameOfUrl("git@github.com:owner/name.git"), "owner/name");
  EXPECT_EQ(RepositoryNameOfUrl("ssh://git@host/owner/name"), "owner/name");
  EXPECT_EQ(RepositoryNameOfUrl("/srv/git/name.git"), "");
  EXPECT_EQ(RepositoryNameOfUrl("../name"), "");
  EXPECT_EQ(RepositoryNameOfUrl("file:///srv/git/name.git"), "");
  EXPECT_EQ(RepositoryNameOfUrl("https://host"), "");
}

TEST(Folder, ReadsFilesAndLinksBelowItself) {
  TemporaryFolder temporary;
  temporary.Write("a/b.py", "text\n");
  ASSERT_EQ(symlink("b.py", (temporary.path() + "/a/link").c_str()), 0);
  ASSERT_OK_AND_ASSIGN(Folder folder, Folder::Open(temporary.path()));
  ASSERT_OK_AND_ASSIGN(std::string file, folder.Read("a/b.py", 100));
  EXPECT_EQ(file, "text\n");
  ASSERT_OK_AND_ASSIGN(std::string link, folder.Read("a/link", 100));
  EXPECT_EQ(link, "b.py");
}

TEST(Folder, RefusesPathsThatLeadOutside) {
  TemporaryFolder temporary;
  temporary.Write("in/a", "a\n");
  temporary.Write("secret", "s\n");
  ASSERT_EQ(symlink("..", (temporary.path() + "/in/up").c_str()), 0);
  ASSERT_OK_AND_ASSIGN(Folder folder, Folder::Open(temporary.path() + "/in"));
  for (const std::string& path :
       {std::string("../secret"), std::string("a/../../secret"), temporary.path() + "/secret",
        std::string("./a"), std::string("a//b"), std::string(""), std::string("a/"),
        std::string(".GIT/config"), std::string("a\0b", 3)}) {
    EXPECT_THAT(folder.Read(path, 100),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is no path of a file")));
  }
  EXPECT_THAT(folder.Read("up/secret", 100),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("up/secret")));
}

TEST(Folder, RefusesLargeFilesAndFolders) {
  TemporaryFolder temporary;
  temporary.Write("big", std::string(11, 'x'));
  temporary.Write("folder/a", "");
  ASSERT_OK_AND_ASSIGN(Folder folder, Folder::Open(temporary.path()));
  EXPECT_THAT(folder.Read("big", 10), StatusIs(absl::StatusCode::kResourceExhausted,
                                               "\"big\" has 11 bytes, over the limit of 10"));
  EXPECT_OK(folder.Read("big", 11));
  EXPECT_THAT(folder.Read("folder", 10),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("neither a file nor")));
}

TEST(RawDiffSplitter, TakesOutputInPiecesOfAnySize) {
  std::string a(40, 'a'), b(40, 'b'), zero(40, '0');
  std::string output = absl::StrCat(":100644 100755 ", a, " ", b, " M") + '\0' + "x.py" + '\0' +
                       absl::StrCat(":100644 100644 ", a, " ", a, " R100") + '\0' + "old" + '\0' +
                       "new" + '\0' + absl::StrCat(":000000 100644 ", zero, " ", zero, " U") +
                       '\0' + "both" + '\0' + '\0' + "diff --git a/x b/x\n";
  for (size_t size = 1; size <= output.size(); ++size) {
    RawDiffSplitter splitter;
    std::string patch;
    for (size_t at = 0; at < output.size(); at += size) {
      std::string piece = output.substr(at, size);
      ASSERT_OK_AND_ASSIGN(absl::string_view part, splitter.Feed(piece));
      patch.append(part.data(), part.size());
    }
    ASSERT_OK(splitter.Finish());
    EXPECT_EQ(patch, "diff --git a/x b/x\n");
    EXPECT_THAT(Describe(splitter.files()), ElementsAre("M x.py 100755", "R100 old -> new"));
    EXPECT_THAT(splitter.unmerged(), ElementsAre("both"));
  }
}

TEST(RawDiffSplitter, RefusesWhatGitDoesNotPrint) {
  RawDiffSplitter text, cut;
  EXPECT_THAT(text.Feed("warning: x"),
              StatusIs(absl::StatusCode::kInternal,
                       "git diff: expected a line of its raw format, found \"warning: x\""));
  EXPECT_OK(cut.Feed(":100644 100644"));
  EXPECT_THAT(cut.Finish(), StatusIs(absl::StatusCode::kInternal, HasSubstr("within a file")));
}

TEST(NewIdsOfPatch, IgnoresContentThatLooksLikeAHeader) {
  EXPECT_THAT(NewIdsOfPatch("diff --git a/x b/x\nindex 1234..5678 100644\n--- a/x\n+++ b/x\n"
                            "@@ -1 +1 @@\n+index 1111..2222\n+diff --git a/y b/y\n"
                            "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n"),
              ElementsAre("5678", ""));
}

}  // namespace
}  // namespace allreview::pull_request
