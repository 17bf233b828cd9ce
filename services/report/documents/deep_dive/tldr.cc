// Section 1: what, why and whom it touches, in three to five sentences.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/intent/sentences.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/code_comments.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/places.h"
#include "services/report/story/root_text.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;

constexpr size_t kMaxNames = 3;

// "adds 2 definitions (`a`, `b`), changes 1 (`c`)"
std::string Extent(const Subject& subject) {
  constexpr Phrase kNew("adds {names}", "新增 {names}");
  constexpr Phrase kModified("modifies {names}", "修改 {names}");
  constexpr Phrase kRemoved("removes {names}", "删除 {names}");
  constexpr Phrase kFiles("touches {files}", "改动 {files}");
  std::map<int, std::vector<std::string>> names;
  for (const ChangedSymbol* symbol : subject.symbols) {
    const bool is_plain = symbol->status() == ChangedSymbol::STATUS_ADDED ||
                          symbol->status() == ChangedSymbol::STATUS_REMOVED;
    names[is_plain ? symbol->status() : ChangedSymbol::STATUS_MODIFIED].push_back(
        CodeOf(symbol->name()));
  }
  if (names.empty()) return Say(subject.language, kFiles, {{"files", FilesByClass(subject)}});
  std::vector<std::string> parts;
  for (const auto& [status, phrase] :
       {std::pair<int, const Phrase*>{ChangedSymbol::STATUS_MODIFIED, &kModified},
        {ChangedSymbol::STATUS_ADDED, &kNew},
        {ChangedSymbol::STATUS_REMOVED, &kRemoved}}) {
    if (names[status].empty()) continue;
    parts.push_back(Say(subject.language, *phrase,
                        {{"names", JoinNames(subject.language, names[status], kMaxNames)}}));
  }
  return absl::StrJoin(parts, Semicolon(subject.language));
}

std::string What(const Subject& subject) {
  constexpr Phrase kTitled("{title}; the change {extent}.", "{title}；本次变更{extent}。");
  constexpr Phrase kUntitled("The change {extent}.", "本次变更{extent}。");
  constexpr Phrase kEmpty("The diff is empty.", "diff 为空。");
  if (subject.review.files().empty()) return std::string(kEmpty.In(subject.language));
  // The full stop before a number that GitHub adds would end the sentence.
  const std::string one_sentence =
      absl::StrReplaceAll(CleanLine(subject.review.change().title()), {{". (#", " (#"}});
  std::string title = MarkdownProse(Shorten(one_sentence, 200));
  while (!title.empty() && title.back() == '.') title.pop_back();
  const std::string extent = Extent(subject);
  if (title.empty()) return Say(subject.language, kUntitled, {{"extent", extent}});
  return Say(subject.language, kTitled, {{"title", title}, {"extent", extent}});
}

std::string Why(const Subject& subject) {
  constexpr Phrase kUnknown("The author gives no reason (see the question in 3.1).",
                            "作者没有说明原因（见 3.1 的提问）。");
  constexpr Phrase kIssues("It closes {issues}; the author gives no further reason.",
                           "它关闭 {issues}；作者没有说明其他原因。");
  const std::vector<std::string> why =
      SentencesOf(subject.review, analysis::v1::Sentence::ROLE_WHY);
  if (!why.empty()) return SentenceMarkdown(subject.language, Shorten(CleanLine(why.front()), 300));
  std::vector<std::string> issues;
  for (const std::string& issue : subject.review.model().intent().linked_issues()) {
    issues.push_back(CodeOf(issue));
  }
  if (issues.empty()) {
    CodeComments comments = TellingComments(subject.review.model(), 1);
    // Its first sentence: a TL;DR has five.
    for (std::vector<CodeComment>* side : {&comments.gone, &comments.added}) {
      for (CodeComment& comment : *side) {
        const std::vector<std::string> sentences = intent::SplitSentences(comment.text);
        if (!sentences.empty()) comment.text = sentences.front();
      }
    }
    const std::vector<std::string> said = CommentSentences(subject.language, comments);
    return said.empty()
               ? std::string(kUnknown.In(subject.language))
               : JoinSentences(subject.language, kUnknown.In(subject.language), said.back());
  }
  return Say(subject.language, kIssues, {{"issues", JoinNames(subject.language, issues, 5)}});
}

// Paths that do not begin in tests; those last of which a call is known by its name only.
std::vector<const CallPath*> SurePathsFirst(const Subject& subject) {
  std::vector<const CallPath*> paths;
  for (const CallPath& path : subject.review.model().paths()) {
    if (!path.is_test() && path.hops_size() > 1) paths.push_back(&path);
  }
  std::stable_partition(paths.begin(), paths.end(), [](const CallPath* path) {
    return std::none_of(path->hops().begin(), path->hops().end(), [](const auto& hop) {
      return hop.confidence() == finding::v1::CONFIDENCE_LOW;
    });
  });
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
  constexpr Phrase kReached("it is reached from {roots}", "可由 {roots} 到达");
  return Say(subject.language, kReached,
             {{"roots", JoinNames(subject.language, roots, kMaxNames)}});
}

// Names of the symbols of a kind that are new or changed.
std::vector<std::string> NamesOf(const Subject& subject,
                                 std::initializer_list<analysis::v1::SymbolKind> kinds) {
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : subject.symbols) {
    for (const analysis::v1::SymbolKind kind : kinds) {
      if (symbol->kind() == kind && !ChangesInWordsOnly(*symbol))
        names.push_back(CodeOf(symbol->name()));
    }
  }
  return names;
}

// Public functions whose callers have to look.
std::vector<std::string> ChangedInterfaces(const Subject& subject) {
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : subject.functions) {
    const bool differs = !symbol->signature_before().empty() &&
                         !symbol->signature_after().empty() &&
                         symbol->signature_before() != symbol->signature_after();
    if (symbol->is_public() && !subject.IsTest(*symbol) && differs) {
      names.push_back(CodeOf(symbol->name()));
    }
  }
  return names;
}

std::vector<std::string> CheckpointKeys(const Subject& subject) {
  std::vector<std::string> keys;
  for (const ChangedSymbol* symbol : subject.symbols) {
    for (const Delta& delta : symbol->deltas()) {
      if (delta.kind() != Delta::KIND_STATE_DICT_KEY) continue;
      keys.push_back(CodeOf(delta.before().empty() ? delta.after() : delta.before()));
    }
  }
  return keys;
}

std::string Impact(const Subject& subject) {
  constexpr Phrase kConfiguration("changed configuration: {names}", "配置变化：{names}");
  constexpr Phrase kInterfaces("changed signatures: {names}", "签名变化：{names}");
  constexpr Phrase kKeys("changed checkpoint keys: {names}", "checkpoint 键变化：{names}");
  constexpr Phrase kNone("no affected caller, configuration, signature or checkpoint key was found",
                         "未发现受影响的调用方、配置、签名或 checkpoint 键");
  constexpr Phrase kTests("only tests change", "只改动测试");
  constexpr Phrase kNoCode("no Python code changes ({what})", "没有改动 Python 代码（{what}）");
  if (subject.has_only_tests) return std::string(kTests.In(subject.language));
  if (subject.symbols.empty()) {
    return Say(subject.language, kNoCode, {{"what", OnlyThis(subject)}});
  }
  std::vector<std::string> parts;
  if (std::string reach = Reach(subject); !reach.empty()) parts.push_back(std::move(reach));
  const auto add = [&](const Phrase& phrase, const std::vector<std::string>& names) {
    if (names.empty()) return;
    parts.push_back(
        Say(subject.language, phrase, {{"names", JoinNames(subject.language, names, kMaxNames)}}));
  };
  add(kConfiguration,
      NamesOf(subject, {analysis::v1::SYMBOL_KIND_FLAG, analysis::v1::SYMBOL_KIND_FIELD}));
  add(kInterfaces, ChangedInterfaces(subject));
  add(kKeys, CheckpointKeys(subject));
  if (parts.empty()) return std::string(kNone.In(subject.language));
  return absl::StrJoin(parts, Semicolon(subject.language));
}

// What the review found, in one sentence.
std::string Verdict(const Subject& subject) {
  constexpr Phrase kFound("Findings of the review: {findings} (see section 6).",
                          "评审发现的问题：{findings}（见第 6 节）。");
  constexpr Phrase kNothing("The rules found no P0, P1 or P2.", "规则没有发现 P0、P1 或 P2 问题。");
  constexpr Phrase kIncomplete(
      "The rules found no P0, P1 or P2, but not everything could be reviewed.",
      "规则没有发现 P0、P1 或 P2 问题，但并非所有内容都已评审。");
  const review::v1::Counts& counts = subject.review.counts();
  std::vector<std::string> parts;
  for (const auto& [count, label] : {std::pair<int, absl::string_view>{counts.p0(), "P0"},
                                     {counts.p1(), "P1"},
                                     {counts.p2(), "P2"}}) {
    if (count > 0) parts.push_back(absl::StrCat(count, " ", label));
  }
  if (!parts.empty()) {
    return Say(subject.language, kFound,
               {{"findings", absl::StrJoin(parts, Comma(subject.language))}});
  }
  const bool is_incomplete = subject.review.conclusion() == review::v1::CONCLUSION_INCOMPLETE;
  return std::string((is_incomplete ? kIncomplete : kNothing).In(subject.language));
}

}  // namespace

std::string Tldr(const Subject& subject) {
  constexpr Phrase kTldr(
      "- **What**: {what}\n- **Why**: {why}\n- **Impact**: {impact} {verdict}\n",
      "- **做了什么**：{what}\n- **为什么**：{why}\n- **影响**：{impact}{verdict}\n");
  return Say(subject.language, kTldr,
             {{"what", What(subject)},
              {"why", Why(subject)},
              {"impact", AsSentence(subject.language, Impact(subject))},
              {"verdict", Verdict(subject)}});
}

}  // namespace allreview::report::deep_dive
