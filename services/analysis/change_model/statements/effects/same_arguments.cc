// Arguments that many calls of one function get or lose alike.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

// Callee, arguments that came, that went.
using Key = std::tuple<std::string, std::vector<std::string>, std::vector<std::string>>;

struct Found {
  std::vector<const Step*> steps;
  std::vector<std::string> functions;  // Names, each once.
};

// The call that a statement returns, assigns or is.
std::optional<CallText> CallOf(const Step& step, const std::string& code) {
  absl::string_view value = code;
  if (step.kind() == Step::KIND_RETURN) {
    return absl::ConsumePrefix(&value, "return ") ? ParseCall(value) : std::nullopt;
  }
  if (step.kind() == Step::KIND_CALL) return ParseCall(code);
  if (step.kind() != Step::KIND_ASSIGNMENT) return std::nullopt;
  const std::optional<AssignmentText> text = ParseAssignment(code);
  return text ? ParseCall(text->value) : std::nullopt;
}

std::optional<Key> KeyOf(const Step& step) {
  constexpr size_t kMaxArguments = 3, kMaxBytes = 90;
  if (step.status() != Step::STATUS_CHANGED || step.code_before().empty()) return std::nullopt;
  const std::optional<CallText> before = CallOf(step, Flat(step.code_before()));
  const std::optional<CallText> after = CallOf(step, Flat(step.code()));
  if (!before || !after || before->callee != after->callee || IsPlumbing(after->callee)) {
    return std::nullopt;
  }
  Key key(after->callee, Without(after->arguments, before->arguments),
          Without(before->arguments, after->arguments));
  const auto& [callee, came, went] = key;
  const bool is_told =
      came.size() + went.size() > 0 && came.size() <= kMaxArguments &&
      went.size() <= kMaxArguments && absl::StrJoin(came, "").size() <= kMaxBytes &&
      absl::StrJoin(went, "").size() <= kMaxBytes && !absl::EndsWith(callee, "add_argument");
  return is_told ? std::optional<Key>(std::move(key)) : std::nullopt;
}

Words TextOf(const Key& key, const Found& found) {
  const auto& [callee, came, went] = key;
  Params params = {{"count", absl::StrCat(found.steps.size())},
                   {"callee", Shown(callee)},
                   {"functions", FunctionList(found.functions)}};
  if (!came.empty()) params.emplace_back("now", CodeList(came));
  if (!went.empty()) params.emplace_back("before", CodeList(went));
  const Phrase& phrase = went.empty()   ? phrases::kEditCallsPass
                         : came.empty() ? phrases::kEditCallsNoLongerPass
                                        : phrases::kEditCallsPassInstead;
  return Sentence(phrase, std::move(params));
}

}  // namespace

std::vector<Effect> EffectsOfSameArguments(const EditInput& input, std::set<const Step*>& told) {
  constexpr size_t kMinCalls = 3, kMaxPlaces = 8;
  std::map<Key, Found> edits;
  for (const EditedFunction& function : input.functions) {
    for (int i = 0; i < function.size(); ++i) {
      std::optional<Key> key = KeyOf(function.step(i));
      if (!key) continue;
      Found& found = edits[*std::move(key)];
      found.steps.push_back(&function.step(i));
      if (found.functions.empty() || found.functions.back() != function.name()) {
        found.functions.push_back(function.name());
      }
    }
  }
  std::vector<Effect> effects;
  for (const auto& [key, found] : edits) {
    if (found.steps.size() < kMinCalls) continue;
    told.insert(found.steps.begin(), found.steps.end());
    Effect effect{
        .subject = "",
        .predicate = "same-arguments",
        .object = absl::StrCat(std::get<0>(key), " ", absl::StrJoin(std::get<1>(key), ", ")),
        .text = TextOf(key, found),
        .places = {},
        .weight = 700 + 10 * static_cast<int>(std::min(found.steps.size(), kMaxPlaces))};
    for (const Step* step : found.steps) {
      if (effect.places.size() < kMaxPlaces) effect.places.push_back(step->range());
    }
    effects.push_back(std::move(effect));
  }
  return effects;
}

}  // namespace allreview::analysis
