#ifndef BASE_YAML_H_
#define BASE_YAML_H_

// Reads the part of YAML that policies and rule files need into a tree that remembers places.
//
//   absl::StatusOr<YamlNode> root = ParseYaml(text);
//
// Fails with kInvalidArgument and a text that begins "line N: " (YamlErrorOf takes it apart) when
// the text is not YAML, is larger than 256 KiB, nests deeper than 16, holds a second document, or
// uses anchors, aliases or tags (none of them is of use here, and aliases make small files expand
// without bound).
//
// Keys that occur twice are kept twice; the reader decides.
//
// Files of others are read as they are, whatever they use of YAML:
//
//   absl::StatusOr<std::vector<YamlNode>> documents = ParseYamlDocuments(text);
//   ForEachNode(*documents, [](const YamlNode& node) { ... });
//
// There an alias is kNull, anchors and tags are passed over, 1 MiB and 64 levels are read.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview {

struct YamlNode {
  enum class Kind { kNull, kScalar, kSequence, kMap };

  Kind kind = Kind::kNull;
  int line = 1;             // 1-based, of its first character.
  int column = 1;           // 1-based, in bytes.
  std::string scalar = {};  // Of kScalar.
  bool is_quoted = false;   // Then it is a string, whatever it looks like.
  std::vector<YamlNode> items = {};
  std::vector<std::pair<YamlNode, YamlNode>> entries = {};
};

inline constexpr size_t kMaxYamlBytes = 256 * 1024;
inline constexpr int kMaxYamlDepth = 16;

absl::StatusOr<YamlNode> ParseYaml(absl::string_view text);
absl::StatusOr<std::vector<YamlNode>> ParseYamlDocuments(absl::string_view text);

// All nodes, keys left out, each before those in it.
void ForEachNode(const std::vector<YamlNode>& documents,
                 const std::function<void(const YamlNode&)>& visit);

// The value of the key in a map. Null: there is none.
const YamlNode* FindYamlKey(const YamlNode& map, absl::string_view key);

// Line and text of an error of ParseYaml.
struct YamlError {
  int line = 1;
  std::string message;
};
YamlError YamlErrorOf(const absl::Status& error);

}  // namespace allreview

#endif  // BASE_YAML_H_
