// torch.utils.checkpoint without use_reentrant: what it does depends on the version of PyTorch.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

// `, use_reentrant=False` after the last argument.
std::vector<Edit> EditsFor(const python::Module& module, Node call) {
  const Node arguments = call.child(Field::kArguments);
  const Node last = arguments.last_named_child();
  if (!arguments.Is(NodeKind::kArgumentList) || !last) return {};
  return {Replace(module, last, absl::StrCat(last.text(), ", use_reentrant=False"))};
}

void Check(FileContext& file, Node call) {
  const std::string resolved = file.module().Resolve(call.child(Field::kFunction));
  if (resolved != "torch.utils.checkpoint.checkpoint" &&
      resolved != "torch.utils.checkpoint.checkpoint_sequential") {
    return;
  }
  if (python::ArgumentsOf(call).has_double_star || python::KeywordArgument(call, "use_reentrant")) {
    return;
  }
  file.Report({.at = call,
               .params = {{"function", resolved.substr(resolved.rfind('.') + 1)}},
               .edits = EditsFor(file.module(), call),
               .identity = resolved});
}

}  // namespace

extern constinit const Rule kCheckpointWithoutUseReentrant = {
    .info = {.id = "checkpoint-without-use-reentrant",
             .title = "Activation checkpoint without use_reentrant",
             .category = "gradients",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{function}` is called without `use_reentrant`, whose default changes "
                        "between versions of PyTorch",
             .consequence = "The same code recomputes differently after an upgrade; the reentrant "
                            "variant drops gradients of inputs nested in containers and of "
                            "segments whose inputs need none",
             .advice = "Pass `use_reentrant=False`, or `True` where the code relies on the old "
                       "variant",
             .why = "PyTorch warns without the argument and will change the default. The two "
                    "variants differ in what they support and in how hooks and random state "
                    "behave.",
             .fix = "State the variant at each call.",
             .bad = "from torch.utils.checkpoint import checkpoint\n"
                    "\n"
                    "def run(layer, hidden):\n"
                    "    return checkpoint(layer, hidden)\n",
             .good = "from torch.utils.checkpoint import checkpoint\n"
                     "\n"
                     "def run(layer, hidden):\n"
                     "    return checkpoint(layer, hidden, use_reentrant=False)\n",
             .references = {"catalogue: numerics and performance 36", "TorchFix TOR003"}},
    .kinds = {NodeKind::kCall},
    .names = "checkpoint checkpoint_sequential",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
