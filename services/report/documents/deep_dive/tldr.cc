// Section 1: what, why and whom it touches, in three to five sentences.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/intent/sentences.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"
#include "services/report/story/settings_text.h"
#include "services/report/story/statement_text.h"

namespace allreview::report::deep_dive {
namespace {

// The section has five at most.
std::string FirstSentence(const std::string& text) {
  const std::vector<std::string> sentences = intent::SplitSentences(text);
  return sentences.empty() ? text : sentences.front();
}

std::string What(const Subject& subject) {
  constexpr Phrase kEmpty("The diff is empty.", "diff 为空。");
  if (subject.review.files().empty()) return std::string(kEmpty.In(subject.language));
  const Opening opening(subject.language, subject.review);
  const std::string title = QuotedMarkdown(subject.language, opening.Title());
  const std::string effect = opening.MainEffect();
  if (title.empty() || effect.empty()) return opening.What();
  return JoinSentences(subject.language, title, FirstSentence(effect));
}

std::string Why(const Subject& subject) {
  constexpr Phrase kUnknown("The author gives no reason.", "作者没有说明原因。");
  const std::string why = Opening(subject.language, subject.review).Why(1);
  if (!why.empty()) return FirstSentence(why);
  return LacksReason(subject.review) ? std::string(kUnknown.In(subject.language)) : "";
}

// The row of a table that makes it reachable by a name, where What() does not tell it.
std::string Registered(const Subject& subject) {
  using analysis::v1::ChangeStatement;
  constexpr size_t kMaxEffects = 24;
  size_t index = 0;
  for (const ChangeStatement* effect :
       StatementsOf(subject.review.model(), {ChangeStatement::KIND_EFFECT}, kMaxEffects)) {
    const bool may_be_told = index++ < 2;
    if (effect->predicate() != "registers") continue;
    return may_be_told ? "" : StatementMarkdown(subject.language, *effect, WithPlace::kYes);
  }
  return "";
}

// Who gets here and what follows for others; "": nothing is known.
std::string Impact(const Subject& subject) {
  using analysis::v1::ChangeStatement;
  constexpr Phrase kTests("only tests change", "只修改测试");
  if (subject.has_only_tests) return std::string(kTests.In(subject.language));
  if (IsOnlyWords(subject.review.model())) return "";
  if (subject.symbols.empty()) return OnlyThis(subject);
  const auto first_of = [&](std::initializer_list<ChangeStatement::Kind> kinds) {
    const Statements found = StatementsOf(subject.review.model(), kinds, 1);
    return found.empty() ? "" : StatementMarkdown(subject.language, *found[0], WithPlace::kYes);
  };
  std::string told;
  for (const std::string& more :
       {Registered(subject),
        first_of({ChangeStatement::KIND_CALLERS, ChangeStatement::KIND_CHECKPOINT})}) {
    if (!more.empty())
      absl::StrAppend(&told, told.empty() ? "" : Semicolon(subject.language), more);
  }
  return told.empty() ? first_of({ChangeStatement::KIND_CONFIGURATION}) : told;
}

}  // namespace

std::string Tldr(const Subject& subject) {
  constexpr Phrase kWhat("- **What**: {what}\n", "- **做了什么**：{what}\n");
  constexpr Phrase kWhy("- **Why**: {why}\n", "- **为什么**：{why}\n");
  constexpr Phrase kImpact("- **Impact**: {impact}\n", "- **影响**：{impact}\n");
  const std::string why = Why(subject), impact = Impact(subject);
  return absl::StrCat(Say(subject.language, kWhat, {{"what", What(subject)}}),
                      why.empty() ? "" : Say(subject.language, kWhy, {{"why", why}}),
                      impact.empty() ? ""
                                     : Say(subject.language, kImpact,
                                           {{"impact", AsSentence(subject.language, impact)}}));
}

}  // namespace allreview::report::deep_dive
