#ifndef ANALYZERS_NUMERICS_REWRITES_MATCH_H_
#define ANALYZERS_NUMERICS_REWRITES_MATCH_H_

#include <map>
#include <optional>
#include <vector>

#include "analyzers/numerics/graph/composite_match.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/rewrites/pattern.h"

namespace allreview::numerics {

// What the letters of a pattern stand for.
struct Letters {
  std::map<char, int> values = {};  // Nodes.
  std::map<char, double> numbers = {};
};

// Where a pattern lies in a graph. A sum may have further terms, a product further factors:
// exp(d) - 1 lies in exp(d) - d - 1, and x / (1 + x) in y * x / (1 + x).
struct Match {
  struct Term {
    bool is_negative = false;  // Of factors: it divides.
    int node = 0;
  };
  Letters letters = {};
  bool is_negated = false;  // The graph has the negation of the pattern.
  bool is_sum = false;      // What `rest` is.
  std::vector<Term> rest = {};
  double coefficient = 1;  // Of a product's rest.
};

// Finds patterns by what is computed, whatever the spelling: sums and products in any order and
// grouping; a - b for a + -b; a / b for a * (1 / b); sum / n for a mean; keepdim or not.
class Matcher {
 public:
  // `graph` is borrowed.
  explicit Matcher(const Graph& graph);

  // The pattern's match that ends in `node`; none for nodes inside of PyTorch's own composites.
  std::optional<Match> At(const Pattern& pattern, int node) const;

 private:
  using Terms = std::vector<Match::Term>;
  struct Product {
    double coefficient = 1;
    Terms factors = {};
  };
  // A term of a pattern; likewise.
  struct PatternTerm {
    bool is_negative = false;
    const Pattern* pattern = nullptr;
  };
  struct PatternProduct {
    double coefficient = 1;
    std::vector<PatternTerm> factors = {};
  };
  enum class Extra { kNone, kAllowed };

  std::vector<Letters> Find(const Pattern& pattern, int node, const Letters& known) const;
  std::vector<Letters> FindOperation(const Pattern& pattern, int node, const Letters& known) const;
  std::vector<Letters> FindComposite(const Pattern& pattern, int node, const Letters& known) const;
  std::vector<Letters> FindMean(const Pattern& pattern, int node, const Letters& known) const;
  std::vector<Match> FindSum(const Pattern& pattern, int node, const Letters& known,
                             Extra extra) const;
  std::vector<Match> FindTerms(const Pattern& pattern, Terms terms, const Letters& known,
                               Extra extra) const;
  std::vector<Match> FindProduct(const Pattern& pattern, int node, const Letters& known,
                                 bool is_negated, Extra extra) const;
  std::vector<Letters> FindTerm(const PatternTerm& wanted, Match::Term term,
                                const Letters& known) const;
  std::vector<Letters> FindFactor(const PatternTerm& wanted, Match::Term factor,
                                  const Letters& known) const;

  static std::vector<Letters> BindNumber(char name, double value, Letters known);
  static std::vector<Letters> LettersOf(const std::vector<Match>& matches);
  int Skip(int node) const;
  std::optional<double> NumberOf(int node) const;
  bool IsMeanByHand(int node) const;
  // kShared: a sum that is used elsewhere too stays one term: the d of exp(d) - d - 1.
  enum class Leaves { kSmallest, kShared };
  void AddTerms(int node, bool is_negative, Leaves leaves, Terms& terms) const;
  void AddFactors(int node, bool is_inverse, Product& product) const;
  static void AddTerms(const Pattern& pattern, bool is_negative, std::vector<PatternTerm>& terms);
  static void AddFactors(const Pattern& pattern, bool is_inverse, PatternProduct& product);

  const Graph& graph_;
  const CompositeFinder composites_;
  const std::vector<int> equal_;
  std::vector<bool> is_shared_;  // Used by more than one value; by the first of equal nodes.
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_MATCH_H_
