// Gradients that are cleared between the backward pass that makes them and the step that uses them.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

// The clearing that gradients of a backward pass meet on each path to the step, while nothing that
// nobody knows may make others. Null: there is none.
const Occurrence* ClearedBetween(Lifecycles& lives, const Story& story, const Occurrence& step) {
  const std::vector<const Occurrence*> cleared = story.Of(Event::kCleared, step.object);
  const std::vector<const Occurrence*> steps = story.Of(Event::kStep, step.object);
  const Occurrence* lost = nullptr;
  for (const Occurrence* backward : story.Of(Event::kBackward)) {
    if (story.CanFollow(*backward, step, cleared)) return nullptr;  // Gradients get there.
    for (const Occurrence* at : cleared) {
      if (lost == nullptr && at->is_direct() && story.CanFollow(*backward, *at, steps) &&
          story.CanFollow(*at, step, story.Of(Event::kBackward)) &&
          !MayRunOthersBetween(lives, story, *at, step)) {
        lost = at;
      }
    }
  }
  return lost;
}

// Line of the last backward pass whose gradients are lost there.
int LineOfBackward(const Story& story, const Occurrence& cleared) {
  int line = 0;
  for (const Occurrence* backward : story.Of(Event::kBackward)) {
    if (story.CanFollow(*backward, cleared)) line = backward->node.last_line();
  }
  return line;
}

// Two statements that stand next to each other change places.
std::vector<Edit> Swapped(const python::Module& module, Node cleared, Node step) {
  const Node first = cleared.parent(), second = step.parent();
  if (!first.Is(NodeKind::kExpressionStatement) || NextStatement(first) != second) return {};
  return {Replace(module, first, std::string(second.text())),
          Replace(module, second, std::string(first.text()))};
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  for (const Occurrence* step : story.Of(Event::kStep)) {
    if (!step->is_direct() || step->object == kNoObject) continue;
    // A scaler or a closure.
    if (python::ArgumentsOf(step->node).positional.size() > 0) continue;
    const Occurrence* cleared = ClearedBetween(lives, story, *step);
    if (cleared == nullptr) continue;
    const Node optimizer = ReceiverOf(step->node);
    file.Report({.at = cleared->node,
                 .params = {{"optimizer", std::string(optimizer.text())},
                            {"line", absl::StrCat(LineOfBackward(story, *cleared))}},
                 .edits = Swapped(file.module(), cleared->node, step->node)});
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kGradientsClearedBeforeStep = {
    .info = {.id = "gradients-cleared-before-step",
             .title = {"Gradients cleared before the optimizer uses them",
                       "梯度在优化器使用之前被清空"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{optimizer}.zero_grad()` clears the gradients from line {line} "
                         "before `{optimizer}.step()`",
                         "`{optimizer}.zero_grad()` 在 `{optimizer}.step()` 之前清空了第 {line} "
                         "行得到的梯度"},
             .consequence =
                 {"The step finds no gradients: the parameters do not change, and no error says so",
                  "step 看不到任何梯度：参数不会更新，而且没有任何报错"},
             .advice = {"Call `{optimizer}.step()` first and `{optimizer}.zero_grad()` after it",
                        "先调用 `{optimizer}.step()`，再调用 `{optimizer}.zero_grad()`"},
             .why = "zero_grad sets .grad to None (or zero), and step skips parameters without a "
                    "gradient. The loss is still computed and logged as usual.",
             .fix = "Clear the gradients after the step, or before the next backward pass.",
             .bad = R"py(
import torch

def train_step(model, loss, optimizer):
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
)py",
             .good = R"py(
import torch

def train_step(model, loss, optimizer):
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/"
                            "torch.optim.Optimizer.zero_grad.html"},
             .version = 2},
    .kinds = {NodeKind::kModule},
    .names = "zero_grad",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
