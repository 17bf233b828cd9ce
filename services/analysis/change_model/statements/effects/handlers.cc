// Errors that are caught now.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

// "ValueError" of "except ValueError as error:"; empty: any.
std::string CaughtBy(const std::string& code) {
  absl::string_view text = code;
  absl::ConsumePrefix(&text, "except");
  absl::ConsumeSuffix(&text, ":");
  return std::string(absl::StripAsciiWhitespace(text.substr(0, text.find(" as "))));
}

// The first call of what the handler guards.
std::string GuardedCall(const Outline& outline, const std::vector<int>& body) {
  for (const int i : body) {
    for (const std::string& callee : CalleesIn(outline.CodeOf(i))) {
      if (!IsLogCall(callee)) return std::string(repository::SimpleName(callee));
    }
  }
  return "";
}

int HandlerOf(const EditedFunction& function, int header) {
  for (int i = header + 1; i < function.size(); ++i) {
    const Step& step = function.step(i);
    if (step.status() == Step::STATUS_REMOVED || step.depth() > function.step(header).depth()) {
      continue;
    }
    const bool is_handler =
        step.depth() == function.step(header).depth() && absl::StartsWith(step.code(), "except");
    return is_handler ? i : -1;
  }
  return -1;
}

// What was there goes below a new `try`, and the handler does not raise again.
void AddHandler(const EditedFunction& function, int header, std::vector<Effect>& effects) {
  const int handler = HandlerOf(function, header);
  const std::vector<int> body = function.after().BodyOf(header);
  const bool guards_old = std::any_of(body.begin(), body.end(), [&](int i) {
    return function.step(i).status() != Step::STATUS_ADDED;
  });
  if (handler < 0 || !function.IsNew(handler) || !guards_old) return;
  for (const int i : function.after().BodyOf(handler)) {
    if (function.step(i).kind() == Step::KIND_RAISE) return;
  }
  const std::string caught = CaughtBy(Flat(function.step(handler).code()));
  if (caught.size() > 80) return;
  const std::string callee = GuardedCall(function.after(), body);
  Params params = {{"function", function.name()},
                   {"error", CodeList({caught.empty() ? "BaseException" : caught})}};
  if (!callee.empty()) params.emplace_back("callee", Shown(callee));
  effects.push_back(
      function.Told("catches", caught,
                    Sentence(callee.empty() ? phrases::kEditCatchesAny : phrases::kEditCatches,
                             std::move(params)),
                    header, 800));
}

}  // namespace

std::vector<Effect> EffectsOfHandlers(const EditInput& input) {
  std::vector<Effect> effects;
  for (const EditedFunction& function : input.functions) {
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      const bool is_new_try = step.kind() == Step::KIND_TRY &&
                              step.status() == Step::STATUS_ADDED &&
                              absl::StartsWith(step.code(), "try");
      if (is_new_try) AddHandler(function, i, effects);
    }
  }
  return effects;
}

}  // namespace allreview::analysis
