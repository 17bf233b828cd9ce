#ifndef SARIF_JSON_TREE_H_
#define SARIF_JSON_TREE_H_

// JSON from outside as a tree of the members that somebody wants, within bounds.
//
//   ASSIGN_OR_RETURN(JsonNode root, ReadJson(text, {.is_wanted = …, .take = …}));
//   const JsonNode* version = root.Find("version");
//
// Members that nobody wants cost no memory. Nothing recurses over the input. Pure.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::sarif {

struct JsonNode {
  enum class Kind { kNull, kBoolean, kInteger, kReal, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  int64_t integer = 0;
  std::string text = {};
  std::vector<JsonNode> items = {};    // Elements, or the values of `keys`.
  std::vector<std::string> keys = {};  // Of an object.

  bool Is(Kind wanted) const { return kind == wanted; }
  // Null: it is no object, or lacks the member.
  const JsonNode* Find(absl::string_view key) const;
};

// "a string", "an object": for messages.
absl::string_view NameOf(JsonNode::Kind kind);

struct JsonReading {
  // Whether a member is kept; `owner` is the key under which its object stands ("" for the root and
  // for elements of arrays, whose owner is that of the array).
  std::function<bool(absl::string_view owner, absl::string_view key)> is_wanted;
  // Sees each element of an array of the two upper levels when it ends, by the keys that lead to
  // the array ("runs.results"), and may move it away: true when it has. `at` is its place,
  // "runs[0].results[3]".
  std::function<absl::StatusOr<bool>(absl::string_view keys, const std::string& at,
                                     JsonNode& element)>
      take = nullptr;
  int max_depth = 64;
  int64_t max_nodes = 1'000'000;  // That are kept at any one time.
};

// kInvalidArgument says where: "line 3, column 7", or a place such as "runs[0].tool".
absl::StatusOr<JsonNode> ReadJson(absl::string_view text, const JsonReading& reading);

}  // namespace allreview::sarif

#endif  // SARIF_JSON_TREE_H_
