// A constant is copied from the host to the GPU in every step.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::DeviceType;
using python::ValueType;

// 0, [0, -1], [[1.0], [2.0]]; not [].
bool IsConstant(const FileContext& file, Node data) {
  data = python::WithoutParentheses(data);
  if (data.Is(NodeKind::kTrue) || data.Is(NodeKind::kFalse)) return true;
  if (!data.Is(NodeKind::kList) && !data.Is(NodeKind::kTuple)) {
    return numerics::NumberOf(file.values(), data).has_value();
  }
  for (int i = 0; i < data.named_child_count(); ++i) {
    if (!IsConstant(file, data.named_child(i))) return false;
  }
  return data.named_child_count() > 0;
}

bool IsElsewhere(const FileContext& file, Node device) {
  const python::Value value = file.values().Of(device);
  return value.device != DeviceType::kCpu &&
         (value.device == DeviceType::kGpu || value.type == ValueType::kDevice ||
          absl::StrContains(device.text(), "device"));
}

// The call that copies the new tensor of the CPU: itself when it names a device, or the call of
// .cuda() or .to(device) on it. Null: it stays.
Node CopyOf(const FileContext& file, Node call) {
  if (const Node device = python::KeywordArgument(call, "device")) {
    return IsElsewhere(file, device) ? call : Node();
  }
  const Node method = call.parent();
  if (!method.Is(NodeKind::kAttribute) || !method.parent().Is(NodeKind::kCall)) return {};
  const absl::string_view name = method.child(Field::kAttribute).text();
  if (name == "cuda") return method.parent();
  if (name != "to") return {};
  const Node device = python::Argument(method.parent(), 0, "device");
  return device && IsElsewhere(file, device) ? method.parent() : Node();
}

void Check(FileContext& file, Node call) {
  const absl::string_view name = CalleeName(call);
  if (file.is_test() || (name != "tensor" && name != "as_tensor")) return;
  const Node data = python::Argument(call, 0, "data");
  if (!data || !IsConstant(file, data) || python::KeywordArgument(call, "pin_memory")) return;
  if (!file.module().Calls(call, absl::StrCat("torch.", name))) return;
  const Node copy = CopyOf(file, call);
  if (!copy) return;
  const std::optional<HotPath> path = FindHotCode(file, call);
  if (!path) return;
  Observation observation =
      ObserveHot(file, *path, copy, Severity::kP2,
                 {{"expression", OneLine(copy)},
                  {"function", std::string(file.module().EnclosingFunction(call)->simple_name)}});
  const Node attribute = call.child(Field::kFunction).child(Field::kAttribute);
  const bool is_scalar = !data.Is(NodeKind::kList) && !data.Is(NodeKind::kTuple);
  if (copy == call && is_scalar && attribute && name == "tensor" && data.field() != Field::kValue) {
    observation.edits = {Replace(file.module(), attribute, "full"),
                         Replace(file.module(), data, absl::StrCat("(), ", data.text()))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kConstantCopiedFromHost = {
    .info = {.id = "constant-copied-from-host",
             .title = "Constant copied from the host in the training step",
             .category = "performance",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message =
                 "`{expression}` in `{function}` copies a constant from the host {frequency}",
             .consequence =
                 "The copy comes from pageable memory, so that the CPU waits for it, and "
                 "it cannot be captured in a CUDA graph",
             .advice =
                 "Fill it on the device with torch.full, zeros or ones, or make it once, as a "
                 "buffer of the module",
             .why = "torch.tensor makes its tensor on the CPU and copies it; torch.full launches "
                    "one kernel.",
             .fix = "Use a factory that fills on the device, or a buffer.",
             .bad = "import torch\n"
                    "\n"
                    "class Scale(torch.nn.Module):\n"
                    "    def forward(self, x: torch.Tensor):\n"
                    "        return x * torch.tensor(0.5, device=x.device)\n",
             .good = "import torch\n"
                     "\n"
                     "class Scale(torch.nn.Module):\n"
                     "    def forward(self, x: torch.Tensor):\n"
                     "        return x * torch.full((), 0.5, device=x.device)\n",
             .references = {"catalogue: numerics and performance 42"}},
    .kinds = {NodeKind::kCall},
    .check = Check};

}  // namespace allreview::rules
