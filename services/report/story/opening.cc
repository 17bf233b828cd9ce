#include "services/report/story/opening.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/story/change_title.h"
#include "services/report/story/file_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"
#include "services/report/story/run_order.h"
#include "services/report/story/settings_text.h"
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
// From here on a second one is told, too, or what switches a new definition on.
constexpr int kPointWeight = 740;
constexpr size_t kMaxSteps = 4;

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
  return QuotedMarkdown(language, absl::StrJoin(subjects, Semicolon(language)));
}

std::string Extent(Language language, const review::v1::Review& review) {
  constexpr Phrase kFiles("The diff touches {files}.", "本次 diff 涉及 {files}。");
  return Say(language, kFiles, {{"files", Count(language, review.totals().files(), kFileNoun)}});
}

// What jobs notice of a default is told of configurations.
bool IsOfConfiguration(const analysis::v1::ChangeModel& model, const ChangeStatement& effect) {
  if (effect.predicate() != "default-changes" || effect.places().empty()) return false;
  const auto& statements = model.statements();
  return std::any_of(statements.begin(), statements.end(), [&](const ChangeStatement& other) {
    return other.predicate() == "default-changed" && !other.places().empty() &&
           other.places(0).path() == effect.places(0).path() &&
           other.places(0).first_line() == effect.places(0).first_line();
  });
}

}  // namespace

Opening::Opening(Language language, const review::v1::Review& review)
    : language_(language), review_(review) {}

std::string Opening::Title() const { return TitleOf(review_.change()); }

const ChangedSymbol* Opening::Headline() const {
  constexpr size_t kMaxAsked = 12;
  const Statements effects = StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, 1);
  const int most = effects.empty() ? 0 : effects.front()->weight();
  const bool is_feature = review_.model().intent().kind() == "feature";
  int words = 2;  // That the title must have of its name.
  if (is_feature) words = most >= kOptionWeight ? 1 : 0;
  if (most < kTellingWeight) words = 0;
  const std::string title = Title();
  for (const ChangedSymbol* symbol : NewDefinitions(kMaxAsked)) {
    if (!symbol->is_public() || IsHelper(*symbol)) continue;
    if (words == 0 || WordsInTitle(title, SimpleName(symbol->name())) >= words) return symbol;
  }
  return nullptr;
}

Statements Opening::MainEffects() const {
  const int least = Headline() == nullptr ? kTellingWeight : kPointWeight;
  Statements effects = StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, 2);
  if (!effects.empty() && effects.front()->weight() < least) effects.clear();
  // What takes long to say is a step.
  const auto is_long = [](const ChangeStatement& effect) {
    return StatementMarkdown(Language::kEnglish, effect, WithPlace::kNo).size() > kMaxBytes;
  };
  const bool tells_one = effects.size() < 2 || effects[1]->weight() < kPointWeight ||
                         effects[1]->predicate() == "fails-newly" || Headline() != nullptr ||
                         IsOfUncalled(review_.model(), *effects[1]) || is_long(*effects[1]);
  if (tells_one && effects.size() > 1) effects.resize(1);
  return effects;
}

std::string Opening::MainEffect() const {
  std::string text;
  if (const ChangedSymbol* headline = Headline()) text = DefinitionText(*headline);
  for (const ChangeStatement* effect : MainEffects()) {
    text = JoinSentences(language_, text, StatementMarkdown(language_, *effect, WithPlace::kYes));
  }
  if (text.empty()) text = ModulesText();
  if (!text.empty()) return text;
  // Of a change of settings alone.
  const Statements keys = StatementsOf(review_.model(), {ChangeStatement::KIND_CONFIGURATION}, 1);
  if (review_.model().symbols().empty() && !keys.empty()) {
    return StatementMarkdown(language_, *keys[0], WithPlace::kYes);
  }
  return NamesText();
}

std::string Opening::NamesText() const {
  constexpr Phrase kAdds("Adds {names}.", "新增 {names}。");
  constexpr Phrase kRemoves("Removes {names}.", "删除 {names}。");
  constexpr Phrase kMore("{count} more", "另外 {count} 个");
  constexpr Phrase kWords("Only comments, docstrings or layout change.",
                          "只修改了注释、docstring 或排版。");
  constexpr size_t kMaxNames = 4;
  if (IsOnlyWords(review_.model())) return std::string(kWords.In(language_));
  std::set<std::pair<std::string, int>> whole;
  for (const ChangedSymbol& symbol : review_.model().symbols()) {
    whole.emplace(IdOf(symbol), symbol.status());
    // What a modified function does is the point, though nobody knows it.
    const bool is_modified = symbol.status() == ChangedSymbol::STATUS_MODIFIED &&
                             IsFunction(symbol) && !symbol.is_test();
    if (is_modified) return "";
  }
  for (const auto& [status, phrase] : {std::pair(ChangedSymbol::STATUS_ADDED, &kAdds),
                                       std::pair(ChangedSymbol::STATUS_REMOVED, &kRemoves)}) {
    std::vector<std::string> names;
    size_t count = 0;
    for (const ChangedSymbol& symbol : review_.model().symbols()) {
      const bool is_told =
          symbol.status() == status && !symbol.is_test() && IsDefinition(symbol) &&
          whole.count({absl::StrCat(symbol.path(), ":", ScopeOf(symbol.name())), status}) == 0;
      if (is_told && ++count <= kMaxNames) {
        names.push_back(MarkdownCode(Shorten(symbol.name(), 80)));
      }
    }
    if (names.empty()) continue;
    if (count > kMaxNames) {
      names.push_back(Say(language_, kMore, {{"count", absl::StrCat(count - kMaxNames)}}));
    }
    return Say(language_, *phrase, {{"names", absl::StrJoin(names, Comma(language_))}});
  }
  return "";
}

std::string Opening::What() const {
  std::string what = QuotedMarkdown(language_, Title());
  if (what.empty()) what = Subjects(language_, review_.change());
  std::string effect = MainEffect();
  // "Removes `f`" behind the title "Remove f".
  const size_t first = effect.find('`'), last = effect.rfind('`');
  const bool is_one_name = first != std::string::npos && effect.find('`', first + 1) == last;
  if (is_one_name && effect == NamesText() &&
      absl::StrContains(Title(), effect.substr(first + 1, last - first - 1))) {
    effect.clear();
  }
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

std::string Opening::DefinitionText(const ChangedSymbol& symbol) const {
  constexpr Phrase kDefinition("{name} ({place}): {doc}", "{name}（{place}）：{doc}");
  const std::string doc = CodeAsMarkdown(Shorten(CleanLine(symbol.doc()), kMaxBytes));
  return Say(language_, kDefinition,
             {{"name", MarkdownCode(Shorten(symbol.name(), 80))},
              {"place", StartCode(language_, DefinitionOf(symbol))},
              {"doc", QuotedMarkdown(language_, doc)}});
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
                         SaysMoreThanName(symbol.name(), symbol.doc()) && IsDefinition(symbol);
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

std::vector<std::string> Opening::Decisions() const {
  constexpr size_t kMaxDecisions = 2;
  const SaidSentences why = Reasons(kMaxReasons);
  std::vector<std::string> decisions;
  for (const Sentence* decision : DecisionsIn(review_.model())) {
    if (decisions.size() == kMaxDecisions) break;
    const bool is_told = std::find(why.begin(), why.end(), decision) != why.end() ||
                         decision->source() == Sentence::SOURCE_TEST ||
                         decision->state() == Sentence::STATE_GONE;
    if (!is_told) decisions.push_back(SaidMarkdown(language_, *decision));
  }
  return decisions;
}

std::vector<std::string> Opening::How() const {
  std::vector<std::string> how = Decisions();
  const RunOrder order(review_.model());
  std::vector<std::pair<int, std::string>> steps;
  const size_t told = MainEffects().size();
  Statements effects =
      StatementsOf(review_.model(), {ChangeStatement::KIND_EFFECT}, told + 3 * kMaxSteps);
  // One of each function before a second one of any.
  std::set<std::string> subjects;
  const auto is_first = [&](const ChangeStatement* effect) {
    return effect->subject().empty() || subjects.insert(effect->subject()).second;
  };
  std::for_each(effects.begin(), effects.begin() + std::min(told, effects.size()), is_first);
  std::stable_partition(effects.begin() + std::min(told, effects.size()), effects.end(), is_first);
  for (size_t i = told; i < effects.size(); ++i) {
    const ChangeStatement& effect = *effects[i];
    if (how.size() + steps.size() == kMaxSteps) break;
    if (effect.weight() < kTellingWeight) break;
    if (IsOfConfiguration(review_.model(), effect)) continue;
    const int at = effect.places().empty() ? order.OfSymbol(effect.subject())
                                           : order.Of(effect.places(0), effect.subject());
    steps.emplace_back(at, StatementMarkdown(language_, effect, WithPlace::kYes));
  }
  for (const ChangedSymbol* definition : NewDefinitions(kMaxDefinitions)) {
    const bool is_told = definition == Headline() || IsHelper(*definition);
    if (how.size() + steps.size() >= kMaxSteps || is_told) continue;
    steps.emplace_back(order.OfSymbol(IdOf(*definition)), DefinitionText(*definition));
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [at, text] : steps) how.push_back(std::move(text));
  return how;
}

}  // namespace allreview::report
