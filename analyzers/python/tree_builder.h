#ifndef ANALYZERS_PYTHON_TREE_BUILDER_H_
#define ANALYZERS_PYTHON_TREE_BUILDER_H_

// Copies tree-sitter's tree into the array of a SyntaxTree. For syntax.cc.
//
// It reads tree-sitter's nodes directly: the public cursor finds out for each node again what a
// walk knows already, and took a sixth of the time of parsing.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "analyzers/python/syntax.h"

struct TSTree;

namespace allreview::python {

class TreeBuilder {
 public:
  TreeBuilder(SyntaxTree* result, const ParseLimits& limits) : result_(*result), limits_(limits) {}

  // kResourceExhausted, naming the limit, for a tree that is over one.
  absl::Status Build(const TSTree* tree);

  struct Part;

 private:
  void Append(const Part& part, Kind kind);
  absl::Status Open();
  void Close();

  SyntaxTree& result_;
  const ParseLimits& limits_;
  std::vector<uint32_t> open_;  // Visible nodes around the current one.
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_TREE_BUILDER_H_
