#include "analyzers/python/identifiers.h"

#include <algorithm>
#include <numeric>

namespace allreview::python {

Identifiers::Identifiers(const SyntaxTree& tree) : tree_(tree) {
  const NodesOfKind identifiers = tree.root().descendants(Kind::kIdentifier);
  numbers_.reserve(identifiers.size());
  for (Node identifier : identifiers) {
    const absl::string_view name = identifier.text();
    const auto [number, is_new] = by_name_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    numbers_.push_back(number->second);
  }
  starts_.assign(names_.size() + 1, 0);
  for (uint32_t number : numbers_) ++starts_[number + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  by_number_.resize(numbers_.size());
  std::vector<uint32_t> next = starts_;
  ForEach(
      [&](Node identifier, uint32_t number) { by_number_[next[number]++] = identifier.index(); });
}

std::vector<Node> Identifiers::Of(std::initializer_list<absl::string_view> names) const {
  std::vector<uint32_t> found;
  for (absl::string_view name : names) {
    const uint32_t number = NumberOf(name);
    if (number == kNone) continue;
    found.insert(found.end(), by_number_.begin() + starts_[number],
                 by_number_.begin() + starts_[number + 1]);
  }
  if (names.size() > 1) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());  // A name given twice.
  }
  std::vector<Node> nodes;
  nodes.reserve(found.size());
  for (uint32_t index : found) nodes.push_back(tree_.node(index));
  return nodes;
}

}  // namespace allreview::python
