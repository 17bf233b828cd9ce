// torch.load without saying whether pickled objects may run code.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (file.is_test() || !file.module().Calls(call, "torch.load")) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || python::KeywordArgument(call, "weights_only")) return;
  const Node source = python::Argument(call, 0, "f");
  if (!source || IsOwnBuffer(file.module(), source, "save") ||
      IsFallbackWithout(call, "weights_only") || IsWaived(call, {"S614", "B614"})) {
    return;
  }
  file.Report({.at = call, .params = {{"source", OneLine(source)}}});
}

}  // namespace

extern constinit const Rule kUnsafeTorchLoad = {
    .info = {.id = "unsafe-torch-load",
             .title = "torch.load without weights_only",
             .category = "security",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`torch.load({source})` does not say whether objects may be unpickled",
             .consequence = "Before PyTorch 2.6 a checkpoint from elsewhere can run any code; from "
                            "2.6 on the same line refuses checkpoints that hold more than tensors",
             .advice = "Pass `weights_only=True`, or `weights_only=False` with a comment that says "
                       "why the file is trusted",
             .why = "torch.load unpickles, and unpickling runs code that the file names. The "
                    "default of weights_only changed from False to True in PyTorch 2.6, so a call "
                    "that leaves it out means two things.",
             .fix = "Say weights_only=True. Where a checkpoint holds objects, list them with "
                    "torch.serialization.add_safe_globals or state weights_only=False for files "
                    "that nobody else can write.",
             .bad = "import torch\n"
                    "\n"
                    "def restore(path):\n"
                    "    return torch.load(path, map_location=\"cpu\")\n",
             .good = "import torch\n"
                     "\n"
                     "def restore(path):\n"
                     "    return torch.load(path, map_location=\"cpu\", weights_only=True)\n",
             .references = {"PyTorch documentation of torch.load", "ruff S614",
                            "catalogue: general S-TORCH-LOAD"},
             .version = 2},
    .kinds = {NodeKind::kCall},
    .names = "load",
    .check = Check};

}  // namespace allreview::rules
