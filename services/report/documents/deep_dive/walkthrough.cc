// Section 4.4: the changed functions, annotated.

#include <algorithm>
#include <map>
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
#include "services/report/story/call_order.h"
#include "services/report/story/narrative.h"
#include "services/report/story/other_files.h"
#include "services/report/story/places.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FileStory;
using analysis::v1::FunctionStory;
using analysis::v1::Sentence;

constexpr size_t kMaxFunctions = 8;
constexpr int kMaxFirstLines = 120;  // Of the weightiest function.
constexpr int kMaxLines = 70;        // Of another one.
constexpr int kMaxAllLines = 260;    // Of all; the last one may go beyond it.
constexpr int kMinWeight = 4;        // Less is a line of 7.2.
constexpr size_t kMaxExcerpts = 4;
constexpr size_t kMaxReasons = 3;
constexpr size_t kMaxFileLines = 24;  // Of code, of a file that is not Python.
constexpr size_t kMaxLinesOfWords = 6;

// Sentences that give a reason or a limit and stand neither in the code below as comments nor in
// the account.
std::string Reasons(const Subject& subject, const ChangedSymbol& symbol,
                    absl::string_view account) {
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
    if (!is_telling || !is_beside || sentence.about() != IdOf(symbol)) continue;
    const std::string said = SentenceMarkdown(subject.language, CleanLine(sentence.text()));
    if (absl::StrContains(account, said) || ++told > kMaxReasons) continue;
    text += Say(subject.language, kReason,
                {{"text", said}, {"place", CodeOf(StartPlace(sentence.range()), 200)}});
  }
  return text.empty() ? "" : absl::StrCat(text, "\n");
}

struct Part {
  std::string text;
  int lines = 0;
};

Part Annotated(const Subject& subject, const ChangedSymbol& symbol, const FunctionStory& story,
               int max_lines) {
  constexpr Phrase kHead("**{name}** ({place})\n\n", "**{name}**（{place}）\n\n");
  const AnnotatedCode annotated =
      Annotate(subject.language, subject.index.model(), symbol, story, max_lines);
  std::string account = AccountMarkdown(subject.index.model(), symbol);
  if (!account.empty()) account += "\n";
  std::string text = absl::StrCat(
      Say(subject.language, kHead,
          {{"name", CodeOf(symbol.name())}, {"place", CodeOf(StartPlace(symbol.after()), 200)}}),
      account, Reasons(subject, symbol, account), MarkdownCodeBlock(annotated.code, "python"));
  if (annotated.steps_left_out > 0) {
    constexpr Phrase kMore("\nNot shown: {count} of this function (see {place}).\n",
                           "\n未列出：该函数的另外 {count}（见 {place}）。\n");
    constexpr Noun kStep = {"further step", "further steps", "个步骤"};
    text += Say(subject.language, kMore,
                {{"count", Count(subject.language, annotated.steps_left_out, kStep)},
                 {"place", CodeOf(symbol.path(), 200)}});
  }
  return {std::move(text), annotated.lines};
}

// The functions that carry the change, the weightiest first while there is room, in the order in
// which they call each other.
class Functions {
 public:
  explicit Functions(const Subject& subject) : subject_(subject) {}

  std::vector<std::string> Tell() {
    for (const ChangedSymbol* symbol : subject_.functions) Consider(*symbol);
    std::vector<std::string> parts;
    for (const Stop& stop : InCallOrder(subject_.index, subject_.core, told_)) {
      parts.push_back(std::move(parts_[stop.symbol]));
    }
    return parts;
  }

 private:
  void Consider(const ChangedSymbol& symbol) {
    const FunctionStory* story = subject_.index.Story(IdOf(symbol));
    const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    if (story == nullptr || is_gone || told_.size() == kMaxFunctions) return;
    const bool is_light =
        subject_.core.WeightOf(IdOf(symbol)) < kMinWeight || IsTrivial(subject_.index, symbol);
    if (!told_.empty() && (is_light || lines_ >= kMaxAllLines)) return;
    const std::string edits = EditsOf(*story);
    if (edits.empty()) return;
    const auto [first, is_first] = edits_.emplace(edits, &symbol);
    if (!is_first) {
      constexpr Phrase kSame("\nThe same edit is made in {name}.\n", "\n{name} 中有相同的改动。\n");
      parts_[first->second] +=
          Say(subject_.language, kSame, {{"name", NameAndPlace(subject_.language, symbol)}});
      return;
    }
    Part part = Annotated(subject_, symbol, *story, told_.empty() ? kMaxFirstLines : kMaxLines);
    lines_ += part.lines;
    told_.push_back(&symbol);
    parts_[&symbol] = std::move(part.text);
  }

  const Subject& subject_;
  std::vector<const ChangedSymbol*> told_;
  std::map<const ChangedSymbol*, std::string> parts_;
  std::map<std::string, const ChangedSymbol*> edits_;
  int lines_ = 0;
};

// A Python file of which comments and docstrings change, and nothing that runs.
bool IsOfWords(const Subject& subject, const std::string& path) {
  const auto& symbols = subject.index.SymbolsIn(path);
  return !symbols.empty() &&
         std::all_of(symbols.begin(), symbols.end(),
                     [](const ChangedSymbol* symbol) { return ChangesInWordsOnly(*symbol); });
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
      const std::string diff =
          HunkDiff(symbol->code_before(), symbol->code_after(), kMaxLines, Indents::kFollow);
      if (diff.empty()) continue;
      add(absl::StrCat(
          Say(subject.language, kHead, {{"name", NameAndPlace(subject.language, *symbol)}}),
          MarkdownCodeBlock(diff, "diff")));
    }
  }
  for (const FileStory& file : subject.review.model().files()) {
    const size_t lines = IsOfWords(subject, file.path()) ? kMaxLinesOfWords : kMaxFileLines;
    add(OtherFileMarkdown(subject.language, subject.review.model(), file, lines));
  }
  if (more > 0) {
    parts.push_back(Say(subject.language, kMore, {{"count", absl::StrCat(more)}}));
  }
  return absl::StrJoin(parts, "\n");
}

}  // namespace

std::string Walkthrough(const Subject& subject) {
  std::vector<std::string> parts = Functions(subject).Tell();
  if (std::string excerpts = Excerpts(subject); !excerpts.empty()) {
    parts.push_back(std::move(excerpts));
  }
  if (parts.empty()) {
    constexpr Phrase kNothing("no function changes, and there is no other text to quote",
                              "没有函数改动，也没有其他可引用的文本");
    constexpr Phrase kUnknown("the statements of the changed functions are not known",
                              "不了解改动函数的语句");
    return subject.functions.empty()
               ? NothingHere(subject, kNothing)
               : NotApplicable(subject.language, std::string(kUnknown.In(subject.language)));
  }
  return absl::StrJoin(parts, "\n");
}

}  // namespace allreview::report::deep_dive
