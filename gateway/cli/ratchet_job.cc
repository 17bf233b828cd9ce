#include "gateway/cli/ratchet_job.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/filters.h"
#include "gateway/cli/review_json.h"

namespace allreview::cli {

absl::StatusOr<RatchetJob> RatchetJob::Open(const Arguments& arguments,
                                            const Environment& environment,
                                            const std::string& root) {
  RatchetJob job;
  job.is_update_ = arguments.Has(kUpdate);
  job.name_ =
      arguments.Has(kRatchetFile) ? arguments.Get(kRatchetFile) : std::string(kUsualRatchetFile);
  const std::string& folder = arguments.Has(kRatchetFile) ? environment.current_directory : root;
  job.path_ = job.name_[0] == '/' ? job.name_ : absl::StrCat(folder, "/", job.name_);
  for (std::string& name : ListedBy(kOnlyRules, arguments)) job.rules_.insert(std::move(name));
  const absl::StatusOr<std::string> text = ReadFile(job.path_);
  if (absl::IsNotFound(text.status()) && job.is_update_ && !job.rules_.empty()) return job;
  if (absl::IsNotFound(text.status())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no \"", job.path_,
        "\"; make one for the rules that you want: allreview ratchet --update --rule=NAME"));
  }
  RETURN_IF_ERROR(text.status());
  const absl::StatusOr<RatchetCounts> allowed = ParseRatchet(*text);
  if (!allowed.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(job.path_, ": ", allowed.status().message()));
  }
  job.allowed_ = *allowed;
  job.rules_.merge(RulesOf(*allowed));
  if (!job.rules_.empty()) return job;
  return absl::InvalidArgumentError(
      absl::StrCat(job.path_, " names no rule; add some: allreview ratchet --update --rule=NAME"));
}

absl::StatusOr<std::string> RatchetJob::Check(absl::string_view json) {
  ASSIGN_OR_RETURN(const review::v1::Review scan, ReadReview(json));
  ASSIGN_OR_RETURN(const RatchetVerdict verdict, CheckRatchet(scan, allowed_, rules_));
  has_risen_ = verdict.has_risen;
  std::string text = verdict.text;
  if (verdict.has_changed && is_update_) {
    RETURN_IF_ERROR(WriteFile(path_, RatchetText(verdict.counts)));
    absl::StrAppend(&text, "wrote ", name_, "\n");
  } else if (verdict.has_changed) {
    text += "write down what fell, or is new: allreview ratchet --update\n";
  }
  if (has_risen_) {
    absl::StrAppend(&text, "Findings rose. Mend them, or allow more by hand in ", name_,
                    ", where a reviewer sees it.\n");
  } else if (text.empty()) {
    absl::StrAppend(&text, rules_.size(), rules_.size() == 1 ? " rule" : " rules",
                    ": no folder has other counts than ", name_, " says\n");
  }
  return text;
}

}  // namespace allreview::cli
