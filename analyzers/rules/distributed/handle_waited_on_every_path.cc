// Praise: a new asynchronous collective that is waited on however the function is left.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/async_calls.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using Point = ControlFlow::Point;
using Paths = ControlFlow::Paths;

constexpr Phrase kErrorsIncluded("errors-included", "including error paths", "包括出错的路径");
constexpr Phrase kDifferentWaits("different-waits", "with {count} different waits",
                                 "由 {count} 处不同的 wait 完成");
constexpr Phrase kWaitedHere("waited-here", "waited on here", "在这里等待");
constexpr Phrase kPhrases[] = {kErrorsIncluded, kDifferentWaits, kWaitedHere};

bool IsInFinally(Node node) { return static_cast<bool>(Around(node, NodeKind::kFinallyClause)); }

// Points of the waits. Empty: the handle is used for something else, too.
std::vector<Point> WaitsOf(const ControlFlow& flow, const HandleUses& uses) {
  if (uses.is_captured || !uses.others.empty()) return {};
  std::vector<Point> points;
  for (Node wait : uses.waits) {
    const Point point = flow.PointOf(wait);
    if (!flow.IsReachable(point)) return {};
    points.push_back(point);
  }
  return points;
}

bool IsWaitedOnNormalPaths(const ControlFlow& flow, Point launch, const std::vector<Point>& waits) {
  return !flow.PathBetween(launch, ControlFlow::kExit, {}, Paths::kNormal).empty() &&
         flow.PathBetween(launch, ControlFlow::kExit, waits, Paths::kNormal).empty() &&
         flow.PathBetween(launch, launch, waits, Paths::kNormal).empty();
}

// Waits that come first on some way.
int FirstWaits(const ControlFlow& flow, Point launch, const std::vector<Point>& waits) {
  int count = 0;
  for (Point wait : waits) {
    std::vector<Point> others;
    for (Point other : waits) {
      if (other != wait) others.push_back(other);
    }
    if (!flow.PathBetween(launch, wait, others, Paths::kNormal).empty()) ++count;
  }
  return count;
}

// Errors do not skip the wait: it stands in a `finally`, and what is between is in its `try`. An
// error of the launch itself leaves no handle.
bool IsWaitedOnErrors(const ControlFlow& flow, Point launch, const HandleUses& uses,
                      const std::vector<Point>& waits) {
  bool is_in_finally = false;
  for (Node wait : uses.waits) is_in_finally |= IsInFinally(wait);
  if (!is_in_finally) return false;
  for (const ControlFlow::Edge& edge : flow.From(launch)) {
    if (edge.kind == ControlFlow::EdgeKind::kException) continue;
    if (std::find(waits.begin(), waits.end(), edge.to) != waits.end()) return false;  // At once.
    if (!flow.PathBetween(edge.to, ControlFlow::kRaised, waits, Paths::kAll).empty() ||
        !flow.PathBetween(edge.to, ControlFlow::kExit, waits, Paths::kAll).empty()) {
      return false;
    }
  }
  return true;
}

void Check(FileContext& file, Node node) {
  const python::Module& module = file.module();
  const python::Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  for (const AsyncCall& op : AsyncCallsIn(module, node)) {
    if (op.handle.kind != Handle::Kind::kLocal || !file.IsChanged(op.call)) continue;
    const ControlFlow& flow = file.flow(op.call);
    const HandleUses uses = UsesOf(module, node, op.handle.name);
    const std::vector<Point> waits = WaitsOf(flow, uses);
    const Point launch = flow.PointOf(op.call);
    if (waits.empty() || !IsWaitedOnNormalPaths(flow, launch, waits)) continue;
    const bool covers_errors = IsWaitedOnErrors(flow, launch, uses, waits);
    const int ways = FirstWaits(flow, launch, waits);
    if (!covers_errors && ways < 2) continue;
    Observation observation{
        .at = op.call,
        .params = {{"op", op.op},
                   {"function", std::string(function->simple_name)},
                   {"how", covers_errors
                               ? kErrorsIncluded
                               : Sentence(kDifferentWaits, {{"count", absl::StrCat(ways)}})}},
        .identity = op.op,
        .kind = Kind::kPraise};
    for (Node wait : uses.waits) {
      observation.related.push_back({kWaitedHere, RangeOf(module, wait)});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kHandleWaitedOnEveryPath = {
    .info =
        {.id = "handle-waited-on-every-path",
         .title = {"Asynchronous collective waited for on every return path",
                   "所有退出路径都等待了异步集合通信"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .message = {"Every return path of `{function}` waits on the handle of `{op}`, {how}",
                     "`{function}` 的每条退出路径都等待 `{op}` 的 handle，{how}"},
         .consequence = {"No path through the function leaves the operation or its buffers pending",
                         "函数的任何执行路径都不会遗留该操作或它的缓冲区"},
         .advice = {"Keep it this way", "请保持这样"},
         .phrases = kPhrases,
         .why = "A return or an error between the start of an operation and its wait is easy to "
                "overlook, and the resulting values are only occasionally wrong.",
         .fix = "Nothing to do.",
         .bad = R"py(
import torch.distributed as dist

def reduce(grad, group, work):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    try:
        work()
    finally:
        handle.wait()
)py",
         .good = R"py(
import torch.distributed as dist

def reduce(grad, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    handle.wait()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/"
                        "distributed.html#synchronous-and-asynchronous-collective-operations"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kAsynchronousNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
