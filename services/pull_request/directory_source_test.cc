#include "services/pull_request/directory_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

change::v1::DirectoryPair Pair(const TemporaryFolder& folder) {
  change::v1::DirectoryPair pair;
  pair.set_before(folder.path() + "/old");
  pair.set_after(folder.path() + "/new");
  return pair;
}

absl::StatusOr<RecordingSink> Fetch(const change::v1::DirectoryPair& pair) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewDirectorySource(pair, AllowAll(), {});
  if (!source.ok()) return source.status();
  RecordingSink sink;
  absl::StatusOr<v1::Done> done = (*source)->Fetch({}, sink);
  if (!done.ok()) return done.status();
  EXPECT_EQ(done->rung(), "directories");
  return sink;
}

TEST(DirectorySource, ComparesTwoFolders) {
  TemporaryFolder folder;
  std::string long_text;
  for (int i = 0; i < 30; ++i) absl::StrAppend(&long_text, "line ", i, "\n");
  folder.Write("old/same.py", "s = 1\n");
  folder.Write("new/same.py", "s = 1\n");
  folder.Write("old/sub/changed.py", "x = 1\n");
  folder.Write("new/sub/changed.py", "x = 2\n");
  folder.Write("old/gone.py", "gone\n");
  folder.Write("new/gr\xC3\xBC\nn \"x\".py", "added\n");
  folder.Write("old/before.py", long_text);
  folder.Write("new/after.py", long_text);
  folder.Write("old/mode.sh", "echo\n");
  folder.Write("new/mode.sh", "echo\n");
  ASSERT_EQ(chmod((folder.path() + "/new/mode.sh").c_str(), 0755), 0);
  folder.Write("old/.git/config", "ignored\n");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Pair(folder)));
  EXPECT_THAT(Describe(sink.files),
              ElementsAre("R100 before.py -> after.py", "D gone.py", "A gr\xC3\xBC\nn \"x\".py",
                          "M mode.sh 100755", "M sub/changed.py"));
  EXPECT_THAT(sink.diff, HasSubstr("diff --git a/sub/changed.py b/sub/changed.py\n"));
  EXPECT_THAT(sink.diff, HasSubstr("\n-x = 1\n+x = 2\n"));
  EXPECT_EQ(sink.files[4].old_blob_id(), GitBlobId("x = 1\n"));
  EXPECT_EQ(sink.files[4].new_blob_id(), GitBlobId("x = 2\n"));
  EXPECT_EQ(sink.opened.info().repository(), "new");
  EXPECT_TRUE(sink.opened.info().has_content());
}

TEST(DirectorySource, ComparesLinksByTheirTargets) {
  TemporaryFolder folder;
  folder.Write("secret", "top secret\n");
  folder.Write("old/a", "a\n");
  std::filesystem::create_directories(folder.path() + "/new");
  ASSERT_EQ(symlink("../secret", (folder.path() + "/new/a").c_str()), 0);
  ASSERT_EQ(symlink("..", (folder.path() + "/new/loop").c_str()), 0);
  ASSERT_EQ(mkfifo((folder.path() + "/new/pipe").c_str(), 0600), 0);
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Pair(folder)));
  EXPECT_THAT(Describe(sink.files), ElementsAre("T a 120000", "A loop 120000"));
  EXPECT_THAT(sink.diff, HasSubstr("\n+../secret\n"));
  EXPECT_THAT(sink.diff, Not(HasSubstr("top secret")));
}

TEST(DirectorySource, FindsNothingInEqualFolders) {
  TemporaryFolder folder;
  folder.Write("old/a.py", "a\n");
  folder.Write("new/a.py", "a\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Pair(folder)));
  EXPECT_THAT(sink.files, IsEmpty());
  EXPECT_EQ(sink.diff, "");
}

TEST(DirectorySource, ReadsBlobsOfBothSidesAndNoticesChanges) {
  TemporaryFolder folder;
  folder.Write("old/a.py", "x = 1\n");
  folder.Write("new/a.py", "x = 2\n");
  folder.Write("new/big.py", std::string(2000, 'x'));
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Pair(folder)));
  BlobRef before, after, big, outside;
  before.set_blob_id(GitBlobId("x = 1\n"));
  before.set_path("a.py");
  before.set_side(change::v1::SIDE_LEFT);
  after.set_blob_id(GitBlobId("x = 2\n"));
  after.set_path("a.py");
  after.set_side(change::v1::SIDE_RIGHT);
  big.set_blob_id(GitBlobId(std::string(2000, 'x')));
  big.set_path("big.py");
  outside = before;
  outside.set_path("../old/a.py");
  auto read = [&](const std::vector<BlobRef>& blobs) {
    std::vector<std::string> contents;
    auto source = NewDirectorySource(sink.opened.pinned().directories(), AllowAll(), {});
    EXPECT_OK(source);
    EXPECT_OK((*source)->ReadBlobs(
        blobs, {.max_blob_bytes = 1000},
        [&](const BlobRef&, const absl::StatusOr<absl::string_view>& content) {
          contents.push_back(content.ok() ? std::string(*content)
                                          : absl::StrCat("error: ", content.status().message()));
          return absl::OkStatus();
        }));
    return contents;
  };
  EXPECT_THAT(read({after, big, before, outside}),
              ElementsAre("x = 2\n", "error: \"big.py\" has 2000 bytes, over the limit of 1000",
                          "x = 1\n", HasSubstr("error: \"../old/a.py\" is no path of a file")));
  BlobRef by_path = before;
  by_path.clear_blob_id();
  EXPECT_THAT(read({by_path}), ElementsAre("x = 1\n"));
  folder.Write("new/a.py", "x = 3\n");
  EXPECT_THAT(read({after}), ElementsAre(HasSubstr("has changed on disk")));
}

TEST(DirectorySource, ListsTheFilesOfASide) {
  TemporaryFolder folder;
  folder.Write("old/a.py", "a\n");
  folder.Write("new/b.py", "b\n");
  folder.Write("new/a/c.py", "c\n");
  folder.Write("new/d.txt", "d\n");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewDirectorySource(Pair(folder), AllowAll(), {}));
  ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> entries,
                       source->ListTree(change::v1::SIDE_RIGHT, {".py"}));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].path(), "a/c.py");
  EXPECT_EQ(entries[1].path(), "b.py");
  EXPECT_EQ(entries[1].blob_id(), GitBlobId("b\n"));
  EXPECT_EQ(entries[1].mode(), 0100644u);
}

TEST(DirectorySource, NamesTheFolderThatDoesNotExist) {
  TemporaryFolder folder;
  folder.Write("old/a.py", "a\n");
  EXPECT_THAT(Fetch(Pair(folder)), StatusIs(absl::StatusCode::kNotFound,
                                            absl::StrCat("cannot open \"", folder.path(),
                                                         "/new\": No such file or directory")));
  folder.Write("new", "a file\n");
  EXPECT_THAT(Fetch(Pair(folder)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       absl::StrCat("\"", folder.path(), "/new\" is not a folder")));
}

TEST(DirectorySource, ObeysTheAllowedFolders) {
  TemporaryFolder folder;
  folder.Write("old/a.py", "a\n");
  folder.Write("new/a.py", "b\n");
  PullRequestOptions options;
  options.repository_roots = {folder.path() + "/old"};
  EXPECT_THAT(NewDirectorySource(Pair(folder), LocalAccess(options), {}),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--repository-root")));
}

}  // namespace
}  // namespace allreview::pull_request
