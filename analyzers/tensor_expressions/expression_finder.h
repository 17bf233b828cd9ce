#ifndef ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_

// The part of extract.h that looks for maximal expressions among the terms of a function. Use
// through extract.h.

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/tensor_expressions/extract.h"
#include "analyzers/tensor_expressions/lower.h"
#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {

class ExpressionFinder {
 public:
  // All must outlive it.
  ExpressionFinder(const Terms& terms, const FunctionReader& reader,
                   const python::Definition& function, absl::Span<const LineRange> changed,
                   const ExtractOptions& options);

  Extraction Find();

 private:
  std::vector<int> Results() const;
  void TryRoot(int root);
  void Accept(int root, const std::vector<int>& cone, Lowered lowered);
  void Refuse(int root, Refusal reason, std::string detail);
  void AddOperandsAsRoots(int root);
  void AddRoot(int root);
  void RefuseAsTooLarge(int root);
  bool MarkRowInputs(int failed, std::set<int>& row_inputs);
  int RelatedInput(const std::vector<int>& cone) const;
  bool IsInFunction(int term) const;
  bool IsChanged(python::Node node) const;
  std::string TextOf(const std::vector<int>& cone) const;

  // What is known of a term and all that it is computed from: its cone. From the operands' own
  // summaries, as cones of a long function together are its square.
  struct Summary {
    int length = 1;  // Of the longest way from an operand that has none; the cone is no smaller.
    // The first term of the cone that is not to be measured.
    int refused_term = std::numeric_limits<int>::max();
    bool has_tensor = false;
    bool is_changed = false;  // A changed line is among those that compute it.
  };
  void Summarize();
  // The cone in the order of its terms. nullopt: too large to be measured.
  std::optional<std::vector<int>> Cone(int root);
  absl::Span<const int> OperandsOf(int term) const;

  const Terms& terms_;
  const FunctionReader& reader_;
  const python::Definition& function_;
  absl::Span<const LineRange> changed_;
  const ExtractOptions& options_;
  std::map<int, std::string> names_;   // That statements gave to terms.
  std::vector<int> operands_;          // Of all terms in turn.
  std::vector<size_t> first_operand_;  // By term, in operands_; and the end of the last.
  std::vector<Summary> summaries_;     // By term.
  std::vector<int> last_cone_;         // By term: the number of the last cone that it was found in.
  int cone_count_ = 0;
  std::vector<int> roots_;
  std::vector<bool> is_seen_;     // By term: as a root, or as a view on the way to one.
  std::vector<bool> is_refused_;  // By term: as a part of a larger one that was refused.
  Extraction extraction_;
};

// A single step that rounds once, masks alone, casts alone: nothing to find by measuring.
bool IsTrivial(const numerics::Graph& graph);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_
