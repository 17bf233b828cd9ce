// What an opening tells as the reason of a change.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"
#include "services/report/story/places.h"
#include "services/report/story/settings_text.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Sentence;

constexpr size_t kMaxBytes = 300;
constexpr size_t kFewBytes = 60;  // Shorter texts are titles of commits and headings.

// A flag, or a field of a class that holds a configuration.
bool IsOption(const ChangedSymbol& symbol) {
  if (symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG) return true;
  if (symbol.kind() != analysis::v1::SYMBOL_KIND_FIELD) return false;
  for (absl::string_view word : {"Config", "Cfg", "Args", "Argument", "Option", "Setting", "Param"})
    if (absl::StrContains(ScopeOf(symbol.name()), word)) return true;
  return false;
}

std::string Issues(Language language, const analysis::v1::Intent& intent) {
  constexpr Phrase kCloses("Closes {issues}.", "关闭 {issues}。");
  std::vector<std::string> names;
  for (const std::string& issue : intent.linked_issues()) names.push_back(MarkdownCode(issue));
  if (names.empty()) return "";
  return Say(language, kCloses, {{"issues", absl::StrJoin(names, Comma(language))}});
}

}  // namespace

std::set<std::string> Opening::Points() const {
  constexpr int kFew = 3;  // Where no effect is known the functions stand for it, the first ones.
  std::set<std::string> points;
  for (const ChangeStatement* effect : MainEffects()) points.insert(effect->subject());
  if (const ChangedSymbol* headline = Headline()) points.insert(IdOf(*headline));
  const auto& functions = review_.model().functions();
  const int told = std::min(points.empty() ? kFew : 1, functions.size());
  for (int i = 0; i < told; ++i) points.insert(functions[i].symbol());
  points.erase("");
  return points;
}

SaidSentences Opening::Reasons(size_t limit) const {
  SaidSentences reasons = ReasonsIn(review_.model());
  const std::set<std::string> points = Points();
  std::set<absl::string_view> paths;
  for (absl::string_view point : points) paths.insert(SymbolPath(point));
  // Beside what the change is about, code speaks of something else.
  std::erase_if(reasons, [&](const Sentence* reason) {
    if (!reason->has_range() || points.empty()) return false;
    return reason->about().empty() ? paths.count(reason->range().path()) == 0
                                   : points.count(reason->about()) == 0;
  });
  SaidSentences told;
  size_t bytes = 0;
  for (const Sentence* reason : reasons) {
    if (told.size() == limit || bytes > kMaxBytes) break;
    // Of code that speaks of itself one passage is enough.
    if (!told.empty() && reason->has_range()) break;
    told.push_back(reason);
    bytes += reason->text().size();
  }
  return told;
}

// The new setting that opens the main effect, by its own account.
std::string Opening::SettingText() const {
  const std::string effects = Opening(Language::kEnglish, review_).MainEffect();
  for (const ChangedSymbol& symbol : review_.model().symbols()) {
    if (symbol.status() != ChangedSymbol::STATUS_ADDED || !IsOption(symbol)) continue;
    ChangedSymbol setting = symbol;
    if (setting.doc().empty()) setting.set_doc(HelpOf(symbol));
    if (setting.doc().size() < kFewBytes * 2 / 3) continue;
    const absl::string_view name = absl::StripPrefix(SimpleName(symbol.name()), "--");
    const std::string in_code = absl::StrReplaceAll(name, {{"-", "_"}});
    const size_t at = effects.find(in_code);
    const bool is_told =
        at != std::string::npos && absl::StrContains("` )", effects.substr(at + in_code.size(), 1));
    if (is_told) return DefinitionText(setting);
  }
  return "";
}

// What the author wrote above the statement that carries the main effect.
std::string Opening::CommentText() const {
  for (const ChangeStatement* effect : MainEffects()) {
    for (const auto& story : review_.model().functions()) {
      if (story.symbol() != effect->subject()) continue;
      for (const auto& step : story.steps()) {
        const bool is_it = step.status() == analysis::v1::Step::STATUS_ADDED &&
                           step.range().first_line() == effect->places(0).first_line();
        if (!is_it || step.comment().size() < kFewBytes) continue;
        Sentence comment;
        comment.set_text(step.comment());
        *comment.mutable_range() = step.range();
        return SaidMarkdown(language_, comment);
      }
    }
  }
  return "";
}

std::string Opening::Accounts() const {
  if (std::string setting = SettingText(); !setting.empty()) return setting;
  const SaidSentences accounts = AccountsIn(review_.model());
  const bool is_of_author = !accounts.empty() && !accounts.front()->has_range() &&
                            accounts.front()->text().size() >= kFewBytes &&
                            IsWhole(*accounts.front());
  if (is_of_author && !MainEffect().empty()) return SaidMarkdown(language_, *accounts.front());
  return "";
}

std::string Opening::Why(size_t limit) const {
  if (limit == 0 || IsOnlyWords(review_.model())) {
    return Issues(language_, review_.model().intent());
  }
  std::string why;
  const SaidSentences reasons = Reasons(limit);
  // What the author says of the change goes before what comments say of its parts.
  if (reasons.empty() || reasons.front()->source() == Sentence::SOURCE_COMMENT) why = Accounts();
  if (why.empty()) {
    for (const Sentence* reason : reasons) {
      why = JoinSentences(language_, why, SaidMarkdown(language_, *reason));
    }
  }
  if (why.empty() && review_.model().intent().kind() == "feature") {
    why = DocumentedMarkdown(language_, review_.model());
  }
  if (why.empty()) why = CommentText();
  return JoinSentences(language_, why, Issues(language_, review_.model().intent()));
}

}  // namespace allreview::report
