// Waiting for the default stream, where the work may be on the current one.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kWaitsForDefault("waits-for-default",
                                  "waits for the default stream, but the work to wait for",
                                  "等待默认 stream，但需要等待的工作");
constexpr Phrase kDefaultWaits("default-waits",
                               "makes the default stream wait, but the following work",
                               "让默认 stream 等待，但后续的工作");
constexpr Phrase kDefaultStreamHere("default-stream-here", "the default stream is used here",
                                    "这里使用的是默认 stream");
constexpr Phrase kPhrases[] = {kWaitsForDefault, kDefaultWaits, kDefaultStreamHere};

constexpr int kCommentLines = 4;

// A comment just above says that the default stream is meant.
bool IsMeant(const Module& module, int line) {
  for (int i = std::max(1, line - kCommentLines); i <= line; ++i) {
    const absl::string_view text = module.tree().LineText(i);
    const size_t hash = text.find('#');
    if (hash == absl::string_view::npos) continue;
    if (absl::StrContains(text.substr(hash), "default stream") ||
        absl::StrContains(text.substr(hash), "legacy stream")) {
      return true;
    }
  }
  return false;
}

// The default stream is current here: entered, or set before on every path.
bool IsCurrent(const FileContext& file, Node call) {
  const Module& module = file.module();
  for (Node with = Around(call, NodeKind::kWithStatement); with;
       with = Around(with.parent(), NodeKind::kWithStatement)) {
    const Node entered = EnteredStream(module, with);
    if (entered) return IsCudaCall(module, entered, "default_stream");
  }
  const python::Definition* function = module.EnclosingFunction(call);
  if (function == nullptr || !absl::StrContains(function->node.text(), "set_stream")) return false;
  const python::ControlFlow& flow = file.flow(call);
  return AnyOwnNode(function->body, NodeKind::kCall, [&](Node node) {
    if (CalleeName(node) != "set_stream") return false;
    return IsCudaCall(module, python::Argument(node, 0, "stream"), "default_stream") &&
           flow.Dominates(flow.PointOf(node), flow.PointOf(call));
  });
}

// torch.cuda.default_stream(), given directly or through a local. Null: another expression.
Node DefaultStream(const Module& module, Node expression) {
  if (!expression || !IsCudaCall(module, expression, "default_stream")) return Node();
  return module.Dereference(expression);
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "wait_stream") return;
  const Module& module = file.module();
  const Node waiting = call.child(Field::kFunction).child(Field::kObject);
  const Node awaited = python::Argument(call, 0, "stream");
  const Node of_waiting = DefaultStream(module, waiting);
  const Node of_awaited = DefaultStream(module, awaited);
  const Node stream = of_awaited ? of_awaited : of_waiting;
  if (!stream || IsMeant(module, call.first_line()) || IsCurrent(file, call)) return;
  Observation observation{.at = call,
                          .params = {{"wait", std::string(call.text().substr(0, 80))},
                                     {"role", of_awaited ? kWaitsForDefault : kDefaultWaits}}};
  if (!call.Contains(stream)) {
    observation.related = {{kDefaultStreamHere, RangeOf(module, stream)}};
    if (!file.IsChanged(call)) observation.because = stream;
  }
  const Node function = stream.child(Field::kFunction);
  const Node name = function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute) : Node();
  if (name) observation.edits = {Replace(module, name, "current_stream")};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kDefaultStreamSync = {
    .info = {.id = "default-stream-sync",
             .title = {"Synchronisation with the default stream instead of the current one",
                       "与默认 stream 而非当前 stream 同步"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{wait}` {role} is on the current stream, which may be another one",
                         "`{wait}` {role}在当前 stream 上，而当前 stream 可能并不是默认 stream"},
             .consequence = {"Inside any other stream context, including CUDA graph capture, the "
                             "wait orders nothing and tensors may be read before they are written",
                             "在其他任何 stream 上下文中（包括 CUDA graph "
                             "捕获），这次等待起不到排序作用，tensor 可能在写入之前就被读取"},
             .advice = {"Use `torch.cuda.current_stream()`", "使用 `torch.cuda.current_stream()`"},
             .phrases = kPhrases,
             .why = "Kernels run on the current stream. It is the default stream only until a "
                    "caller enters another one, for overlap, offload or graph capture.",
             .fix = "Use the current stream where the work is launched.",
             .bad = R"py(
import torch

def start(comm_stream):
    comm_stream.wait_stream(torch.cuda.default_stream())
)py",
             .good = R"py(
import torch

def start(comm_stream):
    comm_stream.wait_stream(torch.cuda.current_stream())
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"}},
    .kinds = {NodeKind::kCall},
    .names = "wait_stream",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
