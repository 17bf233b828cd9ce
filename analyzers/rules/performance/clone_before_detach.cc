// `x.clone().detach()` records a copy for autograd that nobody will differentiate.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

Node CallOf(Node call, absl::string_view method) {
  const Node function = call.child(Field::kFunction);
  if (!call.Is(NodeKind::kCall) || !function.Is(NodeKind::kAttribute)) return {};
  return function.child(Field::kAttribute).text() == method ? function : Node();
}

void Check(FileContext& file, Node call) {
  const Node detach = CallOf(call, "detach");
  if (!detach || !python::ArgumentsOf(call).positional.empty()) return;
  const Node copy = detach.child(Field::kObject);
  const Node clone = CallOf(copy, "clone");
  if (!clone || python::IsUnderNoGrad(file.module(), call)) return;
  const Node source = clone.child(Field::kObject);
  file.Report({.at = call,
               .params = {{"copy", absl::StrCat(".clone", copy.child(Field::kArguments).text())}},
               .edits = {{.path = file.module().path(),
                          .first_byte = source.end_byte(),
                          .end_byte = call.end_byte(),
                          .replacement = absl::StrCat(".detach().clone",
                                                      copy.child(Field::kArguments).text())}}});
}

}  // namespace

extern constinit const Rule kCloneBeforeDetach = {
    .info =
        {.id = "clone-before-detach",
         .title = {"Clone recorded by autograd and then detached",
                   "先被 autograd 记录的 clone，随后又 detach"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kMaintainability,
         .message = {"Autograd records `{copy}`, but `.detach()` immediately drops the record",
                     "autograd 记录了 `{copy}`，而 `.detach()` 立刻又丢弃了这一记录"},
         .consequence = {"A graph node is created for nothing; the values are the same",
                         "白白创建一个计算图节点，数值完全相同"},
         .advice = {"Detach first: `.detach(){copy}`", "先 detach：`.detach(){copy}`"},
         .why = "In the other order, autograd does not record the copy.",
         .fix = "Swap the two calls.",
         .bad = R"py(
def snapshot(weight):
    return weight.clone().detach()
)py",
         .good = R"py(
def snapshot(weight):
    return weight.detach().clone()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html"},
         .tier = Tier::kOff,
         .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = "detach",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
