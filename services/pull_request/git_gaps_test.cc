// Repositories that lack objects, or hold damaged ones: one file, or one folder, is lost with each,
// and said to be.

#include "services/pull_request/git_gaps.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source.h"
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

namespace fs = std::filesystem;
using change::v1::LocalRepository;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::string ObjectFile(const GitFixture& repo, const std::string& id) {
  return absl::StrCat(repo.path(), "/.git/objects/", id.substr(0, 2), "/", id.substr(2));
}

void Overwrite(const std::string& path, const std::string& content) {
  fs::remove(path);  // Git makes them read-only.
  ASSERT_OK(WriteFile(path, content));
}

struct Damage {
  const char* name;
  void (*apply)(const GitFixture& repo, const std::string& id);
};

const Damage kDamages[] = {
    {"missing",
     [](const GitFixture& repo, const std::string& id) { fs::remove(ObjectFile(repo, id)); }},
    {"empty",
     [](const GitFixture& repo, const std::string& id) { Overwrite(ObjectFile(repo, id), ""); }},
    {"noise",
     [](const GitFixture& repo, const std::string& id) {
       Overwrite(ObjectFile(repo, id), std::string(200, '\x5A'));
     }},
    {"cut",
     [](const GitFixture& repo, const std::string& id) {
       const std::string content = ReadFile(ObjectFile(repo, id)).value();
       Overwrite(ObjectFile(repo, id), content.substr(0, content.size() / 2));
     }},
    {"one byte",
     [](const GitFixture& repo, const std::string& id) {
       std::string content = ReadFile(ObjectFile(repo, id)).value();
       content[content.size() / 2] ^= 0x10;
       content[content.size() - 2] ^= 0x10;
       Overwrite(ObjectFile(repo, id), content);
     }},
    {"in a pack",
     [](const GitFixture& repo, const std::string& id) {
       repo.Git({"config", "pack.compression", "0"});
       repo.folder().Write("id", id + "\n");
       const std::string pack = repo.path() + "/.git/objects/pack/pack";
       const std::string name = repo.Git(
           {"-c",
            absl::StrCat("alias.p=!git pack-objects -q ", pack, " < ", repo.folder().path(), "/id"),
            "p"});
       fs::remove(ObjectFile(repo, id));
       const std::string file = absl::StrCat(pack, "-", name.substr(0, 40), ".pack");
       std::string content = ReadFile(file).value();
       for (size_t i = 12; i + 20 < content.size(); ++i) content[i] ^= 0x55;
       Overwrite(file, content);
     }},
};

// Long enough that a cut has something to cut.
std::string Text(const std::string& name, int version) {
  std::string text = absl::StrCat("# ", name, "\n");
  for (int i = 0; i < 60; ++i) absl::StrAppend(&text, name, "_", i, " = ", i * 7919 % 1000, "\n");
  return absl::StrCat(text, name, " = ", version, "\n");
}

// Three changed files in two commits; bad.py is the one that is damaged, between the others.
class Damaged {
 public:
  Damaged() {
    for (int version : {1, 2}) {
      for (const char* name : {"a", "bad", "c"}) {
        repo.Write(absl::StrCat(name, ".py"), Text(name, version));
      }
      repo.Write("p/inner.py", Text("inner", version));
      repo.Commit(absl::StrCat("Commit ", version));
    }
  }

  std::string IdOf(int version) const { return GitBlobId(Text("bad", version)); }

  GitFixture repo;
};

std::vector<std::string> LedgerOf(const RecordingSink& sink) {
  std::vector<std::string> lines;
  for (const change::v1::LedgerEntry& entry : sink.ledger) {
    EXPECT_EQ(entry.state(), change::v1::LedgerEntry::STATE_NOT_FETCHED);
    EXPECT_EQ(entry.stage(), "pull_request");
    EXPECT_EQ(entry.hunk(), -1);
    EXPECT_THAT(entry.reason(), HasSubstr("or is damaged: run `git fetch"));
    lines.push_back(entry.path());
  }
  return lines;
}

TEST(Gaps, CostOneFileEach) {
  for (const Damage& damage : kDamages) {
    for (int version : {1, 2}) {
      for (auto mode : {LocalRepository::MODE_RANGE, LocalRepository::MODE_MERGE_BASE}) {
        SCOPED_TRACE(absl::StrCat(damage.name, " in version ", version, " mode ", mode));
        Damaged damaged;
        damage.apply(damaged.repo, damaged.IdOf(version));
        ASSERT_OK_AND_ASSIGN(const RecordingSink sink,
                             FetchLocal(Reference(damaged.repo.path(), mode, "HEAD~1", "HEAD")));
        EXPECT_THAT(Describe(sink.files),
                    UnorderedElementsAre("M a.py", "M bad.py", "M c.py", "M p/inner.py"));
        EXPECT_THAT(LedgerOf(sink), ElementsAre("bad.py"));
        for (const char* name : {"a", "c", "inner"}) {
          EXPECT_THAT(sink.diff, HasSubstr(absl::StrCat("\n-", name, " = 1\n+", name, " = 2\n")));
        }
        EXPECT_THAT(sink.diff, Not(HasSubstr("bad.py")));
      }
    }
  }
}

TEST(Gaps, LeaveTheOtherBlobsReadable) {
  for (const Damage& damage : kDamages) {
    SCOPED_TRACE(damage.name);
    Damaged damaged;
    damage.apply(damaged.repo, damaged.IdOf(2));
    const std::string bad = damaged.IdOf(2);
    const std::vector<std::string> contents =
        ReadLocal(Range(damaged.repo, "HEAD~1", "HEAD"),
                  {Blob(GitBlobId(Text("a", 2))), Blob(bad), Blob(GitBlobId(Text("c", 2))),
                   Blob(bad), Blob(GitBlobId(Text("c", 1)))});
    ASSERT_EQ(contents.size(), 5u);
    EXPECT_EQ(contents[0], Text("a", 2));
    EXPECT_THAT(contents[1], HasSubstr("error: "));
    EXPECT_EQ(contents[2], Text("c", 2));
    EXPECT_THAT(contents[3], HasSubstr("error: "));
    EXPECT_EQ(contents[4], Text("c", 1));
  }
}

TEST(Gaps, CostOneFileOfAScan) {
  Damaged damaged;
  damaged.repo.Write("notes.txt", "no Python\n");
  damaged.repo.Commit("More");
  kDamages[0].apply(damaged.repo, damaged.IdOf(2));
  kDamages[0].apply(damaged.repo, GitBlobId("no Python\n"));
  auto reference = Reference(damaged.repo.path(), LocalRepository::MODE_TREE, "", "HEAD");
  reference.add_suffixes(".py");
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(reference));
  EXPECT_THAT(Describe(sink.files),
              UnorderedElementsAre("A a.py", "A bad.py", "A c.py", "A p/inner.py"));
  EXPECT_THAT(LedgerOf(sink), ElementsAre("bad.py"));  // The text is of no interest.
  EXPECT_THAT(sink.diff, AllOf(HasSubstr("\n+c = 2\n"), HasSubstr("\n+inner = 2\n")));
}

TEST(Gaps, CostOneFileOfUncommittedChanges) {
  for (auto mode : {LocalRepository::MODE_INDEX, LocalRepository::MODE_WORKING_TREE}) {
    for (const Damage& damage : kDamages) {
      SCOPED_TRACE(absl::StrCat(damage.name, " mode ", mode));
      Damaged damaged;
      for (const char* name : {"a", "bad", "c"}) {
        damaged.repo.Write(absl::StrCat(name, ".py"), Text(name, 3));
      }
      if (mode == LocalRepository::MODE_INDEX) damaged.repo.Git({"add", "--all"});
      damage.apply(damaged.repo, damaged.IdOf(2));
      ASSERT_OK_AND_ASSIGN(const RecordingSink sink,
                           FetchLocal(Reference(damaged.repo.path(), mode, "HEAD")));
      EXPECT_THAT(Describe(sink.files), UnorderedElementsAre("M a.py", "M bad.py", "M c.py"));
      EXPECT_THAT(LedgerOf(sink), ElementsAre("bad.py"));
      EXPECT_THAT(sink.diff, AllOf(HasSubstr("\n+a = 3\n"), HasSubstr("\n+c = 3\n")));
    }
  }
}

TEST(Gaps, OfAllFilesLeaveAnEmptyChange) {
  Damaged damaged;
  for (const char* name : {"a", "bad", "c", "inner"}) {
    kDamages[0].apply(damaged.repo, GitBlobId(Text(name, 2)));
  }
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(Range(damaged.repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(LedgerOf(sink), UnorderedElementsAre("a.py", "bad.py", "c.py", "p/inner.py"));
  EXPECT_THAT(sink.diff, IsEmpty());
}

TEST(Gaps, AmongRenamedFilesLeaveTheOtherRenames) {
  for (int version : {1, 2}) {
    SCOPED_TRACE(version);
    GitFixture repo;
    for (const char* name : {"a", "bad", "c"}) {
      repo.Write(absl::StrCat("old_", name, ".py"), Text(name, 1));
    }
    repo.Commit("First");
    for (const char* name : {"a", "bad", "c"}) {
      repo.Remove(absl::StrCat("old_", name, ".py"));
      repo.Write(absl::StrCat("new_", name, ".py"), Text(name, 2));
    }
    repo.Commit("Second");
    kDamages[0].apply(repo, GitBlobId(Text("bad", version)));
    ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
    // Which of the two has lost its partner shows in the ledger; the other is read as it is.
    EXPECT_THAT(LedgerOf(sink), ElementsAre(version == 1 ? "old_bad.py" : "new_bad.py"));
    EXPECT_THAT(sink.diff, AllOf(HasSubstr("rename from old_a.py"), HasSubstr("\n+c = 2\n")));
  }
}

TEST(Gaps, OfATreeCostThatFolder) {
  for (const Damage& damage : kDamages) {
    if (damage.name == std::string("in a pack")) continue;  // Same as noise.
    SCOPED_TRACE(damage.name);
    Damaged damaged;
    const std::string tree = damaged.repo.Git({"rev-parse", "HEAD:p"}).substr(0, 40);
    damage.apply(damaged.repo, tree);
    ASSERT_OK_AND_ASSIGN(const RecordingSink sink,
                         FetchLocal(Range(damaged.repo, "HEAD~1", "HEAD")));
    EXPECT_THAT(Describe(sink.files), UnorderedElementsAre("M a.py", "M bad.py", "M c.py"));
    EXPECT_THAT(LedgerOf(sink), ElementsAre("p/"));
    EXPECT_THAT(sink.diff, AllOf(HasSubstr("\n+a = 2\n"), HasSubstr("\n+c = 2\n")));
  }
}

TEST(Gaps, OfARootTreeCostTheChange) {
  Damaged damaged;
  kDamages[0].apply(damaged.repo, damaged.repo.Git({"rev-parse", "HEAD^{tree}"}).substr(0, 40));
  EXPECT_THAT(FetchLocal(Range(damaged.repo, "HEAD~1", "HEAD")),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("git fetch --unshallow")));
}

TEST(Gaps, InAPartialCloneAreAllNamed) {
  Damaged damaged;
  damaged.repo.Git({"config", "uploadpack.allowFilter", "true"});
  const std::string clone = damaged.repo.folder().path() + "/clone";
  damaged.repo.Git({"clone", "--quiet", "--no-checkout", "--filter=blob:none",
                    "file://" + damaged.repo.path(), clone});
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink,
                       FetchLocal(Reference(clone, LocalRepository::MODE_RANGE, "HEAD~1", "HEAD")));
  EXPECT_THAT(LedgerOf(sink), UnorderedElementsAre("a.py", "bad.py", "c.py", "p/inner.py"));
}

TEST(TreeWithout, LeavesOutFilesAndFolders) {
  GitFixture repo;
  for (const char* path : {"a", "p/a", "p/b", "p/q/a", "p.txt", "r/s/t/u", "z"}) {
    repo.Write(path, path);
  }
  repo.Commit("First");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<GitRepository> git,
                       GitRepository::Open(repo.path(), AllowAll(), {}));
  const auto files_without = [&](const std::set<std::string>& paths) -> std::string {
    const absl::StatusOr<std::string> tree = TreeWithout(*git, "HEAD", paths);
    if (!tree.ok()) return tree.status().ToString();
    return git->Run({"ls-tree", "-r", "--name-only", *tree}).value();
  };
  EXPECT_EQ(files_without({}), "a\np.txt\np/a\np/b\np/q/a\nr/s/t/u\nz\n");
  EXPECT_EQ(files_without({"a", "p/q/a", "r/s/t/u"}), "p.txt\np/a\np/b\nz\n");
  EXPECT_EQ(files_without({"p/"}), "a\np.txt\nr/s/t/u\nz\n");
  EXPECT_EQ(files_without({"p", "none", "r/s/none/x"}), "a\np.txt\np/a\np/b\np/q/a\nr/s/t/u\nz\n");
}

}  // namespace
}  // namespace allreview::pull_request
