// The same value is read from the device twice.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kMaxLines = 12;

// First identifier: "x" of `x.sum()[0]`, "self.x" of `self.x.sum()`.
std::string RootOf(Node expression) {
  Node previous;
  while (expression.Is(NodeKind::kAttribute) || expression.Is(NodeKind::kSubscript) ||
         expression.Is(NodeKind::kCall)) {
    previous = expression;
    expression = expression.named_child(0);
  }
  const std::string name(expression.text());
  if (name != "self" || !previous.Is(NodeKind::kAttribute)) return name;
  return std::string(previous.text());
}

// Something between the two may change the value: an assignment to its root or a call on it.
bool MayChangeBetween(const Definition& function, Node first, Node second,
                      const std::string& root) {
  for (Node node : function.body.descendants()) {
    if (node.first_byte() < first.end_byte() || node.first_byte() >= second.first_byte()) continue;
    if (node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kAugmentedAssignment)) {
      if (absl::StartsWith(node.child(Field::kLeft).text(), root)) return true;
    }
    if (!node.Is(NodeKind::kCall)) continue;
    const Node callee = node.child(Field::kFunction);
    const bool is_in_place = callee.Is(NodeKind::kAttribute) &&
                             absl::EndsWith(callee.child(Field::kAttribute).text(), "_");
    if (is_in_place && absl::StartsWith(callee.text(), root)) return true;
    for (Node argument : python::ArgumentsOf(node).positional) {
      if (argument.text() == root) return true;
    }
  }
  return false;
}

// The second runs whenever the first did: its block holds, or is, the block of the first.
bool AlwaysFollows(Node first, Node second) {
  const Node block = python::StatementOf(first).parent();
  return block.Contains(second);
}

// The nearest earlier sync of the same text; null: none.
Node EarlierSync(const std::vector<Node>& syncs, Node sync) {
  Node found;
  for (Node earlier : syncs) {
    if (earlier.first_byte() < sync.first_byte() && earlier.text() == sync.text() &&
        sync.first_line() - earlier.first_line() <= kMaxLines && AlwaysFollows(earlier, sync)) {
      found = earlier;
    }
  }
  return found;
}

void Check(FileContext& file, Node definition) {
  const Module& module = file.module();
  if (file.is_test() || IsColdFile(module.path())) return;
  const Definition* function = module.EnclosingFunction(definition);
  if (function == nullptr) return;
  std::vector<Node> syncs;
  for (Node node : function->body.descendants()) {
    if (!node.Is(NodeKind::kCall) || module.EnclosingFunction(node) != function) continue;
    const HostSync sync = FindHostSync(file, node);
    if (sync.tensor && !IsColdBlock(node)) syncs.push_back(node);
  }
  for (Node sync : syncs) {
    const Node earlier = EarlierSync(syncs, sync);
    if (!earlier) continue;
    const std::string root = RootOf(sync.child(Field::kFunction).child(Field::kObject));
    if (MayChangeBetween(*function, earlier, sync, root)) continue;
    if (!file.IsChanged(sync) && !file.IsChanged(earlier)) continue;
    file.Report({.at = sync,
                 .params = {{"expression", std::string(sync.text().substr(0, 80))},
                            {"line", absl::StrCat(earlier.first_line())}},
                 .because = file.IsChanged(sync) ? sync : earlier,
                 .related = {{"the first read", RangeOf(module, earlier)}}});
  }
}

}  // namespace

extern constinit const Rule kRepeatedHostSync = {
    .info = {.id = "repeated-host-sync",
             .title = "Same value read from the device twice",
             .category = "performance",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{expression}` was already read on line {line}; each read waits for the "
                        "GPU again",
             .consequence = "Two waits for one value, in a place where even one costs",
             .advice = "Bind the first result to a name and use it here",
             .why = "Every `.item()`, `.cpu()` or `.tolist()` waits until the GPU has finished all "
                    "that was launched before it, even when the value cannot have changed.",
             .fix = "Read once, keep the Python value.",
             .bad = "def report(loss, history):\n"
                    "    history.append(loss.item())\n"
                    "    return loss.item()\n",
             .good = "def report(loss, history):\n"
                     "    value = loss.item()\n"
                     "    history.append(value)\n"
                     "    return value\n",
             .references = {"catalogue: numerics and performance 39"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
