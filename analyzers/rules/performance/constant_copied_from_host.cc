// A constant is copied from the host to the GPU in every step.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/performance/host_copy.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
  const HostCopy found = FindHostCopy(file, call);
  if (!found || !IsConstantData(file, found.data)) return;
  const auto& [copy, data] = found;
  const std::optional<HotPath> path = FindHotCode(file, call);
  if (!path) return;
  Observation observation =
      ObserveHot(file, *path, copy, Severity::kP2,
                 {{"expression", OneLine(copy)},
                  {"function", std::string(file.module().EnclosingFunction(call)->simple_name)}});
  const Node attribute = call.child(Field::kFunction).child(Field::kAttribute);
  const bool is_scalar = !data.Is(NodeKind::kList) && !data.Is(NodeKind::kTuple);
  if (copy == call && is_scalar && attribute.text() == "tensor" && data.field() != Field::kValue) {
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
             .references = {"catalogue: numerics and performance 42"},
             .version = 2},
    .kinds = {NodeKind::kCall},
    .names = kHostCopyNames,
    .check = Check};

}  // namespace allreview::rules
