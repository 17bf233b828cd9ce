#include "analyzers/rules/shared/local_values.h"

#include <cstdint>
#include <set>

#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Field;
using python::Node;

LocalValues::LocalValues(const std::vector<Node>& nodes) {
  for (Node node : nodes) {
    if (!node.Is(NodeKind::kAssignment) && !node.Is(NodeKind::kAugmentedAssignment) &&
        !node.Is(NodeKind::kForStatement)) {
      continue;
    }
    const Node value = node.child(Field::kRight);
    if (!value) continue;
    const std::vector<Node> targets = ElementsOf(node.child(Field::kLeft));
    const std::vector<Node> sources = ElementsOf(value);
    const bool is_pairwise = targets.size() > 1 && targets.size() == sources.size();
    for (size_t i = 0; i < targets.size(); ++i) {
      const Node name = targets[i].Is(NodeKind::kSubscript) ? BaseOf(targets[i]) : targets[i];
      if (!name.Is(NodeKind::kIdentifier)) continue;
      values_[name.text()].push_back(is_pairwise ? sources[i] : value);
    }
  }
}

const std::vector<Node>& LocalValues::Of(absl::string_view name) const {
  static const auto* const kNone = new std::vector<Node>();
  const auto found = values_.find(name);
  return found == values_.end() ? *kNone : found->second;
}

Node LocalValues::FindBehind(Node expression, const std::function<Search(Node)>& test) const {
  std::set<absl::string_view> seen;
  std::vector<Node> todo = {expression};
  while (!todo.empty()) {
    const Node root = todo.back();
    todo.pop_back();
    for (uint32_t i = root.index(); i < root.subtree_end();) {
      const Node node = root.tree()->node(i);
      const Search answer = test(node);
      if (answer == Search::kFound) return node;
      if (answer == Search::kPassOver) {
        i = node.subtree_end();
        continue;
      }
      if (IsVariable(node) && seen.insert(node.text()).second) {
        const std::vector<Node>& values = Of(node.text());
        todo.insert(todo.end(), values.rbegin(), values.rend());
      }
      ++i;
    }
  }
  return Node();
}

}  // namespace allreview::rules
