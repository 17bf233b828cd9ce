// Nobody waits for an asynchronous operation, or not always.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/async_calls.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/remove_argument.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Module;
using Point = ControlFlow::Point;
using Paths = ControlFlow::Paths;

constexpr Phrase kNotWaitedAtReturn("not-waited-at-return",
                                    "is not waited on when the function returns on line {line}",
                                    "在函数于第 {line} 行返回时没有被等待");
constexpr Phrase kGoesIntoList("goes-into-list", "goes into `{name}`, which nothing waits on",
                               "存入了 `{name}`，而没有代码等待它");
constexpr Phrase kKeptUnwaited("kept-unwaited", "is kept in `{name}`, but nothing waits on it",
                               "保存在 `{name}` 中，却没有代码等待它");
constexpr Phrase kOverwrittenByLoop("overwritten-by-loop",
                                    "is overwritten in the next iteration of the loop on line "
                                    "{line}: only the last one is waited on",
                                    "会在第 {line} 行循环的下一次迭代中被覆盖：只有最后一个被等待");
constexpr Phrase kOverwritten("overwritten",
                              "is overwritten on line {line} before anything waits on it",
                              "在被等待之前就在第 {line} 行被覆盖");
constexpr Phrase kDropped("dropped", "is dropped", "被丢弃");
constexpr Phrase kLostHere("lost-here", "the handle is lost here", "handle 在这里丢失");
constexpr Phrase kReturnsHandle("returns-handle", "`{op}` starts and returns its handle",
                                "`{op}` 启动并返回 handle");
constexpr Phrase kNothingWaits("nothing-waits", "nothing waits on it up to here",
                               "到这里为止没有代码等待它");
constexpr Phrase kPhrases[] = {kNotWaitedAtReturn, kGoesIntoList,  kKeptUnwaited,
                               kOverwrittenByLoop, kOverwritten,   kDropped,
                               kLostHere,          kReturnsHandle, kNothingWaits};

// What becomes of a handle that is not waited on.
struct Fate {
  Words text;
  Node where = {};  // The statement that loses it, if it is not the call.
  Confidence confidence = Confidence::kHigh;
};

// All that a verdict looks at.
struct Case {
  const Module& module;
  const ControlFlow& flow;
  Node function;
  const AsyncCall& op;
  HandleUses uses = {};
  std::vector<Point> waiting = {};

  Point launch() const { return flow.PointOf(op.call); }
};

// The loop that launches in each iteration whatever happens in it, and does nothing else with the
// handle.
Node OverwritingLoop(const Case& c) {
  for (Node node = python::StatementOf(c.op.call); node != c.function; node = node.parent()) {
    const Node around = node.parent();
    if (around.Is(NodeKind::kForStatement) || around.Is(NodeKind::kWhileStatement)) {
      for (const std::vector<Node>* mentions : {&c.uses.waits, &c.uses.tests, &c.uses.others}) {
        for (Node mention : *mentions) {
          if (around.Contains(mention)) return Node();
        }
      }
      const bool repeats =
          !c.flow.PathBetween(c.launch(), c.launch(), c.waiting, Paths::kNormal).empty();
      return repeats ? around : Node();
    }
    if (!around.Is(NodeKind::kBlock) && !around.Is(NodeKind::kWithStatement)) return Node();
  }
  return Node();
}

// Another value that the name certainly gets before anything waits.
Node Overwriting(const Case& c) {
  const std::vector<ControlFlow::Decision> given = c.flow.DecisionsOver(c.launch());
  for (Node binding : c.uses.bindings) {
    const Point point = c.flow.PointOf(binding);
    if (point == c.launch() || point == ControlFlow::kNone) continue;
    const std::vector<Point> path =
        c.flow.PathBetween(c.launch(), point, c.waiting, Paths::kNormal);
    if (path.empty() || !DecisionsOn(c.flow, path).empty()) continue;
    // Over the back edge of a loop it is the next round's launch.
    if (binding.index() < c.op.call.index()) continue;
    if (c.flow.DecisionsOver(point) == given) return binding;
  }
  return Node();
}

// Way out of the function that does not wait, and that nothing known of the launch rules out.
std::optional<Fate> Leaving(const Case& c) {
  const std::vector<Point> path =
      c.flow.PathBetween(c.launch(), ControlFlow::kExit, c.waiting, Paths::kNormal);
  if (path.empty()) return std::nullopt;
  if (AreRelated(DecisionsOn(c.flow, path), c.flow.DecisionsOver(c.launch()))) return std::nullopt;
  const Node last = path.size() < 2 ? Node() : c.flow.NodeOf(path[path.size() - 2]);
  if (!last.Is(NodeKind::kReturnStatement)) return std::nullopt;
  return Fate{.text = Sentence(kNotWaitedAtReturn, {{"line", absl::StrCat(last.first_line())}}),
              .where = last,
              .confidence = Confidence::kMedium};
}

std::optional<Fate> FateOfName(const Case& c) {
  const std::string name(c.op.handle.name.text());
  const bool is_list = c.op.handle.kind == Handle::Kind::kContainer;
  if (!c.uses.IsWaited()) {
    if (is_list) return Fate{Sentence(kGoesIntoList, {{"name", name}})};
    return Fate{Sentence(kKeptUnwaited, {{"name", name}})};
  }
  if (c.uses.is_captured) return std::nullopt;
  if (!is_list) {
    if (Node loop = OverwritingLoop(c)) {
      return Fate{.text = Sentence(kOverwrittenByLoop, {{"line", absl::StrCat(loop.first_line())}}),
                  .where = loop.child(Field::kLeft) ? loop.child(Field::kLeft)
                                                    : loop.child(Field::kCondition)};
    }
    if (Node binding = Overwriting(c)) {
      return Fate{.text = Sentence(kOverwritten, {{"line", absl::StrCat(binding.first_line())}}),
                  .where = binding};
    }
  }
  return Leaving(c);
}

std::optional<Fate> FateOf(Case& c) {
  if (c.launch() == ControlFlow::kNone || !c.flow.IsReachable(c.launch())) return std::nullopt;
  if (c.op.handle.kind == Handle::Kind::kElsewhere) return std::nullopt;
  const bool is_dropped = c.op.handle.kind == Handle::Kind::kDropped;
  if (!is_dropped) c.uses = UsesOf(c.module, c.function, c.op.handle.name);
  c.waiting = WaitingPoints(c.module, c.flow, c.function, c.op, c.uses);
  if (is_dropped || !c.uses.IsWaited()) {
    // Waiting for the whole device is enough.
    const auto leaves = [&](const std::vector<Point>& without) {
      return !c.flow.PathBetween(c.launch(), ControlFlow::kExit, without, Paths::kNormal).empty();
    };
    std::vector<Point> device = WaitingPoints(c.module, c.flow, c.function, c.op, {});
    if (leaves({}) && !leaves(device)) return std::nullopt;
  }
  return is_dropped ? Fate{kDropped} : FateOfName(c);
}

// Without async_op the call waits itself.
std::vector<Edit> EditsOf(const Module& module, const AsyncCall& op) {
  const Node flag = python::KeywordArgument(op.call, "async_op");
  const bool is_statement = op.call.parent().Is(NodeKind::kExpressionStatement);
  if (!flag || !is_statement || op.handle.kind != Handle::Kind::kDropped) return {};
  return {RemoveArgument(module, flag.parent())};
}

void Check(FileContext& file, Node function) {
  const Module& module = file.module();
  const std::vector<AsyncCall> calls = AsyncCallsIn(module, function);
  if (calls.empty()) return;
  const ControlFlow& flow = file.flow(function);
  for (const AsyncCall& op : calls) {
    Case a_case{.module = module, .flow = flow, .function = function, .op = op};
    const std::optional<Fate> fate = FateOf(a_case);
    if (!fate) continue;
    Observation observation{.at = op.call, .params = {{"op", op.op}, {"fate", fate->text}}};
    observation.confidence = fate->confidence;
    if (fate->where) {
      observation.related = {{kLostHere, RangeOf(module, fate->where)}};
      observation.evidence.push_back(
          DataFlowEvidence{{{Sentence(kReturnsHandle, {{"op", op.op}}), RangeOf(module, op.call)},
                            {kNothingWaits, RangeOf(module, fate->where)}}});
    }
    observation.edits = EditsOf(module, op);
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kAsyncCollectiveHandleDropped = {
    .info = {.id = "async-collective-handle-dropped",
             .title = {"Asynchronous collective that nothing waits for",
                       "没有代码等待异步集合通信"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"The handle of the asynchronous `{op}` {fate}",
                         "异步 `{op}` 的 handle {fate}"},
             .consequence = {"Its buffers may be read before the data arrives, or freed and reused "
                             "while it still runs: values are silently and only occasionally wrong",
                             "它的缓冲区可能在数据到达前被读取，或在通信仍在进行时被释放、复用：数"
                             "值会悄悄出错，而且只是偶尔出错"},
             .advice = {"Keep the handle of every `{op}` and call `.wait()` on it before its "
                        "buffers are used or go out of scope, on every return path",
                        "保留每个 `{op}` 的 "
                        "handle，并在所有退出路径上、缓冲区被使用或离开作用域之前调用 `.wait()`"},
             .phrases = kPhrases,
             .why = "An asynchronous operation returns immediately. Only waiting on its handle "
                    "orders later work after it, and the handle also keeps its buffers alive.",
             .fix = "Keep the handle and wait on it; collect several handles in a list and wait on "
                    "all of them. If nothing overlaps with the operation, drop async_op.",
             .bad = R"py(
import torch.distributed as dist

def step(grad, group, optimizer):
    dist.all_reduce(grad, group=group, async_op=True)
    optimizer.step()
)py",
             .good = R"py(
import torch.distributed as dist

def step(grad, group, optimizer):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    handle.wait()
    optimizer.step()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/"
                            "distributed.html#synchronous-and-asynchronous-collective-operations"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kAsynchronousNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
