// A buffer of an asynchronous operation is used before the wait.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/async_calls.h"
#include "analyzers/rules/distributed/buffer_touch.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kWritten("written", "written", "被写入");
constexpr Phrase kRead("read", "read", "被读取");
constexpr Phrase kOpStartsHere("op-starts-here", "`{op}` starts here", "`{op}` 在这里启动");
constexpr Phrase kOpStartsOn("op-starts-on", "`{op}` starts on `{buffer}`",
                             "`{op}` 在 `{buffer}` 上启动");
constexpr Phrase kUsedUnwaited("used-unwaited",
                               "`{buffer}` is used before anything waits on `{handle}`",
                               "使用了 `{buffer}`，而 `{handle}` 尚未被等待");
constexpr Phrase kPhrases[] = {kWritten, kRead, kOpStartsHere, kOpStartsOn, kUsedUnwaited};

bool IsSameExpression(Node node, Node buffer) {
  return node.kind() == buffer.kind() && node.text() == buffer.text() &&
         (node.field() != Field::kAttribute || !node.parent().Is(NodeKind::kAttribute));
}

struct Hazard {
  Node at;
  bool is_write = false;
};

// The statement binds the name anew: from there on it is another tensor.
bool Rebinds(Node node, Node buffer) {
  const Node parent = node.parent();
  return IsSameExpression(node, buffer) && node.field() == Field::kLeft &&
         (parent.Is(NodeKind::kAssignment) || parent.Is(NodeKind::kForStatement));
}

std::optional<Hazard> FindIn(const Module& module, Node statement, const AsyncCall& op, Node buffer,
                             bool* is_rebound) {
  std::optional<Hazard> found;
  const bool is_read_only = buffer != op.written;
  const auto look = [&](Node node) {
    if (found || *is_rebound || !IsSameExpression(node, buffer)) return;
    if (Rebinds(node, buffer)) {
      // `x = x + 1` reads first.
      for (Node right : node.parent().child(Field::kRight).descendants()) {
        if (IsSameExpression(right, buffer) && TouchOf(module, right) == Touch::kRead &&
            !is_read_only) {
          found = Hazard{.at = right};
          return;
        }
      }
      *is_rebound = true;
      return;
    }
    const Touch touch = TouchOf(module, node);
    if (touch == Touch::kNone || (touch == Touch::kRead && is_read_only)) return;
    found = Hazard{.at = node, .is_write = touch == Touch::kWrite};
  };
  ForEachOwnNode(statement, look);
  return found;
}

bool Mentions(Node statement, absl::string_view name) {
  for (Node node : statement.descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node.text() == name) return true;
  }
  return false;
}

// reqs.append(...): not a wait.
bool IsAppend(Node statement, absl::string_view list) {
  const Node call = statement.named_child(0);
  const Node function = call.child(Field::kFunction);
  return statement.Is(NodeKind::kExpressionStatement) && call.Is(NodeKind::kCall) &&
         function.child(Field::kObject).text() == list && CalleeName(call) == "append";
}

// The first use of a buffer in the statements after the call, up to the one that mentions the
// handle.
std::optional<Hazard> FindHazard(const Module& module, const AsyncCall& op, Node buffer) {
  const Node launch = python::StatementOf(op.call);
  const absl::string_view handle = op.handle.name.text();
  bool is_rebound = false;
  for (Node next = launch.next_sibling(); next; next = next.next_sibling()) {
    if (!next.IsNamed() || next.Is(NodeKind::kComment)) continue;
    if (next.Is(NodeKind::kReturnStatement) || next.Is(NodeKind::kFunctionDefinition)) break;
    const bool is_end = Mentions(next, handle) && !IsAppend(next, handle);
    const bool waits =
        absl::StrContains(next.text(), "synchronize") || absl::StrContains(next.text(), ".wait");
    if (is_end || waits) break;
    if (std::optional<Hazard> hazard = FindIn(module, next, op, buffer, &is_rebound)) {
      return hazard;
    }
    if (is_rebound) break;
  }
  return std::nullopt;
}

bool IsTrackable(Node buffer) {
  return buffer.Is(NodeKind::kIdentifier) || buffer.Is(NodeKind::kAttribute);
}

void Check(FileContext& file, Node function) {
  const Module& module = file.module();
  for (const AsyncCall& op : AsyncCallsIn(module, function)) {
    if (op.handle.kind != Handle::Kind::kLocal && op.handle.kind != Handle::Kind::kContainer) {
      continue;
    }
    for (Node buffer : {op.written, op.read}) {
      if (!IsTrackable(buffer)) continue;
      const std::optional<Hazard> hazard = FindHazard(module, op, buffer);
      if (!hazard) continue;
      const std::string handle(op.handle.name.text());
      file.Report(
          {.at = hazard->at,
           .params = {{"buffer", std::string(buffer.text())},
                      {"touched", hazard->is_write ? kWritten : kRead},
                      {"op", op.op},
                      {"line", absl::StrCat(op.call.first_line())},
                      {"handle", handle}},
           .related = {{Sentence(kOpStartsHere, {{"op", op.op}}), RangeOf(module, op.call)}},
           .evidence = {DataFlowEvidence{
               {{Sentence(kOpStartsOn, {{"op", op.op}, {"buffer", buffer.text()}}),
                 RangeOf(module, op.call)},
                {Sentence(kUsedUnwaited, {{"buffer", buffer.text()}, {"handle", handle}}),
                 RangeOf(module, hazard->at)}}}}});
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kCommBufferTouchedBeforeWait = {
    .info = {.id = "comm-buffer-touched-before-wait",
             .title = {"Buffer of an asynchronous collective used before the wait",
                       "异步集合通信的缓冲区在 wait 之前被使用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{buffer}` is {touched} while the `{op}` of line {line} may still run",
                         "第 {line} 行的 `{op}` 可能仍在进行时，`{buffer}` 就{touched}"},
             .consequence = {"The value depends on how far the communication has progressed: "
                             "results are silently and only occasionally wrong",
                             "数值取决于通信进行到哪一步：结果会悄悄出错，而且只是偶尔出错"},
             .advice = {"Move the access after the wait on `{handle}`",
                        "把这次访问移到对 `{handle}` 的 wait 之后"},
             .phrases = kPhrases,
             .why = "Between the start of an asynchronous operation and the wait on its handle, "
                    "the content of its output is undefined, and its input must not change.",
             .fix =
                 "Wait first, or overlap the operation with work that does not touch the buffer.",
             .bad = R"py(
import torch.distributed as dist

def gather(full, part, weight, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    out = full @ weight
    handle.wait()
    return out
)py",
             .good = R"py(
import torch.distributed as dist

def gather(full, part, weight, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    handle.wait()
    return full @ weight
)py",
             .references = {"https://docs.pytorch.org/docs/stable/"
                            "distributed.html#synchronous-and-asynchronous-collective-operations"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kAsynchronousNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
