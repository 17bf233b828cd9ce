#include "services/analysis/change_model/stories/said_shapes.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace allreview::analysis {
namespace {

using python::Kind;
using python::Node;

bool HasName(absl::string_view text, absl::string_view name) {
  const auto is_word = [&](size_t i) {
    return i < text.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (size_t at = text.find(name); at != absl::string_view::npos; at = text.find(name, at + 1)) {
    if ((at == 0 || !is_word(at - 1)) && !is_word(at + name.size())) return true;
  }
  return false;
}

// The text names something that the expression reads or binds.
bool Names(absl::string_view text, Node expression) {
  if (expression.Is(Kind::kIdentifier)) return HasName(text, expression.text());
  for (Node name : expression.descendants(Kind::kIdentifier)) {
    if (HasName(text, name.text())) return true;
  }
  return false;
}

// What an arrow points to is the result's; several of them speak of several results.
bool HasArrow(absl::string_view comment) {
  const size_t arrow = comment.find("->");
  return arrow != absl::string_view::npos && comment.rfind("->") == arrow;
}

// "fc2_weight [E, H, I] is transposed": that is the shape of something which the assignment reads.
bool IsOfOperand(absl::string_view comment, Node left, Node right) {
  const absl::string_view before = comment.substr(0, comment.find('['));
  const bool has_bracket = before.size() < comment.size() && !HasArrow(comment);
  return has_bracket && Names(before, right) && !Names(before, left);
}

}  // namespace

Shape SaidOfTarget(const Statements& statements, const Statement& statement, Node assignment,
                   const Shape& derived) {
  const Node left = assignment.child(python::Field::kLeft);
  const Node right = assignment.child(python::Field::kRight);
  const std::string behind = statements.CommentBehind(statement);
  if (!behind.empty()) {
    return IsOfOperand(behind, left, right) ? Shape() : ShapeInComment(behind);
  }
  const std::string above = statements.CommentOf(statement);
  if (Names(above.substr(0, above.find('[')), left)) return ShapeInComment(above);
  const Shape result = derived && HasArrow(above) ? ShapeInComment(above) : Shape();
  return result && result->size() == derived->size() ? result : Shape();
}

bool Contradict(const Shape& said, const Shape& derived) {
  if (!said || !derived) return false;
  const bool is_open =
      std::count(said->begin(), said->end(), "...") + std::count(said->begin(), said->end(), "*") >
      0;
  if (is_open) return false;
  if (said->size() != derived->size()) return true;
  for (size_t i = 0; i < said->size(); ++i) {
    int64_t a = 0, b = 0;
    const bool are_numbers =
        absl::SimpleAtoi((*said)[i], &a) && absl::SimpleAtoi((*derived)[i], &b);
    if (are_numbers && a != b) return true;
  }
  return false;
}

bool MayBeTensor(python::ValueType type) {
  return type == python::ValueType::kUnknown || type == python::ValueType::kTensor ||
         type == python::ValueType::kNumpy;
}

}  // namespace allreview::analysis
