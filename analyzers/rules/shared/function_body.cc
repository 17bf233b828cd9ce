#include "analyzers/rules/shared/function_body.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::rules {
namespace {

constexpr size_t kMaxLineBytes = 100;

}  // namespace

using python::Field;
using python::Kind;
using python::Node;

absl::string_view LastName(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(Kind::kCall)) return CalleeName(expression);
  if (expression.Is(Kind::kAttribute)) return expression.child(Field::kAttribute).text();
  return expression.Is(Kind::kIdentifier) ? expression.text() : "";
}

absl::string_view CalleeName(Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  return function.Is(Kind::kCall) ? "" : LastName(function);
}

python::Node NextStatement(python::Node statement) {
  python::Node next = statement.next_sibling();
  while (next && (!next.IsNamed() || next.Is(python::Kind::kComment))) next = next.next_sibling();
  return next;
}

Node LastStatement(Node block) {
  Node last;
  for (Node child : block.children()) {
    if (child.IsNamed() && !child.Is(Kind::kComment)) last = child;
  }
  return last;
}

Node Around(Node node, Kind kind) {
  for (; node; node = node.parent()) {
    if (node.Is(kind)) return node;
    if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition)) break;
  }
  return Node();
}

bool IsUnderConditionOn(Node node, absl::string_view word) {
  for (Node inner = node; node; inner = node, node = node.parent()) {
    if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition)) return false;
    Node condition;
    if (node.Is(Kind::kIfStatement) || node.Is(Kind::kElifClause) ||
        node.Is(Kind::kWhileStatement)) {
      condition = node.child(Field::kCondition);
    } else if (node.Is(Kind::kConditionalExpression)) {
      condition = node.named_child(1);
    }
    if (condition && condition != inner && condition.text().find(word) != absl::string_view::npos) {
      return true;
    }
  }
  return false;
}

std::string OneLine(Node node) {
  std::string line = absl::StrJoin(
      absl::StrSplit(node.text(), absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()), " ");
  // What formatters put between brackets and a broken line.
  line =
      absl::StrReplaceAll(line, {{"( ", "("}, {" )", ")"}, {", )", ")"}, {"[ ", "["}, {" ]", "]"}});
  if (line.size() > kMaxLineBytes) line = absl::StrCat(line.substr(0, kMaxLineBytes), "...");
  return line;
}

bool MentionsName(absl::string_view text, absl::string_view word) {
  const auto is_name = [](char c) { return absl::ascii_isalnum(c) || c == '_'; };
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_name(text[at - 1])) && (end == text.size() || !is_name(text[end]))) {
      return true;
    }
  }
  return false;
}

const python::Definition* DefinitionOf(const python::Module& module, Node function) {
  const python::Definition* definition = module.EnclosingDefinition(function);
  return definition != nullptr && definition->node == function ? definition : nullptr;
}

const python::Parameter* FindParameter(const python::Definition& function, absl::string_view name) {
  for (const python::Parameter& parameter : function.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

ArgumentSlot EndOfArguments(Node call) {
  const Node arguments = call.child(Field::kArguments);
  Node last;
  bool has_comma = false;
  for (Node child : arguments.children()) {
    if (child.IsNamed() && !child.Is(Kind::kComment)) {
      last = child;
      has_comma = false;
    } else if (child.text() == ",") {
      has_comma = true;
      last = child;
    }
  }
  if (!last) return {arguments.first_byte() + 1, ""};
  return {last.end_byte(), has_comma ? " " : ", "};
}

}  // namespace allreview::rules
