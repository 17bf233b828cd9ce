#include "analyzers/rules/directives.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
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

// Finds the first statement after a line; lines are asked for in ascending order. What follows one
// comment of a long block follows all of them, and is looked for once.
class NextStatement {
 public:
  explicit NextStatement(const SyntaxTree& tree) : tree_(tree) {}

  // Null: there is none.
  Node After(int line) {
    if (line >= next_line_) {
      statement_ = Node();
      next_line_ = line;
      while (!statement_ && ++next_line_ <= tree_.line_count()) {
        statement_ = StatementOnLine(tree_, next_line_);
      }
    }
    return statement_;
  }

 private:
  const SyntaxTree& tree_;
  Node statement_;
  int next_line_ = 0;  // The line on which it was found.
};

}  // namespace

std::vector<DirectiveComment> CollectDirectives(const python::Module& module) {
  std::vector<DirectiveComment> directives;
  const SyntaxTree& tree = module.tree();
  if (!LongTextHolds(tree.source(), "allreview:")) return directives;
  NextStatement next(tree);
  for (Node node : tree.root().descendants(python::Kind::kComment)) {
    if (!absl::StrContains(node.text(), "allreview:")) continue;
    DirectiveComment& directive = directives.emplace_back();
    directive.path = module.path();
    directive.line = node.first_line();
    directive.column = tree.ColumnOf(node.first_byte());
    directive.text = ToDisplayText(absl::StripTrailingAsciiWhitespace(node.text()));
    Node statement = StatementOnLine(tree, directive.line);
    directive.is_own_line = !statement;
    if (!statement) statement = next.After(directive.line);
    directive.statement_first_line = statement ? statement.first_line() : directive.line;
    directive.statement_end_line =
        (statement ? python::HeaderLastLine(statement) : directive.line) + 1;
  }
  return directives;
}

std::vector<DirectiveComment> CollectDirectives(absl::string_view path, absl::string_view text) {
  std::vector<DirectiveComment> directives;
  if (!LongTextHolds(text, "allreview:")) return directives;
  size_t waiting = 0;  // Those from here on speak of a line that comes.
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view content = absl::StripAsciiWhitespace(line);
    const bool is_code = !content.empty() && content[0] != '#';
    for (; is_code && waiting < directives.size(); ++waiting) {
      directives[waiting].statement_first_line = number;
      directives[waiting].statement_end_line = number + 1;
    }
    const size_t mark = line.find("allreview:");
    const size_t comment = mark == absl::string_view::npos ? mark : line.rfind('#', mark);
    if (comment == absl::string_view::npos) continue;
    DirectiveComment& directive = directives.emplace_back();
    directive.path = std::string(path);
    directive.line = number;
    directive.column = static_cast<int>(comment);
    directive.text = ToDisplayText(absl::StripTrailingAsciiWhitespace(line.substr(comment)));
    directive.is_own_line = !is_code;
    directive.statement_first_line = number;
    directive.statement_end_line = number + 1;
    if (is_code) waiting = directives.size();
  }
  return directives;
}

}  // namespace allreview::rules
