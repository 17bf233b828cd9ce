// Sections 3.1 and 3.2: what was wrong, and why it is solved in this way. Authors are quoted with
// their places; costs and other ways come from the model.

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/file_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/statement_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::Sentence;

constexpr size_t kMaxQuotes = 4;
constexpr size_t kMaxItems = 6;

// As items of a list.
std::string Quotes(const Subject& subject, const SaidSentences& sentences, size_t limit) {
  std::string text;
  for (size_t i = 0; i < std::min(limit, sentences.size()); ++i) {
    absl::StrAppend(&text, "- ", SaidMarkdown(subject.language, *sentences[i]), "\n");
  }
  return text;
}

std::string Issues(const Subject& subject) {
  std::vector<std::string> issues;
  for (const std::string& issue : subject.review.model().intent().linked_issues()) {
    issues.push_back(CodeOf(issue));
  }
  if (issues.empty()) return "";
  constexpr Phrase kIssues("Linked issues: {issues}.\n", "关联 issue：{issues}。\n");
  return Say(subject.language, kIssues,
             {{"issues", absl::StrJoin(issues, Comma(subject.language))}});
}

using Items = std::vector<std::string>;

std::string List(const Subject& subject, const Items& items) {
  std::string text;
  for (size_t i = 0; i < items.size() && i < kMaxItems; ++i) {
    absl::StrAppend(&text, "- ", AsSentence(subject.language, items[i]), "\n");
  }
  if (items.size() > kMaxItems) {
    constexpr Phrase kMore("- … and {count} more\n", "- ……另有 {count} 项\n");
    absl::StrAppend(
        &text, Say(subject.language, kMore, {{"count", absl::StrCat(items.size() - kMaxItems)}}));
  }
  return text;
}

std::string Titled(const Subject& subject, const Phrase& title, const Items& items) {
  if (items.empty()) return "";
  return absl::StrCat("\n**", title.In(subject.language), "**\n\n", List(subject, items));
}

// What goes over the wire, or makes the CPU wait, is a risk of its own (section 6).
Items Costs(const Subject& subject) {
  Items items;
  for (const auto* cost :
       StatementsOnCode(subject.review.model(), analysis::v1::ChangeStatement::KIND_COST)) {
    const bool saves = absl::EndsWith(cost->predicate(), "no-more");
    if (IsOfTraffic(*cost) && !saves) continue;
    items.push_back(StatementMarkdown(subject.language, *cost, WithPlace::kYes));
  }
  return items;
}

Items StatementItems(const Subject& subject,
                     std::initializer_list<analysis::v1::ChangeStatement::Kind> kinds,
                     size_t limit) {
  Items items;
  for (const auto* statement : StatementsOf(subject.review.model(), kinds, limit)) {
    items.push_back(StatementMarkdown(subject.language, *statement, WithPlace::kYes));
  }
  return items;
}

// Reasons are told in 3.1.
SaidSentences Without(SaidSentences sentences, SaidSentences told, size_t told_count) {
  told.resize(std::min(told.size(), told_count));
  std::erase_if(sentences, [&](const Sentence* sentence) {
    return sentence->source() == Sentence::SOURCE_TEST ||
           std::find(told.begin(), told.end(), sentence) != told.end();
  });
  return sentences;
}

// Ways that were not taken, or stay: by the author, and as the tree has them.
std::string Alternatives(const Subject& subject, const SaidSentences& decisions) {
  constexpr Phrase kTitle("Alternatives", "替代方案");
  constexpr size_t kMaxStatements = 3;
  const SaidSentences said = Without(AlternativesIn(subject.review.model()), decisions, kMaxQuotes);
  Items items;
  for (size_t i = 0; i < std::min(said.size(), kMaxQuotes); ++i) {
    items.push_back(SaidMarkdown(subject.language, *said[i]));
  }
  for (std::string& item :
       StatementItems(subject, {analysis::v1::ChangeStatement::KIND_ALTERNATIVE}, kMaxStatements)) {
    items.push_back(std::move(item));
  }
  return Titled(subject, kTitle, items);
}

}  // namespace

std::string ProblemBackground(const Subject& subject) {
  constexpr Phrase kUnknown("Nothing in the change says what was wrong.\n",
                            "变更中没有任何地方说明问题所在。\n");
  const Opening opening(subject.language, subject.review);
  const std::string told = opening.Why(1);  // By the TL;DR.
  SaidSentences reasons = opening.Reasons(kMaxQuotes + 1);
  std::erase_if(reasons, [&](const Sentence* sentence) {
    return absl::StrContains(told, SaidMarkdown(subject.language, *sentence));
  });
  std::string text = Quotes(subject, reasons, kMaxQuotes);
  if (text.empty() && told.empty() && LacksReason(subject.review)) {
    text = std::string(kUnknown.In(subject.language));
  }
  if (std::string issues = Issues(subject); !issues.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", issues);
  }
  if (!text.empty()) return text;
  constexpr Phrase kNoProblem("nobody names a problem; 4.4 shows what changes",
                              "没有人指出问题；改动见 4.4");
  return NothingHere(subject, kNoProblem);
}

std::string SolutionApproach(const Subject& subject) {
  constexpr Phrase kCosts("Costs", "开销");
  const SaidSentences reasons = ReasonsIn(subject.review.model());
  SaidSentences decisions = Without(DecisionsIn(subject.review.model()), reasons, kMaxQuotes);
  if (decisions.empty()) {
    decisions =
        Without(SentencesWith(subject.review.model(), {Sentence::ROLE_WHAT}), reasons, kMaxQuotes);
  }
  std::string text =
      absl::StrCat(Quotes(subject, decisions, kMaxQuotes), Alternatives(subject, decisions),
                   Titled(subject, kCosts, Costs(subject)));
  if (!text.empty()) return std::string(absl::StripLeadingAsciiWhitespace(text));
  constexpr Phrase kNothing("there is no implementation to compare", "没有可以比较的实现");
  constexpr Phrase kSilent("nobody says why it was solved in this way, and no other way was found",
                           "没有人说明为何采用这种做法，也未发现其他做法");
  return NothingHere(subject, subject.symbols.empty() ? kNothing : kSilent);
}

}  // namespace allreview::report::deep_dive
