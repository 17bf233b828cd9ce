// try: all_reduce(x) except Exception: pass: one rank goes on, the others wait.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsBroad(Node clause) {
  const Node value = clause.named_child(0);
  if (!value || value.Is(NodeKind::kBlock)) return true;  // except:
  const absl::string_view text = value.text();
  return MentionsName(text, "Exception") || MentionsName(text, "BaseException") ||
         MentionsName(text, "RuntimeError");
}

bool EndsTheRank(Node clause) {
  for (Node node : clause.descendants()) {
    if (node.Is(NodeKind::kRaiseStatement)) return true;
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view name = CalleeName(node);
    if (name == "exit" || name == "_exit" || absl::StartsWith(name, "abort") ||
        absl::StrContains(name, "raise")) {
      return true;
    }
  }
  return false;
}

// The first collective of the try block itself that exchanges data.
Node CollectiveIn(const Module& module, Node block) {
  Node found;
  ForEachOwnNode(block, NodeKind::kCall, [&](Node node) {
    if (found) return;
    const Collective* op = FindCollective(module, node);
    if (op == nullptr || absl::StrContains(op->name, "barrier") ||
        absl::StartsWith(op->name, "get_")) {
      return;
    }
    found = node;
  });
  return found;
}

bool IsTeardown(const Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  for (absl::string_view word : {"destroy", "cleanup", "shutdown", "close", "__del__", "exit"}) {
    if (absl::StrContains(function->simple_name, word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  if (file.is_test() || IsTeardown(module, statement)) return;
  Node swallowing;
  for (Node child : statement.children()) {
    if (!child.Is(NodeKind::kExceptClause)) continue;
    if (!swallowing && IsBroad(child) && !EndsTheRank(child)) swallowing = child;
  }
  if (!swallowing) return;
  const Node call = CollectiveIn(module, statement.child(Field::kBody));
  if (!call) return;
  file.Report({.at = call,
               .params = {{"op", std::string(CalleeName(call))},
                          {"line", absl::StrCat(swallowing.first_line())}},
               .because = file.IsChanged(call) ? call : swallowing,
               .related = {{"the error ends here", RangeOf(module, swallowing)}}});
}

}  // namespace

extern constinit const Rule kCollectiveExceptionSwallowed = {
    .info = {.id = "collective-exception-swallowed",
             .title = "Error of a collective that is not passed on",
             .category = "distributed",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kLow,
             .message = "When `{op}` fails on one rank, the handler of line {line} lets that rank "
                        "go on alone",
             .consequence = "The other members of the group wait until their timeout, and the "
                            "first error is lost",
             .advice = "Raise again after logging, so that the launcher stops all ranks",
             .why = "After a failed collective the members of the group are no longer at the same "
                    "place. Going on turns a clear error into a hang elsewhere.",
             .fix = "Let errors of collectives end the process.",
             .bad = "import torch.distributed as dist\n"
                    "\n"
                    "def total(x):\n"
                    "    try:\n"
                    "        dist.all_reduce(x)\n"
                    "    except Exception:\n"
                    "        pass\n"
                    "    return x\n",
             .good = "import torch.distributed as dist\n"
                     "\n"
                     "def total(x):\n"
                     "    dist.all_reduce(x)\n"
                     "    return x\n",
             .references = {"catalogue: distributed 50"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kTryStatement},
    .names = kCollectiveNames,
    .check = Check};

}  // namespace allreview::rules
