// Section 4.4: the changed functions, annotated.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/deep_dive/annotated_code.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/other_files.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FileStory;
using analysis::v1::FunctionStory;

constexpr size_t kMaxFunctions = 6;  // In full.
constexpr int kMaxFirstLines = 160;  // Of the most important function.
constexpr int kMaxLines = 80;
constexpr size_t kMaxListed = 60;
constexpr size_t kMaxClauses = 4;
constexpr size_t kMaxExcerpts = 8;
constexpr size_t kMaxFileLines = 24;  // Of code, of a file that is not Python.

std::string Annotated(const Subject& subject, const ChangedSymbol& symbol,
                      const FunctionStory& story, int max_lines) {
  constexpr Phrase kHot(", runs in training or inference steps", "，在训练步或推理步中执行");
  constexpr Phrase kHead("**{name}** ({place}{hot}){doc}\n\n",
                         "**{name}**（{place}{hot}）{doc}\n\n");
  const std::string doc =
      symbol.doc().empty()
          ? ""
          : absl::StrCat(Colon(subject.language),
                         SentenceMarkdown(subject.language, Shorten(CleanLine(symbol.doc()), 240)));
  const AnnotatedCode annotated = Annotate(subject.language, symbol, story, max_lines);
  std::string text = absl::StrCat(Say(subject.language, kHead,
                                      {{"name", CodeOf(symbol.name())},
                                       {"place", CodeOf(StartPlace(symbol.after()), 200)},
                                       {"hot", story.is_hot() ? kHot.In(subject.language) : ""},
                                       {"doc", doc}}),
                                  MarkdownCodeBlock(annotated.code, "python"));
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
  constexpr Phrase kOthers("**Other changed functions**\n\n", "**其他改动的函数**\n\n");
  std::string text(kOthers.In(subject.language));
  for (size_t i = 0; i < symbols.size() && i < kMaxListed; ++i) {
    const ChangedSymbol& symbol = *symbols[i];
    // What is new is told by what it says of itself.
    const bool is_told = symbol.status() == ChangedSymbol::STATUS_ADDED && !symbol.doc().empty();
    absl::StrAppend(
        &text, "- ", NameAndPlace(subject.language, symbol),
        is_told ? InBrackets(subject.language, StatusText(subject.language, symbol.status())) : "",
        Colon(subject.language),
        is_told ? SentenceMarkdown(subject.language, Shorten(CleanLine(symbol.doc()), 240))
                : ChangeText(subject.language, symbol, kMaxClauses),
        "\n");
  }
  if (symbols.size() <= kMaxListed) return text;
  constexpr Phrase kMore("- … and {count} more (2.2 counts them by file)\n",
                         "- ……另有 {count} 个（按文件见 2.2）\n");
  return text +
         Say(subject.language, kMore, {{"count", absl::StrCat(symbols.size() - kMaxListed)}});
}

// Tests are named by file, not told; what prepares them is not named.
std::string Tests(const Subject& subject) {
  std::map<std::string, std::vector<std::string>> names;
  for (const ChangedSymbol* symbol : subject.tests) {
    const absl::string_view simple = SimpleName(symbol->name());
    if (IsFunction(*symbol) && absl::StartsWith(simple, "test")) {
      names[symbol->path()].push_back(CodeOf(simple));
    }
  }
  if (names.empty()) return "";
  constexpr Phrase kTests("**Changed tests**\n\n", "**改动的测试**\n\n");
  constexpr Phrase kFile("- {path}: {names}\n", "- {path}：{names}\n");
  std::string text(kTests.In(subject.language));
  for (const auto& [path, of_file] : names) {
    text += Say(subject.language, kFile,
                {{"path", CodeOf(path, 200)}, {"names", JoinNames(subject.language, of_file, 20)}});
  }
  return text;
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
    const bool is_told = story != nullptr && story->steps_size() > 0 &&
                         symbol->status() != ChangedSymbol::STATUS_REMOVED;
    if (!is_told || parts.size() == kMaxFunctions) {
      others.push_back(symbol);
      continue;
    }
    parts.push_back(
        Annotated(subject, *symbol, *story, parts.empty() ? kMaxFirstLines : kMaxLines));
  }
  for (std::string part : {Others(subject, others), Excerpts(subject), Tests(subject)}) {
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
