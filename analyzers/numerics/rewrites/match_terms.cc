// Sums and products, whose parts come in any order.

#include <cmath>
#include <functional>
#include <utility>

#include "analyzers/numerics/rewrites/match.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Kind = Pattern::Kind;

// More ways than these to lay one pattern over a sum do not happen in code that people write.
constexpr size_t kMaxWays = 32;

bool IsAlmost(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

// Assigns each wanted term to a term of its own. `find` lays one on one; `done` gets the letters
// and which terms were taken.
template <typename Wanted, typename Term>
void Assign(
    const std::vector<Wanted>& wanted, const std::vector<Term>& terms, const Letters& letters,
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

}  // namespace

// E stands for an eps.
constexpr double kLargestEps = 1e-3;

std::vector<Letters> Matcher::BindNumber(char name, double value, Letters known) {
  if (name == 'E' && (value <= 0 || value > kLargestEps)) return {};
  const auto [bound, is_new] = known.numbers.emplace(name, value);
  if (!is_new && !IsAlmost(bound->second, value)) return {};
  return {std::move(known)};
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
