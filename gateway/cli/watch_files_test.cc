#include "gateway/cli/watch_files.h"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;

class WatchFiles : public testing::Test {
 protected:
  WatchFiles() {
    std::string folder = testing::TempDir() + "/watch-XXXXXX";
    root_ = mkdtemp(folder.data());
    fs::create_directories(root_ + "/.git");
    fs::create_directories(root_ + "/pkg");
  }

  std::unique_ptr<FileWatch> Open(int max_folders = 0) {
    auto watch = FileWatch::Open({.folders = {root_, root_ + "/pkg"},
                                  .git_folder = root_ + "/.git",
                                  .max_folders = max_folders});
    EXPECT_OK(watch.status());
    return *std::move(watch);
  }

  void Write(const std::string& path) const {
    EXPECT_OK(WriteFile(absl::StrCat(root_, "/", path), "x = 1\n"));
  }

  // Whether a change is noticed before it has been asked this often.
  static bool Notices(FileWatch& watch, int rounds = 15) {
    return watch.Wait([rounds]() mutable { return rounds-- == 0; });
  }

  std::string root_;
};

TEST_F(WatchFiles, NoticeAChangeOnce) {
  const auto watch = Open();
  EXPECT_EQ(watch->folders(), 3);
  EXPECT_FALSE(Notices(*watch, 3));
  Write("pkg/model.py");
  EXPECT_TRUE(Notices(*watch));
  EXPECT_FALSE(Notices(*watch, 5));
  fs::remove(root_ + "/pkg/model.py");
  EXPECT_TRUE(Notices(*watch));
}

TEST_F(WatchFiles, NoticeFoldersThatAppear) {
  const auto watch = Open();
  fs::create_directories(root_ + "/pkg/new");
  EXPECT_TRUE(Notices(*watch));
  Write("pkg/new/layer.py");
  EXPECT_TRUE(Notices(*watch));
}

TEST_F(WatchFiles, NoticeTheIndexAndNothingElseOfGit) {
  const auto watch = Open();
  Write(".git/index.lock");
  Write(".git/COMMIT_EDITMSG");
  EXPECT_FALSE(Notices(*watch, 5));
  fs::rename(root_ + "/.git/index.lock", root_ + "/.git/index");
  EXPECT_TRUE(Notices(*watch));
}

TEST_F(WatchFiles, PassOverWhatToolsLeaveBehind) {
  const auto watch = Open();
  for (const char* name : {"pkg/.model.py.swp", "pkg/model.py~", "pkg/a.pyc", "pkg/4913"}) {
    Write(name);
  }
  fs::create_directories(root_ + "/pkg/__pycache__");
  EXPECT_FALSE(Notices(*watch, 5));
  EXPECT_TRUE(IsWatchedFile("model.py"));
  EXPECT_TRUE(IsWatchedFile(".allreview.yaml"));
}

TEST_F(WatchFiles, AreBounded) {
  const auto watch =
      FileWatch::Open({.folders = {root_, root_ + "/pkg", root_ + "/.git"}, .max_folders = 2});
  EXPECT_THAT(watch.status(), StatusIs(absl::StatusCode::kResourceExhausted,
                                       "there are more than 2 folders to watch"));
  const auto full = Open(3);
  fs::create_directories(root_ + "/pkg/more");
  EXPECT_TRUE(Notices(*full));
  EXPECT_EQ(full->folders(), 3);
}

}  // namespace
}  // namespace allreview::cli
