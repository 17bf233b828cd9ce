// Praise: a training loop adds up its losses on the device and reads the total once.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/gradient_flow.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOneTransfer("one-transfer", "the only transfer", "唯一的一次传输");
constexpr Phrase kAccumulated("accumulated", "accumulated on the device", "在设备上累加");
constexpr Phrase kReadOnce("read-once", "read once", "只读取一次");
constexpr Phrase kPhrases[] = {kOneTransfer, kAccumulated, kReadOnce};

absl::string_view MethodOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute).text() : "";
}

// What the call reads from the device: `total` of total.item(), float(total), total.cpu(). Null:
// nothing.
Node ReadValue(Node call) {
  if (!call.Is(NodeKind::kCall)) return {};
  const absl::string_view method = MethodOf(call);
  if (method == "item" || method == "cpu" || method == "tolist") {
    return call.child(Field::kFunction).child(Field::kObject);
  }
  const absl::string_view name = call.child(Field::kFunction).text();
  return name == "float" || name == "int" ? python::Argument(call, 0, "") : Node();
}

bool IsDetachOf(Node addend) {
  addend = python::WithoutParentheses(addend);
  return addend.Is(NodeKind::kCall) && MethodOf(addend) == "detach";
}

// The innermost loop that trains. Null: none.
Node TrainingLoop(Node node) {
  for (Node loop : LoopsAround(node)) {
    for (Node inner : OwnNodes(loop.child(Field::kBody))) {
      if (!inner.Is(NodeKind::kCall)) continue;
      const absl::string_view method = MethodOf(inner);
      const absl::string_view callee = inner.child(Field::kFunction).text();
      if (method == "backward" || callee == "train_step" ||
          (method == "step" && absl::StrContains(callee, "optim"))) {
        return loop;
      }
    }
  }
  return {};
}

// Reads of the total, in the loop and outside of it.
struct Reads {
  Node outside;
  bool is_in_loop = false;
};

Reads ReadsOf(Node body, Node loop, Node total, Node loss) {
  Reads reads;
  for (Node node : OwnNodes(body)) {
    const Node value = ReadValue(node);
    if (!value) continue;
    const bool is_total = Mentions(value, total.text());
    if (loop.Contains(node)) {
      reads.is_in_loop |= is_total || Mentions(value, loss.text());
    } else if (is_total && node.first_byte() > loop.first_byte()) {
      reads.outside = node;
    }
  }
  return reads;
}

void Check(FileContext& file, Node node) {
  const Accumulation accumulation = AccumulationAt(file, node);
  if (!accumulation || accumulation.is_list) return;
  const Node addend = python::WithoutParentheses(accumulation.addends.front());
  const Node total = accumulation.target;
  if (!total.Is(NodeKind::kIdentifier) || !IsDetachOf(addend)) return;
  const Module& module = file.module();
  const python::Definition* function = module.EnclosingFunction(node);
  const Node loop = TrainingLoop(node);
  if (function == nullptr || !loop) return;
  const Node loss = BaseOf(addend);
  const Reads reads = ReadsOf(function->body, loop, total, loss);
  if (!reads.outside || reads.is_in_loop) return;
  file.Report(
      {.at = node,
       .params = {{"total", std::string(total.text())},
                  {"line", absl::StrCat(reads.outside.first_line())}},
       .related = {{kOneTransfer, RangeOf(module, reads.outside)}},
       .evidence = {numerics::FlowOf(module, {{kAccumulated, node}, {kReadOnce, reads.outside}})},
       .identity = std::string(total.text()),
       .kind = Kind::kPraise});
}

}  // namespace

extern constinit const Rule kLossKeptOnDevice = {
    .info = {.id = "loss-kept-on-device",
             .title = {"Losses accumulated on the device", "loss 在设备上累加"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"`{total}` accumulates detached values on the device and is read once, on "
                         "line {line}",
                         "`{total}` 以 detach 的形式在设备上累加，只在第 {line} 行读取一次"},
             .consequence = {"The loop never waits for the GPU, and no graph outlives its step",
                             "循环中没有 CPU–GPU 同步，每个 step 的计算图也不会遗留"},
             .advice = {"Keep it that way", "保持这样"},
             .phrases = kPhrases,
             .why = "This is good practice, not a problem: .item() in the loop waits for the GPU "
                    "in every iteration, and adding the loss itself keeps every graph alive.",
             .fix = "Nothing to do.",
             .bad = R"py(
def train(model, batches, optimizer):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total.item() / len(batches)
)py",
             .good = R"py(
def train(model, batches, optimizer):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(batches)
)py",
             .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kAugmentedAssignment, NodeKind::kAssignment, NodeKind::kCall},
    .names = "detach",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
