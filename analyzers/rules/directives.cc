#include "analyzers/rules/directives.h"

#include <algorithm>
#include <type_traits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/cpp/unit.h"
#include "analyzers/rules/cpp_statements.h"
#include "base/text_search.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

// What comments ask of a language.
struct Python {
  using Node = python::Node;
  static constexpr python::Kind kComment = python::Kind::kComment;
  static Node StatementOf(Node node) { return python::StatementOf(node); }
  static int HeaderLastLine(Node statement) { return python::HeaderLastLine(statement); }
};
struct Cpp {
  using Node = cpp::Node;
  static constexpr cpp::Kind kComment = cpp::Kind::kComment;
  static Node StatementOf(Node node) { return StatementAround(node); }
  static int HeaderLastLine(Node statement) { return rules::HeaderLastLine(statement); }
};

// Statement that owns the first code on the line; null: there is no code on it.
template <typename Language, typename Tree>
typename Language::Node StatementOnLine(const Tree& tree, int line) {
  uint32_t at = tree.LineStart(line);
  const uint32_t end = tree.LineStart(line + 1);
  const absl::string_view source = tree.source();
  while (at < end) {
    if (absl::ascii_isspace(static_cast<unsigned char>(source[at]))) {
      ++at;
      continue;
    }
    const typename Language::Node node = tree.NodeAt(at);
    if (!node.Is(Language::kComment)) return Language::StatementOf(node);
    at = std::max(at + 1, node.end_byte());
  }
  return {};
}

// Finds the first statement after a line; lines are asked for in ascending order. What follows one
// comment of a long block follows all of them, and is looked for once.
template <typename Language, typename Tree>
class NextStatement {
 public:
  explicit NextStatement(const Tree& tree) : tree_(tree) {}

  // Null: there is none.
  typename Language::Node After(int line) {
    if (line >= next_line_) {
      statement_ = {};
      next_line_ = line;
      while (!statement_ && ++next_line_ <= tree_.line_count()) {
        statement_ = StatementOnLine<Language>(tree_, next_line_);
      }
    }
    return statement_;
  }

 private:
  const Tree& tree_;
  typename Language::Node statement_;
  int next_line_ = 0;  // The line on which it was found.
};

template <typename Language, typename Unit>
std::vector<DirectiveComment> Collect(const Unit& unit) {
  std::vector<DirectiveComment> directives;
  const auto& tree = unit.tree();
  if (!LongTextHolds(tree.source(), "allreview:")) return directives;
  NextStatement<Language, std::decay_t<decltype(tree)>> next(tree);
  for (const auto node : tree.root().descendants(Language::kComment)) {
    if (!absl::StrContains(node.text(), "allreview:")) continue;
    DirectiveComment& directive = directives.emplace_back();
    directive.path = unit.path();
    directive.line = node.first_line();
    directive.column = tree.ColumnOf(node.first_byte());
    directive.text = ToDisplayText(absl::StripTrailingAsciiWhitespace(node.text()));
    auto statement = StatementOnLine<Language>(tree, directive.line);
    directive.is_own_line = !statement;
    if (!statement) statement = next.After(node.last_line());
    directive.statement_first_line = statement ? statement.first_line() : directive.line;
    directive.statement_end_line =
        (statement ? Language::HeaderLastLine(statement) : directive.line) + 1;
  }
  return directives;
}

}  // namespace

std::vector<DirectiveComment> CollectDirectives(const python::Module& module) {
  return Collect<Python>(module);
}

std::vector<DirectiveComment> CollectDirectives(const cpp::Unit& unit) {
  return Collect<Cpp>(unit);
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
