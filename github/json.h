#ifndef GITHUB_JSON_H_
#define GITHUB_JSON_H_

// JSON from outside, read without exceptions and without trust. For .cc files: the header of the
// JSON library is large.
//
//   ASSIGN_OR_RETURN(Json pull, ParseJson(body, Json::value_t::object));
//   std::string login = Text(At(pull, "user"), "login");   // "" where any of it is absent or null
//
// Depth is checked before parsing, so hostile nesting costs nothing. The caller limits the size of
// `body`. Pure.

#include <cstdint>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace allreview::github {

using Json = nlohmann::json;

inline constexpr int kMaxJsonDepth = 64;

// kDataLoss: not JSON, too deep, or not of the wanted type. The text never holds content of `body`.
absl::StatusOr<Json> ParseJson(absl::string_view body, Json::value_t wanted);

// Parses only the members of an object with these names: the others cost no memory.
absl::StatusOr<Json> ParseJsonMembers(absl::string_view body, const std::set<std::string>& names);

// The member, or null when `json` is no object or lacks it.
const Json& At(const Json& json, const char* name);

// Members by type; "", false and `missing` where there is no such member of that type.
std::string Text(const Json& json, const char* name);
bool Bool(const Json& json, const char* name);
int64_t Number(const Json& json, const char* name, int64_t missing = 0);

// As text. Bytes that are not UTF-8 become U+FFFD, where the library would throw.
std::string ToText(const Json& json);

}  // namespace allreview::github

#endif  // GITHUB_JSON_H_
