#include "base/scratch_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, and what a process there would see as $TMPDIR.
std::string NewParent() {
  std::string path = testing::TempDir() + "/scratch-XXXXXX";
  EXPECT_NE(mkdtemp(path.data()), nullptr);
  setenv("TMPDIR", path.c_str(), 1);
  return path;
}

// A process that makes a folder, puts a file into it and is killed. Returns the folder.
std::string LeftBehind(const std::string& parent) {
  const pid_t child = fork();
  if (child == 0) {
    const auto folder = ScratchFolder::Make("mine-");
    if (!folder.ok()) _exit(1);
    std::ofstream((*folder)->path() + "/file") << "text";
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  for (const auto& entry : fs::directory_iterator(parent)) return entry.path().string();
  ADD_FAILURE() << "the child made no folder";
  return "";
}

TEST(ScratchFolder, IsThereForItsOwnerAloneUntilTheObjectGoes) {
  const std::string parent = NewParent();
  std::string path;
  {
    ASSERT_OK_AND_ASSIGN(const auto folder, ScratchFolder::Make("mine-"));
    path = folder->path();
    EXPECT_EQ(path.rfind(parent + "/mine-", 0), 0u) << path;
    struct stat info = {};
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    fs::create_symlink("/etc", path + "/link");
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists("/etc/passwd")) << "links are not followed";
}

TEST(ScratchFolder, OfAKilledProcessIsRemovedByTheNext) {
  const std::string parent = NewParent();
  const std::string left = LeftBehind(parent);
  EXPECT_TRUE(fs::exists(left + "/file"));
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now()), 0) << "too young";
  EXPECT_EQ(RemoveStaleFolders(parent, "other-", absl::Now() + absl::Minutes(2)), 0);
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now() + absl::Minutes(2)), 1);
  EXPECT_FALSE(fs::exists(left));
}

TEST(ScratchFolder, InUseIsNotRemovedHoweverOld) {
  const std::string parent = NewParent();
  ASSERT_OK_AND_ASSIGN(const auto folder, ScratchFolder::Make("mine-"));
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now() + absl::Hours(1000)), 0);
  EXPECT_TRUE(fs::exists(folder->path()));
}

TEST(ScratchFolder, WithoutALockIsRemovedAfterAnHour) {
  const std::string parent = NewParent();
  fs::create_directory(parent + "/mine-abcdef");
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now() + absl::Minutes(50)), 0);
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now() + absl::Minutes(70)), 1);
}

TEST(ScratchFolder, IsNeverTakenForALinkOrAFile) {
  const std::string parent = NewParent();
  const std::string other = testing::TempDir() + "/other";
  fs::create_directory(other);
  fs::create_directory_symlink(other, parent + "/mine-link");
  std::ofstream(parent + "/mine-file") << "text";
  EXPECT_EQ(RemoveStaleFolders(parent, "mine-", absl::Now() + absl::Hours(1000)), 0);
  EXPECT_TRUE(fs::exists(other));
  EXPECT_TRUE(fs::exists(parent + "/mine-link"));
}

TEST(ScratchFolder, IsSweptByTheFirstOfAProcess) {
  const std::string parent = NewParent();
  fs::create_directory(parent + "/mine-abcdef");
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(2);
  fs::last_write_time(parent + "/mine-abcdef", old);
  ASSERT_OK_AND_ASSIGN(const auto folder, ScratchFolder::Make("mine-"));
  EXPECT_FALSE(fs::exists(parent + "/mine-abcdef"));
  EXPECT_TRUE(fs::exists(folder->path()));
}

}  // namespace
}  // namespace allreview
