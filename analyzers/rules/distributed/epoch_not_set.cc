// A DistributedSampler that gives every epoch the same order.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/lifecycles/lifecycles.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using lifecycles::Event;
using lifecycles::kNoObject;
using lifecycles::Lifecycles;
using lifecycles::ObjectId;
using lifecycles::ObjectKind;
using lifecycles::Objects;
using lifecycles::Occurrence;
using lifecycles::Story;

constexpr Phrase kEpochLoop("iterated-each-epoch", "the loader is read here again and again",
                            "数据加载器在这里被反复遍历");
constexpr Phrase kPhrases[] = {kEpochLoop};

// The shuffling sampler of a loader. kNoObject: it has none, or nobody knows.
ObjectId ShufflingSamplerOf(Objects& objects, ObjectId loader) {
  const Node argument = python::KeywordArgument(objects[loader].origin, "sampler");
  const ObjectId sampler = argument ? objects.SoleOf(argument) : kNoObject;
  if (sampler == kNoObject || objects[sampler].kind != ObjectKind::kSampler) return kNoObject;
  const Node shuffle = python::Argument(objects[sampler].origin, 3, "shuffle");
  const python::Arguments arguments = python::ArgumentsOf(objects[sampler].origin);
  const bool shuffles = (!shuffle || shuffle.Is(NodeKind::kTrue)) && !arguments.has_star &&
                        !arguments.has_double_star;
  return shuffles ? sampler : kNoObject;
}

// The loop over the loader trains, as far as the function around it says.
bool Trains(const Story& inner, Node iterable) {
  const Node loop = iterable.parent();
  for (const Occurrence* backward : inner.Of(Event::kBackward)) {
    if (loop.Contains(backward->node)) return true;
  }
  return false;
}

// One loader, read from the start in each turn of an outer loop.
bool IsReadAgain(Objects& objects, const Story& story, const Occurrence& iterated) {
  const Node origin = objects[iterated.object].origin;
  if (!story.AreInOneLoop(iterated, iterated)) return false;
  if (objects.OwnerOf(origin) != story.owner) return objects.OwnerOf(origin).Is(NodeKind::kModule);
  const Occurrence made{.node = origin, .inner = origin, .point = story.flow->PointOf(origin)};
  return !story.AreInOneLoop(made, iterated);
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  Objects& objects = lives.objects();
  for (const Occurrence* iterated : story.Of(Event::kIterated)) {
    const ObjectId sampler = ShufflingSamplerOf(objects, iterated->object);
    if (sampler == kNoObject || !IsReadAgain(objects, story, *iterated)) continue;
    const Story& inner = lives.StoryOf(objects.OwnerOf(iterated->inner));
    if (!Trains(inner, iterated->inner)) continue;
    if (objects.IsHandedOver(sampler) || objects.IsHandedOver(iterated->object)) continue;
    file.Report({.at = objects[sampler].origin,
                 .params = {{"loader", OneLine(iterated->inner)}},
                 .related = {{kEpochLoop, RangeOf(file.module(), iterated->inner)}}});
  }
}

void Check(FileContext& file, Node) {
  if (!file.module().identifiers().Of({"set_epoch"}).empty()) return;
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kEpochNotSet = {
    .info = {.id = "epoch-not-set",
             .title = {"DistributedSampler without set_epoch",
                       "DistributedSampler 未调用 set_epoch"},
             .severity = Severity::kP1,
             .impact = Impact::kMedium,
             .message = {"Each epoch reads `{loader}` in the same order: nothing calls set_epoch "
                         "of its DistributedSampler",
                         "每个 epoch 都以相同的顺序读取 `{loader}`：没有代码调用其 "
                         "DistributedSampler 的 set_epoch"},
             .consequence = {"The data are shuffled once, not once for each epoch, and each rank "
                             "sees the same samples in all epochs",
                             "数据只被打乱一次，而不是每个 epoch 打乱一次，"
                             "每个 rank 在所有 epoch 中都看到相同的样本"},
             .advice = {"Call `sampler.set_epoch(epoch)` before each epoch reads the loader",
                        "在每个 epoch 读取数据之前调用 `sampler.set_epoch(epoch)`"},
             .phrases = kPhrases,
             .why = "The order is drawn from the seed plus the epoch, which stays 0 until "
                    "set_epoch() says otherwise.",
             .fix = "Set the epoch at the start of each turn of the loop over epochs.",
             .bad = R"py(
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

def train(data, model, epochs):
    sampler = DistributedSampler(data)
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            model(batch).sum().backward()
)py",
             .good = R"py(
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

def train(data, model, epochs):
    sampler = DistributedSampler(data)
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            model(batch).sum().backward()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/data.html"
                            "#torch.utils.data.distributed.DistributedSampler"}},
    .kinds = {NodeKind::kModule},
    .names = "DistributedSampler",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
