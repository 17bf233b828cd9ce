#ifndef ANALYZERS_PYTHON_SYNTAX_H_
#define ANALYZERS_PYTHON_SYNTAX_H_

// Syntax tree of one Python file; see analyzers/syntax/syntax_tree.h.
//
//   ASSIGN_OR_RETURN(SyntaxTree tree, SyntaxTree::Parse(source));
//   for (Node call : tree.root().descendants(Kind::kCall)) {
//     Use(call.child(Field::kFunction).text());
//   }

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/kinds.h"
#include "analyzers/syntax/syntax_tree.h"

namespace allreview::python {

struct Language {
  using Kind = python::Kind;
  using Field = python::Field;
  static constexpr Field kLastField = Field::kAttribute;  // The name after the dot.
  static constexpr bool IsExtra(Kind kind) {
    return kind == Kind::kComment || kind == Kind::kLineContinuation;
  }
  static absl::StatusOr<syntax::Tree<Language>> Parse(absl::string_view source,
                                                      const syntax::ParseLimits& limits,
                                                      syntax::VersionedParse* versions);
};

using syntax::ByteRange;
using syntax::ParseLimits;
using syntax::VersionedParse;
using SyntaxTree = syntax::Tree<Language>;
using Node = syntax::Node<Language>;
using NodeChildren = syntax::NodeChildren<Language>;
using NamedChildren = syntax::NamedChildren<Language>;
using NodeDescendants = syntax::NodeDescendants<Language>;
using NodesOfKind = syntax::NodesOfKind<Language>;

}  // namespace allreview::python

// Once, in syntax.cc.
extern template class allreview::syntax::Node<allreview::python::Language>;

#endif  // ANALYZERS_PYTHON_SYNTAX_H_
