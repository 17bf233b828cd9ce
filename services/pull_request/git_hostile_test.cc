// A repository can be set up so that ordinary git commands on it run programs. Nothing of that may
// happen here: each program that these repositories name would leave a file behind.

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using change::v1::LocalRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Two commits and uncommitted changes, then every trap that configuration, attributes and hooks can
// be; each leaves the file traps/NAME.
class HostileRepository {
 public:
  HostileRepository() {
    std::filesystem::create_directory(traps());
    repo.Write("a.py", "x = 1\n");
    repo.Write("b.py", "y = 1\n");
    repo.Write("sub/inner.py", "z = 1\n");
    repo.Commit("First");
    repo.Write("a.py", "x = 2\n");
    repo.Commit("Second");
    repo.Write(".gitattributes", "*.py diff=evil filter=evil merge=evil\n* filter=process ident\n");
    repo.Write(".git/info/attributes", "*.py diff=evil filter=evil\n");
    for (const char* hook :
         {"post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout",
          "reference-transaction", "pre-auto-gc", "proc-receive"}) {
      Script(absl::StrCat("work/.git/hooks/", hook), absl::StrCat("hook-", hook));
    }
    repo.Write(".git/config", Config());
    // Stat data that no longer fits makes git look at the files, by the filters.
    repo.Write("a.py", "x = 3\n");
    repo.Write("b.py", "y = 1\n");
    repo.Write("sub/inner.py", "z = 3\n");
  }

  std::string traps() const { return repo.folder().path() + "/traps"; }

  std::vector<std::string> Sprung() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(traps())) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  GitFixture repo;

 private:
  // A program that leaves the file and passes its input on.
  std::string Script(const std::string& path, const std::string& name) const {
    repo.folder().Write(path, absl::StrCat("#!/bin/sh\n: > ", traps(), "/", name, "\ncat\n"));
    std::string full = repo.folder().path() + "/" + path;
    CHECK(chmod(full.c_str(), 0755) == 0);
    return full;
  }

  std::string Config() const {
    std::string config = "[core]\n\trepositoryformatversion = 1\n\tbare = false\n";
    auto section = [&](const std::string& name) { absl::StrAppend(&config, "[", name, "]\n"); };
    auto trap = [&](const std::string& key, const std::string& name) {
      absl::StrAppend(&config, "\t", key, " = ", Script("scripts/" + name, name), "\n");
    };
    section("core");
    trap("fsmonitor", "fsmonitor");
    trap("sshCommand", "ssh");
    trap("pager", "pager");
    trap("editor", "editor");
    trap("askPass", "askpass");
    trap("gitProxy", "proxy");
    absl::StrAppend(&config, "\tattributesFile = ", repo.path(), "/.gitattributes\n");
    absl::StrAppend(&config, "\thooksPath = ", repo.path(), "/.git/hooks\n");
    section("diff");
    trap("external", "diff-external");
    section("diff \"evil\"");
    trap("command", "diff-command");
    trap("textconv", "diff-textconv");
    section("filter \"evil\"");
    trap("clean", "filter-clean");
    trap("smudge", "filter-smudge");
    absl::StrAppend(&config, "\trequired = true\n");
    section("filter \"process\"");
    trap("process", "filter-process");
    section("merge \"evil\"");
    trap("driver", "merge-driver");
    section("gpg");
    trap("program", "gpg");
    section("log");
    absl::StrAppend(&config, "\tshowSignature = true\n");
    section("credential");
    trap("helper", "credential");
    section("alias");
    for (const char* command : {"diff", "diff-tree", "cat-file", "log", "ls-tree", "merge-base"}) {
      trap(command, absl::StrCat("alias-", command));
    }
    section("remote \"origin\"");
    absl::StrAppend(&config, "\turl = ext::", Script("scripts/remote", "remote"), "\n");
    absl::StrAppend(&config, "\tpromisor = true\n\tpartialclonefilter = blob:none\n");
    section("extensions");
    absl::StrAppend(&config, "\tpartialClone = origin\n");
    section("include");
    absl::StrAppend(&config, "\tpath = ", repo.path(), "/.git/config-more\n");
    return config;
  }
};

absl::StatusOr<RecordingSink> FetchAndReadAll(const HostileRepository& hostile,
                                              LocalRepository::Mode mode) {
  LocalRepository reference;
  reference.set_path(hostile.repo.path());
  reference.set_mode(mode);
  reference.set_base("HEAD~1");
  RecordingSink sink;
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  if (!source.ok()) return source.status();
  if (auto done = (*source)->Fetch({}, sink); !done.ok()) return done.status();
  std::vector<BlobRef> blobs;
  for (const change::v1::FileEntry& file : sink.files) {
    BlobRef blob;
    blob.set_blob_id(file.new_blob_id());
    blob.set_path(file.new_path());
    blobs.push_back(blob);
  }
  BlobRef missing;  // A partial clone would fetch it.
  missing.set_blob_id(std::string(40, '1'));
  blobs.push_back(missing);
  absl::Status read = (*source)->ReadBlobs(
      blobs, {},
      [](const BlobRef&, const absl::StatusOr<absl::string_view>&) { return absl::OkStatus(); });
  if (!read.ok()) return read;
  for (change::v1::Side side : {change::v1::SIDE_LEFT, change::v1::SIDE_RIGHT}) {
    if (auto tree = (*source)->ListTree(side, {}); !tree.ok()) return tree.status();
  }
  return sink;
}

TEST(HostileRepository, TrapsWork) {
  HostileRepository hostile;
  // Plain git walks into some of them, so the other tests can fail.
  hostile.repo.Git({"-c", "extensions.partialClone=", "diff", "HEAD~1"});
  EXPECT_THAT(hostile.Sprung(), Not(IsEmpty()));
}

TEST(HostileRepository, RunsNothingForACommitRange) {
  HostileRepository hostile;
  for (auto mode : {LocalRepository::MODE_RANGE, LocalRepository::MODE_MERGE_BASE}) {
    ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchAndReadAll(hostile, mode));
    EXPECT_THAT(Describe(sink.files), ::testing::ElementsAre("M a.py"));
    EXPECT_THAT(sink.diff, HasSubstr("\n-x = 1\n+x = 2\n"));
  }
  EXPECT_THAT(hostile.Sprung(), IsEmpty());
}

TEST(HostileRepository, RunsNothingForTheIndex) {
  HostileRepository hostile;
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchAndReadAll(hostile, LocalRepository::MODE_INDEX));
  EXPECT_THAT(sink.diff, HasSubstr("\n-x = 1\n+x = 2\n"));
  EXPECT_THAT(hostile.Sprung(), IsEmpty());
}

TEST(HostileRepository, RunsNothingForTheWorkingTree) {
  HostileRepository hostile;
  ASSERT_OK_AND_ASSIGN(RecordingSink sink,
                       FetchAndReadAll(hostile, LocalRepository::MODE_WORKING_TREE));
  EXPECT_THAT(Describe(sink.files), ::testing::ElementsAre("M a.py", "M sub/inner.py"));
  EXPECT_THAT(sink.diff, HasSubstr("\n-x = 1\n+x = 3\n"));
  EXPECT_THAT(hostile.Sprung(), IsEmpty());
}

TEST(HostileRepository, RunsNothingOfASubmodule) {
  GitFixture repo;
  repo.Commit("First");
  std::string trap = repo.folder().path() + "/sprung";
  repo.Write("module/inner.py", "x = 1\n");
  repo.Git({"-C", "module", "init", "--quiet", "--initial-branch=main"});
  repo.Git({"-C", "module", "add", "."});
  repo.Git({"-C", "module", "commit", "--quiet", "--message", "Inner"});
  repo.Git({"-c", "advice.addEmbeddedRepo=false", "add", "module"});
  repo.Git({"commit", "--quiet", "--message", "Add a module"});
  repo.folder().Write("evil", "#!/bin/sh\n: > " + trap + "\ncat\n");
  ASSERT_EQ(chmod((repo.folder().path() + "/evil").c_str(), 0755), 0);
  repo.Git({"-C", "module", "config", "core.fsmonitor", repo.folder().path() + "/evil"});
  repo.Git({"-C", "module", "config", "filter.evil.clean", repo.folder().path() + "/evil"});
  repo.Write("module/.gitattributes", "* filter=evil\n");
  repo.Write("module/inner.py", "x = 2\n");
  repo.Write(".gitmodules", "[submodule \"m\"]\n\tpath = module\n\turl = ./m\n\tignore = none\n");
  LocalRepository reference;
  reference.set_path(repo.path());
  reference.set_mode(LocalRepository::MODE_WORKING_TREE);
  RecordingSink sink;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(reference, AllowAll(), {}));
  ASSERT_OK(source->Fetch({}, sink));
  EXPECT_FALSE(std::filesystem::exists(trap));
  // Plain git runs it, so the test can fail.
  repo.Git({"diff", "HEAD"});
  EXPECT_TRUE(std::filesystem::exists(trap));
}

TEST(HostileRepository, ReadsARepositoryOfAnotherUser) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  if (lchown(repo.path().c_str(), 12345, 12345) != 0) {
    GTEST_SKIP() << "only root, outside of a user namespace, can give files away";
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(repo.path())) {
    ASSERT_EQ(lchown(entry.path().c_str(), 12345, 12345), 0);
  }
  LocalRepository reference;
  reference.set_path(repo.path());
  reference.set_mode(LocalRepository::MODE_WORKING_TREE);
  reference.set_base("HEAD~1");
  RecordingSink sink;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(reference, AllowAll(), {}));
  ASSERT_OK(source->Fetch({}, sink));
  EXPECT_THAT(sink.diff, HasSubstr("\n+x = 2\n"));
}

TEST(HostileRepository, SaysWhatToDoAboutMissingObjects) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  std::string id = GitBlobId("x = 2\n");
  repo.Remove(absl::StrCat(".git/objects/", id.substr(0, 2), "/", id.substr(2)));
  LocalRepository reference;
  reference.set_path(repo.path());
  reference.set_mode(LocalRepository::MODE_RANGE);
  reference.set_base("HEAD~1");
  RecordingSink sink;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(reference, AllowAll(), {}));
  ASSERT_OK(source->Fetch({}, sink));
  ASSERT_EQ(sink.ledger.size(), 1u);
  EXPECT_EQ(sink.ledger[0].path(), "a.py");
  EXPECT_THAT(sink.ledger[0].reason(), HasSubstr("`git fetch --refetch --no-filter`"));
}

}  // namespace
}  // namespace allreview::pull_request
