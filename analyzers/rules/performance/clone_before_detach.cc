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
  if (file.is_test()) return;
  const Node detach = CallOf(call, "detach");
  if (!detach || python::ArgumentsOf(call).positional.size() > 0) return;
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
    .info = {.id = "clone-before-detach",
             .title = "Clone recorded by autograd and then detached",
             .category = "performance",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{copy}` is recorded for a gradient that `.detach()` drops at once",
             .consequence = "A node of the graph is made for nothing; the values are the same",
             .advice = "Detach first: `.detach(){copy}`",
             .why = "In the other order autograd never sees the copy.",
             .fix = "Swap the two calls.",
             .bad = "def snapshot(weight):\n"
                    "    return weight.clone().detach()\n",
             .good = "def snapshot(weight):\n"
                     "    return weight.detach().clone()\n",
             .references = {"catalogue: mem-clone-before-detach"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kCall},
    .names = "detach",
    .check = Check};

}  // namespace allreview::rules
