// mpu.get_data_parallel_world_size() next to a pg_collection.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

std::string Replacement(const GlobalRead& read, const std::string& held) {
  switch (read.what) {
    case GlobalRead::What::kGroup:
      return held;
    case GlobalRead::What::kRank:
      return absl::StrCat(held, ".rank()");
    case GlobalRead::What::kSize:
      return absl::StrCat(held, ".size()");
  }
  return held;
}

// The parameter that the text starts with may be None.
bool MayBeNone(const Definition& function, absl::string_view text) {
  const python::Parameter* parameter = FindParameter(function, text.substr(0, text.find('.')));
  return parameter != nullptr && parameter->default_value;
}

void CheckCall(FileContext& file, const Definition& function, const HeldGroups& held, Node call) {
  const Module& module = file.module();
  const std::optional<GlobalRead> read = GlobalReadOf(module, call);
  if (!read || !read->group.is_known()) return;
  const std::string text = held.Find(read->group.axes, call);
  if (text.empty() || IsFallback(file, call)) return;
  const std::string better = Replacement(*read, text);
  std::vector<Edit> edits;
  if (!MayBeNone(function, text)) edits = {Replace(module, call, better)};
  file.Report({.at = call,
               .params = {{"getter", OneLine(call)},
                          {"held", text},
                          {"group", Describe(read->group)},
                          {"better", better}},
               .edits = std::move(edits),
               .identity = std::string(read->getter)});
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (file.is_test()) return;
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || !absl::StrContains(function->body.text(), "get_")) return;
  const HeldGroups held(file, *function);
  if (held.empty()) return;
  ForEachOwnNode(function->body, [&](Node call) {
    if (call.Is(NodeKind::kCall) && file.IsChanged(call)) CheckCall(file, *function, held, call);
  });
}

}  // namespace

extern constinit const Rule kGlobalStateDespitePgCollection = {
    .info = {.id = "global-state-despite-pg-collection",
             .title = "Global parallel state is read next to an explicit group",
             .category = "distributed",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{getter}` reads global state although `{held}` holds {group}",
             .consequence = "Where the caller's groups are not the global ones, ranks and sizes "
                            "come from another mesh than the communication",
             .advice = "Use `{better}`",
             .why = "A function that is given process groups must take all it needs from them. A "
                    "global read in between is right only as long as there is one mesh.",
             .fix = "Ask the group that was passed.",
             .bad = "from megatron.core import mpu\n"
                    "\n"
                    "def wrap(model, pg_collection):\n"
                    "    n = mpu.get_data_parallel_world_size()\n"
                    "    return model, n\n",
             .good = "def wrap(model, pg_collection):\n"
                     "    n = pg_collection.dp.size()\n"
                     "    return model, n\n",
             .references = {"catalogue: distributed 13"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
