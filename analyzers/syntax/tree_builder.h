#ifndef ANALYZERS_SYNTAX_TREE_BUILDER_H_
#define ANALYZERS_SYNTAX_TREE_BUILDER_H_

// Copies tree-sitter's tree into the array of a TreeData. For file_parse.h.
//
// It reads tree-sitter's nodes directly: the public cursor finds out for each node again what a
// walk knows already, and took a sixth of the time of parsing.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "analyzers/syntax/tree_data.h"
#include "analyzers/syntax/versioned_parse.h"
#include "analyzers/syntax/vocabulary.h"

struct TSTree;

namespace allreview::syntax {

class TreeBuilder {
 public:
  TreeBuilder(TreeData* result, const Vocabulary& vocabulary, const ParseLimits& limits)
      : result_(*result), vocabulary_(vocabulary), limits_(limits) {}

  // kResourceExhausted, naming the limit, for a tree that is over one.
  absl::Status Build(const TSTree* tree);

  struct Part;

 private:
  void Append(const Part& part, uint8_t kind);
  absl::Status Open();
  void Close();

  TreeData& result_;
  const Vocabulary& vocabulary_;
  const ParseLimits& limits_;
  std::vector<uint32_t> open_;  // Visible nodes around the current one.
};

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_TREE_BUILDER_H_
