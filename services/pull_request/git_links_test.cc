// Somebody who can write into a repository plants links to another one that lies outside of the
// folders that the server may read. Whatever is asked then, nothing of the other one may come out.

#include "services/pull_request/git_links.h"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/landlock.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source.h"
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

namespace fs = std::filesystem;
using change::v1::BlobRef;
using change::v1::LocalRepository;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSecretText[] = "SECRET = 1\n";

// A repository in which every kind of file below .git exists: packed and loose objects, packed and
// loose references, logs, indexes, and the files that only some repositories have. `word` is part
// of every name, content and message.
class FullRepository {
 public:
  explicit FullRepository(const std::string& word) : word_(word) {
    repo.Git({"config", "core.logAllRefUpdates", "true"});
    repo.Git({"config", "section.key", word});
    repo.Write(word + "_packed.py", word + " = 0\n");
    repo.Commit(word + " first");
    repo.Write(word + "_packed.py", word + " = 1\n");
    repo.Commit(word + " second");
    repo.Git({"branch", "packed-" + word});
    repo.Git({"pack-refs", "--all"});
    repo.Git({"repack", "-a", "-d", "-q"});
    repo.Git({"commit-graph", "write", "--reachable", "--no-progress"});
    repo.Git({"multi-pack-index", "write", "--no-progress"});
    repo.Write("loose.py", word + " = 2\n");
    repo.Commit(word + " third");
    repo.Git({"branch", "loose-" + word});
    repo.Git({"update-index", "--split-index"});
    repo.Git({"update-ref", "ORIG_HEAD", "HEAD"});
    tip = repo.Git({"rev-parse", "HEAD"}).substr(0, 40);
    for (const char* name : {"FETCH_HEAD",
                             "MERGE_HEAD",
                             "CHERRY_PICK_HEAD",
                             "commondir",
                             "gitdir",
                             "shallow",
                             "config.worktree",
                             "info/grafts",
                             "info/exclude",
                             "info/attributes",
                             "info/sparse-checkout",
                             "objects/info/alternates",
                             "objects/info/http-alternates",
                             "refs/heads/more",
                             "refs/replace/x",
                             "reftable/tables.list",
                             "worktrees/w/HEAD",
                             "worktrees/w/gitdir",
                             "modules/m/HEAD",
                             "logs/refs/stash"}) {
      extra.push_back(name);
    }
  }

  // Every file and folder below .git, relative to it.
  std::set<std::string> Paths() const {
    std::set<std::string> paths(extra.begin(), extra.end());
    const fs::path git_dir = repo.path() + "/.git";
    for (const auto& entry : fs::recursive_directory_iterator(git_dir)) {
      const std::string path = entry.path().lexically_relative(git_dir).string();
      if (path.compare(0, 5, "hooks") != 0) paths.insert(path);
    }
    return paths;
  }

  GitFixture repo;
  std::string tip;
  std::vector<std::string> extra;

 private:
  const std::string word_;
};

class Planted {
 public:
  Planted() : inside_("plain"), outside_("SECRET") {
    PullRequestOptions options;
    options.repository_roots = {root_.path()};
    access_ = std::make_unique<LocalAccess>(options);
    outside_.repo.folder().Write("file", absl::StrCat("SECRET ", outside_.tip, "\n"));
  }

  std::set<std::string> Paths() const {
    std::set<std::string> paths = inside_.Paths();
    paths.merge(outside_.Paths());
    return paths;
  }

  // A new copy of the repository inside.
  std::string Copy() {
    std::string copy = absl::StrCat(root_.path(), "/", copies_++);
    fs::copy(inside_.repo.path(), copy,
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    return copy;
  }

  // What lies at `path` of the copy becomes a link to the same of the repository outside; to a file
  // of some text where that has none.
  void Plant(const std::string& copy, const std::string& path) const {
    const fs::path link = fs::path(copy) / ".git" / path;
    fs::path target = fs::path(outside_.repo.path()) / ".git" / path;
    if (!fs::exists(target)) target = outside_.repo.folder().path() + "/file";
    fs::remove_all(link);
    fs::create_directories(link.parent_path());
    fs::create_symlink(target, link);
  }

  // All that a caller can learn, errors included.
  std::string Ask(const LocalRepository& reference, const std::string& blob) {
    std::string told;
    const auto tell = [&](const absl::Status& status) {
      absl::StrAppend(&told, status.ToString(), "\n");
    };
    absl::StatusOr<std::unique_ptr<ChangeSource>> source =
        NewGitSource(reference, *access_, {}, &pool_);
    if (!source.ok()) return source.status().ToString();
    RecordingSink sink;
    tell((*source)->Fetch({}, sink).status());
    absl::StrAppend(&told, sink.opened.DebugString(), sink.diff);
    for (const auto& file : sink.files) absl::StrAppend(&told, file.DebugString());
    for (const auto& entry : sink.ledger) absl::StrAppend(&told, entry.DebugString());
    BlobRef at_path;
    at_path.set_path("SECRET_packed.py");
    at_path.set_side(change::v1::SIDE_LEFT);
    tell(
        (*source)->ReadBlobs({Blob(blob, "loose.py"), at_path}, {},
                             [&](const BlobRef&, const absl::StatusOr<absl::string_view>& content) {
                               if (content.ok()) absl::StrAppend(&told, *content);
                               if (!content.ok() && !absl::IsNotFound(content.status()))
                                 tell(content.status());
                               return absl::OkStatus();
                             }));
    for (change::v1::Side side : {change::v1::SIDE_LEFT, change::v1::SIDE_RIGHT}) {
      const auto entries = (*source)->ListTree(side, {});
      tell(entries.status());
      if (!entries.ok()) continue;
      for (const auto& entry : *entries) absl::StrAppend(&told, entry.DebugString());
    }
    return told;
  }

  // Answers may name the planted link, but nothing of what it leads to.
  static std::string WithoutPath(const std::string& told, const std::string& path) {
    return absl::StrReplaceAll(told, {{path, "(planted)"}});
  }

  // Questions in each mode that name nothing of what is outside.
  std::string AskByName(const std::string& copy) {
    std::string told;
    const std::string blob = GitBlobId(kSecretText);
    for (auto mode : {LocalRepository::MODE_RANGE, LocalRepository::MODE_TREE,
                      LocalRepository::MODE_INDEX, LocalRepository::MODE_WORKING_TREE}) {
      absl::StrAppend(&told, Ask(Reference(copy, mode, "HEAD~1", "HEAD"), blob));
    }
    for (const char* revision :
         {"more", "FETCH_HEAD", "ORIG_HEAD", "HEAD@{1}", "stash@{0}", "packed-refs"}) {
      absl::StrAppend(&told,
                      Ask(Reference(copy, LocalRepository::MODE_RANGE, "HEAD", revision), blob));
    }
    return told;
  }

  // Somebody who knows the ids of what is outside must not get it either. The answers repeat them.
  std::string AskById(const std::string& copy) {
    return Ask(Reference(copy, LocalRepository::MODE_RANGE,
                         outside_.repo.Git({"rev-parse", "HEAD~1"}).substr(0, 40), outside_.tip),
               GitBlobId(kSecretText));
  }

  const FullRepository& outside() const { return outside_; }
  const LocalAccess& access() const { return *access_; }
  const TemporaryFolder& root() const { return root_; }

 private:
  const FullRepository inside_, outside_;
  TemporaryFolder root_;
  std::unique_ptr<LocalAccess> access_;
  GitPool pool_;
  int copies_ = 0;
};

TEST(LinksBelowGit, ShowNothingOfWhatLiesOutside) {
  Planted planted;
  for (const std::string& path : planted.Paths()) {
    SCOPED_TRACE(path);
    const std::string copy = planted.Copy();
    planted.Plant(copy, path);
    const std::string told = Planted::WithoutPath(planted.AskByName(copy), path);
    EXPECT_THAT(told, Not(HasSubstr("SECRET")));
    EXPECT_THAT(told, Not(HasSubstr(planted.outside().tip)));
    EXPECT_THAT(Planted::WithoutPath(planted.AskById(copy), path), Not(HasSubstr("SECRET")));
  }
}

TEST(LinksBelowGit, ShowNothingWhenTheyComeWhileTheRepositoryIsInUse) {
  Planted planted;
  for (const std::string& path : planted.Paths()) {
    SCOPED_TRACE(path);
    const std::string copy = planted.Copy();
    ASSERT_THAT(planted.AskByName(copy), HasSubstr("plain"));  // It is in the pool from here on.
    planted.Plant(copy, path);
    const std::string told = Planted::WithoutPath(planted.AskByName(copy), path);
    EXPECT_THAT(told, Not(HasSubstr("SECRET")));
    EXPECT_THAT(told, Not(HasSubstr(planted.outside().tip)));
    EXPECT_THAT(Planted::WithoutPath(planted.AskById(copy), path), Not(HasSubstr("SECRET")));
  }
}

TEST(LinksBelowGit, CouldShowSomething) {
  Planted planted;
  const std::string copy = planted.Copy();
  planted.Plant(copy, "objects");
  const LocalRepository reference = Reference(copy, LocalRepository::MODE_RANGE,
                                              planted.outside().tip + "~1", planted.outside().tip);
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(reference));  // May read everything.
  EXPECT_THAT(sink.diff, HasSubstr("SECRET"));
}

TEST(LinksBelowGit, AreNamedWhenTheyLeadOut) {
  Planted planted;
  for (const char* path : {"objects", "objects/pack", "objects/info/alternates", "refs/heads/more",
                           "packed-refs", "shallow", "HEAD", "config", "index", "logs"}) {
    SCOPED_TRACE(path);
    const std::string copy = planted.Copy();
    planted.Plant(copy, path);
    EXPECT_THAT(
        planted.Ask(Reference(copy, LocalRepository::MODE_RANGE, "HEAD~1", "HEAD"), GitBlobId("")),
        HasSubstr(absl::StrCat("PERMISSION_DENIED: \"", copy, "/.git/", path,
                               "\" is not in a folder that this server may read")));
  }
}

TEST(LinksBelowGit, MayLeadToOtherAllowedFolders) {
  Planted planted;
  const std::string copy = planted.Copy();
  for (const char* path : {"objects", "refs", "logs"}) {
    fs::rename(copy + "/.git/" + path, copy + "/" + path);
    fs::create_symlink(fs::path("..") / path, copy + "/.git/" + path);
  }
  const std::string told = planted.AskByName(copy);
  EXPECT_THAT(told, HasSubstr("+plain = 2"));
  EXPECT_THAT(told, Not(HasSubstr("PERMISSION_DENIED")));
}

TEST(LinksBelowGit, DoNotTellWhatExistsOutside) {
  Planted planted;
  const std::string copy = planted.Copy();
  for (const char* target : {"/file", "/nothing"}) {
    const std::string link = copy + "/.git/refs/heads/more";
    fs::remove(link);
    fs::create_symlink(planted.outside().repo.folder().path() + target, link);
    EXPECT_THAT(
        planted.Ask(Reference(copy, LocalRepository::MODE_RANGE, "HEAD~1", "HEAD"), GitBlobId("")),
        HasSubstr("PERMISSION_DENIED"));
  }
}

TEST(GitFiles, LeadNowhereOutside) {
  Planted planted;
  const std::string outside = planted.outside().repo.path() + "/.git";
  const std::vector<std::pair<std::string, std::string>> files = {
      {".git", "gitdir: " + outside + "\n"},
      {".git/commondir", outside + "\n"},
      {".git/objects/info/alternates", outside + "/objects\n"},
      {".git/HEAD", "ref: ../../../../" + outside + "/refs/heads/main\n"},
      {".git/refs/heads/more", "ref: ../../../../../.." + outside + "/refs/heads/main\n"},
  };
  for (const auto& [path, content] : files) {
    SCOPED_TRACE(path);
    const std::string copy = planted.Copy();
    fs::remove_all(fs::path(copy) / path);
    planted.root().Write(fs::path(copy).filename().string() + "/" + path, content);
    const std::string told = planted.AskByName(copy) + planted.AskById(copy);
    EXPECT_THAT(told, Not(HasSubstr("SECRET_")));
    EXPECT_THAT(told, Not(HasSubstr("+SECRET")));
    if (path == ".git/objects/info/alternates") {
      EXPECT_THAT(told, HasSubstr("the repository borrows objects from another"));
    }
  }
}

// The work tree of a submodule is a repository of its own, whose HEAD git asks for.
TEST(Submodules, DoNotTellTheHeadOfARepositoryOutside) {
  if (host::LandlockRules::Version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  Planted planted;
  const std::string copy = planted.Copy();
  const std::string name = fs::path(copy).filename().string();
  GitFixture git;
  const std::string id = git.Commit("Any");
  git.Git({"-C", copy, "update-index", "--add", "--cacheinfo", absl::StrCat("160000,", id, ",m")});
  git.Git({"-C", copy, "commit", "--quiet", "--message", "Add a submodule"});
  planted.root().Write(name + "/m/.git", "gitdir: " + planted.outside().repo.path() + "/.git\n");
  EXPECT_THAT(git.Git({"-C", copy, "diff"}), HasSubstr(planted.outside().tip));  // Plain git does.
  EXPECT_THAT(planted.AskByName(copy), Not(HasSubstr(planted.outside().tip)));
}

}  // namespace
}  // namespace allreview::pull_request
