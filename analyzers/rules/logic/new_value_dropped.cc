// x.transpose(0, 1).reshape(n, -1) as a statement: `x` stays as it is.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/pure_expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using understanding::AtomKind;

bool IsShaping(Node call) {
  return call.Is(NodeKind::kCall) &&
         logic::IsShapeMethod(call.child(Field::kFunction).child(Field::kAttribute).text()) &&
         call.child(Field::kArguments).named_child_count() > 0;
}

// These run an iterator to its end, or fail for what they do not take.
bool MayBeForItsEffect(const python::Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view runs : {"list", "tuple", "len", "int", "float", "str", "bool", "sum",
                                 "min", "max", "abs", "round", "range"}) {
    if (name == absl::StrCat("builtins.", runs)) return true;
  }
  return false;
}

// A method of a tensor or a text, known by two of them in a row or by the value.
bool OnlyGivesAValue(const FileContext& file, Node call) {
  if (logic::IsPureFunction(file.module(), call)) return !MayBeForItsEffect(file.module(), call);
  const Node method = call.child(Field::kFunction), object = method.child(Field::kObject);
  if (IsShaping(call)) {
    return IsShaping(object) || file.ValueOf(object).IsCertainly(AtomKind::kTensor);
  }
  return object && logic::IsTextMethod(method.child(Field::kAttribute).text()) &&
         file.ValueOf(object).IsCertainly(AtomKind::kText);
}

// What it is called with: `x` of x.reshape(n, -1) and of sorted(x).
Node InputOf(Node call) {
  Node object = call.child(Field::kFunction).child(Field::kObject);
  while (object.Is(NodeKind::kCall) && object.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    object = object.child(Field::kFunction).child(Field::kObject);
  }
  const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  const bool is_of_torch = object.Is(NodeKind::kIdentifier) && object.text() == "torch";
  return (!object || is_of_torch) && !arguments.empty() ? arguments[0] : object;
}

void Check(FileContext& file, Node statement) {
  const Node call = statement.named_child(0);
  if (!call.Is(NodeKind::kCall) || statement.HasError() || logic::IsExpectedToRaise(statement) ||
      IsWaived(statement, {"B018", "W0106", "expression-not-assigned"}) ||
      !OnlyGivesAValue(file, call)) {
    return;
  }
  file.Report({.at = call, .params = {{"call", OneLine(call)}, {"base", OneLine(InputOf(call))}}});
}

}  // namespace

extern constinit const Rule kNewValueDropped = {
    .info = {.id = "new-value-dropped",
             .title = {"Call that only makes a new value, which is dropped",
                       "调用只产生新值，而新值被丢弃"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{call}` changes nothing: it makes a new value, which is dropped",
                         "`{call}` 不改变任何东西：它产生的新值被丢弃"},
             .consequence = {"The code below goes on with `{base}` as it was",
                             "后面的代码继续使用未改变的 `{base}`"},
             .advice = {"Assign the result, or delete the line", "把结果赋给变量，或者删除该行"},
             .why = "`x.reshape(n, -1)`, `sorted(x)`, `torch.cat(xs)` and `text.strip()` leave "
                    "what they are called with as it is.",
             .fix = "Assign the result to the name that is used below.",
             .bad = R"py(
def heads(query, size):
    query.transpose(0, 1).reshape(size, -1)
    return query
)py",
             .good = R"py(
def heads(query, size):
    query = query.transpose(0, 1).reshape(size, -1)
    return query
)py",
             .references = {"https://docs.pytorch.org/docs/stable/tensor_view.html"}},
    .kinds = {NodeKind::kExpressionStatement},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
