#include "analyzers/rules/directives.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "base/text_search.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

using python::Node;
using python::SyntaxTree;

// Statement that owns the first code on the line; null: there is no code on it.
Node StatementOnLine(const SyntaxTree& tree, int line) {
  const absl::string_view text = tree.LineText(line);
  const size_t first = text.find_first_not_of(" \t\f");
  if (first == absl::string_view::npos || text[first] == '#') return Node();
  return python::StatementOf(tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(first)));
}

Node NextStatement(const SyntaxTree& tree, int line) {
  while (++line <= tree.line_count()) {
    if (const Node statement = StatementOnLine(tree, line)) return statement;
  }
  return Node();
}

}  // namespace

std::vector<DirectiveComment> CollectDirectives(const python::Module& module) {
  std::vector<DirectiveComment> directives;
  const SyntaxTree& tree = module.tree();
  if (!LongTextHolds(tree.source(), "allreview:")) return directives;
  for (Node node : tree.root().descendants(python::Kind::kComment)) {
    if (!absl::StrContains(node.text(), "allreview:")) continue;
    DirectiveComment& directive = directives.emplace_back();
    directive.path = module.path();
    directive.line = node.first_line();
    directive.column = tree.ColumnOf(node.first_byte());
    directive.text = ToDisplayText(absl::StripTrailingAsciiWhitespace(node.text()));
    Node statement = StatementOnLine(tree, directive.line);
    directive.is_own_line = !statement;
    if (!statement) statement = NextStatement(tree, directive.line);
    directive.statement_first_line = statement ? statement.first_line() : directive.line;
    directive.statement_end_line =
        (statement ? python::HeaderLastLine(statement) : directive.line) + 1;
  }
  return directives;
}

}  // namespace allreview::rules
