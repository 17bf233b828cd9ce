#ifndef GATEWAY_CLI_RATCHET_JOB_H_
#define GATEWAY_CLI_RATCHET_JOB_H_

// allreview ratchet, around its scan: the file before, and what becomes of it.

#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/ratchet.h"

namespace allreview::cli {

class RatchetJob {
 public:
  // Reads the file of --file, or the usual one in the folder `root`. kInvalidArgument: there is
  // none, and none shall be made, or it cannot be understood.
  static absl::StatusOr<RatchetJob> Open(const Arguments& arguments, const Environment& environment,
                                         const std::string& root);

  // The rules to scan with: those of the file, and those of --rule.
  const std::set<std::string>& rules() const { return rules_; }

  // What to say of the scan, a review in JSON. With --update writes the file when that changes it.
  absl::StatusOr<std::string> Check(absl::string_view json);
  bool has_risen() const { return has_risen_; }

 private:
  std::string path_, name_;
  RatchetCounts allowed_;
  std::set<std::string> rules_;
  bool is_update_ = false, has_risen_ = false;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RATCHET_JOB_H_
