// total = gather(x); out = empty(total.size(0)); gemm(w, x, out=out): the shard instead of the
// whole.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kGatheredHere("gathered-here", "the gathered tensor is made here",
                               "在这里得到收集后的 tensor");
constexpr Phrase kSizedHere("sized-here", "the output has its size", "输出采用它的大小");
constexpr Phrase kPhrases[] = {kGatheredHere, kSizedHere};

// Both names of `whole = gather(shard)`.
struct Gathering {
  Node at;
  absl::string_view whole, shard;
};

// The name that is bound, first of several. Empty: no plain name.
absl::string_view TargetOf(Node assignment) {
  const std::vector<Node> targets = ElementsOf(assignment.child(Field::kLeft));
  return !targets.empty() && targets[0].Is(NodeKind::kIdentifier) ? targets[0].text() : "";
}

std::vector<Gathering> GatheringsIn(const Definition& function) {
  std::vector<Gathering> found;
  ForEachOwnNode(function.body, NodeKind::kAssignment, [&](Node assignment) {
    const Node call = assignment.child(Field::kRight);
    if (!call || !call.Is(NodeKind::kCall)) return;
    if (!absl::StrContains(CalleeName(call), "gather_along") &&
        !absl::StrContains(CalleeName(call), "all_gather") &&
        !absl::StrContains(CalleeName(call), "gather_from")) {
      return;
    }
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.empty() || !arguments.positional[0].Is(NodeKind::kIdentifier)) return;
    const absl::string_view whole = TargetOf(assignment);
    const absl::string_view shard = arguments.positional[0].text();
    if (!whole.empty() && whole != shard) found.push_back({assignment, whole, shard});
  });
  return found;
}

// The mention of `word` that the output is made with. Null: none.
Node SizedBy(const LocalValues& values, Node output, absl::string_view word,
             absl::string_view passed_over) {
  return values.FindBehind(output, [&](Node node) {
    if (!node.Is(NodeKind::kIdentifier)) return LocalValues::Search::kGoOn;
    if (node.text() == passed_over) return LocalValues::Search::kPassOver;
    return node.text() == word ? LocalValues::Search::kFound : LocalValues::Search::kGoOn;
  });
}

Node ArgumentNamed(const std::vector<Node>& arguments, absl::string_view name) {
  for (Node argument : arguments) {
    if (argument.Is(NodeKind::kIdentifier) && argument.text() == name) return argument;
  }
  return {};
}

void CheckCall(FileContext& file, const LocalValues& values, const Gathering& gathering,
               Node call) {
  const Node output = python::KeywordArgument(call, "out");
  const Node shard = ArgumentNamed(python::ArgumentsOf(call).positional, gathering.shard);
  if (!shard || !output || !output.Is(NodeKind::kIdentifier)) return;
  if (call.index() < gathering.at.index()) return;
  if (Mentions(call.child(Field::kArguments), gathering.whole)) return;
  const Node sized = SizedBy(values, output, gathering.whole, gathering.shard);
  if (!sized || SizedBy(values, output, gathering.shard, gathering.whole)) return;
  const Module& module = file.module();
  file.Report({.at = shard,
               .params = {{"shard", std::string(gathering.shard)},
                          {"whole", std::string(gathering.whole)},
                          {"output", std::string(output.text())},
                          {"callee", OneLine(call.child(Field::kFunction))}},
               .because = call,
               .related = {{kGatheredHere, RangeOf(module, gathering.at)},
                           {kSizedHere, RangeOf(module, sized)}},
               .edits = {Replace(module, shard, std::string(gathering.whole))}});
}

void Check(FileContext& file, Node node) {
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr) return;
  const std::vector<Gathering> gatherings = GatheringsIn(*function);
  if (gatherings.empty()) return;
  const LocalValues values(OwnNodes(function->body));
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node call) {
    for (const Gathering& gathering : gatherings) CheckCall(file, values, gathering, call);
  });
}

}  // namespace

extern constinit const Rule kShardInPlaceOfGathered = {
    .info =
        {.id = "shard-in-place-of-gathered",
         .title = {"Shard used where the output has the gathered size",
                   "输出是收集后的大小，却使用了分片"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{callee}` reads the shard `{shard}`, but its output `{output}` has the size "
                     "of the gathered `{whole}`",
                     "`{callee}` 读取的是分片 `{shard}`，而它的输出 `{output}` 采用收集后的 "
                     "`{whole}` 的大小"},
         .consequence = {"With more than one rank the call raises, or leaves most of the output "
                         "unwritten",
                         "有多个 rank 时，调用会抛出异常，或者大部分输出没有写入"},
         .advice = {"Pass `{whole}`", "传入 `{whole}`"},
         .phrases = kPhrases,
         .why = "With sequence parallelism a layer gathers its input first, and both tensors are "
                "in scope. On one rank they are the same, so tests on one device pass.",
         .fix = "Use the gathered tensor in every branch.",
         .bad = R"py(
import torch

def forward(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    out = torch.empty(x_total.size(0), weight.size(0))
    gemm(weight, x, out=out)
    return out
)py",
         .good = R"py(
import torch

def forward(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    out = torch.empty(x_total.size(0), weight.size(0))
    gemm(weight, x_total, out=out)
    return out
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
