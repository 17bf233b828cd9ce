// raise StopIteration inside a generator: its caller gets a RuntimeError.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr absl::string_view kStopIteration = "builtins.StopIteration";

bool IsGenerator(const python::Definition& function) {
  return AnyOwnNode(function.body, NodeKind::kYield, [](Node) { return true; });
}

bool IsStopIteration(FileContext& file, Node exception) {
  const std::string name = file.module().Resolve(exception);
  if (name == kStopIteration) return true;
  if (name.empty() || absl::StartsWith(name, "builtins.")) return false;
  repository::Project& project = file.project();
  for (const std::string& base : project.BasesOf(project.Canonical(name))) {
    if (base == kStopIteration || base == "StopIteration") return true;
  }
  return false;
}

// The clause may take a StopIteration, or something that we do not know.
bool MayCatch(const python::Module& module, Node clause, Node exception) {
  const Node caught = CaughtBy(clause);
  if (!caught || CatchesEverything(module, clause)) return true;
  for (Node one : ElementsOf(caught)) {
    if (absl::StrContains(one.text(), "Stop") || one.text() == exception.text()) return true;
    if (!absl::StartsWith(module.Resolve(one), "builtins.")) return true;
  }
  return false;
}

// A try statement or a with statement of the function takes it.
bool IsCaught(const python::Module& module, Node raise, Node exception) {
  for (Node node = raise; node && !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kWithStatement)) {
      if (absl::StrContains(parent.child(NodeKind::kWithClause).text(), "suppress")) return true;
    }
    if (!parent.Is(NodeKind::kTryStatement) || node.field() != Field::kBody) continue;
    for (Node clause : parent.named_children()) {
      if (clause.Is(NodeKind::kExceptClause) && MayCatch(module, clause, exception)) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node raise) {
  const python::Definition* function = file.module().EnclosingFunction(raise);
  if (function == nullptr || function->simple_name == "__next__" || !IsGenerator(*function)) return;
  const Node raised = raise.named_child(0);
  const Node exception = raised.Is(NodeKind::kCall) ? raised.child(Field::kFunction) : raised;
  if (!exception.Is(NodeKind::kIdentifier) && !exception.Is(NodeKind::kAttribute)) return;
  if (IsCaught(file.module(), raise, exception) || !IsStopIteration(file, exception)) return;
  file.Report({.at = raise,
               .params = {{"exception", std::string(exception.text())},
                          {"function", std::string(function->simple_name)}},
               .because = FirstChanged(file, {raise, function->body})});
}

}  // namespace

extern constinit const Rule kStopIterationFromGenerator = {
    .info =
        {.id = "stop-iteration-from-generator",
         .title = {"StopIteration raised in a generator", "在生成器中抛出 StopIteration"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{function}` is a generator, so its `{exception}` reaches the caller as a "
                     "RuntimeError",
                     "`{function}` 是生成器，它抛出的 `{exception}` 到调用者那里会变成 "
                     "RuntimeError"},
         .consequence = {"The loop over it crashes instead of ending, and a handler for "
                         "`{exception}` never runs",
                         "对它的循环会崩溃而不是结束，捕获 `{exception}` 的代码也永远不会执行"},
         .advice = {"Use `return` to end the generator, or raise an exception that does not "
                    "derive from StopIteration",
                    "用 `return` 结束生成器，或者抛出不继承自 StopIteration 的异常"},
         .why = "Since Python 3.7 (PEP 479) a StopIteration, or an exception derived from it, "
                "that leaves a generator is replaced by a RuntimeError.",
         .fix = "Return from the generator, or derive the exception from Exception.",
         .bad = R"py(
def batches(loader, steps):
    for step, batch in enumerate(loader):
        if step == steps:
            raise StopIteration
        yield batch
)py",
         .good = R"py(
def batches(loader, steps):
    for step, batch in enumerate(loader):
        if step == steps:
            return
        yield batch
)py",
         .references = {"https://peps.python.org/pep-0479/"}},
    .kinds = {NodeKind::kRaiseStatement},
    .check = Check};

}  // namespace allreview::rules
