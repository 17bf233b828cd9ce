#include "analyzers/cpp/names.h"

#include <algorithm>
#include <numeric>

#include "base/poll.h"

namespace allreview::cpp {
namespace {

// Variables of one name that are looked at for one use.
constexpr ptrdiff_t kMaxCandidates = 128;

// The name of a function, class or namespace member stands in a longer name.
bool IsPartOfName(Node identifier) {
  const Kind parent = identifier.parent().kind();
  return parent == Kind::kQualifiedIdentifier || parent == Kind::kDestructorName;
}

}  // namespace

Names::Names(const SyntaxTree& tree, const std::vector<Variable>& variables)
    : tree_(tree), variables_(variables) {
  by_name_.resize(variables.size());
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::stable_sort(by_name_.begin(), by_name_.end(),
                   [&](uint32_t a, uint32_t b) { return variables[a].name < variables[b].name; });
  for (const Kind kind : {Kind::kIdentifier, Kind::kFieldIdentifier}) {
    for (Node node : tree.root().descendants(kind)) identifiers_.push_back(node.index());
  }
  std::sort(identifiers_.begin(), identifiers_.end(), [&](uint32_t a, uint32_t b) {
    const int order = tree.node(a).text().compare(tree.node(b).text());
    return order != 0 ? order < 0 : a < b;
  });
}

const Variable* Names::DeclarationOf(Node identifier) const {
  if (!identifier.Is(Kind::kIdentifier) || IsPartOfName(identifier)) return nullptr;
  const absl::string_view name = identifier.text();
  const auto of_name = [&](uint32_t i) { return variables_[i].name; };
  const auto first =
      std::lower_bound(by_name_.begin(), by_name_.end(), name,
                       [&](uint32_t i, absl::string_view n) { return of_name(i) < n; });
  const auto last = std::upper_bound(
      first, by_name_.end(), name, [&](absl::string_view n, uint32_t i) { return n < of_name(i); });
  if (last - first > kMaxCandidates) return nullptr;
  const Variable* best = nullptr;
  for (auto at = first; at != last; ++at) {
    Poll();
    const Variable& variable = variables_[*at];
    if (!variable.scope.Contains(identifier)) continue;
    if (variable.name_node == identifier) return &variable;
    const bool is_before = variable.name_node.index() < identifier.index();
    if (!is_before && variable.kind != Variable::Kind::kMember) continue;
    // A name does not stand in its own scope before its declaration ends: `int x = x;` is rare.
    if (best == nullptr || variable.scope.index() >= best->scope.index()) best = &variable;
  }
  return best;
}

const Variable* Names::MemberOf(Node class_body, absl::string_view name) const {
  const auto first =
      std::lower_bound(by_name_.begin(), by_name_.end(), name,
                       [&](uint32_t i, absl::string_view n) { return variables_[i].name < n; });
  for (auto at = first; at != by_name_.end() && at - first <= kMaxCandidates; ++at) {
    Poll();
    const Variable& variable = variables_[*at];
    if (variable.name != name) break;
    if (variable.kind == Variable::Kind::kMember && variable.scope == class_body) return &variable;
  }
  return nullptr;
}

std::vector<Node> Names::Occurrences(absl::string_view name) const {
  std::vector<Node> result;
  auto at =
      std::lower_bound(identifiers_.begin(), identifiers_.end(), name,
                       [&](uint32_t i, absl::string_view n) { return tree_.node(i).text() < n; });
  for (; at != identifiers_.end() && tree_.node(*at).text() == name; ++at) {
    Poll();
    result.push_back(tree_.node(*at));
  }
  return result;
}

std::vector<Node> Names::UsesOf(const Variable& variable) const {
  std::vector<Node> result;
  for (Node node : Occurrences(variable.name)) {
    if (node == variable.name_node || !variable.scope.Contains(node)) continue;
    if (DeclarationOf(node) == &variable) result.push_back(node);
  }
  return result;
}

}  // namespace allreview::cpp
