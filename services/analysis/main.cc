// The analysis service as a process.

#include "host/main.h"

#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "host/facts_flags.h"
#include "services/analysis/analysis_service.h"
#include "storage/store_url.h"

namespace {

using allreview::AnalysisOptions;
using allreview::kFactsRedisFlag;
using allreview::kFactsRedisPasswordFlag;
using allreview::kReviewCpuSecondsFlag;
using allreview::kReviewMemoryFlag;

absl::StatusOr<AnalysisOptions> ReadOptions(const allreview::host::Flags& flags) {
  AnalysisOptions options{.facts_path = flags.Get("facts")};
  if (flags.Has(kFactsRedisFlag.name)) {
    ASSIGN_OR_RETURN(options.facts_redis,
                     allreview::ReadRedisUrl(flags.Get(kFactsRedisFlag.name),
                                             flags.Get(kFactsRedisPasswordFlag.name)));
  }
  ASSIGN_OR_RETURN(const int64_t threads, flags.GetInt("threads", 0));
  options.threads = static_cast<int>(threads);
  constexpr int kMebibyte = 1 << 20;
  ASSIGN_OR_RETURN(
      options.budget.cpu_seconds,
      flags.GetInt(kReviewCpuSecondsFlag.name, static_cast<int64_t>(options.budget.cpu_seconds)));
  ASSIGN_OR_RETURN(const int64_t mebibytes,
                   flags.GetInt(kReviewMemoryFlag.name, options.budget.memory_bytes / kMebibyte));
  options.budget.memory_bytes = mebibytes * kMebibyte;
  for (const std::string& path : flags.GetAll("policy")) {
    ASSIGN_OR_RETURN(std::string content, allreview::ReadFile(path));
    options.policies.push_back({path, std::move(content)});
  }
  for (const std::string& path : flags.GetAll("rules")) {
    if (access(path.c_str(), R_OK) != 0) {
      return absl::InvalidArgumentError(absl::StrCat("--rules: cannot read \"", path, "\""));
    }
    options.rule_paths.push_back(path);
  }
  return options;
}

absl::StatusOr<std::unique_ptr<grpc::Service>> Make(
    const allreview::host::Environment& environment) {
  ASSIGN_OR_RETURN(AnalysisOptions options, ReadOptions(environment.flags));
  options.metrics = &environment.metrics;
  return allreview::NewAnalysisService(std::move(options));
}

}  // namespace

int main(int argc, char** argv) {
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-analysis",
       .summary = "Runs rules over changes and derives facts; content is parsed, never executed.",
       .port = 50053,
       .flags = {{.name = "facts",
                  .value = "FILE",
                  .help = "File that keeps facts of file versions, made when first needed; "
                          "default: memory only."},
                 kFactsRedisFlag,
                 kFactsRedisPasswordFlag,
                 {.name = "policy",
                  .value = "FILE",
                  .help =
                      "Organisation policy (YAML); may be given again, later files rank higher."},
                 {.name = "rules",
                  .value = "FILE|DIR",
                  .help =
                      "Rules of the organisation (YAML), or a folder of such files; may be given "
                      "again. Changed files are read again without a restart."},
                 {.name = "threads",
                  .value = "N",
                  .help = "Threads for one call; default: one per core.",
                  .max_number = 256},
                 kReviewCpuSecondsFlag,
                 kReviewMemoryFlag},
       .example = "--facts=/var/cache/allreview/facts.map --policy=organisation.yaml",
       .needs = {.profile = allreview::host::ConfineProfile::kCompute,
                 .readable_flags = {"policy", "rules", kFactsRedisPasswordFlag.name},
                 .writable_flags = {"facts"},
                 .connecting_flags = {kFactsRedisFlag.name}},
       .make = Make});
}
