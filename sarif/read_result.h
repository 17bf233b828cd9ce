#ifndef SARIF_READ_RESULT_H_
#define SARIF_READ_RESULT_H_

// Reads one result of a log, before the rest of its run is known. ReadLog is what others use.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sarif/json_tree.h"
#include "sarif/log.h"

namespace allreview::sarif {

// A result whose rule and message may still have to be looked up.
struct UnresolvedResult {
  Result result = {};
  std::string message_id = {};              // When `result.message` is empty.
  std::vector<std::string> arguments = {};  // For {0}, {1}… of it.
  int64_t rule_index = -1;
  int64_t component_index = -1;  // Of the extension that has the rule; -1: the driver.
};

absl::StatusOr<UnresolvedResult> ReadResult(const JsonNode& node);

absl::StatusOr<FileReference> ReadFileReference(const JsonNode& artifact_location);

// "[the call](1) and [docs](https://…)" to "the call and docs": links lead nowhere outside of a
// viewer of logs. "\[" is a bracket.
std::string WithoutLinks(absl::string_view text);

// "{0} is {1}" with its arguments; "{{" is a brace.
std::string WithArguments(absl::string_view text, const std::vector<std::string>& arguments);

}  // namespace allreview::sarif

#endif  // SARIF_READ_RESULT_H_
