#include <unistd.h>

#include <cstdlib>

#include "base/status_macros.h"
#include "host/confine_layers.h"
#include "host/landlock.h"

namespace allreview::host {
namespace {

constexpr uint64_t kRead = LandlockRules::kRead;
constexpr uint64_t kWrite = LandlockRules::kWrite;

// What programs and libraries read: word lists, time zones, name services, TLS settings, what the
// kernel says of the machine. /proc/PID of other processes stays closed, as they lie outside.
constexpr const char* kSystemFolders[] = {"/usr", "/lib", "/lib64", "/etc", "/proc", "/sys"};
constexpr const char* kScratchFolders[] = {"/tmp", "/dev/shm"};

absl::Status AllowCompute(const ConfineOptions& options, LandlockRules& rules) {
  for (const char* folder : kSystemFolders) RETURN_IF_ERROR(rules.Allow(folder, kRead));
  for (const std::string& path : options.readable_paths) {
    RETURN_IF_ERROR(rules.Allow(path, kRead));
  }
  // Random numbers and null; with a GPU its nodes.
  const uint64_t devices =
      kRead | (HasGpu() ? LandlockRules::kDeviceIoctl | LandlockRules::kWriteFile : 0);
  RETURN_IF_ERROR(rules.Allow("/dev", devices));
  return rules.Allow("/dev/null", LandlockRules::kWriteFile);
}

absl::Status AllowFetch(LandlockRules& rules) {
  for (const char* folder : kScratchFolders) RETURN_IF_ERROR(rules.Allow(folder, kWrite));
  if (const char* chosen = getenv("TMPDIR"); chosen != nullptr) {
    RETURN_IF_ERROR(rules.Allow(chosen, kWrite));
  }
  return rules.Allow("/dev/null", LandlockRules::kWriteFile | LandlockRules::kTruncate);
}

}  // namespace

bool HasGpu() { return access("/dev/nvidiactl", F_OK) == 0; }

absl::StatusOr<int> RestrictFiles(const ConfineOptions& options) {
  const int version = LandlockRules::Version();
  if (version < 1) return 0;
  const bool is_compute = options.profile == ConfineProfile::kCompute;
  // A fetching service reads repositories anywhere, and runs git.
  LandlockRules rules(
      is_compute ? kRead | kWrite | LandlockRules::kExecute | LandlockRules::kDeviceIoctl : kWrite);
  RETURN_IF_ERROR(is_compute ? AllowCompute(options, rules) : AllowFetch(rules));
  for (const std::string& folder : options.writable_folders) {
    RETURN_IF_ERROR(rules.Allow(folder, kRead | kWrite));
  }
  RETURN_IF_ERROR(rules.EnforceOnThisThread());
  return version;
}

}  // namespace allreview::host
