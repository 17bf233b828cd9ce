// torch.load without saying whether pickled objects may run code.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Module;

// What a buffer in memory holds was written by this process.
bool IsOwnBuffer(const Module& module, Node source) {
  const Node value = module.Dereference(source);
  return value.Is(NodeKind::kCall) && module.Calls(value, "io.BytesIO");
}

// In the handler of a try whose body passes weights_only: the fallback for old releases.
bool IsFallback(Node call) {
  for (Node node = call; node; node = node.parent()) {
    if (!node.Is(NodeKind::kExceptClause)) continue;
    const Node attempt = node.parent().child(Field::kBody);
    return attempt.text().find("weights_only") != absl::string_view::npos;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  if (file.is_test() || !file.module().Calls(call, "torch.load")) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || python::KeywordArgument(call, "weights_only")) return;
  const Node source = python::Argument(call, 0, "f");
  if (!source || IsOwnBuffer(file.module(), source) || IsFallback(call)) return;
  file.Report({.at = call, .params = {{"source", std::string(source.text().substr(0, 80))}}});
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
             .references = {"PyTorch documentation of torch.load", "catalogue: S-TORCH-LOAD"}},
    .kinds = {NodeKind::kCall},
    .check = Check};

}  // namespace allreview::rules
