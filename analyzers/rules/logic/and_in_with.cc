// with a() and b(): only the second is entered.

#include <algorithm>
#include <string>
#include <vector>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

// A name or call: what a context manager looks like. A test is another matter.
bool MayBeContext(Node operand) {
  operand = python::WithoutParentheses(operand);
  return operand.Is(NodeKind::kCall) || logic::IsDottedName(operand);
}

// A call makes it, whichever way. Flags and what may be None choose.
bool IsMadeByCalls(FileContext& file, Node operand) {
  operand = python::WithoutParentheses(operand);
  if (operand.Is(NodeKind::kCall)) return true;
  if (file.ValueOf(operand).IsCertainly(understanding::AtomKind::kInstance)) return true;
  const python::Definition* function = file.module().EnclosingFunction(operand);
  if (function == nullptr || FindParameter(*function, operand.text()) != nullptr) return false;
  const LocalValues values(OwnNodes(function->body));
  const std::vector<Node>& made = values.Of(operand.text());
  return !made.empty() && std::all_of(made.begin(), made.end(),
                                      [](Node value) { return value.Is(NodeKind::kCall); });
}

void Check(FileContext& file, Node item) {
  Node value = item.child(Field::kValue);
  if (value.Is(NodeKind::kAsPattern)) value = value.named_child(0);
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kBooleanOperator) || value.child(Field::kOperator).text() != "and") {
    return;
  }
  const std::vector<Node> operands = logic::OperandsOf(value);
  if (!std::all_of(operands.begin(), operands.end(), MayBeContext)) return;
  if (!IsMadeByCalls(file, operands[0])) return;
  file.Report({.at = value,
               .params = {{"first", std::string(operands[0].text())},
                          {"last", std::string(operands.back().text())}}});
}

}  // namespace

extern constinit const Rule kAndInWith = {
    .info = {.id = "and-in-with",
             .title = {"`and` between context managers", "用 `and` 连接上下文管理器"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"Only `{last}` is entered: `and` evaluates `{first}` and drops it",
                         "只会进入 `{last}`：`and` 对 `{first}` 求值后就把它丢弃"},
             .consequence = {"What `{first}` is there for, such as a lock, a random state or a "
                             "precision, does not hold in the block",
                             "`{first}` 所提供的效果（例如锁、随机状态或精度）在代码块中不生效"},
             .advice = {"Write a comma: `with {first}, {last}:`",
                        "改用逗号：`with {first}, {last}:`"},
             .why =
                 "`a and b` is b when a is true, and objects are true unless they say otherwise.",
             .fix = "Separate context managers by commas.",
             .bad = R"py(
def step(lock, path):
    with lock.acquire() and open(path):
        pass
)py",
             .good = R"py(
def step(lock, path):
    with lock.acquire(), open(path):
        pass
)py"},
    .kinds = {NodeKind::kWithItem},
    .check = Check};

}  // namespace allreview::rules
