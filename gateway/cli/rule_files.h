#ifndef GATEWAY_CLI_RULE_FILES_H_
#define GATEWAY_CLI_RULE_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/analysis/v1/rule.pb.h"

namespace allreview::cli {

// Rule files, and those of folders: *.yaml and *.yml, sorted. `what` stands before errors. A folder
// without any is an error: it was meant to hold some.
absl::StatusOr<std::vector<analysis::v1::RuleFile>> ReadRuleFiles(
    const std::vector<std::string>& paths, const std::string& what);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RULE_FILES_H_
