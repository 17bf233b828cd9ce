// What authors say beside their statements.

#include <algorithm>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "analyzers/intent/comment_text.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Kind;
using python::Node;

constexpr size_t kMaxCommentBytes = 2000;

// Text behind '#'; nothing of marks for tools and of lines that only draw.
absl::string_view TextOfComment(absl::string_view comment) {
  const bool says_something = !intent::IsForTools(comment) && !intent::IsDrawing(comment);
  return says_something ? intent::CommentText(comment) : absl::string_view();
}

// The comment on a line. Null: none.
Node CommentOnLine(const python::SyntaxTree& tree, int line) {
  const absl::string_view text = tree.LineText(line);
  for (size_t hash = text.find('#'); hash != absl::string_view::npos;
       hash = text.find('#', hash + 1)) {
    const Node node = tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(hash));
    if (node.Is(Kind::kComment)) return node;
  }
  return Node();
}

bool StandsAlone(const python::SyntaxTree& tree, Node comment) {
  const uint32_t start = tree.LineStart(comment.first_line());
  return absl::StripAsciiWhitespace(tree.source().substr(start, comment.first_byte() - start))
      .empty();
}

absl::string_view TextBehind(const python::SyntaxTree& tree, int line) {
  const Node comment = CommentOnLine(tree, line);
  return comment && !StandsAlone(tree, comment) ? TextOfComment(comment.text())
                                                : absl::string_view();
}

}  // namespace

std::set<absl::string_view> Statements::Comments() const {
  std::set<absl::string_view> comments;
  for (const Node comment : definition_.node.descendants(Kind::kComment)) {
    comments.insert(TextOfComment(comment.text()));
  }
  return comments;
}

std::string Statements::CommentOf(const Statement& statement,
                                  const std::set<absl::string_view>& but) const {
  const python::SyntaxTree& tree = module_.tree();
  const int first = tree.LineOf(statement.header.first);
  const int last = tree.LineOf(std::max(statement.header.first + 1, statement.header.end) - 1);
  std::vector<absl::string_view> parts;
  for (int line = first - 1; line > 0; --line) {
    const Node comment = CommentOnLine(tree, line);
    if (!comment || !StandsAlone(tree, comment)) break;
    parts.push_back(TextOfComment(comment.text()));
  }
  std::reverse(parts.begin(), parts.end());
  parts.push_back(TextBehind(tree, last));
  std::erase_if(parts, [&](absl::string_view part) { return part.empty() || but.contains(part); });
  return OneLine(absl::StrJoin(parts, " "), kMaxCommentBytes);
}

std::string Statements::CommentBehind(const Statement& statement) const {
  const python::SyntaxTree& tree = module_.tree();
  const uint32_t last = std::max(statement.header.first + 1, statement.header.end) - 1;
  return OneLine(TextBehind(tree, tree.LineOf(last)), kMaxCommentBytes);
}

}  // namespace allreview::analysis
