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

// Line and text of an error of ParseYaml.
struct YamlError {
  int line = 1;
  std::string message;
};
YamlError YamlErrorOf(const absl::Status& error);

}  // namespace allreview

#endif  // BASE_YAML_H_
