// torch.load(path, weights_only=False): said, and still code of whoever wrote the file.

#include <string>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
  const Node setting = python::KeywordArgument(call, "weights_only");
  if (!setting.Is(NodeKind::kFalse) || !file.module().Calls(call, "torch.load")) return;
  const Node source = python::Argument(call, 0, "f");
  if (!source || IsConstantText(file.module(), source) ||
      IsOwnBuffer(file.module(), source, "save") || IsWaived(call, {"S614", "B614"})) {
    return;
  }
  file.Report({.at = call, .params = {{"source", OneLine(source)}}, .because = setting});
}

}  // namespace

extern constinit const Rule kExplicitUnsafeTorchLoad = {
    .info = {.id = "explicit-unsafe-torch-load",
             .title = "torch.load told to unpickle objects",
             .category = "security",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`torch.load({source}, weights_only=False)` runs what the file names, and "
                        "its path is not fixed",
             .consequence = "Whoever can write or name the checkpoint runs code in the job",
             .advice = "Pass `weights_only=True` and list the classes it needs with "
                       "`torch.serialization.add_safe_globals`; else say in a comment who writes "
                       "`{source}`",
             .why = "weights_only=False is full unpickling. For files that the job wrote itself "
                    "that is a choice; for a path from flags or the network it is a door.",
             .fix = "Save tensors and plain containers, and load them with weights_only=True.",
             .bad = "import torch\n"
                    "\n"
                    "def restore(path):\n"
                    "    return torch.load(path, weights_only=False)\n",
             .good = "import torch\n"
                     "\n"
                     "def restore(path):\n"
                     "    return torch.load(path, weights_only=True)\n",
             .references = {"ruff S614", "catalogue: general S-TORCH-LOAD-UNSAFE"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "weights_only",
    .check = Check};

}  // namespace allreview::rules
