// Something in a compiled function makes the compiler break its graph.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/python/traits.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/tensor_tests.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNumpyFunction("numpy-function", "a numpy function", "numpy 函数");
constexpr Phrase kBranchOnTensor("branch-on-tensor", "a branch on a tensor", "按 tensor 的值分支");
constexpr Phrase kBreaksToo("breaks-too", "{what} also breaks it", "{what}也会打断它");
constexpr Phrase kPhrases[] = {kNumpyFunction, kBranchOnTensor, kBreaksToo};

struct Break {
  Node at;
  Words what;
};

// Scripted functions are no traced ones: branches and .item() are part of their language.
bool IsScripted(const python::Module& module, const python::Definition& function) {
  for (Node decorator : function.decorators) {
    if (module.Resolve(decorator) == "torch.jit.script") return true;
  }
  return false;
}

Words BreakOfCall(const FileContext& file, Node call) {
  if (const HostSync sync = FindHostSync(file, call)) return sync.operation;
  const std::string name = file.module().Resolve(call.child(Field::kFunction));
  if (name == "builtins.print") return "print()";
  if (absl::StartsWith(name, "logging.")) return "logging";
  const absl::string_view object = LastName(call.child(Field::kFunction).child(Field::kObject));
  if (object == "logger") return "logging";
  if (!absl::StartsWith(name, "numpy.")) return "";
  for (Node argument : python::ArgumentsOf(call).positional) {
    if (file.values().IsTensor(argument)) return kNumpyFunction;
  }
  return "";
}

// Operands of `not` and `and` are found at the statement, too.
bool ConditionStarts(Node node) {
  return node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kElifClause) ||
         node.Is(NodeKind::kWhileStatement) || node.Is(NodeKind::kConditionalExpression);
}

std::vector<Break> BreaksIn(const FileContext& file, const python::Definition& function) {
  std::vector<Break> breaks;
  const auto add = [&](Node at, Words what) {
    if (file.IsChanged(at)) breaks.push_back({at, std::move(what)});
  };
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.Is(NodeKind::kTryStatement)) add(*node.children().begin(), "try");
    for (const TensorTest& test : TensorTestsOf(file, node)) {
      if (ConditionStarts(node)) add(test.test, kBranchOnTensor);
    }
    if (node.Is(NodeKind::kCall)) {
      Words what = BreakOfCall(file, node);
      if (!what.is_empty()) add(node, std::move(what));
    }
  });
  return breaks;
}

void Check(FileContext& file, Node definition) {
  const python::Definition* function = DefinitionOf(file.module(), definition);
  if (function == nullptr || function->decorators.empty()) return;
  if (!python::TraitsOf(file.module(), *function).is_compiled) return;
  if (IsScripted(file.module(), *function)) return;
  const std::vector<Break> breaks = BreaksIn(file, *function);
  if (breaks.empty()) return;
  Observation observation{
      .at = breaks.front().at,
      .params = {{"what", breaks.front().what}, {"function", std::string(function->simple_name)}}};
  for (size_t i = 1; i < breaks.size(); ++i) {
    observation.related.push_back(
        {Sentence(kBreaksToo, {{"what", breaks[i].what}}), RangeOf(file.module(), breaks[i].at)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kGraphBreakInCompiledFunction = {
    .info = {.id = "graph-break-in-compiled-function",
             .title = {"Graph break inside a compiled function", "编译函数内出现 graph break"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"{what} breaks the graph of the compiled function `{function}`",
                         "{what}会打断被编译函数 `{function}` 的图"},
             .consequence =
                 {"The compiler splits the function in two and returns to Python in between, so "
                  "nothing is fused across the break; with fullgraph=True it fails",
                  "编译器会把函数一分为二，中间回到 Python，无法跨越断点融合；使用 "
                  "fullgraph=True 时会直接失败"},
             .advice = {"Move it out of the compiled function, or express it with torch operations",
                        "把它移出被编译的函数，或者改用 torch 的操作来表达"},
             .phrases = kPhrases,
             .why = "The compiler traces tensor operations. Code that needs their values, or has "
                    "Python side effects, ends the trace.",
             .fix = "Keep only tensor operations inside compiled functions.",
             .bad = R"py(
import torch

@torch.compile
def scaled(x: torch.Tensor):
    print(x)
    return x * 2
)py",
             .good = R"py(
import torch

@torch.compile
def scaled(x: torch.Tensor):
    return x * 2
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .file_names = python::kCompilingDecorators,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
