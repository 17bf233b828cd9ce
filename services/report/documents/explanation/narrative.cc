#include "services/report/documents/explanation/narrative.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "sentences/messages/text.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/explanation/clauses.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
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

// All but the account; the weightiest, in the order of the lines.
std::vector<const ChangeStatement*> StatementsOf(const ChangeModel& model, const std::string& id) {
  std::vector<const ChangeStatement*> chosen;
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_ALGORITHM || statement.subject() != id) continue;
    const bool is_plumbing = statement.weight() < kNotable;
    if (statement.predicate() == "account" || statement.places().empty() || is_plumbing) continue;
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

// "line 7", "lines 7, 19".
std::string Lines(Language language, const ChangeStatement& statement) {
  constexpr Phrase kLine("line {lines}", "第 {lines} 行");
  constexpr Phrase kLines("lines {lines}", "第 {lines} 行");
  std::vector<std::string> lines;
  for (const change::v1::SourceRange& place : statement.places()) {
    if (lines.size() < 4) lines.push_back(absl::StrCat(place.first_line()));
  }
  return Say(language, lines.size() == 1 ? kLine : kLines,
             {{"lines", absl::StrJoin(lines, Comma(language))}});
}

std::string Item(Language language, const FunctionStory& story, const ChangeStatement& statement) {
  if (statement.predicate() == "test-comment") {
    constexpr Phrase kTest("- A test says ({place}): {text}\n",
                           "- 测试中写道（{place}）：{text}\n");
    return Say(language, kTest,
               {{"place", PlaceCode(language, statement.places(0))},
                {"text", SentenceMarkdown(language, TextOf(language, statement))}});
  }
  constexpr Phrase kItem("- {head}: {text}\n", "- {head}：{text}\n");
  std::vector<std::string> head = {Lines(language, statement)};
  const bool is_one = statement.places_size() == 1;
  const std::string around =
      is_one ? ConditionsAround(language, story, statement.places(0).first_line()) : "";
  if (!around.empty()) head.push_back(around);
  return Say(
      language, kItem,
      {{"head", Capitalised(absl::StrJoin(head, language == Language::kChinese ? "，" : ", "))},
       {"text", SentenceMarkdown(language, TextOf(language, statement))}});
}

}  // namespace

std::string AccountMarkdown(const ChangeModel& model, const ChangedSymbol& symbol) {
  const std::string id = IdOf(symbol);
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.subject() != id || statement.predicate() != "account") continue;
    const std::string text = CleanLine(TextOf(Language::kEnglish, statement));
    const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
    if (!is_new && text.size() < kSaysNothing) return "";
    return absl::StrCat("> ", MarkdownProse(text), "\n");
  }
  return "";
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

}  // namespace allreview::report::explanation
