#include "services/report/story/purpose.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/code_change.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::FunctionStory;

constexpr size_t kMaxBytes = 160;

std::string WithoutPeriod(std::string text) {
  while (absl::EndsWith(text, ".")) text.pop_back();
  if (absl::EndsWith(text, "。")) text.resize(text.size() - absl::string_view("。").size());
  return text;
}

std::string Said(Language language, const ModelIndex& index, const std::string& id) {
  const ChangeStatement* best = nullptr;
  for (const ChangeStatement& statement : index.model().statements()) {
    const bool tells = statement.kind() == ChangeStatement::KIND_ALGORITHM &&
                       statement.predicate() != "account" &&
                       statement.predicate() != "test-comment";
    if (!tells || statement.subject() != id) continue;
    if (best == nullptr || statement.weight() > best->weight()) best = &statement;
  }
  return best == nullptr ? "" : WithoutPeriod(StatementMarkdown(language, *best, WithPlace::kNo));
}

// "sets `self.index`", "returns `index.search(x)`".
std::string Outcome(Language language, const FunctionStory& story) {
  constexpr Phrase kSets("sets {names}", "设置 {names}");
  constexpr Phrase kReturns("returns {what}", "返回 {what}");
  constexpr size_t kMaxNames = 3;
  std::vector<std::string> names;
  for (const analysis::v1::Effect& effect : story.effects()) {
    if (effect.kind() != analysis::v1::Effect::KIND_SETS_ATTRIBUTE || names.size() == kMaxNames) {
      continue;
    }
    std::string name = MarkdownCode(Shorten(CleanLine(effect.what()), 60));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (!names.empty())
    return Say(language, kSets, {{"names", absl::StrJoin(names, Comma(language))}});
  const bool is_short = story.outputs_size() == 1 && story.outputs(0).name().size() <= 60 &&
                        story.outputs(0).name() != "None";
  if (!is_short) return "";
  return Say(language, kReturns, {{"what", MarkdownCode(CleanLine(story.outputs(0).name()))}});
}

}  // namespace

std::string PurposeText(Language language, const ModelIndex& index, const ChangedSymbol& symbol) {
  if (!symbol.doc().empty()) {
    return WithoutPeriod(MarkdownProse(Shorten(CleanLine(symbol.doc()), kMaxBytes)));
  }
  const std::string id = IdOf(symbol);
  if (std::string said = Said(language, index, id); !said.empty()) return said;
  const FunctionStory* story = index.Story(id);
  return story == nullptr ? "" : Outcome(language, *story);
}

std::string EditText(Language language, const ModelIndex& index, const ChangedSymbol& symbol,
                     size_t limit) {
  std::string text = ChangeText(language, symbol, limit);
  const FunctionStory* story = index.Story(IdOf(symbol));
  if (!text.empty() || story == nullptr) return text;
  const analysis::v1::Step* only = nullptr;
  for (const analysis::v1::Step& step : story->steps()) {
    if (!IsTouched(step)) continue;
    if (only != nullptr || step.status() != analysis::v1::Step::STATUS_CHANGED) return "";
    only = &step;
  }
  constexpr size_t kMaxCode = 100;
  return only == nullptr ? "" : CodeChange(language, only->code_before(), only->code(), kMaxCode);
}

}  // namespace allreview::report
