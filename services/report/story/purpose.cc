#include "services/report/story/purpose.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
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

bool IsName(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

// "returns `index.search(x)`"; that a name is returned says nothing.
std::string Outcome(Language language, const FunctionStory& story) {
  constexpr Phrase kReturns("returns {what}", "返回 {what}");
  if (story.outputs_size() != 1 || Yields(story)) return "";
  const std::string& what = story.outputs(0).name();
  const bool is_told = what.size() <= 60 && (!IsName(what) || what == "True" || what == "False");
  return is_told ? Say(language, kReturns, {{"what", MarkdownCode(CleanLine(what))}}) : "";
}

}  // namespace

bool Yields(const FunctionStory& story) {
  return std::any_of(story.steps().begin(), story.steps().end(), [](const auto& step) {
    return absl::StartsWith(step.code(), "yield") || absl::StrContains(step.code(), "= yield");
  });
}

bool IsBareName(const analysis::v1::Value& value) {
  return value.shape().empty() && value.dtype().empty() && value.doc().empty() &&
         value.annotation().empty() && IsName(value.name());
}

std::string PurposeText(Language language, const ModelIndex& index, const ChangedSymbol& symbol) {
  if (!symbol.doc().empty()) {
    return QuotedWords(language,
                       WithoutPeriod(MarkdownProse(Shorten(CleanLine(symbol.doc()), kMaxBytes))));
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
