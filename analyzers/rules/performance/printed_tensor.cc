// A tensor is printed or logged in code that runs in every step.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

bool IsLoggingMethod(absl::string_view name) {
  for (absl::string_view method : {"debug", "info", "warning", "error", "critical", "log"}) {
    if (name == method) return true;
  }
  return false;
}

enum class Output { kNone, kPrint, kLog };

Output OutputOf(const FileContext& file, Node call) {
  const Node callee = call.child(Field::kFunction);
  if (callee.Is(NodeKind::kIdentifier)) {
    const absl::string_view name = callee.text();
    if (!absl::StartsWith(name, "print")) return Output::kNone;  // Nearly all.
    if (name == "print" && file.module().Calls(call, "builtins.print")) return Output::kPrint;
    return absl::StartsWith(name, "print_rank") ? Output::kPrint : Output::kNone;
  }
  if (!callee.Is(NodeKind::kAttribute) ||
      !IsLoggingMethod(callee.child(Field::kAttribute).text())) {
    return Output::kNone;
  }
  const absl::string_view object = LastName(callee.child(Field::kObject));
  return object == "logger" || object == "logging" || object == "log" || object == "_logger"
             ? Output::kLog
             : Output::kNone;
}

// The tensor that an argument makes text of. A logger formats its arguments only when somebody
// listens, f-strings are made in any case.
Node TensorIn(const FileContext& file, Node argument, Output output) {
  if (output == Output::kPrint && IsGpuTensor(file, argument)) return argument;
  for (Node node : argument.descendants(NodeKind::kInterpolation)) {
    const Node expression = node.child(Field::kExpression);
    if (IsGpuTensor(file, expression)) return expression;
  }
  return {};
}

void Check(FileContext& file, Node call) {
  const Output output = OutputOf(file, call);
  if (output == Output::kNone) return;
  Node tensor;
  for (Node argument : python::ArgumentsOf(call).positional) {
    if (!tensor) tensor = TensorIn(file, argument, output);
  }
  if (!tensor) return;
  const std::optional<HotPath> path = FindHotCode(file, call);
  if (!path || LivesOnCpu(file, tensor)) return;
  file.Report(
      ObserveHot(file, *path, call, Severity::kP2,
                 {{"call", std::string(CalleeName(call))},
                  {"tensor", OneLine(tensor)},
                  {"function", std::string(file.module().EnclosingFunction(call)->simple_name)}}));
}

}  // namespace

extern constinit const Rule kPrintedTensor = {
    .info = {.id = "printed-tensor",
             .title = {"Tensor printed in the training step", "训练 step 中打印 tensor"},
             .confidence = Confidence::kMedium,
             .message = {"`{call}` in `{function}` copies `{tensor}` to the host {frequency}",
                         "`{function}` 中的 `{call}` {frequency}都把 `{tensor}` 拷贝到主机"},
             .consequence =
                 {"The CPU waits for the GPU just to print a line, and every rank prints its own",
                  "一次 CPU–GPU 同步只换来一行文字，而且每个 rank 都会写自己的一份"},
             .advice = {"Remove it, or print only at the logging interval",
                        "删除它，或者只在日志间隔打印"},
             .why = "Printing a tensor needs its values: they are copied to the host, which waits "
                    "for all kernels launched before.",
             .fix = "Keep the detached values on the device, and log them on one rank at the "
                    "logging interval.",
             .bad = R"py(
import torch

class Head(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        print(x.mean())
        return x
)py",
             .good = R"py(
import torch

class Head(torch.nn.Module):
    def forward(self, x: torch.Tensor, step: int):
        if step % self.log_interval == 0:
            print(x.mean())
        return x
)py"},
    .kinds = {NodeKind::kCall},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
