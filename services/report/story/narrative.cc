#include "services/report/story/narrative.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "sentences/messages/text.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"
#include "services/report/story/step_conditions.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;
using analysis::v1::FunctionStory;

constexpr size_t kMaxItems = 8;
constexpr int kNotable = 20;         // Less is ordinary code, which the pseudo-code shows.
constexpr size_t kSaysNothing = 64;  // Bytes of an account that a kept function goes without.

std::string TextOf(Language language, const ChangeStatement& statement) {
  return In(language, FromText(statement.text(), ""));
}

// Of a function that was there before, most of the account is not about the change.
std::string FirstSentences(const std::string& text) {
  constexpr size_t kMaxBytes = 280;
  if (text.size() <= kMaxBytes) return text;
  const size_t end = text.rfind(". ", kMaxBytes);
  return end == std::string::npos ? Shorten(text, kMaxBytes) : text.substr(0, end + 1);
}

// All but the account; the weightiest, in the order of the lines.
std::vector<const ChangeStatement*> StatementsOf(const ChangeModel& model, const std::string& id) {
  std::vector<const ChangeStatement*> chosen;
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_ALGORITHM || statement.subject() != id) continue;
    if (!IsNotable(statement)) continue;
    if (chosen.size() < kMaxItems) chosen.push_back(&statement);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const ChangeStatement* a, const ChangeStatement* b) {
                     // What tests say stands last.
                     const bool is_test = a->predicate() == "test-comment";
                     const bool is_other_test = b->predicate() == "test-comment";
                     if (is_test != is_other_test) return is_other_test;
                     return a->places(0).first_line() < b->places(0).first_line();
                   });
  return chosen;
}

// "Line 7", "Lines 7, 19".
std::string Lines(Language language, const ChangeStatement& statement) {
  constexpr Phrase kLine("Line {lines}", "第 {lines} 行");
  constexpr Phrase kLines("Lines {lines}", "第 {lines} 行");
  std::vector<std::string> lines;
  for (const change::v1::SourceRange& place : statement.places()) {
    if (lines.size() < 4) lines.push_back(absl::StrCat(place.first_line()));
  }
  return Say(language, lines.size() == 1 ? kLine : kLines,
             {{"lines", absl::StrJoin(lines, Comma(language))}});
}

std::string Item(Language language, const FunctionStory& story, const ChangeStatement& statement) {
  const std::string text = SentenceMarkdown(language, TextOf(language, statement));
  if (statement.predicate() == "test-comment") {
    constexpr Phrase kTest("- A test says ({place}): {text}\n",
                           "- 测试中写道（{place}）：{text}\n");
    return Say(language, kTest,
               {{"place", PlaceCode(language, statement.places(0))},
                {"text", QuotedMarkdown(language, TextOf(language, statement))}});
  }
  constexpr Phrase kAlways("- {lines}: {text}\n", "- {lines}：{text}\n");
  constexpr Phrase kIf("- {lines}, if {conditions}: {text}\n",
                       "- {lines}，{conditions} 时：{text}\n");
  const std::string conditions =
      statement.places_size() > 1
          ? ""
          : ConditionsText(language, ConditionsAround(story, statement.places(0))).value_or("");
  return Say(language, conditions.empty() ? kAlways : kIf,
             {{"lines", Lines(language, statement)}, {"conditions", conditions}, {"text", text}});
}

}  // namespace

std::string AccountMarkdown(const ChangeModel& model, const ChangedSymbol& symbol) {
  const std::string id = IdOf(symbol);
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.subject() != id || statement.predicate() != "account") continue;
    const std::string text = CleanLine(TextOf(Language::kEnglish, statement));
    const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
    if (!is_new && text.size() < kSaysNothing) return "";
    return absl::StrCat("> ", MarkdownProse(is_new ? text : FirstSentences(text)), "\n");
  }
  return "";
}

bool IsNotable(const ChangeStatement& statement) {
  return statement.predicate() != "account" && !statement.places().empty() &&
         statement.weight() >= kNotable;
}

std::vector<LineNote> LineNotes(Language language, const ChangeModel& model,
                                const std::string& id) {
  std::vector<LineNote> notes;
  for (const ChangeStatement* statement : StatementsOf(model, id)) {
    if (statement->predicate() == "test-comment") continue;
    notes.push_back({statement->places(0), CleanLine(WithoutMarks(SentenceMarkdown(
                                               language, TextOf(language, *statement))))});
  }
  return notes;
}

bool HasNarrative(const ChangeModel& model, const std::string& id) {
  return !StatementsOf(model, id).empty();
}

std::string NarrativeMarkdown(Language language, const ChangeModel& model,
                              const FunctionStory& story) {
  std::string text;
  for (const ChangeStatement* statement : StatementsOf(model, story.symbol())) {
    text += Item(language, story, *statement);
  }
  return text;
}

}  // namespace allreview::report
