#ifndef ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_

// The part of extract.h that looks for maximal expressions among the terms of a function. Use
// through extract.h.

#include <map>
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
  void Accept(int root, Lowered lowered);
  void Refuse(int root, Refusal reason, std::string detail);
  void AddOperandsAsRoots(int root);
  void AddRoot(int root);
  bool MarkRowInputs(int failed, std::set<int>& row_inputs) const;
  int RelatedInput(const std::set<int>& cone) const;
  std::set<int> Cone(int root) const;
  bool IsInFunction(int term) const;
  bool IsChanged(python::Node node) const;
  bool IsAnyChanged(const std::set<int>& cone) const;
  bool HasTensor(const std::set<int>& cone) const;
  std::string TextOf(const std::set<int>& cone) const;

  const Terms& terms_;
  const FunctionReader& reader_;
  const python::Definition& function_;
  absl::Span<const LineRange> changed_;
  const ExtractOptions& options_;
  std::map<int, std::string> names_;  // That statements gave to terms.
  std::vector<int> roots_;
  std::set<int> seen_;
  Extraction extraction_;
};

// A single step that rounds once, masks alone, casts alone: nothing to find by measuring.
bool IsTrivial(const numerics::Graph& graph);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_EXPRESSION_FINDER_H_
