#include "base/scratch_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"

namespace allreview {
namespace {

constexpr char kLockName[] = "owner.lock";
constexpr absl::Duration kMinAge = absl::Minutes(1);
constexpr absl::Duration kMinAgeWithoutLock = absl::Hours(1);

absl::Status SystemError(absl::string_view what, absl::string_view path) {
  return absl::UnavailableError(absl::StrCat(what, " \"", path, "\": ", strerror(errno)));
}

std::vector<std::string> Parents() {
  const char* chosen = getenv("TMPDIR");
  if (chosen != nullptr && chosen[0] == '/') return {chosen};
  return {"/dev/shm", "/tmp"};
}

void RemoveAll(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

// A file in `folder` that this process has locked; -1: another one has, or there is no file. The
// lock goes with the process, however that ends.
int Lock(const std::string& folder, int flags) {
  const std::string path = absl::StrCat(folder, "/", kLockName);
  const int fd = open(path.c_str(), flags | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

bool IsStale(const std::string& path, absl::Time now) {
  struct stat info = {};
  // In a folder that all may write to, names may be anybody's.
  if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid()) {
    return false;
  }
  const absl::Duration age = now - absl::TimeFromTimespec(info.st_mtim);
  if (age < kMinAge) return false;
  const std::string lock_path = absl::StrCat(path, "/", kLockName);
  if (lstat(lock_path.c_str(), &info) != 0) return age >= kMinAgeWithoutLock;
  const int lock = Lock(path, 0);
  if (lock < 0) return false;
  close(lock);
  return true;
}

void RemoveStaleFoldersOnce(const std::string& parent, absl::string_view prefix) {
  static Mutex& mutex = *new Mutex;
  static auto& done = *new std::set<std::pair<std::string, std::string>>;
  {
    const MutexLock lock(mutex);
    if (!done.emplace(parent, prefix).second) return;
  }
  RemoveStaleFolders(parent, prefix, absl::Now());
}

}  // namespace

int RemoveStaleFolders(const std::string& parent, absl::string_view prefix, absl::Time now) {
  std::vector<std::string> stale;
  if (DIR* folder = opendir(parent.c_str()); folder != nullptr) {
    while (const dirent* entry = readdir(folder)) {
      if (!absl::StartsWith(entry->d_name, prefix)) continue;
      const std::string path = absl::StrCat(parent, "/", entry->d_name);
      if (IsStale(path, now)) stale.push_back(path);
    }
    closedir(folder);
  }
  for (const std::string& path : stale) RemoveAll(path);
  return static_cast<int>(stale.size());
}

absl::StatusOr<std::unique_ptr<ScratchFolder>> ScratchFolder::Make(absl::string_view prefix) {
  const std::vector<std::string> parents = Parents();
  for (const std::string& parent : parents) RemoveStaleFoldersOnce(parent, prefix);
  std::string path;
  for (const std::string& parent : parents) {
    path = absl::StrCat(parent, "/", prefix, "XXXXXX");
    if (mkdtemp(path.data()) == nullptr) continue;
    const int lock = Lock(path, O_CREAT | O_EXCL);
    if (lock >= 0) return std::unique_ptr<ScratchFolder>(new ScratchFolder(path, lock));
    RemoveAll(path);
  }
  return SystemError("cannot make", path);
}

ScratchFolder::~ScratchFolder() {
  RemoveAll(path_);
  close(lock_);
}

}  // namespace allreview
