#ifndef ANALYZERS_NUMERICS_REWRITES_BUILD_H_
#define ANALYZERS_NUMERICS_REWRITES_BUILD_H_

#include <map>

#include "analyzers/numerics/graph/graph_copy.h"
#include "analyzers/numerics/rewrites/match.h"
#include "analyzers/numerics/rewrites/pattern.h"

namespace allreview::numerics {

// Adds the right side of a rule to a graph, in place of `replaced`.
class PatternBuilder {
 public:
  // All are borrowed. `copy` copies what the letters stand for.
  PatternBuilder(const Graph& source, int replaced, GraphBuilder& graph, GraphCopy& copy);

  // The node of the pattern with the match's rest around it.
  int Build(const Pattern& pattern, const Match& match);

 private:
  int Of(const Pattern& pattern);
  int OfOperation(const Pattern& pattern);
  int OfComposite(const Pattern& pattern);
  int OfWide(const Pattern& pattern);
  int WithTerms(int node, const Match& match);
  int WithFactors(int node, const Match& match);

  GraphBuilder& graph_;
  GraphCopy& copy_;
  const bool keeps_axis_;
  const Letters* letters_ = nullptr;
  bool is_wide_ = false;
  std::map<char, int> wide_;  // Letters cast to fp32,
  int first_wide_ = -1;       // and what the first of them stands for.
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_BUILD_H_
