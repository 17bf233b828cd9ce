// mpu.get_data_parallel_world_size() next to a pg_collection.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/distributed/phrases.h"
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

// Reads of one function beside the same group: one finding.
struct Beside {
  std::string held;
  std::vector<std::pair<Node, GlobalRead>> reads;
};

void Report(FileContext& file, const Definition& function, const Beside& beside) {
  const Module& module = file.module();
  const auto& [call, read] = beside.reads[0];
  Observation observation{.at = call,
                          .params = {{"getter", OneLine(call)},
                                     {"held", beside.held},
                                     {"group", Describe(read.group)},
                                     {"better", Replacement(read, beside.held)}},
                          .identity = std::string(read.getter)};
  for (const auto& [other, other_read] : beside.reads) {
    if (other != call) observation.related.push_back({phrases::kHereToo, RangeOf(module, other)});
    if (MayBeNone(function, beside.held)) continue;
    observation.edits.push_back(Replace(module, other, Replacement(other_read, beside.held)));
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  const HeldGroups held(file, *function);
  if (held.empty()) return;
  std::vector<Beside> found;
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node call) {
    if (!file.IsChanged(call)) return;
    const std::optional<GlobalRead> read = GlobalReadOf(module, call);
    if (!read || !read->group.is_known()) return;
    std::string text = held.Find(read->group.axes, call);
    if (text.empty() || IsFallback(file, call)) return;
    const auto known = std::find_if(found.begin(), found.end(),
                                    [&](const Beside& other) { return other.held == text; });
    if (known == found.end()) {
      found.push_back({std::move(text), {{call, *read}}});
    } else {
      known->reads.push_back({call, *read});
    }
  });
  for (const Beside& beside : found) Report(file, *function, beside);
}

}  // namespace

extern constinit const Rule kGlobalStateDespitePgCollection = {
    .info =
        {.id = "global-state-despite-pg-collection",
         .title = {"Global parallel state read although an explicit group is available",
                   "有显式进程组，却仍读取全局并行状态"},
         .message = {"`{getter}` reads global state, although `{held}` holds {group}",
                     "`{getter}` 读取全局状态，而 `{held}` 中就有 {group}"},
         .consequence =
             {"If the caller's groups are not the global ones, ranks and sizes come from a "
              "different mesh than the communication",
              "当调用方的进程组与全局组不同时，rank 和 size 来自一个 mesh，通信却在另一个 mesh 上"},
         .advice = {"Use `{better}`", "使用 `{better}`"},
         .why = "A function that receives process groups must take everything it needs from them. "
                "A global read in between is correct only as long as there is a single mesh.",
         .fix = "Use the group that was passed.",
         .bad = R"py(
from megatron.core import mpu

def wrap(model, pg_collection):
    n = mpu.get_data_parallel_world_size()
    return model, n
)py",
         .good = R"py(
def wrap(model, pg_collection):
    n = pg_collection.dp.size()
    return model, n
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kKnownGroupGetters,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
