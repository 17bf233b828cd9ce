// lock.acquire(), work that may raise, lock.release(): an error leaves the lock taken.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Definition;

constexpr Phrase kMayRaise("may-raise", "an error here skips the release",
                           "这里抛出异常就会跳过释放");
constexpr Phrase kReleased("released", "released here", "在这里释放");
constexpr Phrase kPhrases[] = {kMayRaise, kReleased};

// `lock` of `lock.acquire()` and of `lock.acquire.remote()`. Null: another call.
Node ObjectOf(Node call, absl::string_view method) {
  Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return Node();
  if (function.child(Field::kAttribute).text() == "remote")
    function = function.child(Field::kObject);
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kAttribute).text() != method) {
    return Node();
  }
  const Node object = function.child(Field::kObject);
  return object.Is(NodeKind::kIdentifier) || object.Is(NodeKind::kAttribute) ? object : Node();
}

// The name says that others wait for it.
bool IsLock(Node object) {
  const absl::string_view name = LastName(object);
  for (absl::string_view word : {"lock", "mutex", "semaphore"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return name == "sem" || absl::EndsWith(name, "_sem");
}

// The points where the function releases it; those of `with` and of inner functions do not count.
std::vector<ControlFlow::Point> ReleasesOf(const ControlFlow& flow, const Definition& function,
                                           Node object) {
  std::vector<ControlFlow::Point> points;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (ObjectOf(call, "release").text() == object.text()) points.push_back(flow.PointOf(call));
  });
  return points;
}

// Where the flow goes on with the lock taken: of `while not lock.acquire():`, behind the loop.
std::vector<ControlFlow::Point> Taken(const ControlFlow& flow, ControlFlow::Point acquire) {
  const Node node = flow.NodeOf(acquire);
  const bool is_condition = node.field() == Field::kCondition;
  const bool is_negated = python::WithoutParentheses(node).Is(NodeKind::kNotOperator);
  std::vector<ControlFlow::Point> points;
  for (const ControlFlow::Edge& edge : flow.From(acquire)) {
    if (edge.kind == ControlFlow::EdgeKind::kException) continue;
    const auto other = is_negated ? ControlFlow::EdgeKind::kTrue : ControlFlow::EdgeKind::kFalse;
    if (!is_condition || edge.kind != other) points.push_back(edge.to);
  }
  return points;
}

// The call waits until it has the lock: nobody asks whether it got it, but in the condition of a
// loop that tries again.
bool IsCertain(Node call) {
  Node node = call;
  for (Node parent = node.parent(); parent; node = parent, parent = parent.parent()) {
    switch (parent.kind()) {
      case NodeKind::kAwait:
      case NodeKind::kArgumentList:
      case NodeKind::kCall:
      case NodeKind::kNotOperator:
      case NodeKind::kParenthesizedExpression:
        break;
      case NodeKind::kWhileStatement:
        return node.field() == Field::kCondition;
      default:
        return parent.Is(NodeKind::kExpressionStatement);
    }
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Node object = ObjectOf(call, "acquire");
  const Definition* function = file.module().EnclosingFunction(call);
  if (!object || function == nullptr || !IsLock(object) || !IsCertain(call)) return;
  const ControlFlow& flow = file.flow(call);
  const ControlFlow::Point acquire = flow.PointOf(call);
  const std::vector<ControlFlow::Point> releases = ReleasesOf(flow, *function, object);
  // Who never releases it here hands that duty on.
  if (acquire == ControlFlow::kNone || releases.empty()) return;
  for (ControlFlow::Point taken : Taken(flow, acquire)) {
    if (flow.PathBetween(taken, releases[0], {}, ControlFlow::Paths::kNormal).empty() &&
        taken != releases[0]) {
      continue;
    }
    if (std::find(releases.begin(), releases.end(), taken) != releases.end()) continue;
    const std::vector<ControlFlow::Point> path =
        flow.PathBetween(taken, ControlFlow::kRaised, releases, ControlFlow::Paths::kAll);
    if (path.empty()) continue;
    const Node raising = flow.NodeOf(path.size() < 2 ? taken : path[path.size() - 2]);
    file.Report({.at = call,
                 .params = {{"lock", std::string(object.text())},
                            {"code", OneLine(raising)},
                            {"line", absl::StrCat(raising.first_line())}},
                 .related = {{kMayRaise, RangeOf(file.module(), raising)},
                             {kReleased, RangeOf(file.module(), flow.NodeOf(releases[0]))}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kLockNotReleasedOnError = {
    .info = {.id = "lock-not-released-on-error",
             .title = {"Lock that stays taken after an error", "出错后锁一直被占用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{lock}` is not released when `{code}` on line {line} raises",
                         "如果第 {line} 行的 `{code}` 抛出异常，`{lock}` 不会被释放"},
             .consequence = {"Everyone else who asks for the lock then waits forever, and the "
                             "error that caused it is hard to find",
                             "之后所有申请该锁的代码都会永远等待，而真正的错误很难被发现"},
             .advice = {"Use `with {lock}:`, or release it in a `finally` block",
                        "使用 `with {lock}:`，或在 `finally` 中释放"},
             .phrases = kPhrases,
             .why = "An error between acquire() and release() leaves the function without "
                    "running release(). Threads and ranks that wait for the lock hang.",
             .fix = "Put the work into a with block, or into try with release() in finally.",
             .bad = R"py(
def publish(self, weights):
    self.lock.acquire()
    self.server.send(weights)
    self.lock.release()
)py",
             .good = R"py(
def publish(self, weights):
    with self.lock:
        self.server.send(weights)
)py",
             .references = {"https://docs.python.org/3/library/threading.html"
                            "#using-locks-conditions-and-semaphores-in-the-with-statement"}},
    .kinds = {NodeKind::kCall},
    .names = "acquire",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
