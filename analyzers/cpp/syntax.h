#ifndef ANALYZERS_CPP_SYNTAX_H_
#define ANALYZERS_CPP_SYNTAX_H_

// Syntax tree of one C, C++ or CUDA file; see analyzers/syntax/syntax_tree.h. Macros that hide
// what the grammar needs to see are read as macros.h says. All branches of #if are in the tree.
//
//   ASSIGN_OR_RETURN(SyntaxTree tree, SyntaxTree::Parse(source));
//   for (Node call : tree.root().descendants(Kind::kCallExpression)) {
//     Use(call.child(Field::kFunction).text());
//   }

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/cpp/kinds.h"
#include "analyzers/syntax/syntax_tree.h"

namespace allreview::cpp {

struct Language {
  using Kind = cpp::Kind;
  using Field = cpp::Field;
  static constexpr Field kLastField = Field::kArguments;  // After what a call calls.
  static constexpr bool IsExtra(Kind kind) { return kind == Kind::kComment; }
  static absl::StatusOr<syntax::Tree<Language>> Parse(absl::string_view source,
                                                      const syntax::ParseLimits& limits,
                                                      syntax::VersionedParse* versions);
};

using syntax::ByteRange;
using syntax::ParseLimits;
using syntax::VersionedParse;
using SyntaxTree = syntax::Tree<Language>;
using Node = syntax::Node<Language>;
using NodesOfKind = syntax::NodesOfKind<Language>;

}  // namespace allreview::cpp

// Once, in syntax.cc.
extern template class allreview::syntax::Node<allreview::cpp::Language>;

#endif  // ANALYZERS_CPP_SYNTAX_H_
