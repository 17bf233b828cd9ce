#include "services/report/story/opening.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Sentence;

constexpr size_t kMaxBytes = 300;
constexpr size_t kMaxReasons = 3;  // That a document may tell as why.
// Lighter ones tell how something is written, not what is different.
constexpr int kTellingWeight = 560;
// From here on they tell what options and defaults do.
constexpr int kOptionWeight = 650;
constexpr size_t kMaxDefinitions = 3;
constexpr size_t kMaxEffectsInWhat = 1;

// Without the "(#12)" that forges put behind a title, and without its period.
std::string WithoutNumbers(std::string title) {
  for (;;) {
    while (!title.empty() && (title.back() == '.' || title.back() == ' ')) title.pop_back();
    const size_t open = title.rfind('(');
    if (!absl::EndsWith(title, ")") || open == std::string::npos) return title;
    absl::string_view inside = absl::string_view(title).substr(open + 1);
    inside.remove_suffix(1);
    const bool is_number = inside.size() > 1 && (inside[0] == '#' || inside[0] == '!') &&
                           std::all_of(inside.begin() + 1, inside.end(),
                                       [](unsigned char c) { return absl::ascii_isdigit(c); });
    if (!is_number) return title;
    title.resize(open);
  }
}

// Without "[core][dev] " in front.
std::string WithoutTags(absl::string_view title) {
  absl::string_view rest = title;
  while (absl::StartsWith(rest, "[")) {
    const size_t end = rest.find(']');
    if (end == absl::string_view::npos || end > 30) break;
    rest = absl::StripLeadingAsciiWhitespace(rest.substr(end + 1));
    absl::ConsumePrefix(&rest, ":");
    rest = absl::StripLeadingAsciiWhitespace(rest);
  }
  return std::string(rest.empty() ? title : rest);
}

std::string Subjects(Language language, const change::v1::ChangeInfo& change) {
  constexpr int kMax = 3;
  constexpr Phrase kMore("{count} more commits", "另外 {count} 个提交");
  std::vector<std::string> subjects;
  for (const change::v1::Commit& commit : change.commits()) {
    if (static_cast<int>(subjects.size()) == kMax) break;
    subjects.push_back(
        MarkdownProse(Shorten(WithoutNumbers(CleanLine(commit.subject())), kMaxBytes)));
  }
  if (subjects.empty()) return "";
  if (change.commits_size() > kMax) {
    subjects.push_back(
        Say(language, kMore, {{"count", absl::StrCat(change.commits_size() - kMax)}}));
  }
  return SentenceMarkdown(language, absl::StrJoin(subjects, Semicolon(language)));
}

std::string Extent(Language language, const review::v1::Review& review) {
  constexpr Phrase kFiles("The diff touches {files}.", "本次 diff 涉及 {files}。");
  return Say(language, kFiles, {{"files", Count(language, review.totals().files(), kFileNoun)}});
}

std::string Issues(Language language, const analysis::v1::Intent& intent) {
  constexpr Phrase kCloses("Closes {issues}.", "关闭 {issues}。");
  std::vector<std::string> names;
  for (const std::string& issue : intent.linked_issues()) names.push_back(MarkdownCode(issue));
  if (names.empty()) return "";
  return Say(language, kCloses, {{"issues", absl::StrJoin(names, Comma(language))}});
}

}  // namespace

Opening::Opening(Language language, const review::v1::Review& review)
    : language_(language), review_(review) {}

std::string Opening::Title() const {
  std::string title = WithoutTags(WithoutNumbers(CleanLine(review_.change().title())));
  // "Merge branch 'x' into 'y'" tells less than anything else does.
  if (absl::StartsWith(title, "Merge ")) return "";
  // "fix the router", but neither "ci: …" nor "top_k is …".
  const size_t word = std::min(title.find(' '), title.size());
  const bool is_word = std::all_of(title.begin(), title.begin() + static_cast<ptrdiff_t>(word),
                                   [](unsigned char c) { return absl::ascii_islower(c); });
  if (is_word && word > 0) title[0] = absl::ascii_toupper(static_cast<unsigned char>(title[0]));
  return Shorten(title, kMaxBytes);
}

const ChangedSymbol* Opening::Headline() const {
  if (review_.model().intent().kind() != "feature") return nullptr;
  for (const ChangeStatement* effect :
       StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, 1)) {
    if (effect->weight() >= kOptionWeight) return nullptr;
  }
  for (const ChangedSymbol* symbol : NewDefinitions(kMaxDefinitions)) {
    if (symbol->is_public()) return symbol;
  }
  return nullptr;
}

size_t Opening::EffectsTold() const {
  if (Headline() != nullptr) return 0;
  const Statements effects =
      StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, kMaxEffectsInWhat);
  return static_cast<size_t>(std::count_if(effects.begin(), effects.end(), [](const auto* effect) {
    return effect->weight() >= kTellingWeight;
  }));
}

std::string Opening::MainEffect() const {
  if (const ChangedSymbol* headline = Headline()) return DefinitionText(*headline);
  std::string text;
  for (const ChangeStatement* effect :
       StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, EffectsTold())) {
    text = JoinSentences(language_, text, StatementMarkdown(language_, *effect, WithPlace::kNo));
  }
  return text;
}

std::string Opening::What() const {
  std::string what = SentenceMarkdown(language_, Title());
  if (what.empty()) what = Subjects(language_, review_.change());
  const std::string effect = MainEffect();
  what = JoinSentences(language_, what, effect);
  if (effect.empty()) {
    const SaidSentences said = SentencesWith(review_.model(), {Sentence::ROLE_WHAT});
    const SaidSentences reasons = ReasonsIn(review_.model());
    const bool is_told = !said.empty() && said.front()->source() == Sentence::SOURCE_DESCRIPTION &&
                         std::find(reasons.begin(), reasons.end(), said.front()) == reasons.end();
    if (is_told) what = JoinSentences(language_, what, SaidMarkdown(language_, *said.front()));
  }
  return what.empty() ? Extent(language_, review_) : what;
}

SaidSentences Opening::Reasons(size_t limit) const {
  SaidSentences told;
  size_t bytes = 0;
  for (const Sentence* reason : ReasonsIn(review_.model())) {
    if (told.size() == limit || bytes > kMaxBytes) break;
    told.push_back(reason);
    bytes += reason->text().size();
  }
  return told;
}

std::string Opening::Why(size_t limit) const {
  std::string why;
  for (const Sentence* reason : Reasons(limit)) {
    why = JoinSentences(language_, why, SaidMarkdown(language_, *reason));
  }
  return JoinSentences(language_, why, Issues(language_, review_.model().intent()));
}

std::string Opening::DefinitionText(const ChangedSymbol& symbol) const {
  constexpr Phrase kDefinition("{name} ({place}): {doc}", "{name}（{place}）：{doc}");
  const std::string doc = CodeAsMarkdown(Shorten(CleanLine(symbol.doc()), kMaxBytes));
  return Say(language_, kDefinition,
             {{"name", MarkdownCode(Shorten(symbol.name(), 80))},
              {"place", StartCode(language_, DefinitionOf(symbol))},
              {"doc", SentenceMarkdown(language_, doc)}});
}

std::vector<const ChangedSymbol*> Opening::NewDefinitions(size_t limit) const {
  std::set<std::string> seen, test_paths;
  for (const auto& file : review_.files()) {
    if (file.file_class() == change::v1::FILE_CLASS_TEST) test_paths.insert(PathOf(file));
  }
  std::vector<const ChangedSymbol*> added;
  const auto add = [&](const ChangedSymbol& symbol) {
    const bool is_test = symbol.is_test() || test_paths.count(symbol.path()) > 0;
    const bool carries = symbol.status() == ChangedSymbol::STATUS_ADDED && !is_test &&
                         !symbol.doc().empty() && IsDefinition(symbol);
    if (carries && seen.insert(IdOf(symbol)).second) added.push_back(&symbol);
  };
  // A class tells more than a function, and what runs in a step more than a helper.
  for (const ChangedSymbol& symbol : review_.model().symbols()) {
    const bool is_class = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS;
    if (is_class && added.size() < limit / 2 + 1) add(symbol);
  }
  std::map<std::string, const ChangedSymbol*> by_id;
  for (const ChangedSymbol& symbol : review_.model().symbols()) by_id[IdOf(symbol)] = &symbol;
  for (const auto& story : review_.model().functions()) {
    const auto symbol = by_id.find(story.symbol());
    if (symbol != by_id.end()) add(*symbol->second);
  }
  for (const ChangedSymbol& symbol : review_.model().symbols()) add(symbol);
  added.resize(std::min(limit, added.size()));
  return added;
}

std::vector<std::string> Opening::How() const {
  constexpr size_t kMaxDecisions = 2;
  const SaidSentences why = Reasons(kMaxReasons);
  const auto is_why = [&](const Sentence* sentence) {
    return std::find(why.begin(), why.end(), sentence) != why.end();
  };
  std::vector<std::string> how;
  for (const Sentence* decision : DecisionsIn(review_.model())) {
    if (how.size() == kMaxDecisions) break;
    if (!is_why(decision)) how.push_back(SaidMarkdown(language_, *decision));
  }
  const ChangedSymbol* const headline = Headline();
  for (const ChangedSymbol* definition : NewDefinitions(kMaxDefinitions)) {
    if (definition != headline) how.push_back(DefinitionText(*definition));
  }
  if (how.empty()) how = OtherEffects(3);
  // What else the code says of itself.
  for (const Sentence* reason : ReasonsIn(review_.model())) {
    if (!how.empty()) break;
    if (reason->has_range() && !is_why(reason)) how.push_back(SaidMarkdown(language_, *reason));
  }
  return how;
}

std::vector<std::string> Opening::OtherEffects(size_t limit) const {
  const size_t told = EffectsTold();
  const Statements effects =
      StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, told + limit);
  std::vector<std::string> others;
  for (size_t i = told; i < effects.size(); ++i) {
    others.push_back(StatementMarkdown(language_, *effects[i], WithPlace::kYes));
  }
  return others;
}

}  // namespace allreview::report
