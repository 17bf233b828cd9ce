#include "host/confine.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "host/confine_layers.h"

namespace allreview::host {
namespace {

// Far above what a service holds: two connections and a file for each of 256 calls.
constexpr rlim_t kMaxDescriptors = 4096;
constexpr rlim_t kMaxFileBytes = rlim_t{64} << 30;

struct Limit {
  decltype(RLIMIT_CORE) resource;
  rlim_t value;
  absl::string_view name;
};

absl::Status SetLimit(const Limit& limit) {
  rlimit now = {};
  getrlimit(limit.resource, &now);
  const rlim_t value = std::min(limit.value, now.rlim_max);  // RLIM_INFINITY is the largest.
  const rlimit wanted = {.rlim_cur = value, .rlim_max = value};
  if (setrlimit(limit.resource, &wanted) == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("cannot limit ", limit.name, " to ", value, ": ", strerror(errno)));
}

absl::Status SetLimits(const ConfineOptions& options) {
  signal(SIGXFSZ, SIG_IGN);  // A write past the limit is an error of its call.
  // What is left after a crash may hold the code of others.
  RETURN_IF_ERROR(SetLimit({RLIMIT_CORE, 0, "core dumps"}));
  RETURN_IF_ERROR(SetLimit({RLIMIT_FSIZE, kMaxFileBytes, "file sizes"}));
  // A hub bounds its connections itself.
  if (options.profile != ConfineProfile::kHub) {
    RETURN_IF_ERROR(SetLimit({RLIMIT_NOFILE, kMaxDescriptors, "open files"}));
  }
  if (options.memory_limit_bytes <= 0) return absl::OkStatus();
  // Not RLIMIT_AS: address space that is only reserved is no memory, and allocators reserve much.
  return SetLimit({RLIMIT_DATA, static_cast<rlim_t>(options.memory_limit_bytes), "memory"});
}

}  // namespace

absl::StatusOr<ConfineMode> ParseConfineMode(absl::string_view name) {
  if (name == "on") return ConfineMode::kOn;
  if (name == "off") return ConfineMode::kOff;
  if (name == "log") return ConfineMode::kLog;
  return absl::InvalidArgumentError(
      absl::StrCat("--confine: found \"", name, "\", wanted on, off or log"));
}

ConfineMode DefaultConfineMode() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return ConfineMode::kOff;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return ConfineMode::kOff;
#endif
#endif
  return ConfineMode::kOn;
}

std::string Confinement::ToString() const {
  std::vector<std::string> layers;
  if (has_calls) layers.push_back("seccomp");
  if (landlock_version > 0) layers.push_back(absl::StrCat("landlock-", landlock_version));
  if (has_limits) layers.push_back("limits");
  return layers.empty() ? "off" : absl::StrJoin(layers, ",");
}

absl::StatusOr<Confinement> ConfineFiles(const ConfineOptions& options) {
  Confinement confinement;
  if (options.mode == ConfineMode::kOff) return confinement;
  RETURN_IF_ERROR(SetLimits(options));
  confinement.has_limits = true;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot set no_new_privs: ", strerror(errno)));
  }
  // Landlock has no mode that only logs.
  if (options.mode == ConfineMode::kLog || options.profile == ConfineProfile::kHub) {
    return confinement;
  }
  ASSIGN_OR_RETURN(confinement.landlock_version, RestrictFiles(options));
  return confinement;
}

bool MayConnect(const ConfineOptions& options) {
  return options.mode != ConfineMode::kOn || options.profile != ConfineProfile::kCompute ||
         HasGpu();
}

absl::Status ConfineCalls(const ConfineOptions& options, Confinement& confinement) {
  if (options.mode == ConfineMode::kOff) return absl::OkStatus();
  const absl::Status status = RestrictCalls(options);
  confinement.has_calls = status.ok();
  // A hub reads little that is hostile, and its command line may have no flag to do without.
  return options.profile == ConfineProfile::kHub ? absl::OkStatus() : status;
}

}  // namespace allreview::host
