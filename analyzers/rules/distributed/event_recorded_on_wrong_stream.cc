// After work on one stream the event is recorded on another one.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kWorkGoesTo("work-goes-to", "the work goes to `{stream}`",
                             "工作提交到 `{stream}`");
constexpr Phrase kWorkOn("work-on", "work on `{stream}`", "工作在 `{stream}` 上");
constexpr Phrase kEventOn("event-on", "event on `{stream}`, which did nothing here",
                          "event 记录在 `{stream}` 上，而它在这里没有任何工作");
constexpr Phrase kPhrases[] = {kWorkGoesTo, kWorkOn, kEventOn};

bool IsName(Node node) { return node.Is(NodeKind::kIdentifier) || node.Is(NodeKind::kAttribute); }

// The first call of `T.record_event()` in the statement. Null: none.
Node RecordIn(Node statement) {
  return FindOwnNode(statement, NodeKind::kCall, [&](Node node) {
    if (CalleeName(node) != "record_event") return false;
    return true;
  });
}

// Somewhere in the function others wait for the stream, or work goes to `other` in this block, so
// that its event means something.
bool IsJoined(const Module& module, Node function, Node stream) {
  return AnyOwnNode(function.child(Field::kBody), NodeKind::kCall, [&](Node node) {
    const absl::string_view callee = CalleeName(node);
    const Node receiver = node.child(Field::kFunction).child(Field::kObject);
    const Node argument = python::Argument(node, 0, "stream");
    return ((callee == "record_event" || callee == "synchronize") &&
            IsSameStream(receiver, stream)) ||
           ((callee == "wait_stream" || callee == "record") && IsSameStream(argument, stream)) ||
           (callee == "synchronize" && module.Calls(node, "torch.cuda.synchronize"));
  });
}

// Work goes to the stream in the same function before that line.
bool HasWorkOn(const Module& module, Node function, Node stream, Node before) {
  return AnyOwnNode(function.child(Field::kBody), NodeKind::kWithStatement, [&](Node node) {
    if (node.index() >= before.index()) return false;
    return IsSameStream(EnteredStream(module, node), stream);
  });
}

void Check(FileContext& file, Node with) {
  const Node next = NextStatement(with);
  if (!absl::StrContains(next.text(), "record_event")) return;
  const Module& module = file.module();
  const Node entered = EnteredStream(module, with);
  if (!IsName(entered)) return;
  const Node record = RecordIn(next);
  const Node recorded = record.child(Field::kFunction).child(Field::kObject);
  // The current stream's event orders what comes, not what was done in the block.
  if (!IsName(recorded) || IsSameStream(recorded, entered) ||
      IsCudaCall(module, recorded, "current_stream")) {
    return;
  }
  // T.record_event().wait(S): S itself is to wait.
  const Node wait = record.parent().parent();
  if (wait.Is(NodeKind::kCall) && CalleeName(wait) == "wait" &&
      IsSameStream(python::Argument(wait, 0, "stream"), entered)) {
    return;
  }
  const python::Definition* function = module.EnclosingFunction(with);
  if (function == nullptr || IsJoined(module, function->node, entered) ||
      HasWorkOn(module, function->node, recorded, record)) {
    return;
  }
  file.Report({.at = record,
               .params = {{"entered", std::string(entered.text())},
                          {"recorded", std::string(recorded.text())},
                          {"line", absl::StrCat(with.first_line())}},
               .related = {{Sentence(kWorkGoesTo, {{"stream", entered.text()}}),
                            RangeOf(module, with.child(NodeKind::kWithClause))}},
               .edits = {Replace(module, recorded, std::string(entered.text()))},
               .evidence = {DataFlowEvidence{{{Sentence(kWorkOn, {{"stream", entered.text()}}),
                                               RangeOf(module, with.child(NodeKind::kWithClause))},
                                              {Sentence(kEventOn, {{"stream", recorded.text()}}),
                                               RangeOf(module, record)}}}}});
}

}  // namespace

extern constinit const Rule kEventRecordedOnWrongStream = {
    .info = {.id = "event-recorded-on-wrong-stream",
             .title = {"Event recorded on a different stream than the work",
                       "event 记录在了与实际工作不同的 stream 上"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"The event is recorded on `{recorded}`, but the work on line {line} runs "
                         "on `{entered}`",
                         "event 记录在 `{recorded}` 上，而第 {line} 行的工作在 `{entered}` 上"},
             .consequence = {"Code that waits for the event continues while the work still runs, "
                             "and reads stale data",
                             "等待该 event 的代码会在工作尚未完成时继续执行，读到过期数据"},
             .advice = {"Record the event on `{entered}`", "在 `{entered}` 上记录该 event"},
             .phrases = kPhrases,
             .why = "An event completes when the earlier work on its own stream has completed. On "
                    "an idle stream it completes immediately.",
             .fix = "Record the event on the stream that the with statement entered.",
             .bad = R"py(
import torch

def upload(h2d, d2h, copy):
    with torch.cuda.stream(h2d):
        copy()
    d2h.record_event().wait(torch.cuda.current_stream())
)py",
             .good = R"py(
import torch

def upload(h2d, d2h, copy):
    with torch.cuda.stream(h2d):
        copy()
    h2d.record_event().wait(torch.cuda.current_stream())
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"}},
    .kinds = {NodeKind::kWithStatement},
    .names = "StreamContext stream",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
