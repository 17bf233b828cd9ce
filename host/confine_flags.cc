#include "host/confine_flags.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "host/serving_flags.h"

namespace allreview::host {
namespace {

constexpr MetricInfo kConfined = {
    "allreview_confined", "1: this layer restricts the process (docs/security.md); 0: it does not.",
    MetricKind::kGauge, "layer"};

// Generous: a service at work needs a tenth of it. It ends what a hostile input makes grow.
constexpr int64_t kDefaultMemoryMib = 16 << 10;

std::string FolderOf(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return path;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

absl::StatusOr<ConfineOptions> ReadConfineFlags(const Flags& flags, const Needs& needs) {
  ConfineOptions options = {.profile = needs.profile, .mode = DefaultConfineMode()};
  if (flags.Has(kConfineFlag.name)) {
    ASSIGN_OR_RETURN(options.mode, ParseConfineMode(flags.Get(kConfineFlag.name)));
  }
  ASSIGN_OR_RETURN(const int64_t mib, flags.GetInt(kMemoryLimitFlag.name, kDefaultMemoryMib));
  options.memory_limit_bytes = mib << 20;
  for (absl::string_view name : {kTlsCertFlag.name, kTlsKeyFlag.name, kTlsCaFlag.name}) {
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
  for (absl::string_view name : needs.connecting_flags) {
    options.has_server = options.has_server || flags.Has(name);
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
