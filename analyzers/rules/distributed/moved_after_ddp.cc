// A module that is moved after DistributedDataParallel took its parameters.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/lifecycles/lifecycles.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using lifecycles::Event;
using lifecycles::kNoObject;
using lifecycles::Lifecycles;
using lifecycles::Object;
using lifecycles::ObjectId;
using lifecycles::ObjectKind;
using lifecycles::Objects;
using lifecycles::Occurrence;
using lifecycles::Story;

constexpr Phrase kCalledHere("called-after-move",
                             "the forward pass behind which nothing is reduced",
                             "此次前向传播之后梯度不再同步");
constexpr Phrase kPhrases[] = {kCalledHere};

bool Moves(Node call, absl::string_view method) { return CalleeName(call) == method; }

// The parameters certainly are of another type or device afterwards.
bool ChangesParameters(Lifecycles& lives, const Occurrence& move, const Object& ddp) {
  for (const Occurrence* other : lives.DirectOf(Event::kMoved)) {
    // Both before and after: it is that already.
    if (other->node != move.node && other->node.index() < ddp.origin.index() &&
        CalleeName(other->node) == CalleeName(move.node)) {
      return false;
    }
  }
  if (!Moves(move.node, "cpu")) return true;
  // One that lives on the CPU has no device_ids.
  const Node devices = python::Argument(ddp.origin, 1, "device_ids");
  return devices && !devices.Is(NodeKind::kNone);
}

// A forward pass of the wrapped module, in training, behind the move. Null: none is certain.
const Occurrence* TrainedAfter(Lifecycles& lives, const Story& story, const Occurrence& move,
                               ObjectId ddp) {
  for (const Occurrence* called : story.Of(Event::kCalled, ddp)) {
    if (lives.IsWithoutGradients(called->inner) || !story.CanFollow(move, *called)) continue;
    for (const Occurrence* backward : story.Of(Event::kBackward)) {
      if (story.CanFollow(*called, *backward)) return called;
    }
  }
  return nullptr;
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  Objects& objects = lives.objects();
  for (const Occurrence* move : story.Of(Event::kMoved)) {
    if (!move->is_direct() || move->object == kNoObject) continue;
    const Object ddp = objects[move->object];
    if (ddp.kind != ObjectKind::kDdp || !ChangesParameters(lives, *move, ddp)) continue;
    const Occurrence* called = TrainedAfter(lives, story, *move, move->object);
    if (called == nullptr) continue;
    file.Report(
        {.at = move->node,
         .params = {{"move", OneLine(move->node)}, {"line", absl::StrCat(ddp.origin.first_line())}},
         .related = {{kCalledHere, RangeOf(file.module(), called->inner)}}});
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kMovedAfterDdp = {
    .info = {.id = "moved-after-ddp",
             .title = {"Module moved after DistributedDataParallel wrapped it",
                       "模块在被 DistributedDataParallel 包装之后又被移动"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{move}` gives the parameters that line {line} wrapped in "
                         "DistributedDataParallel another device or type",
                         "`{move}` 改变了第 {line} 行由 DistributedDataParallel 包装的"
                         "参数的设备或类型"},
             .consequence = {"The hooks that reduce gradients stay with the old gradient "
                             "accumulators, so each rank trains a model of its own, and no error "
                             "says so",
                             "负责归约梯度的 hook 仍挂在旧的梯度累加器上，各 rank "
                             "会各自训练自己的模型，而且没有任何报错"},
             .advice = {"Move the module before it is wrapped, or wrap it again",
                        "在包装之前移动模块，或重新包装"},
             .phrases = kPhrases,
             .why = "DistributedDataParallel registers its hooks with the gradient accumulators of "
                    "the parameters when it is made. A parameter gets a new accumulator when its "
                    "device or type changes.",
             .fix = "Move first, wrap then.",
             .bad = R"py(
from torch.nn.parallel import DistributedDataParallel as DDP

def train(model, rank, x):
    wrapped = DDP(model, device_ids=[rank])
    wrapped.cpu()
    wrapped.cuda(rank)
    wrapped(x).sum().backward()
)py",
             .good = R"py(
from torch.nn.parallel import DistributedDataParallel as DDP

def train(model, rank, x):
    wrapped = DDP(model.cuda(rank), device_ids=[rank])
    wrapped(x).sum().backward()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/"
                            "torch.nn.parallel.DistributedDataParallel.html",
                            "https://github.com/pytorch/pytorch/issues/104336"}},
    .kinds = {NodeKind::kModule},
    .names = "DistributedDataParallel",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
