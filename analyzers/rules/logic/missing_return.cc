// def f(x) -> int: some ways end without a return.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Definition;

constexpr Phrase kEndReached("end-reached", "the end is reached from here",
                             "从这里可以走到函数末尾");
constexpr Phrase kPhrases[] = {kEndReached};

// Annotations that None fits, or that say something else than what `return` gives.
bool AllowsNone(absl::string_view annotation) {
  for (absl::string_view word :
       {"None", "Optional", "Any", "NoReturn", "Never", "object", "Generator", "Iterator",
        "Iterable", "ContextManager", "TypeGuard", "Maybe", "T"}) {
    if (word == "T" ? annotation == word : absl::StrContains(annotation, word)) return true;
  }
  return false;
}

struct Body {
  bool returns_value = false;
  bool is_open = false;  // A generator, a bare return, or flow that is hard to follow.
};

Body BodyOf(const Definition& function) {
  Body body;
  ForEachOwnNode(function.body, [&](Node node) {
    switch (node.kind()) {
      case NodeKind::kYield:
      case NodeKind::kFinallyClause:
      case NodeKind::kMatchStatement:
        body.is_open = true;
        break;
      case NodeKind::kReturnStatement: {
        const Node value = node.named_child(0);
        if (!value || value.Is(NodeKind::kNone)) body.is_open = true;
        body.returns_value = true;
        break;
      }
      default:
        break;
    }
  });
  return body;
}

// A loop that tries until it returns or raises, or a call that gives up.
bool EndsOnPurpose(Node last) {
  if (last.Is(NodeKind::kForStatement) || last.Is(NodeKind::kWhileStatement)) {
    for (Node node : last.descendants()) {
      if (node.Is(NodeKind::kRaiseStatement)) return true;
    }
  }
  const Node call = last.named_child(0);
  if (!call.Is(NodeKind::kCall)) return false;
  for (absl::string_view word : {"fail", "abort", "exit", "raise", "error", "skip", "fatal"}) {
    if (absl::StrContains(CalleeName(call), word)) return true;
  }
  return false;
}

// Some point that is no return leads to the end of the function.
bool FallsOff(const ControlFlow& flow) {
  for (ControlFlow::Point point = 0; point < flow.size(); ++point) {
    if (!flow.IsReachable(point) || flow.NodeOf(point).Is(NodeKind::kReturnStatement)) continue;
    for (const ControlFlow::Edge& edge : flow.From(point)) {
      if (edge.to == ControlFlow::kExit) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Node annotation = node.child(Field::kReturnType);
  if (!annotation || AllowsNone(annotation.text()) || node.HasError()) return;
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr) return;
  const Node last = LastStatement(function->body);
  if (last.Is(NodeKind::kReturnStatement) || last.Is(NodeKind::kRaiseStatement)) return;
  const Body body = BodyOf(*function);
  if (!body.returns_value || body.is_open || EndsOnPurpose(last)) return;
  if (!FallsOff(file.flow(function->body)) ||
      IsWaived(node, {"RET503", "R1710", "inconsistent-return-statements"})) {
    return;
  }
  file.Report({.at = annotation,
               .params = {{"function", std::string(function->simple_name)},
                          {"type", OneLine(annotation)},
                          {"line", std::to_string(last.last_line())}},
               .because = file.IsChanged(annotation) ? annotation : last,
               .related = {{kEndReached, RangeOf(file.module(), last)}}});
}

}  // namespace

extern constinit const Rule kMissingReturn = {
    .info = {.id = "missing-return",
             .title = {"Function that returns a value on some paths only",
                       "函数只在部分路径上返回值"},
             .message = {"Some paths through `{function}` end without a return, so they return "
                         "None where `{type}` is promised",
                         "`{function}` 的某些路径没有 return 就结束，返回的是 "
                         "None，而声明的返回类型是 `{type}`"},
             .consequence = {"A caller fails later, on a None that it had no reason to expect",
                             "调用方之后会在一个意料之外的 None 上失败"},
             .advice = {"Return or raise at the end, after line {line}",
                        "在末尾（第 {line} 行之后）返回或抛出异常"},
             .phrases = kPhrases,
             .why = "A function that ends without `return` returns None. With an if and elif but "
                    "no else, that is the case that nobody considered.",
             .fix = "Raise an error for the case that cannot happen, or return a value for it.",
             .bad = R"py(
def width(kind: str) -> int:
    if kind == "fp8":
        return 8
    elif kind == "bf16":
        return 16
)py",
             .good = R"py(
def width(kind: str) -> int:
    if kind == "fp8":
        return 8
    elif kind == "bf16":
        return 16
    raise ValueError(kind)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/implicit-return/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/"
                            "inconsistent-return-statements.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
