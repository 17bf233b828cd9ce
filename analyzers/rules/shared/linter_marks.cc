#include "analyzers/rules/shared/linter_marks.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/python/module.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr size_t kMaxSearchedBytes = 1'000;

// A mark in a comment, and whether it speaks of everything when it names no code.
struct Mark {
  absl::string_view word;
  bool may_be_bare;
};
constexpr Mark kMarks[] = {{"noqa", true}, {"nosec", true}, {"pylint: disable=", false}};

// "noqa: E722", "nosec B301"; not "noqa, the caller checks".
bool NamesCodes(absl::string_view rest) {
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (absl::StartsWith(rest, ":")) return true;
  return rest.size() > 1 && absl::ascii_isupper(rest[0]) && absl::ascii_isdigit(rest[1]);
}

bool Waives(absl::string_view comment, std::initializer_list<absl::string_view> codes) {
  for (const Mark& mark : kMarks) {
    const size_t at = comment.find(mark.word);
    if (at == absl::string_view::npos) continue;
    const absl::string_view rest = comment.substr(at + mark.word.size());
    if (mark.may_be_bare && !NamesCodes(rest)) return true;
    for (absl::string_view code : codes) {
      if (MentionsName(rest, code)) return true;
    }
  }
  return false;
}

bool LineWaives(const python::SyntaxTree& tree, int line,
                std::initializer_list<absl::string_view> codes) {
  return Waives(python::CommentEnding(tree, line).text().substr(0, kMaxSearchedBytes), codes);
}

}  // namespace

bool IsWaived(python::Node node, std::initializer_list<absl::string_view> codes) {
  if (!node) return false;
  const python::SyntaxTree& tree = *node.tree();
  const int first = node.first_line();
  const int last = std::min(python::HeaderLastLine(node), first + 20);
  for (int line = first; line <= last; ++line) {
    if (LineWaives(tree, line, codes)) return true;
  }
  return node.last_line() > last && LineWaives(tree, node.last_line(), codes);
}

}  // namespace allreview::rules
