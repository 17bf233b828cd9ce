// Section 4.4: the changed functions, annotated.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/annotated_code.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/other_files.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FileStory;
using analysis::v1::FunctionStory;
using analysis::v1::Sentence;

constexpr size_t kMaxFunctions = 4;  // In full.
constexpr int kMaxFirstLines = 90;   // Of the most important function.
constexpr int kMaxLines = 50;
constexpr size_t kMaxListed = 12;
constexpr size_t kMaxExcerpts = 4;
constexpr size_t kMaxReasons = 3;
constexpr size_t kMaxFileLines = 24;  // Of code, of a file that is not Python.

// Sentences that give a reason or a limit and do not stand in the code below as comments.
std::string Reasons(const Subject& subject, const ChangedSymbol& symbol) {
  constexpr Phrase kReason("- {text} ({place})\n", "- {text}（{place}）\n");
  std::string text;
  size_t told = 0;
  for (const Sentence& sentence : subject.review.model().intent().sentences()) {
    const bool is_telling =
        sentence.role() == Sentence::ROLE_PROBLEM || sentence.role() == Sentence::ROLE_REASON ||
        sentence.role() == Sentence::ROLE_DECISION || sentence.role() == Sentence::ROLE_LIMIT ||
        sentence.role() == Sentence::ROLE_INVARIANT;
    const bool is_beside = sentence.source() == Sentence::SOURCE_DOCSTRING ||
                           sentence.source() == Sentence::SOURCE_MESSAGE ||
                           sentence.source() == Sentence::SOURCE_TEST;
    if (!is_telling || !is_beside || sentence.about() != IdOf(symbol) || ++told > kMaxReasons) {
      continue;
    }
    text += Say(subject.language, kReason,
                {{"text", SentenceMarkdown(subject.language, CleanLine(sentence.text()))},
                 {"place", CodeOf(StartPlace(sentence.range()), 200)}});
  }
  return text.empty() ? "" : absl::StrCat(text, "\n");
}

std::string Annotated(const Subject& subject, const ChangedSymbol& symbol,
                      const FunctionStory& story, int max_lines) {
  constexpr Phrase kHead("**{name}** ({place})\n\n", "**{name}**（{place}）\n\n");
  const AnnotatedCode annotated = Annotate(subject.language, symbol, story, max_lines);
  std::string text = absl::StrCat(
      Say(subject.language, kHead,
          {{"name", CodeOf(symbol.name())}, {"place", CodeOf(StartPlace(symbol.after()), 200)}}),
      Reasons(subject, symbol), MarkdownCodeBlock(annotated.code, "python"));
  if (annotated.steps_left_out > 0) {
    constexpr Phrase kMore("\nNot shown: {count} of this function (see {place}).\n",
                           "\n未列出：该函数的另外 {count}（见 {place}）。\n");
    constexpr Noun kStep = {"further step", "further steps", "个步骤"};
    text += Say(subject.language, kMore,
                {{"count", Count(subject.language, annotated.steps_left_out, kStep)},
                 {"place", CodeOf(symbol.path(), 200)}});
  }
  return text;
}

std::string Others(const Subject& subject, const std::vector<const ChangedSymbol*>& symbols) {
  if (symbols.empty()) return "";
  constexpr Phrase kOthers("Other changed functions, see 7.2: {names}.\n",
                           "其他改动的函数（见 7.2）：{names}。\n");
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : symbols) names.push_back(CodeOf(symbol->name()));
  return Say(subject.language, kOthers,
             {{"names", JoinNames(subject.language, names, kMaxListed)}});
}

// Values and files that are no functions: what stood there and what stands there now.
std::string Excerpts(const Subject& subject) {
  constexpr Phrase kHead("**{name}**\n\n", "**{name}**\n\n");
  constexpr Phrase kMore("Places that are not quoted: {count} (2.2 lists the files).\n",
                         "未引用的位置：{count} 处（文件见 2.2）。\n");
  std::vector<std::string> parts;
  size_t more = 0;
  const auto add = [&](std::string part) {
    if (parts.size() < kMaxExcerpts) {
      parts.push_back(std::move(part));
    } else {
      ++more;
    }
  };
  if (subject.functions.empty()) {
    for (const ChangedSymbol* symbol : subject.symbols) {
      const std::string diff = HunkDiff(symbol->code_before(), symbol->code_after(), kMaxLines);
      if (diff.empty()) continue;
      add(absl::StrCat(
          Say(subject.language, kHead, {{"name", NameAndPlace(subject.language, *symbol)}}),
          MarkdownCodeBlock(diff, "diff")));
    }
  }
  for (const FileStory& file : subject.review.model().files()) {
    add(OtherFileMarkdown(subject.language, subject.review.model(), file, kMaxFileLines));
  }
  if (more > 0) {
    parts.push_back(Say(subject.language, kMore, {{"count", absl::StrCat(more)}}));
  }
  return absl::StrJoin(parts, "\n");
}

}  // namespace

std::string Walkthrough(const Subject& subject) {
  std::vector<std::string> parts;
  std::vector<const ChangedSymbol*> others;
  for (const ChangedSymbol* symbol : subject.functions) {
    const FunctionStory* story = subject.index.Story(IdOf(*symbol));
    const bool is_told = story != nullptr && symbol->status() != ChangedSymbol::STATUS_REMOVED &&
                         (SaysWhy(subject.language, *story) || !Reasons(subject, *symbol).empty());
    if (!is_told || parts.size() == kMaxFunctions) {
      others.push_back(symbol);
      continue;
    }
    parts.push_back(
        Annotated(subject, *symbol, *story, parts.empty() ? kMaxFirstLines : kMaxLines));
  }
  for (std::string part : {Others(subject, others), Excerpts(subject)}) {
    if (!part.empty()) parts.push_back(std::move(part));
  }
  if (parts.empty()) {
    constexpr Phrase kNothing("no function changes, and there is no other text to quote",
                              "没有函数改动，也没有其他可引用的文本");
    return NothingHere(subject, kNothing);
  }
  return absl::StrJoin(parts, "\n");
}

}  // namespace allreview::report::deep_dive
