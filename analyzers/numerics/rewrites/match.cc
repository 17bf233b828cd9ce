#include "analyzers/numerics/rewrites/match.h"

#include <cmath>
#include <functional>
#include <utility>

#include "analyzers/numerics/graph/equal_nodes.h"
#include "analyzers/numerics/graph/graph_copy.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Kind = Pattern::Kind;

// More ways than these to lay one pattern over a sum do not happen in code that people write.
constexpr size_t kMaxWays = 32;

bool IsOperation(const Pattern& pattern, Operation operation) {
  return pattern.kind == Kind::kOperation && pattern.operation == operation;
}
bool IsSum(const Pattern& pattern) {
  return IsOperation(pattern, kAdd) || IsOperation(pattern, kSubtract);
}
bool IsProduct(const Pattern& pattern) {
  return IsOperation(pattern, kMultiply) || IsOperation(pattern, kDivide) ||
         IsOperation(pattern, kNegate) || IsOperation(pattern, kReciprocal);
}

bool IsAlmost(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

// Assigns each wanted term to a term of its own. `find` lays one on one; `done` gets the letters
// and which terms were taken.
template <typename Wanted, typename Term>
void Assign(
    const std::vector<Wanted>& wanted, const std::vector<Term>& terms, Letters letters,
    const std::function<std::vector<Letters>(const Wanted&, const Term&, const Letters&)>& find,
    const std::function<void(const Letters&, const std::vector<bool>&)>& done) {
  std::vector<bool> is_taken(terms.size());
  const std::function<void(size_t, const Letters&)> next = [&](size_t i, const Letters& known) {
    if (i == wanted.size()) return done(known, is_taken);
    for (size_t j = 0; j < terms.size(); ++j) {
      if (is_taken[j]) continue;
      is_taken[j] = true;
      for (const Letters& found : find(wanted[i], terms[j], known)) next(i + 1, found);
      is_taken[j] = false;
    }
  };
  next(0, letters);
}

template <typename Term>
std::vector<Term> NotTaken(const std::vector<Term>& terms, const std::vector<bool>& is_taken) {
  std::vector<Term> rest;
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!is_taken[i]) rest.push_back(terms[i]);
  }
  return rest;
}

std::vector<Letters> LettersOf(const std::vector<Match>& matches) {
  std::vector<Letters> all;
  for (const Match& match : matches) all.push_back(match.letters);
  return all;
}

// E stands for an eps.
constexpr double kLargestEps = 1e-3;

std::vector<Letters> BindNumber(char name, double value, Letters known) {
  if (name == 'E' && (value <= 0 || value > kLargestEps)) return {};
  const auto [bound, is_new] = known.numbers.emplace(name, value);
  if (!is_new && !IsAlmost(bound->second, value)) return {};
  return {std::move(known)};
}

}  // namespace

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

void Matcher::AddTerms(int node, bool is_negative, Leaves leaves, Terms& terms) const {
  node = Skip(node);
  const Node& it = graph_.nodes[node];
  const bool is_kept = leaves == Leaves::kShared && is_shared_[equal_[node]];
  const bool is_opaque = is_kept || composites_.At(node) != nullptr;
  if (!is_opaque && (it.operation == kAdd || it.operation == kSubtract)) {
    AddTerms(it.inputs[0], is_negative, leaves, terms);
    AddTerms(it.inputs[1], is_negative != (it.operation == kSubtract), leaves, terms);
  } else if (!is_opaque && it.operation == kNegate) {
    AddTerms(it.inputs[0], !is_negative, leaves, terms);
  } else {
    terms.push_back({is_negative, node});
  }
}

void Matcher::AddFactors(int node, bool is_inverse, Product& product) const {
  node = Skip(node);
  const Node& it = graph_.nodes[node];
  if (const std::optional<double> number = NumberOf(node)) {
    product.coefficient *= is_inverse ? 1 / *number : *number;
    return;
  }
  const bool is_leaf = composites_.At(node) != nullptr || IsMeanByHand(node);
  if (!is_leaf && (it.operation == kMultiply || it.operation == kDivide)) {
    AddFactors(it.inputs[0], is_inverse, product);
    AddFactors(it.inputs[1], is_inverse != (it.operation == kDivide), product);
  } else if (!is_leaf && it.operation == kNegate) {
    product.coefficient = -product.coefficient;
    AddFactors(it.inputs[0], is_inverse, product);
  } else if (!is_leaf && it.operation == kReciprocal) {
    AddFactors(it.inputs[0], !is_inverse, product);
  } else {
    product.factors.push_back({is_inverse, node});
  }
}

void Matcher::AddTerms(const Pattern& pattern, bool is_negative, std::vector<PatternTerm>& terms) {
  if (IsSum(pattern)) {
    AddTerms(pattern.operands[0], is_negative, terms);
    AddTerms(pattern.operands[1], is_negative != IsOperation(pattern, kSubtract), terms);
  } else if (IsOperation(pattern, kNegate)) {
    AddTerms(pattern.operands[0], !is_negative, terms);
  } else {
    terms.push_back({is_negative, &pattern});
  }
}

void Matcher::AddFactors(const Pattern& pattern, bool is_inverse, PatternProduct& product) {
  if (pattern.kind == Kind::kNumber) {
    product.coefficient *= is_inverse ? 1 / pattern.number : pattern.number;
  } else if (IsOperation(pattern, kMultiply) || IsOperation(pattern, kDivide)) {
    AddFactors(pattern.operands[0], is_inverse, product);
    AddFactors(pattern.operands[1], is_inverse != IsOperation(pattern, kDivide), product);
  } else if (IsOperation(pattern, kNegate)) {
    product.coefficient = -product.coefficient;
    AddFactors(pattern.operands[0], is_inverse, product);
  } else {
    product.factors.push_back({is_inverse, &pattern});
  }
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

// A number of a sum may carry either sign; a product, a negative coefficient.
std::vector<Letters> Matcher::FindTerm(const PatternTerm& wanted, Match::Term term,
                                       const Letters& known) const {
  const Pattern& pattern = *wanted.pattern;
  const bool is_opposite = wanted.is_negative != term.is_negative;
  const std::optional<double> number = NumberOf(term.node);
  if (pattern.kind == Kind::kNumber || pattern.kind == Kind::kAnyNumber) {
    if (!number.has_value()) return {};
    const double value = is_opposite ? -*number : *number;
    if (pattern.kind == Kind::kAnyNumber) return BindNumber(pattern.name, value, known);
    return value == pattern.number ? std::vector<Letters>{known} : std::vector<Letters>();
  }
  if (!is_opposite) return Find(pattern, term.node, known);
  if (!IsProduct(pattern)) return {};
  return LettersOf(FindProduct(pattern, term.node, known, /*is_negated=*/true, Extra::kNone));
}

std::vector<Letters> Matcher::FindFactor(const PatternTerm& wanted, Match::Term factor,
                                         const Letters& known) const {
  if (wanted.is_negative == factor.is_negative) return Find(*wanted.pattern, factor.node, known);
  // 1 / sqrt(x) may be rsqrt(x).
  const Node& node = graph_.nodes[factor.node];
  if (!IsOperation(*wanted.pattern, kSqrt) || node.operation != kRsqrt) return {};
  return Find(wanted.pattern->operands[0], node.inputs[0], known);
}

std::vector<Match> Matcher::FindSum(const Pattern& pattern, int node, const Letters& known,
                                    Extra extra) const {
  std::vector<Match> matches;
  for (const Leaves leaves : {Leaves::kSmallest, Leaves::kShared}) {
    Terms terms;
    AddTerms(node, false, leaves, terms);
    for (Match& match : FindTerms(pattern, std::move(terms), known, extra)) {
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

std::vector<Match> Matcher::FindTerms(const Pattern& pattern, Terms terms, const Letters& known,
                                      Extra extra) const {
  std::vector<PatternTerm> wanted;
  AddTerms(pattern, false, wanted);
  std::vector<Match> matches;
  if (terms.size() < wanted.size() || (extra == Extra::kNone && terms.size() != wanted.size())) {
    return matches;
  }
  for (const bool is_negated : {false, true}) {
    if (is_negated && extra == Extra::kNone) break;
    for (Match::Term& term : terms) term.is_negative = term.is_negative != is_negated;
    Assign<PatternTerm, Match::Term>(
        wanted, terms, known,
        [&](const PatternTerm& of, const Match::Term& term, const Letters& letters) {
          return FindTerm(of, term, letters);
        },
        [&](const Letters& letters, const std::vector<bool>& is_taken) {
          if (matches.size() == kMaxWays) return;
          matches.push_back({.letters = letters,
                             .is_negated = is_negated,
                             .is_sum = true,
                             .rest = NotTaken(terms, is_taken)});
        });
    // One term is a sum of its own, whatever its sign.
    if (!matches.empty()) break;
  }
  return matches;
}

std::vector<Match> Matcher::FindProduct(const Pattern& pattern, int node, const Letters& known,
                                        bool is_negated, Extra extra) const {
  PatternProduct wanted;
  AddFactors(pattern, false, wanted);
  Product product;
  AddFactors(node, false, product);
  if (is_negated) product.coefficient = -product.coefficient;
  const double rest = product.coefficient / wanted.coefficient;
  std::vector<Match> matches;
  const bool is_exact = extra == Extra::kNone;
  if (product.factors.size() < wanted.factors.size() ||
      (is_exact && product.factors.size() != wanted.factors.size()) ||
      (is_exact && !IsAlmost(rest, 1))) {
    return matches;
  }
  Assign<PatternTerm, Match::Term>(
      wanted.factors, product.factors, known,
      [&](const PatternTerm& of, const Match::Term& factor, const Letters& letters) {
        return FindFactor(of, factor, letters);
      },
      [&](const Letters& letters, const std::vector<bool>& is_taken) {
        if (matches.size() == kMaxWays) return;
        matches.push_back(
            {.letters = letters, .rest = NotTaken(product.factors, is_taken), .coefficient = rest});
      });
  return matches;
}

}  // namespace allreview::numerics
