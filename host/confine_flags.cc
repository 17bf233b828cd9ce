#include "host/confine_flags.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::host {
namespace {

constexpr MetricInfo kConfined = {
    "allreview_confined", "1: this layer restricts the process (docs/security.md); 0: it does not.",
    MetricKind::kGauge, "layer"};

// Generous: a service at work needs a tenth of it. It ends what a hostile input makes grow.
constexpr int64_t kDefaultMemoryMib = 16 << 10;
constexpr int64_t kMaxMemoryMib = int64_t{1} << 40;

std::string FolderOf(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return path;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

std::vector<Flag> ConfineFlags() {
  return {{.name = "confine",
           .value = "MODE",
           .help = "Whether this process gives up what it does not need (docs/security.md): on; "
                   "log, which only notes system calls in the kernel's log; off. Default: on.",
           .choices = {"on", "log", "off"}},
          {.name = "memory_limit",
           .value = "MIB",
           .help = "Most memory of this process, in MiB; 0: no bound. Default: 16384."}};
}

absl::StatusOr<ConfineOptions> ReadConfineFlags(const Flags& flags, const Needs& needs) {
  ConfineOptions options = {.profile = needs.profile, .mode = DefaultConfineMode()};
  if (flags.Has("confine")) {
    ASSIGN_OR_RETURN(options.mode, ParseConfineMode(flags.Get("confine")));
  }
  ASSIGN_OR_RETURN(const int64_t mib, flags.GetInt("memory_limit", kDefaultMemoryMib));
  if (mib < 0 || mib > kMaxMemoryMib) {
    return absl::InvalidArgumentError(
        absl::StrCat("--memory_limit: found ", mib, ", wanted 0 to ", kMaxMemoryMib));
  }
  options.memory_limit_bytes = mib << 20;
  for (absl::string_view name : {"tls_cert", "tls_key", "tls_ca"}) {
    if (flags.Has(name)) options.readable_paths.push_back(flags.Get(name));
  }
  for (absl::string_view name : needs.readable_flags) {
    for (const std::string& path : flags.GetAll(name)) {
      options.readable_paths.push_back(FolderOf(path));
      // A link's target may lie elsewhere.
      std::error_code error;
      const std::filesystem::path target = std::filesystem::canonical(path, error);
      if (!error) options.readable_paths.push_back(FolderOf(target.string()));
    }
  }
  for (absl::string_view name : needs.writable_flags) {
    for (const std::string& path : flags.GetAll(name)) {
      options.writable_folders.push_back(FolderOf(path));
    }
  }
  return options;
}

void Export(const Confinement& confinement, Metrics& metrics) {
  metrics.Set(kConfined, {{"layer", "seccomp"}}, confinement.has_calls);
  metrics.Set(kConfined, {{"layer", "landlock"}}, confinement.landlock_version > 0);
  metrics.Set(kConfined, {{"layer", "limits"}}, confinement.has_limits);
}

}  // namespace allreview::host
