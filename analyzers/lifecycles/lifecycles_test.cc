#include "analyzers/lifecycles/lifecycles.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::lifecycles {
namespace {

using testing::ElementsAre;

constexpr char kNames[] = R"py(
import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
)py";

struct File {
  std::unique_ptr<python::Module> module;
  std::unique_ptr<Lifecycles> lifecycles;
};

File Read(absl::string_view code) {
  auto module = python::Module::Parse("pkg/train.py", absl::StrCat(kNames, code));
  EXPECT_OK(module);
  File file;
  file.module = *std::move(module);
  file.lifecycles = std::make_unique<Lifecycles>(*file.module);
  return file;
}

absl::string_view NameOf(Event event) {
  constexpr absl::string_view kEvents[] = {
      "backward", "step",   "scheduled", "cleared",   "clipped", "scaled", "unscaled",
      "updated",  "train",  "eval",      "mode",      "called",  "moved",  "replaced",
      "frozen",   "thawed", "loaded",    "epoch set", "iterated"};
  return kEvents[static_cast<int>(event)];
}

// "cleared SGD", "step SGD?": by what makes the object, with a mark where it is not certain.
std::vector<std::string> StoryOf(const File& file, absl::string_view function) {
  const python::Definition* definition = file.module->FindDefinition(function);
  const Story& story = file.lifecycles->StoryOf(definition == nullptr ? file.module->tree().root()
                                                                      : definition->node);
  std::vector<std::string> lines;
  for (const Occurrence& at : story.all) {
    std::string line(NameOf(at.event));
    if (at.object != kNoObject) {
      const Object& object = file.lifecycles->objects()[at.object];
      const absl::string_view maker = object.maker;
      absl::StrAppend(&line, " ",
                      maker.empty() ? object.origin.text() : maker.substr(maker.rfind('.') + 1));
    }
    lines.push_back(absl::StrCat(line, at.is_certain ? "" : "?"));
  }
  return lines;
}

TEST(Lifecycles, FollowsObjectsThroughParametersOfFunctions) {
  const File file = Read(R"py(
def train(net, opt, loader):
    for x in loader:
        opt.zero_grad()
        net(x).backward()
        opt.step()

def main():
    model = nn.Linear(2, 2).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = torch.utils.data.DataLoader(data)
    for epoch in range(3):
        train(model, optimizer, loader)
)py");
  EXPECT_THAT(StoryOf(file, "train"), ElementsAre("cleared SGD", "backward", "called Linear",
                                                  "step SGD", "iterated DataLoader"));
  EXPECT_THAT(StoryOf(file, "main"), ElementsAre("cleared SGD?", "backward?", "called Linear?",
                                                 "step SGD?", "iterated DataLoader"));
}

TEST(Lifecycles, TranslatesParametersOfFunctionsThatAreCalledWithSeveralObjects) {
  const File file = Read(R"py(
def update(optimizer):
    optimizer.step()

a = torch.optim.SGD(x, lr=0.1)
b = torch.optim.Adam(y, lr=0.1)
update(a)
update(optimizer=b)
)py");
  EXPECT_THAT(StoryOf(file, "update"), ElementsAre("step optimizer"));
  EXPECT_THAT(StoryOf(file, ""), ElementsAre("step SGD", "step Adam"));
}

TEST(Lifecycles, KnowsAttributesOfSelf) {
  const File file = Read(R"py(
class Trainer:
    def __init__(self, model):
        self.model = DDP(model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train_step(self, x):
        self.model.train()
        self.model(x).backward()
        self.optimizer.step()

trainer = Trainer(nn.Linear(2, 2))
trainer.train_step(x)
)py");
  EXPECT_THAT(
      StoryOf(file, "Trainer.train_step"),
      ElementsAre("train Linear", "backward", "called DistributedDataParallel", "step SGD"));
  EXPECT_THAT(StoryOf(file, ""), ElementsAre("train Linear", "backward",
                                             "called DistributedDataParallel", "step SGD"));
}

TEST(Lifecycles, SaysInWhichModeAFunctionLeavesAModel) {
  const File file = Read(R"py(
def left(net):
    net.eval()
    net(x)

def restored(net):
    net.eval()
    net(x)
    net.train()

def kept(net):
    was = net.training
    net.eval()
    net.train(was)

model = nn.Linear(2, 2)
left(model)
restored(model)
kept(model)
)py");
  EXPECT_THAT(StoryOf(file, ""), ElementsAre("eval Linear", "called Linear", "called Linear",
                                             "train Linear", "mode Linear"));
}

TEST(Lifecycles, KnowsWhatOptimizersHold) {
  const File file = Read(R"py(
model = nn.Linear(2, 2)
whole = torch.optim.SGD(model.parameters(), lr=0.1)
some = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
other = torch.optim.SGD(groups(model), lr=0.1)
)py");
  Objects& objects = file.lifecycles->objects();
  std::vector<std::pair<size_t, bool>> held;
  for (python::Node call : file.module->CallsOf({"SGD"})) {
    const Objects::Held own = objects.HeldBy(objects.SoleOf(call));
    held.push_back({own.roots.size(), own.is_all});
  }
  EXPECT_THAT(held, ElementsAre(std::pair(1u, true), std::pair(1u, false), std::pair(0u, false)));
}

TEST(Lifecycles, KnowsWhatIsHandedToSomebodyElse) {
  const File file = Read(R"py(
def own(net):
    net(x)

kept = nn.Linear(2, 2)
own(kept)
print(kept)
wrapped = DDP(kept)
given = nn.Linear(2, 2)
somebody(given)
listed = nn.Linear(2, 2)
models = [listed]
)py");
  Objects& objects = file.lifecycles->objects();
  std::vector<bool> handed;
  for (python::Node call : file.module->CallsOf({"Linear"})) {
    handed.push_back(objects.IsHandedOver(objects.SoleOf(call)));
  }
  EXPECT_THAT(handed, ElementsAre(false, true, true));
}

TEST(Story, KnowsWhatCanFollowOnWhichPath) {
  const File file = Read(R"py(
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in data:
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()
)py");
  const Story& story = file.lifecycles->StoryOf(file.module->tree().root());
  const Occurrence& backward = *story.Of(Event::kBackward)[0];
  const Occurrence& step = *story.Of(Event::kStep)[0];
  const std::vector<const Occurrence*> cleared = story.Of(Event::kCleared);
  EXPECT_TRUE(story.CanFollow(backward, step, cleared));
  EXPECT_TRUE(story.CanFollow(step, backward));
  EXPECT_FALSE(story.CanFollow(step, backward, cleared));
  EXPECT_TRUE(story.AreInOneLoop(step, backward));
  EXPECT_TRUE(story.Precedes(backward, step));
  EXPECT_FALSE(story.Precedes(step, backward));
}

TEST(Lifecycles, HasNoStoriesOfAFileWithTooManyEvents) {
  std::string code = "model = nn.Linear(2, 2)\n";
  for (int i = 0; i < 5'000; ++i)
    absl::StrAppend(&code, "model.zero_grad()\nmodel(x).backward()\n");
  const File file = Read(code);
  EXPECT_TRUE(file.lifecycles->Stories().empty());
}

}  // namespace
}  // namespace allreview::lifecycles
