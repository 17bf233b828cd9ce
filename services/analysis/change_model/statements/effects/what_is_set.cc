// What a function newly sets on an object that an effect names, and what a new name in it is.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "sentences/statements/values.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxSettings = 3;
constexpr size_t kMaxBytes = 80;
constexpr size_t kMaxBytesOfName = 140;

// The function of a changed statement.
const v1::FunctionStory* StoryAt(const EffectInput& input, const change::v1::SourceRange& place) {
  for (const ToldFunction& function : input.functions) {
    if (function.symbol->path() != place.path()) continue;
    for (const Step& step : function.story->steps()) {
      if (step.range().first_line() == place.first_line() && step.range().side() == place.side() &&
          step.status() != Step::STATUS_UNSPECIFIED) {
        return function.story;
      }
    }
  }
  return nullptr;
}

// "copy.size = 2": what new statements set on the name, each once.
// Nothing when the function did not make the object just for that.
std::vector<std::string> SetOn(const v1::FunctionStory& story, const std::string& name) {
  std::vector<std::string> settings;
  bool is_new = false;
  for (const Step& step : story.steps()) {
    if (step.status() != Step::STATUS_ADDED || settings.size() == kMaxSettings) continue;
    std::string code = Flat(step.code());
    const std::optional<AssignmentText> text = ParseAssignment(code);
    is_new = is_new || (text && text->target == name);
    if (!is_new || !text || !absl::StartsWith(text->target, absl::StrCat(name, "."))) continue;
    const bool is_told = std::find(settings.begin(), settings.end(), code) != settings.end();
    if (!is_told && code.size() <= kMaxBytes) settings.push_back(std::move(code));
  }
  return settings;
}

// "kept = kept + [last]": what new statements make of the new name, but for values that the text
// says already.
std::vector<std::string> MakersOf(const v1::FunctionStory& story, const std::string& name,
                                  const std::string& text) {
  std::vector<std::string> makers;
  for (const Step& step : story.steps()) {
    const std::string code = Flat(step.code());
    const std::optional<AssignmentText> made =
        step.kind() == Step::KIND_ASSIGNMENT ? ParseAssignment(code) : std::nullopt;
    if (!made || made->target != name) continue;
    const std::optional<AssignmentText> before = step.status() == Step::STATUS_CHANGED
                                                     ? ParseAssignment(Flat(step.code_before()))
                                                     : std::optional<AssignmentText>();
    const bool is_other = before && before->target != name;
    // It had this name before.
    if (step.status() != Step::STATUS_ADDED && !is_other) return {};
    absl::string_view value = made->value;
    if (value.size() > 2 && value.front() == '(') value = value.substr(1, value.size() - 2);
    const bool is_said = absl::StrContains(text, WithoutBlanks(value));
    if (is_said || code.size() > kMaxBytesOfName || makers.size() == kMaxSettings) continue;
    makers.push_back(code);
  }
  return makers;
}

}  // namespace

void AddWhatIsSet(const EffectInput& input, Effect& effect) {
  const bool is_told = effect.predicate == "uses-instead" || effect.predicate == "same-arguments" ||
                       effect.predicate == "computes-otherwise";
  if (!is_told || effect.places.empty()) return;
  const v1::FunctionStory* story = StoryAt(input, effect.places[0]);
  if (story == nullptr) return;
  const std::string text = WithoutBlanks(English(effect.text));
  const std::vector<std::string> parts = absl::StrSplit(English(effect.text), '`');
  for (size_t i = 1; i + 1 < parts.size(); i += 2) {
    for (const std::string& name : ChainsIn(parts[i])) {
      if (name == "self" || name == "cls" || absl::StrContains(name, ".")) continue;
      std::vector<std::string> settings = SetOn(*story, name);
      if (settings.empty()) settings = MakersOf(*story, name, text);
      if (settings.empty()) continue;
      effect.text =
          Sentence(phrases::kUsesWith, {{"text", effect.text}, {"settings", CodeList(settings)}});
      return;
    }
  }
}

}  // namespace allreview::analysis
