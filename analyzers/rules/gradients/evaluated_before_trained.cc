// A module with spectral norm whose first forward pass is one in eval mode.

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kEvalHere("eval-before-first-forward", "the module is set to eval mode here",
                           "模块在这里被设为 eval 模式");
constexpr Phrase kPhrases[] = {kEvalHere};

// The class of the file that makes it; null: another makes it, or it has no spectral norm.
const python::Definition* NormalisedClass(Lifecycles& lives, ObjectId model) {
  const python::Module& module = lives.module();
  const Node origin = lives.objects()[model].origin;
  if (!origin.Is(NodeKind::kCall)) return nullptr;
  const std::string name = module.ResolveAsWritten(origin.child(Field::kFunction));
  if (!absl::StartsWith(name, ":")) return nullptr;
  const python::Definition* made = module.FindDefinition(absl::string_view(name).substr(1));
  if (made == nullptr) return nullptr;
  for (Node call : module.CallsOf({"spectral_norm"})) {
    if (made->node.Contains(call) && module.Calls(call, "torch.nn.utils.spectral_norm")) {
      return made;
    }
  }
  return nullptr;
}

// The pass that comes before all others of the module; null: none certainly does.
const Occurrence* FirstPass(Lifecycles& lives, const Story& story, ObjectId model) {
  Objects& objects = lives.objects();
  std::vector<const Occurrence*> passes = story.Of(Event::kCalled);
  std::erase_if(passes, [&](const Occurrence* at) { return objects.RootOf(at->object) != model; });
  if (passes.empty()) return nullptr;
  const Occurrence* first = passes.front();
  for (const Occurrence* other : passes) {
    const bool is_later = other->node == first->node
                              ? objects.OwnerOf(other->inner) == objects.OwnerOf(first->inner)
                              : story.Precedes(*first, *other);
    if (!is_later) return nullptr;
  }
  for (const Occurrence* direct : lives.DirectOf(Event::kCalled)) {
    const bool is_here = std::any_of(passes.begin(), passes.end(), [&](const Occurrence* pass) {
      return pass->inner == direct->inner;
    });
    if (objects.RootOf(direct->object) == model && !is_here) return nullptr;
  }
  return first;
}

// eval() in the function of the pass, which holds there. Null: another mode is possible.
const Occurrence* EvalBefore(Lifecycles& lives, const Occurrence& pass, ObjectId model) {
  const Story& story = lives.StoryOf(lives.objects().OwnerOf(pass.inner));
  const Occurrence here{
      .node = pass.inner, .inner = pass.inner, .point = story.flow->PointOf(pass.inner)};
  for (const Occurrence* eval : story.Of(Event::kEval, model)) {
    if (!eval->is_direct() || !story.Precedes(*eval, here)) continue;
    bool may_train = false;
    for (Event event : {Event::kTrain, Event::kMode}) {
      for (const Occurrence* mode : story.Of(event)) {
        may_train =
            may_train || (story.CanFollow(*eval, *mode) && story.CanFollow(*mode, here, {eval}));
      }
    }
    if (!may_train) return eval;
  }
  return nullptr;
}

bool IsLoaded(Lifecycles& lives, ObjectId model) {
  for (const Occurrence* loaded : lives.DirectOf(Event::kLoaded)) {
    if (loaded->object == model || loaded->object == kNoObject) return true;
  }
  return lives.objects().IsHandedOver(model);
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  std::vector<ObjectId> models;
  for (const Occurrence* called : lives.DirectOf(Event::kCalled)) {
    const ObjectId root = lives.objects().RootOf(called->object);
    const bool is_new = std::find(models.begin(), models.end(), root) == models.end();
    if (root != kNoObject && is_new) models.push_back(root);
  }
  for (ObjectId model : models) {
    const python::Definition* made = NormalisedClass(lives, model);
    if (made == nullptr || IsLoaded(lives, model)) continue;
    for (const Story* story : lives.Stories()) {
      const Occurrence* first = FirstPass(lives, *story, model);
      const Occurrence* eval = first == nullptr ? nullptr : EvalBefore(lives, *first, model);
      if (eval == nullptr) continue;
      file.Report(
          {.at = first->node,
           .params = {{"call", OneLine(first->node)}, {"class", std::string(made->simple_name)}},
           .related = {{kEvalHere, RangeOf(file.module(), eval->node)}}});
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kEvaluatedBeforeTrained = {
    .info = {.id = "evaluated-before-trained",
             .title = {"Spectral norm evaluated before any training pass",
                       "谱归一化在任何训练前向之前被求值"},
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .message = {"`{call}` is the first forward pass of `{class}`, and runs in eval mode, "
                         "in which spectral_norm does not estimate the norm",
                         "`{call}` 是 `{class}` 的第一次前向传播，且处于 eval 模式，"
                         "此时 spectral_norm 不会估计范数"},
             .consequence = {"The weights are divided by a number drawn at random, so the outputs "
                             "say nothing of the module",
                             "权重被除以一个随机得到的数，输出不能反映该模块"},
             .advice = {"Run a forward pass in train mode first, or use "
                        "torch.nn.utils.parametrizations.spectral_norm",
                        "先在训练模式下运行一次前向传播，或使用 "
                        "torch.nn.utils.parametrizations.spectral_norm"},
             .phrases = kPhrases,
             .why = "torch.nn.utils.spectral_norm begins with random vectors and improves them by "
                    "one power iteration in each forward pass in train mode. The parametrisation "
                    "of the same name iterates when it is made.",
             .fix = "Train, or load a checkpoint, before the module is evaluated.",
             .bad = R"py(
import torch
from torch import nn

class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.utils.spectral_norm(nn.Linear(8, 1))

    def forward(self, x):
        return self.head(x)

critic = Critic()
critic.eval()
print(critic(torch.ones(8)))
)py",
             .good = R"py(
import torch
from torch import nn

class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.utils.spectral_norm(nn.Linear(8, 1))

    def forward(self, x):
        return self.head(x)

critic = Critic()
critic(torch.ones(8))
critic.eval()
print(critic(torch.ones(8)))
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/"
                            "torch.nn.utils.spectral_norm.html",
                            "https://github.com/pytorch/pytorch/issues/51800"}},
    .kinds = {NodeKind::kModule},
    .names = "spectral_norm",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
