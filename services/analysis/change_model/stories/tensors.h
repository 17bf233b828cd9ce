#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSORS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSORS_H_

// Shapes and types of the tensors of one function, statement by statement: what docstrings,
// annotations, comments and assertions say, and what follows from that through views, transposes,
// splits, products and the like. What does not follow stays unknown; where branches disagree, too.
//
//   const Tensors tensors(statements, values, docstring);
//   tensors.OfStatement(3).shape       // "[s, b, 3*h]"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/docstring.h"
#include "services/analysis/change_model/stories/shapes.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

struct TensorFact {
  Shape shape;
  std::string dtype;   // "float32", "integer"; empty: unknown.
  std::string source;  // "annotation", "docstring", "comment", "assert", "derived"; of the shape.
};

class Tensors {
 public:
  Tensors(const Statements& statements, const python::Values& values, const Docstring& docstring);

  // What the statement assigns or returns.
  const TensorFact& OfStatement(int statement) const { return of_statements_[statement]; }
  // What a parameter is at first, or a variable at its first assignment with a known shape.
  TensorFact OfVariable(absl::string_view name) const;

 private:
  using Environment = std::map<std::string, TensorFact>;

  void AddParameters(const Docstring& docstring);
  void RunBlock(int first, int end);
  void RunBranches(int head, int end);
  void RunLoop(int head, int end);
  void RunStatement(int i);
  void RunAssignment(int i, python::Node assignment);
  void RunAugmented(int i, python::Node assignment);
  void RunAssert(python::Node condition);
  void NameDims(python::Node targets, python::Node value);
  void Bind(const std::string& name, const TensorFact& fact);
  bool Leaves(int clause) const;
  static void Merge(Environment& into, const Environment& other);

  const Statements& statements_;
  const python::Values& values_;
  Environment environment_;
  std::map<std::string, TensorFact> first_;
  std::vector<TensorFact> of_statements_;
};

// "float32", "bfloat16"...; "" for what is not known.
absl::string_view NameOf(python::Dtype dtype);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_TENSORS_H_
