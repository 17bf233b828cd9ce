// try: yield except Exception: log(): the error of the with block is gone.

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Module;

constexpr Phrase kTheYield("the-yield", "the with block runs here", "with 块在这里执行");
constexpr Phrase kPhrases[] = {kTheYield};

constexpr absl::string_view kWide[] = {"Exception", "BaseException", "RuntimeError",
                                       "OutOfMemoryError"};
constexpr absl::string_view kPurposes[] = {"suppress", "ignore",      "catch",      "swallow",
                                           "silenc",   "tolerate",    "raises",     "continue",
                                           "safe",     "best effort", "best-effort"};

bool IsContextManager(const Module& module, const python::Definition& function) {
  for (Node decorator : function.decorators) {
    const std::string name = module.Resolve(decorator);
    if (name == "contextlib.contextmanager" || name == "contextlib.asynccontextmanager") {
      return true;
    }
  }
  return false;
}

// "Exception" of `except (Exception, ValueError)`; "" for what is narrow on purpose.
std::string WideException(Node clause) {
  const Node caught = CaughtBy(clause);
  if (!caught) return "BaseException";
  for (Node exception : ElementsOf(caught)) {
    const absl::string_view name = LastName(exception);
    if (IsOneOf(name, kWide)) return std::string(name);
  }
  return "";
}

bool SpeaksOfPurpose(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view word : kPurposes) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// The name, the docstring or a comment at the handler says that errors end here.
bool IsOnPurpose(const Module& module, const python::Definition& function, Node clause) {
  if (SpeaksOfPurpose(function.simple_name) || absl::StrContains(function.simple_name, "expect")) {
    return true;
  }
  const Node first = function.body.named_child(0).named_child(0);
  if (first.Is(NodeKind::kString) && SpeaksOfPurpose(first.text())) return true;
  for (Node comment : clause.descendants(NodeKind::kComment)) {
    if (SpeaksOfPurpose(comment.text())) return true;
  }
  const auto comments = python::CommentsOn(module, clause);
  for (absl::string_view comment : comments) {
    if (SpeaksOfPurpose(comment)) return true;
  }
  return false;
}

// The exception is only looked at or told to people: it reaches no code.
bool IsOnlyLookedAt(Node use) {
  for (Node node = use; node; node = node.parent()) {
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kInterpolation) || parent.Is(NodeKind::kComparisonOperator))
      return true;
    if (parent.Is(NodeKind::kArgumentList)) {
      return IsOneOf(CalleeName(parent.parent()),
                     {"str", "repr", "type", "isinstance", "print", "debug", "info", "warning",
                      "warn", "error", "exception", "critical", "log", "print_exception",
                      "format_exc", "hasattr", "getattr", "print_rank_0", "log_rank_0"});
    }
    if (!parent.Is(NodeKind::kAttribute) && !parent.Is(NodeKind::kSubscript)) return false;
  }
  return false;
}

// The exception is kept, passed on or returned.
bool HandsOn(Node clause) {
  const Node name = NameOfCaught(clause);
  return AnyOwnNode(BodyOf(clause), NodeKind::kIdentifier, [&](Node node) {
    if (node.text() == "exc_info" && node.parent().Is(NodeKind::kAttribute)) return true;
    return name && node != name && node.text() == name.text() && IsVariable(node) &&
           !IsOnlyLookedAt(node);
  });
}

// A way through the handler to the end of the function that raises nothing, in code that raises
// nothing behind the handler either.
bool MayEndNormally(const ControlFlow& flow, const python::Definition& function, Node clause) {
  const ControlFlow::Point point = flow.PointOf(clause);
  const auto paths = ControlFlow::Paths::kNormal;
  const Node body = BodyOf(clause);
  std::vector<ControlFlow::Point> yields;
  ForEachOwnNode(function.body, NodeKind::kYield,
                 [&](Node yield) { yields.push_back(flow.PointOf(yield)); });
  if (flow.PathBetween(point, ControlFlow::kExit, yields, paths).empty()) return false;
  return !AnyOwnNode(function.body, NodeKind::kRaiseStatement, [&](Node raise) {
    return !body.Contains(raise) &&
           !flow.PathBetween(point, flow.PointOf(raise), {}, paths).empty();
  });
}

void Check(FileContext& file, Node clause) {
  const Module& module = file.module();
  const python::Definition* function = module.EnclosingFunction(clause);
  if (function == nullptr || !IsContextManager(module, *function)) return;
  const std::string caught = WideException(clause);
  const Node yield =
      FindOwnNode(clause.parent().child(Field::kBody), NodeKind::kYield, [](Node) { return true; });
  if (caught.empty() || !yield || EndsTheProcess(clause) || HandsOn(clause)) return;
  if (IsOnPurpose(module, *function, clause)) return;
  if (!MayEndNormally(file.flow(clause), *function, clause)) return;
  file.Report({.at = clause.named_child(0).Is(NodeKind::kBlock) ? clause : clause.named_child(0),
               .params = {{"exception", caught}, {"function", std::string(function->simple_name)}},
               .because = FirstChanged(file, {clause, yield}),
               .related = {{kTheYield, RangeOf(module, yield)}}});
}

}  // namespace

extern constinit const Rule kExceptionLostAroundYield = {
    .info =
        {.id = "exception-lost-around-yield",
         .title = {"Context manager loses the exception of its with block",
                   "上下文管理器丢掉了 with 块的异常"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{function}` catches the {exception} of its with block and does not raise it "
                     "again",
                     "`{function}` 捕获了 with 块中的 {exception}，却没有再次抛出"},
         .consequence = {"The rest of the with block is skipped, and the code after it runs as if "
                         "the block had succeeded",
                         "with 块余下的部分被跳过，之后的代码却像该块成功了一样继续执行"},
         .advice = {"End the handler with `raise`, or use `finally` for the cleanup",
                    "在处理代码的最后写 `raise`，或者用 `finally` 做清理"},
         .phrases = kPhrases,
         .why = "The exception of a with block is raised at the `yield` of the context manager. A "
                "handler there that ends normally suppresses it, as a true result of `__exit__` "
                "does.",
         .fix = "Raise again, or name the function for the suppression.",
         .bad = R"py(
from contextlib import contextmanager

@contextmanager
def profiled(profiler, logger):
    profiler.start()
    try:
        yield profiler
    except Exception as error:
        logger.warning("failed: %s", error)
    finally:
        profiler.stop()
)py",
         .good = R"py(
from contextlib import contextmanager

@contextmanager
def profiled(profiler, logger):
    profiler.start()
    try:
        yield profiler
    except Exception as error:
        logger.warning("failed: %s", error)
        raise
    finally:
        profiler.stop()
)py",
         .references = {"https://docs.python.org/3/library/"
                        "contextlib.html#contextlib.contextmanager"}},
    .kinds = {NodeKind::kExceptClause},
    .file_names = "contextmanager asynccontextmanager",
    .check = Check};

}  // namespace allreview::rules
