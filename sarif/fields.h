#ifndef SARIF_FIELDS_H_
#define SARIF_FIELDS_H_

// Members of a SARIF log by type. Errors name the place below the node that they were asked of;
// who calls adds the rest (Within).

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "sarif/json_tree.h"

namespace allreview::sarif {

// "region.startLine: found a string, wanted a whole number".
absl::Status WrongType(absl::string_view at, const JsonNode& found, JsonNode::Kind wanted);

// The same error with `at` in front of its place.
absl::Status Within(absl::string_view at, const absl::Status& status);

// Null: there is none. An error: it is of another type.
absl::StatusOr<const JsonNode*> Member(const JsonNode& object, absl::string_view key,
                                       JsonNode::Kind wanted);
absl::StatusOr<std::string> TextOf(const JsonNode& object, absl::string_view key);
absl::StatusOr<int64_t> IntegerOf(const JsonNode& object, absl::string_view key, int64_t missing);

// What may be anything: "" and `missing` where it is absent or of another type.
std::string LooseText(const JsonNode& object, absl::string_view key);
std::string LooseText(const JsonNode& object, absl::string_view key, absl::string_view inner);
const JsonNode& LooseMember(const JsonNode& object, absl::string_view key);

}  // namespace allreview::sarif

#endif  // SARIF_FIELDS_H_
