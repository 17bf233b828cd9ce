#include "analyzers/numerics/rewrites/match.h"

#include <utility>

#include "analyzers/numerics/graph/equal_nodes.h"
#include "analyzers/numerics/graph/graph_copy.h"

namespace allreview::numerics {

using enum Operation;
using Kind = Pattern::Kind;

Matcher::Matcher(const Graph& graph)
    : graph_(graph), composites_(graph), equal_(EqualNodes(graph)), is_shared_(graph.nodes.size()) {
  std::vector<int> user(graph.nodes.size(), -1);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const int by = equal_[i];
    for (const int input : graph.nodes[i].inputs) {
      int& known = user[equal_[input]];
      if (known >= 0 && known != by) is_shared_[equal_[input]] = true;
      known = by;
    }
  }
}

std::optional<Match> Matcher::At(const Pattern& pattern, int node) const {
  if (composites_.IsInside(node) || IsAxisRestored(graph_, graph_.nodes[node])) {
    return std::nullopt;
  }
  // A composite of PyTorch ends in an operation of its own; only patterns of composites see it.
  const bool is_whole = pattern.kind == Kind::kComposite || composites_.At(node) == nullptr;
  if (!is_whole) return std::nullopt;
  std::vector<Match> matches;
  if (IsSum(pattern)) {
    matches = FindSum(pattern, node, {}, Extra::kAllowed);
  } else if (IsProduct(pattern)) {
    matches = FindProduct(pattern, node, {}, /*is_negated=*/false, Extra::kAllowed);
  } else {
    for (Letters& letters : Find(pattern, node, {})) {
      matches.push_back({.letters = std::move(letters)});
    }
  }
  // The one that leaves least.
  const Match* best = nullptr;
  for (const Match& match : matches) {
    if (best == nullptr || match.rest.size() < best->rest.size()) best = &match;
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

int Matcher::Skip(int node) const {
  while (IsAxisRestored(graph_, graph_.nodes[node])) node = graph_.nodes[node].inputs[0];
  return node;
}

std::optional<double> Matcher::NumberOf(int node) const {
  const Node& it = graph_.nodes[node];
  if (it.operation == kConstant) return it.parameters[0];
  if (it.operation != kNegate) return std::nullopt;
  const std::optional<double> value = NumberOf(it.inputs[0]);
  return value.has_value() ? std::optional(-*value) : std::nullopt;
}

// sum / n or sum * (1 / n). Whether n is the length of a row shows when it is measured.
bool Matcher::IsMeanByHand(int node) const {
  const Node& it = graph_.nodes[node];
  if (it.operation != kDivide && it.operation != kMultiply) return false;
  const std::optional<double> number = NumberOf(it.inputs[1]);
  const bool is_share =
      number.has_value() && (it.operation == kDivide ? *number > 1 : *number > 0 && *number < 1);
  return is_share && graph_.nodes[Skip(it.inputs[0])].operation == kSum;
}

std::vector<Letters> Matcher::LettersOf(const std::vector<Match>& matches) {
  std::vector<Letters> all;
  for (const Match& match : matches) all.push_back(match.letters);
  return all;
}

std::vector<Letters> Matcher::Find(const Pattern& pattern, int node, const Letters& known) const {
  node = Skip(node);
  switch (pattern.kind) {
    case Kind::kValue: {
      Letters letters = known;
      const auto [bound, is_new] = letters.values.emplace(pattern.name, node);
      if (!is_new && equal_[bound->second] != equal_[node]) return {};
      return {std::move(letters)};
    }
    case Kind::kAnyNumber:
    case Kind::kNumber: {
      const std::optional<double> number = NumberOf(node);
      if (!number.has_value()) return {};
      if (pattern.kind == Kind::kAnyNumber) return BindNumber(pattern.name, *number, known);
      return *number == pattern.number ? std::vector<Letters>{known} : std::vector<Letters>();
    }
    case Kind::kComposite:
      return FindComposite(pattern, node, known);
    case Kind::kOperation:
      break;
    case Kind::kWide:
      return {};
  }
  if (composites_.At(node) != nullptr) return {};
  if (IsSum(pattern)) return LettersOf(FindSum(pattern, node, known, Extra::kNone));
  if (IsProduct(pattern)) {
    return LettersOf(FindProduct(pattern, node, known, /*is_negated=*/false, Extra::kNone));
  }
  if (pattern.operation == kMean && IsMeanByHand(node)) return FindMean(pattern, node, known);
  return FindOperation(pattern, node, known);
}

std::vector<Letters> Matcher::FindMean(const Pattern& pattern, int node,
                                       const Letters& known) const {
  const int sum = Skip(graph_.nodes[node].inputs[0]);
  return Find(pattern.operands[0], graph_.nodes[sum].inputs[0], known);
}

std::vector<Letters> Matcher::FindOperation(const Pattern& pattern, int node,
                                            const Letters& known) const {
  const Node& it = graph_.nodes[node];
  if (it.operation != pattern.operation) return {};
  Letters start = known;
  // var(x, C): the last operand is a parameter.
  if (pattern.operands.size() > it.inputs.size()) {
    const Pattern& parameter = pattern.operands.back();
    const bool is_right =
        parameter.kind == Kind::kAnyNumber || parameter.number == it.parameters[0];
    if (!is_right) return {};
    if (parameter.kind == Kind::kAnyNumber) start.numbers[parameter.name] = it.parameters[0];
  }
  std::vector<Letters> ways = {start};
  for (size_t i = 0; i < it.inputs.size(); ++i) {
    std::vector<Letters> longer;
    for (const Letters& way : ways) {
      for (Letters& found : Find(pattern.operands[i], it.inputs[i], way)) {
        longer.push_back(std::move(found));
      }
    }
    ways = std::move(longer);
  }
  return ways;
}

std::vector<Letters> Matcher::FindComposite(const Pattern& pattern, int node,
                                            const Letters& known) const {
  const CompositeMatch* composite = composites_.At(node);
  if (composite == nullptr || composite->composite != pattern.composite) return {};
  std::vector<Letters> ways = {known};
  for (size_t i = 0; i < pattern.operands.size(); ++i) {
    std::vector<Letters> longer;
    for (const Letters& way : ways) {
      const std::vector<Letters> found =
          i < composite->operands.size()
              ? Find(pattern.operands[i], composite->operands[i], way)
              : BindNumber(pattern.operands[i].name, composite->parameter, way);
      longer.insert(longer.end(), found.begin(), found.end());
    }
    ways = std::move(longer);
  }
  return ways;
}

}  // namespace allreview::numerics
