// Work on a stream that was made here, with nothing that orders it with the rest.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kSomeStream("some-stream", "A stream", "一个 stream");
constexpr Phrase kNamedStream("named-stream", "Stream `{name}`", "stream `{name}`");
constexpr Phrase kStreamMadeHere("stream-made-here", "the stream is created here",
                                 "stream 在这里创建");
constexpr Phrase kUnordered("unordered", "a new stream, not ordered with any other",
                            "新的 stream，与其他 stream 没有先后关系");
constexpr Phrase kNothingWaits(
    "nothing-waits", "work goes to it, and nothing in the function waits in either direction",
    "工作提交到它，而函数中两个方向都没有等待");
constexpr Phrase kPhrases[] = {kSomeStream, kNamedStream, kStreamMadeHere, kUnordered,
                               kNothingWaits};

bool IsEventOrWait(absl::string_view method) {
  for (absl::string_view name : {"record", "record_event", "wait", "wait_event", "wait_stream",
                                 "synchronize", "record_stream"}) {
    if (method == name) return true;
  }
  return false;
}

// Some call in the block waits or records, or the block only captures a graph, which is in order
// with the current stream by itself.
bool OrdersItself(const Module& module, Node body) {
  return AnyOwnNode(body, NodeKind::kCall, [&](Node node) {
    const absl::string_view callee = CalleeName(node);
    return IsEventOrWait(callee) || (callee == "graph" && module.Calls(node, "torch.cuda.graph")) ||
           callee == "capture_begin" || callee == "make_graphed_callables";
  });
}

// The whole device is waited for somewhere after the block.
bool IsDeviceAwaited(const Module& module, Node function, Node with) {
  return AnyOwnNode(function.child(Field::kBody), NodeKind::kCall, [&](Node node) {
    if (node.index() < with.index()) return false;
    return CalleeName(node) == "synchronize" && module.Calls(node, "torch.cuda.synchronize");
  });
}

// All values of the local variable are streams made here, and it is used for nothing but entering
// them.
bool IsOnlyEntered(const Module& module, Node function, Node name) {
  const int scope = module.scopes().LookUp(name, name.text());
  if (scope <= 0 || module.scopes().scopes()[static_cast<size_t>(scope)].owner != function) {
    return false;
  }
  for (const python::Binding& binding :
       module.scopes().BindingsOf(static_cast<uint32_t>(scope), name.text())) {
    if (!binding.value || !IsCudaCall(module, binding.value, "Stream")) return false;
  }
  for (Node node : function.child(Field::kBody).descendants(NodeKind::kIdentifier)) {
    if (node.text() != name.text()) continue;
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kAssignment) && node.field() == Field::kLeft) continue;
    if (parent.Is(NodeKind::kAttribute) && node.field() == Field::kAttribute) continue;
    if (parent.Is(NodeKind::kKeywordArgument) && node.field() == Field::kName) continue;
    const Node call =
        parent.Is(NodeKind::kArgumentList) ? parent.parent() : parent.parent().parent();
    if (!call.Is(NodeKind::kCall) || CalleeName(call) != "stream" ||
        !Around(call, NodeKind::kWithClause)) {
      return false;
    }
  }
  return true;
}

void Check(FileContext& file, Node with) {
  const Module& module = file.module();
  const Node stream = EnteredStream(module, with);
  if (!stream) return;
  const python::Definition* definition = module.EnclosingFunction(with);
  if (definition == nullptr) return;
  const Node function = definition->node;
  const bool is_inline = stream.Is(NodeKind::kCall) && IsCudaCall(module, stream, "Stream");
  if (!is_inline &&
      (!stream.Is(NodeKind::kIdentifier) || !IsOnlyEntered(module, function, stream))) {
    return;
  }
  if (OrdersItself(module, with.child(Field::kBody)) || IsDeviceAwaited(module, function, with)) {
    return;
  }
  Observation observation{
      .at = with.child(NodeKind::kWithClause),
      .params = {
          {"stream", is_inline ? kSomeStream : Sentence(kNamedStream, {{"name", stream.text()}})},
          {"name", is_inline ? "s" : std::string(stream.text())}}};
  if (!is_inline) {
    if (const Node made = module.Dereference(stream); made != stream) {
      observation.related = {{kStreamMadeHere, RangeOf(module, made)}};
      observation.evidence.push_back(DataFlowEvidence{
          {{kUnordered, RangeOf(module, made)}, {kNothingWaits, RangeOf(module, stream)}}});
    }
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSideStreamNotSynchronised = {
    .info = {.id = "side-stream-not-synchronised",
             .title = {"Work on a side stream that nothing waits for",
                       "旁路 stream 上的工作没有任何同步"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{stream} is created and entered here, but it does not wait for the "
                         "current stream, and nothing waits for it",
                         "{stream}在这里创建并进入，但既没有等待当前 stream，也没有被等待"},
             .consequence = {"Its work may start before its inputs are written, and its results "
                             "may be read before they exist",
                             "它的工作可能在输入写好之前就开始，结果也可能在产生之前就被读取"},
             .advice =
                 {"Call `{name}.wait_stream(torch.cuda.current_stream())` before the block and "
                  "`torch.cuda.current_stream().wait_stream({name})` after it",
                  "在该代码块之前调用 `{name}.wait_stream(torch.cuda.current_stream())`，之后调用 "
                  "`torch.cuda.current_stream().wait_stream({name})`"},
             .phrases = kPhrases,
             .why = "Work on different streams is not ordered. Data that crosses from one stream "
                    "to another needs a wait in each direction.",
             .fix = "Wait for the current stream before entering, and let the current stream wait "
                    "afterwards; or return an event that was recorded inside.",
             .bad = R"py(
import torch

def stage(params, copy):
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        copy(params)
)py",
             .good = R"py(
import torch

def stage(params, copy):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        copy(params)
    torch.cuda.current_stream().wait_stream(side)
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"}},
    .kinds = {NodeKind::kWithStatement},
    .names = "StreamContext stream",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
