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
  bool is_set = false;
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node node) {
    if (is_set || CalleeName(node) != "set_stream") return;
    is_set = IsCudaCall(module, python::Argument(node, 0, "stream"), "default_stream") &&
             flow.Dominates(flow.PointOf(node), flow.PointOf(call));
  });
  return is_set;
}

// torch.cuda.default_stream(), given directly or through a local. Null: another expression.
Node DefaultStream(const Module& module, Node expression) {
  if (!expression || !IsCudaCall(module, expression, "default_stream")) return Node();
  return module.Dereference(expression);
}

void Check(FileContext& file, Node call) {
  if (file.is_test() || CalleeName(call) != "wait_stream") return;
  const Module& module = file.module();
  const Node waiting = call.child(Field::kFunction).child(Field::kObject);
  const Node awaited = python::Argument(call, 0, "stream");
  const Node of_waiting = DefaultStream(module, waiting);
  const Node of_awaited = DefaultStream(module, awaited);
  const Node stream = of_awaited ? of_awaited : of_waiting;
  if (!stream || IsMeant(module, call.first_line()) || IsCurrent(file, call)) return;
  Observation observation{
      .at = call,
      .params = {{"wait", std::string(call.text().substr(0, 80))},
                 {"role", of_awaited ? "waits for the default stream, but the work to wait for"
                                     : "makes the default stream wait, but the work to come"}}};
  if (!call.Contains(stream)) {
    observation.related = {{"The default stream is asked for here", RangeOf(module, stream)}};
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
             .title = "Synchronisation with the default stream instead of the current one",
             .category = "distributed",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{wait}` {role} is on the current stream, which may be another one",
             .consequence = "Under any stream context, CUDA-graph capture among them, the wait "
                            "orders nothing and tensors are read before they are written",
             .advice = "Use `torch.cuda.current_stream()`",
             .why = "Kernels go to the current stream. It is the default stream only until some "
                    "caller enters another one: for overlap, offload or graph capture.",
             .fix = "Ask for the current stream where the work is launched.",
             .bad = "import torch\n"
                    "\n"
                    "def start(comm_stream):\n"
                    "    comm_stream.wait_stream(torch.cuda.default_stream())\n",
             .good = "import torch\n"
                     "\n"
                     "def start(comm_stream):\n"
                     "    comm_stream.wait_stream(torch.cuda.current_stream())\n",
             .references = {"catalogue: distributed 27"}},
    .kinds = {NodeKind::kCall},
    .names = "wait_stream",
    .check = Check};

}  // namespace allreview::rules
