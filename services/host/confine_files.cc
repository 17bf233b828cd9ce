#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "services/host/confine_layers.h"

namespace allreview::host {
namespace {

// Of newer kernels than Debian 12's headers know.
constexpr uint64_t kTruncate = uint64_t{1} << 14;     // Since version 3.
constexpr uint64_t kDeviceIoctl = uint64_t{1} << 15;  // Since version 5.

constexpr uint64_t kRead = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kExecute = LANDLOCK_ACCESS_FS_EXECUTE;
constexpr uint64_t kWrite =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER | kTruncate;
// Of these, what a rule for a file, and not for a folder, may name.
constexpr uint64_t kOfFiles = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                              LANDLOCK_ACCESS_FS_EXECUTE | kTruncate | kDeviceIoctl;

// What programs and libraries read: word lists, time zones, name services, TLS settings, what the
// kernel says of the machine. /proc/PID of other processes stays closed, as they lie outside.
constexpr const char* kSystemFolders[] = {"/usr", "/lib", "/lib64", "/etc", "/proc", "/sys"};
constexpr const char* kScratchFolders[] = {"/tmp", "/dev/shm"};

uint64_t KnownTo(int version) {
  uint64_t access = kRead | kExecute | kWrite | kDeviceIoctl;
  if (version < 2) access &= ~uint64_t{LANDLOCK_ACCESS_FS_REFER};
  if (version < 3) access &= ~kTruncate;
  if (version < 5) access &= ~kDeviceIoctl;
  return access;
}

class Ruleset {
 public:
  explicit Ruleset(uint64_t handled) : handled_(handled) {
    const landlock_ruleset_attr attributes = {.handled_access_fs = handled};
    fd_ =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  }
  ~Ruleset() {
    if (fd_ >= 0) close(fd_);
  }
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  // What does not exist needs no rule.
  absl::Status Allow(const std::string& path, uint64_t access) {
    const int target = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (target < 0) return absl::OkStatus();
    struct stat info = {};
    fstat(target, &info);
    access &= handled_ & (S_ISDIR(info.st_mode) ? ~uint64_t{0} : kOfFiles);
    const landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = target};
    const long failure =
        access == 0 ? 0 : syscall(SYS_landlock_add_rule, fd_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    const int error = errno;
    close(target);
    if (failure == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("cannot confine to \"", path, "\": ", strerror(error)));
  }

  absl::Status Enforce() {
    if (fd_ >= 0 && syscall(SYS_landlock_restrict_self, fd_, 0) == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("cannot enforce Landlock: ", strerror(errno)));
  }

 private:
  const uint64_t handled_;
  int fd_ = -1;
};

absl::Status AllowCompute(const ConfineOptions& options, Ruleset& rules) {
  for (const char* folder : kSystemFolders) RETURN_IF_ERROR(rules.Allow(folder, kRead));
  for (const std::string& path : options.readable_paths) {
    RETURN_IF_ERROR(rules.Allow(path, kRead));
  }
  // Random numbers and null; with a GPU its nodes.
  const uint64_t devices = kRead | (HasGpu() ? kDeviceIoctl | LANDLOCK_ACCESS_FS_WRITE_FILE : 0);
  RETURN_IF_ERROR(rules.Allow("/dev", devices));
  return rules.Allow("/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE);
}

absl::Status AllowFetch(Ruleset& rules) {
  for (const char* folder : kScratchFolders) RETURN_IF_ERROR(rules.Allow(folder, kWrite));
  if (const char* chosen = getenv("TMPDIR"); chosen != nullptr) {
    RETURN_IF_ERROR(rules.Allow(chosen, kWrite));
  }
  return rules.Allow("/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate);
}

}  // namespace

bool HasGpu() { return access("/dev/nvidiactl", F_OK) == 0; }

absl::StatusOr<int> RestrictFiles(const ConfineOptions& options) {
  const int version = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (version < 1) return 0;
  const bool is_compute = options.profile == ConfineProfile::kCompute;
  // A fetching service reads repositories anywhere, and runs git.
  Ruleset rules(KnownTo(version) & (is_compute ? ~uint64_t{0} : kWrite));
  RETURN_IF_ERROR(is_compute ? AllowCompute(options, rules) : AllowFetch(rules));
  for (const std::string& folder : options.writable_folders) {
    RETURN_IF_ERROR(rules.Allow(folder, kRead | kWrite));
  }
  RETURN_IF_ERROR(rules.Enforce());
  return version;
}

}  // namespace allreview::host
