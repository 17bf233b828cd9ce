#include "services/analysis/change_model/statements/files/key_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/poll.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxKeyBytes = 200;
constexpr size_t kMaxValueBytes = 120;

struct Leaf {
  std::string value;
  int line = 0;
  size_t order = 0;
};
using Leaves = std::map<std::string, Leaf>;

// The name of an item of a list, by what it says of itself.
std::string NameOf(const YamlNode& item, size_t index) {
  for (absl::string_view naming : {"id", "name"}) {
    for (const auto& [key, value] : item.entries) {
      const bool is_name = key.scalar == naming && value.kind == YamlNode::Kind::kScalar;
      if (is_name && !value.scalar.empty()) return value.scalar;
    }
  }
  return absl::StrCat(index);
}

// Depth is that of ParseYaml, which bounds it.
void Flatten(const YamlNode& node, const std::string& path, Leaves& leaves) {
  Poll();
  if (path.size() > kMaxKeyBytes) return;
  switch (node.kind) {
    case YamlNode::Kind::kMap:
      for (const auto& [key, value] : node.entries) {
        Flatten(value, path.empty() ? key.scalar : absl::StrCat(path, ".", key.scalar), leaves);
      }
      return;
    case YamlNode::Kind::kSequence:
      for (size_t i = 0; i < node.items.size(); ++i) {
        Flatten(node.items[i], absl::StrCat(path, "[", NameOf(node.items[i], i), "]"), leaves);
      }
      return;
    default:
      leaves.try_emplace(path,
                         Leaf{ShortLine(node.scalar, kMaxValueBytes), node.line, leaves.size()});
  }
}

Leaves LeavesOf(const YamlNode& root) {
  Leaves leaves;
  Flatten(root, "", leaves);
  return leaves;
}

}  // namespace

std::vector<KeyChange> KeyChanges(const YamlNode& before, const YamlNode& after) {
  const Leaves old_leaves = LeavesOf(before), new_leaves = LeavesOf(after);
  std::vector<std::pair<std::pair<bool, size_t>, KeyChange>> found;  // By side and order.
  for (const auto& [key, leaf] : new_leaves) {
    const auto old = old_leaves.find(key);
    if (old == old_leaves.end()) {
      found.push_back({{false, leaf.order},
                       {.key = key, .before = {}, .after = leaf.value, .after_line = leaf.line}});
    } else if (old->second.value != leaf.value) {
      found.push_back(
          {{false, leaf.order}, {key, old->second.value, leaf.value, old->second.line, leaf.line}});
    }
  }
  for (const auto& [key, leaf] : old_leaves) {
    if (new_leaves.count(key) > 0) continue;
    found.push_back({{true, leaf.order},
                     {.key = key, .before = leaf.value, .after = {}, .before_line = leaf.line}});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<KeyChange> changes;
  for (auto& [order, change] : found) changes.push_back(std::move(change));
  return changes;
}

size_t CountNumbers(const YamlNode& root) {
  double number = 0;
  size_t count = 0;
  for (const auto& [key, leaf] : LeavesOf(root)) {
    if (absl::SimpleAtod(leaf.value, &number)) ++count;
  }
  return count;
}

}  // namespace allreview::analysis
