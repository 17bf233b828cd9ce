// 0 if first_layers is None else last_layers: one name is tested, another one is used.

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

// `x is None` and `x is not None`.
struct NoneTest {
  Node tested;
  bool is_negated = false;
};

NoneTest NoneTestOf(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kComparisonOperator)) return {};
  const std::vector<logic::Comparison> parts = logic::ComparisonsOf(condition);
  if (parts.size() != 1 || !parts[0].right.Is(NodeKind::kNone)) return {};
  if (parts[0].op != "is" && parts[0].op != "is not") return {};
  if (!logic::IsDottedName(parts[0].left)) return {};
  return {parts[0].left, parts[0].op == "is not"};
}

// first_layers and last_layers: all words but one are the same, and as many.
bool AreTwins(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> words = absl::StrSplit(a, '_');
  const std::vector<absl::string_view> others = absl::StrSplit(b, '_');
  if (words.size() < 2 || words.size() != others.size()) return false;
  int different = 0;
  for (size_t i = 0; i < words.size(); ++i) different += words[i] != others[i];
  return different == 1;
}

// Of the same object: `config.first` and `config.last`.
bool HaveSameObject(Node a, Node b) {
  if (a.kind() != b.kind()) return false;
  return a.Is(NodeKind::kIdentifier) ||
         logic::IsSameCode(a.child(Field::kObject), b.child(Field::kObject));
}

// It may be None as the other one may: a parameter with that default, or nobody knows.
bool MayBeNone(const FileContext& file, Node expression) {
  const understanding::Value value = file.ValueOf(expression);
  return value.is_open() || value.CanBe(understanding::AtomKind::kNone);
}

void Check(FileContext& file, Node choice) {
  const Node yes = choice.named_child(0), condition = choice.named_child(1),
             no = choice.named_child(2);
  const NoneTest test = NoneTestOf(condition);
  if (!test.tested || !no) return;
  const Node used = python::WithoutParentheses(test.is_negated ? yes : no);
  const Node instead = python::WithoutParentheses(test.is_negated ? no : yes);
  if (!logic::IsDottedName(used) || logic::IsSameCode(used, test.tested)) return;
  if (!HaveSameObject(used, test.tested) || !AreTwins(LastName(used), LastName(test.tested))) {
    return;
  }
  // None where the one is None is what autograd functions return for it.
  if (instead.Is(NodeKind::kNone)) return;
  // `last if first is None else first`: one stands in for the other.
  if (logic::IsSameCode(instead, test.tested) || logic::IsDottedName(instead)) return;
  if (!MayBeNone(file, used)) return;
  file.Report({.at = choice,
               .params = {{"tested", std::string(test.tested.text())},
                          {"used", std::string(used.text())}}});
}

}  // namespace

extern constinit const Rule kGuardOfAnotherName = {
    .info = {.id = "guard-of-another-name",
             .title = {"Test for None of another name", "对另一个变量做了 None 检查"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{tested}` is tested for None, but `{used}` is used",
                         "检查的是 `{tested}` 是否为 None，使用的却是 `{used}`"},
             .consequence = {"When only one of them is set, the value is None, or a setting is "
                             "passed over",
                             "只设置其中一个时，得到的是 None，或者设置被忽略"},
             .advice = {"Test `{used}`", "改为检查 `{used}`"},
             .why = "The names differ in one word, and the value that is used may be None, too.",
             .fix = "Test the value that is used.",
             .bad = R"py(
def offset(first_layers, last_layers):
    return 0 if first_layers is None else last_layers
)py",
             .good = R"py(
def offset(first_layers, last_layers):
    return 0 if last_layers is None else last_layers
)py"},
    .kinds = {NodeKind::kConditionalExpression},
    .check = Check};

}  // namespace allreview::rules
