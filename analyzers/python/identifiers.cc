#include "analyzers/python/identifiers.h"

namespace allreview::python {

Identifiers::Identifiers(const SyntaxTree& tree) : tree_(tree) {
  for (Node identifier : tree.root().descendants(Kind::kIdentifier)) {
    const absl::string_view name = identifier.text();
    const auto [number, is_new] = by_name_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    numbers_.push_back(number->second);
  }
}

std::vector<Node> Identifiers::Of(absl::string_view name) const {
  std::vector<Node> found;
  const uint32_t wanted = NumberOf(name);
  if (wanted == kNone) return found;
  ForEach([&](Node identifier, uint32_t number) {
    if (number == wanted) found.push_back(identifier);
  });
  return found;
}

}  // namespace allreview::python
