// left = image.left; right = image.left: the second line was copied and not finished.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using logic::IsDottedName;
using logic::IsLiteral;
using logic::IsSameCode;

constexpr Phrase kSameValue("same-value", "the same value", "相同的值");
constexpr Phrase kPhrases[] = {kSameValue};

constexpr std::pair<absl::string_view, absl::string_view> kPairs[] = {{"left", "right"},
                                                                      {"src", "dst"},
                                                                      {"source", "target"},
                                                                      {"first", "last"},
                                                                      {"first", "second"},
                                                                      {"q", "k"},
                                                                      {"k", "v"},
                                                                      {"q", "v"},
                                                                      {"query", "key"},
                                                                      {"key", "value"},
                                                                      {"query", "value"},
                                                                      {"start", "end"},
                                                                      {"begin", "end"},
                                                                      {"min", "max"},
                                                                      {"lower", "upper"},
                                                                      {"low", "high"},
                                                                      {"in", "out"},
                                                                      {"input", "output"},
                                                                      {"send", "recv"},
                                                                      {"prev", "next"},
                                                                      {"width", "height"},
                                                                      {"w", "h"},
                                                                      {"row", "col"},
                                                                      {"rows", "cols"},
                                                                      {"x", "y"},
                                                                      {"old", "new"},
                                                                      {"train", "valid"},
                                                                      {"valid", "test"},
                                                                      {"gate", "up"},
                                                                      {"up", "down"},
                                                                      {"weight", "bias"},
                                                                      {"mean", "std"},
                                                                      {"cos", "sin"},
                                                                      {"encoder", "decoder"},
                                                                      {"tp", "pp"},
                                                                      {"tp", "dp"},
                                                                      {"pp", "dp"},
                                                                      {"tp", "cp"},
                                                                      {"cp", "dp"},
                                                                      {"a", "b"},
                                                                      {"1", "2"},
                                                                      {"0", "1"},
                                                                      {"2", "3"}};

struct Difference {
  std::string first, second;  // Empty: the names are no pair.
};

// Words of a name; a number at its end is one: "x1" is x and 1.
std::vector<std::string> PartsOf(absl::string_view name) {
  std::vector<std::string> parts = absl::StrSplit(name, absl::ByAnyChar("_."), absl::SkipEmpty());
  std::vector<std::string> split;
  for (const std::string& part : parts) {
    const size_t digits = part.find_last_not_of("0123456789");
    if (digits == std::string::npos || digits + 1 == part.size()) {
      split.push_back(part);
      continue;
    }
    split.push_back(part.substr(0, digits + 1));
    split.push_back(part.substr(digits + 1));
  }
  return split;
}

Difference DifferenceOf(absl::string_view a, absl::string_view b) {
  const std::vector<std::string> first = PartsOf(a), second = PartsOf(b);
  if (first.size() != second.size()) return {};
  Difference difference;
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i] == second[i]) continue;
    if (!difference.first.empty()) return {};
    difference = {first[i], second[i]};
  }
  for (const auto& [one, other] : kPairs) {
    if ((difference.first == one && difference.second == other) ||
        (difference.first == other && difference.second == one)) {
      return difference;
    }
  }
  return {};
}

struct Assignment {
  Node left, right;
};

Assignment AssignmentOf(Node statement) {
  const Node assignment = statement.named_child(0);
  if (!statement.Is(NodeKind::kExpressionStatement) || !assignment.Is(NodeKind::kAssignment)) {
    return {};
  }
  const Node left = assignment.child(Field::kLeft);
  if (!IsDottedName(left)) return {};
  return {left, assignment.child(Field::kRight)};
}

// The expression with one word of its names exchanged; empty: it has no such word.
std::string Exchanged(Node expression, const std::string& from, const std::string& to) {
  std::string text(expression.text());
  bool is_changed = false;
  std::vector<Node> names;
  for (uint32_t i = expression.index(); i < expression.subtree_end(); ++i) {
    const Node node = expression.tree()->node(i);
    if (node.Is(NodeKind::kIdentifier)) names.push_back(node);
  }
  for (auto node = names.rbegin(); node != names.rend(); ++node) {
    const std::vector<std::string> parts = PartsOf(node->text());
    std::string name(node->text());
    size_t at = 0;
    bool has = false;
    for (const std::string& part : parts) {
      at = name.find(part, at);
      if (part == from) {
        name.replace(at, part.size(), to);
        has = true;
        break;
      }
      at += part.size();
    }
    if (!has) continue;
    is_changed = true;
    text.replace(node->first_byte() - expression.first_byte(), node->text().size(), name);
  }
  return is_changed ? text : "";
}

Node NextStatement(Node statement) {
  Node next = statement.next_sibling();
  while (next && next.Is(NodeKind::kComment)) next = next.next_sibling();
  return next;
}

bool HasIdentifier(const python::Module& module, absl::string_view word) {
  for (Node node : module.tree().root().descendants(NodeKind::kIdentifier)) {
    if (node.text() == word) return true;
  }
  return false;
}

// The file has the names that the exchange leads to.
bool IsPlausible(const python::Module& module, const std::string& exchanged, Node expression) {
  const std::vector<std::string> words = absl::StrSplit(
      exchanged, absl::ByAnyChar(" .()[]{},:+-*/%\n=<>!&|^~@\"'"), absl::SkipEmpty());
  for (const std::string& word : words) {
    if (!MentionsName(expression.text(), word) && !HasIdentifier(module, word)) return false;
  }
  return true;
}

void Check(FileContext& file, Node statement) {
  const Assignment first = AssignmentOf(statement);
  if (!first.right || IsLiteral(first.right) || first.right.Is(NodeKind::kIdentifier)) return;
  const Assignment second = AssignmentOf(NextStatement(statement));
  if (!second.right || !IsSameCode(first.right, second.right)) return;
  const Difference difference = DifferenceOf(first.left.text(), second.left.text());
  if (difference.first.empty()) return;
  const std::string expected = Exchanged(second.right, difference.first, difference.second);
  const std::string other = Exchanged(first.right, difference.second, difference.first);
  // With both words in it the expression is of both.
  if (expected.empty() == other.empty()) return;
  const bool is_second = !expected.empty();
  const std::string& wanted = is_second ? expected : other;
  const Assignment& wrong = is_second ? second : first;
  if (!IsPlausible(file.module(), wanted, wrong.right)) return;
  file.Report(
      {.at = wrong.right,
       .params = {{"first", std::string(first.left.text())},
                  {"second", std::string(second.left.text())},
                  {"value", OneLine(first.right)},
                  {"target", std::string(wrong.left.text())},
                  {"expected", wanted}},
       .because = file.IsChanged(second.left) ? second.left : first.left,
       .related = {{kSameValue, RangeOf(file.module(), is_second ? first.right : second.right)}}});
}

}  // namespace

extern constinit const Rule kCopiedRightHandSide = {
    .info = {.id = "copied-right-hand-side",
             .title = {"Two variables of a pair get the same value", "一对变量被赋了同一个值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{first}` and `{second}` both get `{value}`",
                         "`{first}` 和 `{second}` 都被赋值为 `{value}`"},
             .consequence = {"One of the pair silently has the value of the other",
                             "这一对变量中有一个拿到了另一个的值，而且没有任何提示"},
             .advice = {"Check whether `{target} = {expected}` was intended",
                        "请检查本意是否为 `{target} = {expected}`"},
             .phrases = kPhrases,
             .why = "Lines for a pair are written once and copied. If the two targets differ only "
                    "by a pair of words such as left and right, but both values are the same and "
                    "name one of the two, the copy was not finished.",
             .fix = "Replace the operand that belongs to the other one of the pair.",
             .bad = R"py(
def shapes(q, k):
    q_len = q.size(0)
    k_len = q.size(0)
    return q_len, k_len
)py",
             .good = R"py(
def shapes(q, k):
    q_len = q.size(0)
    k_len = k.size(0)
    return q_len, k_len
)py",
             .references = {"PVS-Studio V501"}},
    .kinds = {NodeKind::kExpressionStatement},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
