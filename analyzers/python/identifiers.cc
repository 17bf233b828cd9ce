#include "analyzers/python/identifiers.h"

#include <algorithm>

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
}

std::vector<Node> Identifiers::Of(std::initializer_list<absl::string_view> names) const {
  std::vector<uint32_t> wanted;
  for (absl::string_view name : names) {
    if (const uint32_t number = NumberOf(name); number != kNone) wanted.push_back(number);
  }
  std::vector<Node> found;
  if (wanted.empty()) return found;  // As most often.
  ForEach([&](Node identifier, uint32_t number) {
    if (std::find(wanted.begin(), wanted.end(), number) != wanted.end()) {
      found.push_back(identifier);
    }
  });
  return found;
}

}  // namespace allreview::python
