// Comparisons and guards that do not tell what they seem to tell.

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/observation.h"
#include "analyzers/understanding/value.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 50;  // Of one function, or of one file where the whole is looked through.

// A comparison of two.
struct Comparison {
  Node left, right;
  std::string op;  // "==", "is not"…
  explicit operator bool() const { return static_cast<bool>(left); }
};

Comparison ComparisonOf(Node node) {
  if (!node.Is(NodeKind::kComparisonOperator) || node.named_child_count() != 2) return {};
  Comparison comparison{node.named_child(0), node.named_child(1), ""};
  const uint32_t first = comparison.left.end_byte() - node.first_byte();
  const uint32_t end = comparison.right.first_byte() - node.first_byte();
  const absl::string_view between = node.text().substr(first, end - first);
  comparison.op = std::string(absl::StripAsciiWhitespace(between));
  return comparison;
}

bool IsName(Node node) { return node.Is(NodeKind::kIdentifier) || node.Is(NodeKind::kAttribute); }

// Of a name, the part after the last dot.
absl::string_view LastName(Node node) {
  return node.Is(NodeKind::kAttribute) ? node.child(Field::kAttribute).text() : node.text();
}

// Classes, members of enumerations and sentinels are compared by identity for good reason.
bool IsSingular(Node node) {
  const absl::string_view name = LastName(node);
  return name.empty() || absl::ascii_isupper(name[0]) ||
         (name[0] == '_' && name.size() > 1 && absl::ascii_isupper(name[1]));
}

bool ComparesValues(Node node, absl::string_view a, absl::string_view b) {
  if (node.Is(NodeKind::kCall)) {
    const absl::string_view callee = CalleeName(node);
    const bool is_equality = callee == "equal" || callee == "allclose" || callee == "array_equal";
    return is_equality && Mentions(node, a) && Mentions(node, b);
  }
  const Comparison comparison = ComparisonOf(node);
  return comparison && (comparison.op == "==" || comparison.op == "!=") && Mentions(node, a) &&
         Mentions(node, b);
}

Node FindValueComparison(Node body, absl::string_view a, absl::string_view b) {
  for (NodeKind kind : {NodeKind::kCall, NodeKind::kComparisonOperator}) {
    for (Node node : body.descendants(kind)) {
      if (ComparesValues(node, a, b)) return node;
    }
  }
  return Node();
}

void AskAboutIdentity(Inquiry& inquiry, const FunctionPair& pair) {
  int tried = 0;
  for (Node node : pair.after->body.descendants(NodeKind::kComparisonOperator)) {
    const Comparison comparison = ComparisonOf(node);
    if (!comparison || !absl::StartsWith(comparison.op, "is")) continue;
    if (!IsName(comparison.left) || !IsName(comparison.right)) continue;
    if (IsSingular(comparison.left) || IsSingular(comparison.right)) continue;
    if (!inquiry.IsNew(*pair.file, node) || ++tried > kMaxTried) continue;
    const absl::string_view a = LastName(comparison.left), b = LastName(comparison.right);
    const Node old = FindValueComparison(pair.before->body, a, b);
    if (!old || FindValueComparison(pair.after->body, a, b)) continue;
    inquiry.Ask(*pair.file, node,
                {.kind = "equality-became-identity",
                 .about = std::string(a),
                 .weight = 82,
                 .text = Sentence(phrases::kAskIdentity,
                                  {{"before", CodeOf(old)}, {"after", CodeOf(node)}}),
                 .also = {rules::RangeOf(*pair.module_before, old, rules::Side::kLeft)}});
  }
}

bool IsTextOrList(absl::string_view annotation) {
  return absl::StrContains(annotation, "str") && absl::StrContains(annotation, "ist[") &&
         (absl::StrContains(annotation, "Union") || absl::StrContains(annotation, "|"));
}

// The field of a configuration that the expression reads, itself or through `self.x = config.x`.
std::string FieldRead(const python::Module& module, Node node) {
  if (!node.Is(NodeKind::kAttribute)) return "";
  const absl::string_view name = node.child(Field::kAttribute).text();
  if (node.child(Field::kObject).text() != "self") return std::string(name);
  const Definition* a_class = module.EnclosingClass(node);
  if (a_class == nullptr) return std::string(name);
  const std::vector<Node> values = module.SelfAttributeValues(*a_class, name);
  if (values.size() == 1 && values[0].Is(NodeKind::kAttribute)) {
    return std::string(values[0].child(Field::kAttribute).text());
  }
  return std::string(name);
}

// Somewhere around its type is asked for.
bool IsTypeAsked(const python::Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  for (Node call : function->body.descendants(NodeKind::kCall)) {
    if (CalleeName(call) == "isinstance" && absl::StrContains(call.text(), node.text())) {
      return true;
    }
  }
  return false;
}

void AskAboutUnions(Inquiry& inquiry, const AnalysedFile& file) {
  int tried = 0;
  const python::Module& module = *file.after;
  for (Node node : module.tree().root().descendants(NodeKind::kComparisonOperator)) {
    if (!file.lines.Touches(node)) continue;
    const Comparison comparison = ComparisonOf(node);
    if (!comparison || comparison.op != "==" || !comparison.right.Is(NodeKind::kString)) continue;
    const std::string field = FieldRead(module, comparison.left);
    if (field.empty() || !inquiry.IsNew(file, node) || ++tried > kMaxTried) continue;
    auto fields = inquiry.change().project().FindFields(field);
    std::erase_if(fields, [](const auto& found) { return paths::IsTestPath(found.path); });
    const bool is_union =
        !fields.empty() && std::all_of(fields.begin(), fields.end(), [](const auto& found) {
          return IsTextOrList(found.field->annotation);
        });
    if (!is_union || IsTypeAsked(module, comparison.left)) continue;
    inquiry.Ask(file, node,
                {.kind = "equality-on-text-or-list",
                 .about = field,
                 .weight = 76,
                 .text = Sentence(
                     phrases::kAskTextOrList,
                     {{"field", field},
                      {"type", fields[0].field->annotation},
                      {"place", absl::StrCat(fields[0].path, ":", fields[0].field->place.line)},
                      {"list", absl::StrCat("[", comparison.right.text(), "]")}}),
                 .also = {rules::RangeOf(fields[0].path, fields[0].field->place)}});
  }
}

// `k + 1` of `topk(k + 1)`: the name that is added to.
Node EdgeOf(Node argument) {
  if (!argument.Is(NodeKind::kBinaryOperator)) return Node();
  if (argument.child(Field::kOperator).text() != "+") return Node();
  const Node left = argument.child(Field::kLeft);
  const bool is_one = argument.child(Field::kRight).text() == "1";
  return is_one && IsName(left) ? left : Node();
}

// The function compares the size, or bounds it.
bool IsBounded(Node body, Node size, Node argument) {
  for (Node node : body.descendants(NodeKind::kComparisonOperator)) {
    const Comparison comparison = ComparisonOf(node);
    if (!comparison) continue;
    for (Node side : {comparison.left, comparison.right}) {
      if (side.text() == size.text() || side.text() == argument.text()) return true;
    }
  }
  for (Node call : body.descendants(NodeKind::kCall)) {
    if (CalleeName(call) == "min" && Mentions(call, LastName(size))) return true;
  }
  return false;
}

void AskAboutEdges(Inquiry& inquiry, const AnalysedFile& file) {
  for (Node call : file.after->CallsOf({"topk", "kthvalue"})) {
    if (!file.lines.Touches(call) || !inquiry.IsNew(file, call)) continue;
    const Definition* function = file.after->EnclosingFunction(call);
    if (function == nullptr) continue;
    for (Node argument : call.child(Field::kArguments).named_children()) {
      if (argument.Is(NodeKind::kKeywordArgument)) argument = argument.child(Field::kValue);
      const Node size = EdgeOf(argument);
      if (!size || IsBounded(function->body, size, argument)) continue;
      inquiry.Ask(file, call,
                  {.kind = "one-more-than-there-may-be",
                   .about = CodeOf(size),
                   .weight = 72,
                   .text = Sentence(phrases::kAskEdge, {{"callee", std::string(CalleeName(call))},
                                                        {"argument", CodeOf(argument)},
                                                        {"size", CodeOf(size)},
                                                        {"function", function->name}})});
    }
  }
}

// What people write to tell a type checker, or to switch code off.
bool IsMeant(Node condition) {
  const absl::string_view text = condition.text();
  for (absl::string_view part : {"isinstance", "None", "TYPE_CHECKING", "version", "HAVE_", "HAS_",
                                 "has_", "is_available", "platform", "__debug__", "DEBUG"}) {
    if (absl::StrContains(text, part)) return true;
  }
  return condition.Is(NodeKind::kTrue) || condition.Is(NodeKind::kFalse) ||
         condition.Is(NodeKind::kInteger) || condition.Is(NodeKind::kIdentifier) ||
         condition.Is(NodeKind::kString);
}

void AskAboutVoidGuards(Inquiry& inquiry, const AnalysedFile& file) {
  if (inquiry.values() == nullptr) return;
  int tried = 0;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kIfStatement}) {
    for (Node node : file.after->tree().root().descendants(kind)) {
      const bool is_assert = kind == NodeKind::kAssertStatement;
      const Node condition = python::WithoutParentheses(is_assert ? node.named_child(0)
                                                                  : node.child(Field::kCondition));
      if (!condition || !file.lines.Starts(node) || IsMeant(condition)) continue;
      if (file.after->EnclosingFunction(node) == nullptr) continue;
      if (!inquiry.IsNew(file, condition) || ++tried > kMaxTried) continue;
      const understanding::Value value = inquiry.values()->Of(*file.after, condition);
      if (value.is_open() || value.is_impossible()) continue;
      const auto truth = value.truth();
      const bool is_void = is_assert ? !truth.may_be_false : !truth.may_be_true;
      if (!is_void || (truth.may_be_true == truth.may_be_false)) continue;
      inquiry.Ask(file, condition,
                  {.kind = is_assert ? "assert-cannot-fail" : "branch-never-taken",
                   .about = CodeOf(condition),
                   .weight = 75,
                   .text = Sentence(is_assert ? phrases::kAskVoidAssert : phrases::kAskVoidBranch,
                                    {{"condition", CodeOf(condition)}})});
    }
  }
}

bool IsFileName(absl::string_view name) {
  return absl::EndsWith(name, "file") || absl::EndsWith(name, "path") ||
         absl::EndsWith(name, "dir") || absl::EndsWith(name, "filename");
}

// `isinstance(config_or_file, str)`: a Path is none.
void AskAboutPaths(Inquiry& inquiry, const FunctionPair& pair) {
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    if (CalleeName(call) != "isinstance" || !inquiry.IsNew(*pair.file, call)) continue;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.size() != 2 || arguments.positional[1].text() != "str") continue;
    const Node name = arguments.positional[0];
    if (!name.Is(NodeKind::kIdentifier) || !IsFileName(name.text())) continue;
    bool is_path_known = false;
    for (Node identifier : pair.after->body.descendants(NodeKind::kIdentifier)) {
      const absl::string_view text = identifier.text();
      is_path_known = is_path_known || text == "Path" || text == "PathLike" || text == "fspath";
    }
    if (is_path_known) continue;
    inquiry.Ask(*pair.file, call,
                {.kind = "path-is-no-text",
                 .about = std::string(name.text()),
                 .weight = 55,
                 .text = Sentence(phrases::kAskPath, {{"name", std::string(name.text())},
                                                      {"function", pair.after->name}})});
  }
}

}  // namespace

void AskAboutConditions(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutIdentity(inquiry, pair);
    AskAboutPaths(inquiry, pair);
  }
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    AskAboutUnions(inquiry, *file);
    AskAboutEdges(inquiry, *file);
    AskAboutVoidGuards(inquiry, *file);
  }
}

}  // namespace allreview::analysis
