// Section 1: what, why and whom it touches, in three to five sentences.

#include <algorithm>
#include <initializer_list>
#include <set>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/intent/sentences.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/documents/test_verification.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"
#include "services/report/story/places.h"
#include "services/report/story/root_text.h"
#include "services/report/story/statement_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::CallPath;

constexpr size_t kMaxNames = 3;

// The section has five at most.
std::string FirstSentence(const std::string& text) {
  const std::vector<std::string> sentences = intent::SplitSentences(text);
  return sentences.empty() ? text : sentences.front();
}

std::string What(const Subject& subject) {
  constexpr Phrase kEmpty("The diff is empty.", "diff 为空。");
  if (subject.review.files().empty()) return std::string(kEmpty.In(subject.language));
  const Opening opening(subject.language, subject.review);
  const std::string title = SentenceMarkdown(subject.language, opening.Title());
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

// Paths that do not begin in tests: those first that lead to what the main effect is about, and
// that run in production; those last on which a function is only handed over.
std::vector<const CallPath*> SurePathsFirst(const Subject& subject) {
  using analysis::v1::ChangeStatement;
  const Statements effects =
      StatementsOf(subject.review.model(), {ChangeStatement::KIND_EFFECT}, 2);
  const auto key = [&](const CallPath* path) {
    const bool is_unsure = std::any_of(
        path->hops().begin(), path->hops().end(),
        [](const auto& hop) { return hop.confidence() == finding::v1::CONFIDENCE_LOW; });
    const bool is_main = std::any_of(effects.begin(), effects.end(), [&](const auto* effect) {
      return effect->subject() == path->target();
    });
    const bool is_vague = path->root_kind() == "public" || path->root_kind() == "import";
    return std::tuple(is_unsure, !is_main, is_vague);
  };
  std::vector<const CallPath*> paths;
  for (const CallPath& path : subject.review.model().paths()) {
    if (!path.is_test() && path.hops_size() > 1) paths.push_back(&path);
  }
  std::stable_sort(paths.begin(), paths.end(),
                   [&](const CallPath* a, const CallPath* b) { return key(a) < key(b); });
  return paths;
}

// Who gets there: the entry points by kind, with one function each.
std::string Reach(const Subject& subject) {
  std::set<std::string> kinds;
  std::vector<std::string> roots;
  for (const CallPath* one : SurePathsFirst(subject)) {
    const CallPath& path = *one;
    if (!kinds.insert(path.root_kind()).second) continue;
    const absl::string_view name = SymbolName(path.hops(0).symbol());
    roots.push_back(
        absl::StrCat(CodeOf(name.empty() ? SymbolPath(path.hops(0).symbol()) : name, 160),
                     InBrackets(subject.language, RootText(subject.language, path.root_kind()))));
  }
  if (roots.empty()) return "";
  constexpr Phrase kReached("it is reached from {roots}", "入口为 {roots}");
  return Say(subject.language, kReached,
             {{"roots", JoinNames(subject.language, roots, kMaxNames)}});
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
  constexpr Phrase kTests("only tests change", "只改动测试");
  constexpr Phrase kNoCode("no Python code changes ({what})", "没有改动 Python 代码（{what}）");
  if (subject.has_only_tests) return std::string(kTests.In(subject.language));
  if (subject.symbols.empty()) {
    return Say(subject.language, kNoCode, {{"what", OnlyThis(subject)}});
  }
  const auto first_of = [&](std::initializer_list<ChangeStatement::Kind> kinds) {
    const Statements found = StatementsOf(subject.review.model(), kinds, 1);
    return found.empty() ? "" : StatementMarkdown(subject.language, *found[0], WithPlace::kYes);
  };
  const std::string reach = Reach(subject);
  std::string told = reach;
  for (const std::string& more :
       {Registered(subject),
        first_of({ChangeStatement::KIND_CALLERS, ChangeStatement::KIND_CHECKPOINT})}) {
    if (!more.empty())
      absl::StrAppend(&told, told.empty() ? "" : Semicolon(subject.language), more);
  }
  return told.empty() ? first_of({ChangeStatement::KIND_CONFIGURATION}) : told;
}

// What the review found, in one sentence; empty: nothing.
std::string Verdict(const Subject& subject) {
  constexpr Phrase kFound("Findings of the review: {findings} (see section 6).",
                          "评审发现的问题：{findings}（见第 6 节）。");
  const review::v1::Counts counts = CountsWithTests(subject.review);
  std::vector<std::string> parts;
  for (const auto& [count, label] : {std::pair<int, absl::string_view>{counts.p0(), "P0"},
                                     {counts.p1(), "P1"},
                                     {counts.p2(), "P2"}}) {
    if (count > 0) parts.push_back(absl::StrCat(count, " ", label));
  }
  if (parts.empty()) return "";
  return Say(subject.language, kFound,
             {{"findings", absl::StrJoin(parts, Comma(subject.language))}});
}

}  // namespace

std::string Tldr(const Subject& subject) {
  constexpr Phrase kWhat("- **What**: {what}\n", "- **做了什么**：{what}\n");
  constexpr Phrase kWhy("- **Why**: {why}\n", "- **为什么**：{why}\n");
  constexpr Phrase kImpact("- **Impact**: {impact}\n", "- **影响**：{impact}\n");
  const std::string why = Why(subject), impact = Impact(subject);
  const std::string told =
      JoinSentences(subject.language, impact.empty() ? "" : AsSentence(subject.language, impact),
                    Verdict(subject));
  return absl::StrCat(Say(subject.language, kWhat, {{"what", What(subject)}}),
                      why.empty() ? "" : Say(subject.language, kWhy, {{"why", why}}),
                      told.empty() ? "" : Say(subject.language, kImpact, {{"impact", told}}));
}

}  // namespace allreview::report::deep_dive
