// from_pretrained(name, trust_remote_code=True)

#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node argument) {
  if (argument.child(Field::kName).text() != "trust_remote_code" ||
      !argument.child(Field::kValue).Is(NodeKind::kTrue) || IsTestModule(file.module().path())) {
    return;
  }
  const Node call = argument.parent().parent();
  if (!call.Is(NodeKind::kCall) || IsWaived(argument, {"trust_remote_code"})) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  // Of a version that was read once: a revision is pinned.
  if (python::KeywordArgument(call, "revision").Is(NodeKind::kString)) return;
  file.Report({.at = argument,
               .params = {{"function", OneLine(call.child(Field::kFunction))},
                          {"model", arguments.positional.empty()
                                        ? "the model"
                                        : "`" + OneLine(arguments.positional[0]) + "`"}},
               .identity = OneLine(call.child(Field::kFunction))});
}

}  // namespace

extern constinit const Rule kTrustedRemoteCode = {
    .info = {.id = "trusted-remote-code",
             .title = "Code of a model's repository is run",
             .category = "security",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{function}` runs the Python that the repository of {model} holds today",
             .consequence = "Whoever can push there runs code in the job, and a change there "
                            "changes the results",
             .advice = "Make it an option that is off by default, or pin a `revision` that was "
                       "read",
             .why = "trust_remote_code downloads Python files beside the weights and imports "
                    "them, each time at their newest version.",
             .fix = "Take the switch from a flag (`trust_remote_code=args.trust_remote_code`), or "
                    "pin the revision to a commit.",
             .bad = "from transformers import AutoTokenizer\n"
                    "\n"
                    "def tokenizer(path):\n"
                    "    return AutoTokenizer.from_pretrained(path, trust_remote_code=True)\n",
             .good = "from transformers import AutoTokenizer\n"
                     "\n"
                     "def tokenizer(path, args):\n"
                     "    return AutoTokenizer.from_pretrained(\n"
                     "        path, trust_remote_code=args.trust_remote_code\n"
                     "    )\n",
             .references = {"CWE-829", "documentation of transformers: custom models",
                            "catalogue: general S-NET"}},
    .kinds = {NodeKind::kKeywordArgument},
    .names = "trust_remote_code",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
