#include "services/report/documents/deep_dive/step_notes.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "services/report/story/narrative.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::Effect;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

std::string Text(absl::string_view text) { return Shorten(CleanLine(text), 140); }

}  // namespace

StepNotes::StepNotes(Language language, const analysis::v1::ChangeModel& model,
                     const FunctionStory& story)
    : language_(language) {
  for (LineNote& note : LineNotes(language, model, story.symbol())) {
    said_.emplace(note.place.first_line(), std::move(note.text));
  }
  for (const Effect& effect : story.effects()) {
    effects_.emplace(effect.range().first_line(), &effect);
  }
}

std::vector<std::string> StepNotes::For(const Step& step) const {
  std::vector<std::string> notes;
  if (step.status() == Step::STATUS_REMOVED) return notes;
  const int first = step.range().first_line();
  const int end = std::max(step.range().end_line(), first + 1);
  for (auto it = said_.lower_bound(first); it != said_.lower_bound(end); ++it) {
    notes.push_back(absl::StrCat("-> ", it->second));
  }
  for (auto it = effects_.lower_bound(first); it != effects_.lower_bound(end); ++it) {
    AddEffect(*it->second, notes);
  }
  return notes;
}

void StepNotes::AddEffect(const Effect& effect, std::vector<std::string>& notes) const {
  constexpr Phrase kGlobal("Effect: sets the global {what}", "副作用：设置全局变量 {what}");
  constexpr Phrase kArgument("Effect: modifies the caller's {what}", "副作用：修改调用方的 {what}");
  constexpr Phrase kRanks("Assumes: every rank of the group reaches this call ({what})",
                          "前提：组内所有 rank 都会执行这个调用（{what}）");
  constexpr Phrase kSync("Cost: the CPU waits for the GPU ({what})",
                         "开销：触发 CPU–GPU 同步（{what}）");
  constexpr Phrase kRandom("Effect: advances the random state ({what})",
                           "副作用：推进随机数状态（{what}）");
  constexpr Phrase kEnvironment("Effect: reads the environment ({what})",
                                "副作用：读取环境变量（{what}）");
  const auto add = [&](const Phrase& phrase) {
    notes.push_back(Say(language_, phrase, {{"what", Text(effect.what())}}));
  };
  switch (effect.kind()) {
    case Effect::KIND_SETS_GLOBAL:
      return add(kGlobal);
    case Effect::KIND_CHANGES_ARGUMENT:
      // What a forward pass hands to its backward pass concerns no caller.
      if (!absl::StartsWith(effect.what(), "ctx.")) add(kArgument);
      return;
    case Effect::KIND_COMMUNICATES:
      return add(kRanks);
    case Effect::KIND_SYNCHRONIZES:
      return add(kSync);
    case Effect::KIND_DRAWS_RANDOM:
      return add(kRandom);
    case Effect::KIND_READS_ENVIRONMENT:
      return add(kEnvironment);
    default:
      return;
  }
}

}  // namespace allreview::report::deep_dive
