#include "host/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace allreview::host {

// The bits of the kernel's header, of which Debian 12's knows those before kTruncate.
static_assert(LandlockRules::kExecute == LANDLOCK_ACCESS_FS_EXECUTE);
static_assert(LandlockRules::kWriteFile == LANDLOCK_ACCESS_FS_WRITE_FILE);
static_assert(LandlockRules::kRead == (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR));
static_assert((LandlockRules::kWrite & ~LandlockRules::kTruncate) ==
              (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
               LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
               LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
               LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
               LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
               LANDLOCK_ACCESS_FS_REFER));

namespace {

// What a rule for a file, and not for a folder, may name.
constexpr uint64_t kOfFiles = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                              LANDLOCK_ACCESS_FS_EXECUTE | LandlockRules::kTruncate |
                              LandlockRules::kDeviceIoctl;

uint64_t KnownTo(int version) {
  uint64_t access = ~uint64_t{0};
  if (version < 2) access &= ~uint64_t{LANDLOCK_ACCESS_FS_REFER};
  if (version < 3) access &= ~LandlockRules::kTruncate;
  if (version < 5) access &= ~LandlockRules::kDeviceIoctl;
  return access;
}

}  // namespace

int LandlockRules::Version() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(version, 0L));
}

LandlockRules::LandlockRules(uint64_t restricted) : restricted_(restricted & KnownTo(Version())) {
  const landlock_ruleset_attr attributes = {.handled_access_fs = restricted_};
  fd_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
}

LandlockRules::~LandlockRules() {
  if (fd_ >= 0) close(fd_);
}

absl::Status LandlockRules::Allow(const std::string& path, uint64_t access) {
  const int target = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (target < 0) return absl::OkStatus();
  struct stat info = {};
  fstat(target, &info);
  access &= restricted_ & (S_ISDIR(info.st_mode) ? ~uint64_t{0} : kOfFiles);
  const landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = target};
  const long failure =
      access == 0 ? 0 : syscall(SYS_landlock_add_rule, fd_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  const int error = errno;
  close(target);
  if (failure == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("cannot confine to \"", path, "\": ", strerror(error)));
}

absl::Status LandlockRules::EnforceOnThisThread() const {
  if (fd_ >= 0 && syscall(SYS_landlock_restrict_self, fd_, 0) == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("cannot enforce Landlock: ", strerror(errno)));
}

}  // namespace allreview::host
