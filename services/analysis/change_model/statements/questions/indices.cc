// Guards that look at another element than what they guard.

#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/elsewhere.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

// "flags[i]" of "if flags[i]:" and "if not flags[i]:"; null: it asks for something else.
Node AskedElement(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (condition.Is(NodeKind::kNotOperator)) {
    condition = python::WithoutParentheses(condition.named_child(0));
  }
  const bool is_element =
      condition.Is(NodeKind::kSubscript) && condition.named_child_count() == 2 &&
      IsPlainName(condition.named_child(0)) && condition.named_child(1).Is(NodeKind::kIdentifier);
  return is_element ? condition : Node();
}

// "flags[i - 1]" of the same list, in a body that does not read "flags[i]".
Node OtherElement(Node body, Node asked) {
  const absl::string_view list = asked.named_child(0).text();
  const absl::string_view index = asked.named_child(1).text();
  Node other;
  for (Node element : body.descendants(NodeKind::kSubscript)) {
    if (element.named_child_count() != 2 || element.named_child(0).text() != list) continue;
    if (element.text() == asked.text()) return Node();
    const Node at = element.named_child(1);
    const bool is_beside = at.Is(NodeKind::kBinaryOperator) &&
                           at.child(Field::kLeft).text() == index &&
                           IsNumber(at.child(Field::kRight));
    const bool is_written = element.parent().Is(NodeKind::kAssignment) &&
                            element.parent().child(Field::kLeft) == element;
    if (is_beside && !is_written && !other) other = element;
  }
  return other;
}

}  // namespace

void AskAboutIndices(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    for (Node statement : touched.function->body.descendants(NodeKind::kIfStatement)) {
      if (!touched.file->lines.Starts(statement) || !inquiry.IsNew(*touched.file, statement))
        continue;
      const Node asked = AskedElement(statement.child(Field::kCondition));
      const Node other = asked ? OtherElement(statement.child(Field::kConsequence), asked) : Node();
      if (!other) continue;
      inquiry.Ask(*touched.file, statement,
                  {.kind = "guard-asks-another-element",
                   .about = CodeOf(asked),
                   .weight = 83,
                   .text = Sentence(
                       phrases::kAskAnotherElement,
                       {{"function", touched.function->name},
                        {"asked", CodeOf(asked)},
                        {"used", CodeOf(other)},
                        {"place", PlaceOf(*touched.file->after, *touched.file->after, other)}}),
                   .also = {rules::RangeOf(*touched.file->after, other)}});
    }
  }
}

}  // namespace allreview::analysis
