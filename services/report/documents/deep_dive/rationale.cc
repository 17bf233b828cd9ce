// Sections 3.1 and 3.2: what was wrong, and why it is solved in this way. Authors are quoted with
// their places; effects and other ways come from the model.

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

using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;
using analysis::v1::Sentence;
using analysis::v1::Step;

constexpr size_t kMaxQuotes = 4;
constexpr int kMaxSnippetLines = 12;
constexpr size_t kMaxItems = 6;

// As items of a list.
std::string Quotes(const Subject& subject, const SaidSentences& sentences, size_t limit) {
  std::string text;
  for (size_t i = 0; i < std::min(limit, sentences.size()); ++i) {
    absl::StrAppend(&text, "- ", SaidMarkdown(subject.language, *sentences[i]), "\n");
  }
  return text;
}

// The code of a function that this change takes away or replaces, dedented to its own depth.
struct Snippet {
  std::string code;
  int lines = 0, more = 0;
};

// Appends lines to a snippet; what lies between two that are shown is an ellipsis.
class SnippetWriter {
 public:
  void Add(int depth, absl::string_view line) {
    if (snippet_.lines == kMaxSnippetLines) {
      ++snippet_.more;
      return;
    }
    if (depth_ < 0) depth_ = depth;
    absl::StrAppend(&snippet_.code, std::string(4 * std::max(0, depth - depth_), ' '), line, "\n");
    ++snippet_.lines;
    has_gap_ = false;
  }

  void AddGap(int depth) {
    if (depth_ < 0 || has_gap_ || snippet_.lines == kMaxSnippetLines) return;
    absl::StrAppend(&snippet_.code, std::string(4 * std::max(0, depth - depth_), ' '), "# ...\n");
    has_gap_ = true;
  }

  Snippet Finish() { return std::move(snippet_); }

 private:
  Snippet snippet_;
  int depth_ = -1;  // Of the first line.
  bool has_gap_ = false;
};

// Adds a changed statement of several lines: its first line, and those that are not in the new
// version.
void AddReplaced(const Step& step, SnippetWriter& writer) {
  constexpr size_t kFewLines = 3;
  const std::vector<std::string> lines = absl::StrSplit(CleanBlock(step.code_before()), '\n');
  const std::string now = CleanLine(step.code());
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::string_view text = absl::StripAsciiWhitespace(lines[i]);
    absl::ConsumeSuffix(&text, ",");
    const bool is_shown = lines.size() <= kFewLines || i == 0 || i + 1 == lines.size() ||
                          !absl::StrContains(now, text);
    const int indent = static_cast<int>(lines[i].find_first_not_of(' ') / 4);
    is_shown ? writer.Add(step.depth(), lines[i])
             : writer.AddGap(step.depth() + std::max(0, indent));
  }
}

Snippet OldCodeOf(const FunctionStory& story) {
  SnippetWriter writer;
  int end = 0;  // Of the removed code so far, on the left side.
  for (const Step& step : story.steps()) {
    if (step.status() == Step::STATUS_CHANGED && !step.code_before().empty()) {
      if (end != 0) writer.AddGap(step.depth());
      AddReplaced(step, writer);
      end = -1;
    }
    if (step.status() != Step::STATUS_REMOVED) continue;
    // What stood between is still there, here or elsewhere; blank lines and comments are no code.
    const int comment_lines = 1 + static_cast<int>(step.comment().size() / 60);
    const int slack = step.comment().empty() ? 1 : 1 + comment_lines;
    if (end != 0 && step.range().first_line() > end + slack) writer.AddGap(step.depth());
    const std::string code = CleanBlock(step.code());
    for (absl::string_view line : absl::StrSplit(code, '\n')) writer.Add(step.depth(), line);
    end = std::max(step.range().end_line(), step.range().first_line() + 1);
  }
  return writer.Finish();
}

// Old code of the function that loses most; among equals, of the most important one.
std::string OldFunctionCode(const Subject& subject) {
  const ChangedSymbol* best = nullptr;
  Snippet snippet;
  for (const ChangedSymbol* symbol : subject.functions) {
    const FunctionStory* story = subject.index.Story(IdOf(*symbol));
    if (story == nullptr) continue;
    Snippet other = OldCodeOf(*story);
    if (other.lines <= snippet.lines) continue;
    best = symbol;
    snippet = std::move(other);
  }
  if (best == nullptr) return "";
  constexpr Phrase kOld("Old code in {name} that the change replaces:\n\n",
                        "{name} 中被替换的旧代码：\n\n");
  constexpr Noun kMoreLines = {"more line", "more lines", "行"};
  constexpr Phrase kMore("# … and {count}", "# ……另有 {count}");
  if (snippet.more > 0) {
    absl::StrAppend(&snippet.code,
                    Say(subject.language, kMore,
                        {{"count", Count(subject.language, snippet.more, kMoreLines)}}),
                    "\n");
  }
  return absl::StrCat(
      Say(subject.language, kOld, {{"name", NameAndPlace(subject.language, *best)}}),
      MarkdownCodeBlock(snippet.code, "python"));
}

// Old code of fields, constants, flags and files that are not Python.
std::string OldOtherCode(const Subject& subject) {
  constexpr Phrase kOld("Before the change, {name} was:\n\n", "变更前，{name} 为：\n\n");
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (symbol->code_before().empty()) continue;
    return absl::StrCat(
        Say(subject.language, kOld, {{"name", NameAndPlace(subject.language, *symbol)}}),
        MarkdownCodeBlock(Shorten(symbol->code_before(), 1200), "python"));
  }
  for (const auto& file : subject.review.model().files()) {
    if (file.hunks().empty() || file.hunks(0).before().empty()) continue;
    return absl::StrCat(Say(subject.language, kOld, {{"name", CodeOf(file.path(), 200)}}),
                        MarkdownCodeBlock(file.hunks(0).before(), ""));
  }
  return "";
}

// What was there before, when no old code can be quoted.
std::string NothingOld(const Subject& subject) {
  constexpr Phrase kNew("Nothing is replaced: {names} did not exist before.",
                        "没有替换旧代码：此前不存在 {names}。");
  constexpr Phrase kRemoved("The change removes {names}.", "本次变更删除了 {names}。");
  std::vector<std::string> added, removed;
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (symbol->status() == ChangedSymbol::STATUS_ADDED) added.push_back(CodeOf(symbol->name()));
    if (symbol->status() == ChangedSymbol::STATUS_REMOVED) {
      removed.push_back(CodeOf(symbol->name()));
    }
  }
  const auto say = [&](const Phrase& phrase, const std::vector<std::string>& names) {
    return Say(subject.language, phrase, {{"names", JoinNames(subject.language, names, 4)}}) + "\n";
  };
  if (!removed.empty()) return say(kRemoved, removed);
  if (!added.empty()) return say(kNew, added);
  return "";
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
  const std::string told = Opening(subject.language, subject.review).Why(1);  // By the TL;DR.
  SaidSentences reasons = ReasonsIn(subject.review.model());
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
  std::string old = OldFunctionCode(subject);
  if (old.empty()) old = OldOtherCode(subject);
  if (old.empty() && text.empty()) old = NothingOld(subject);
  if (old.empty() && text.empty()) {
    constexpr Phrase kNoProblem("nobody names a problem; 4.4 shows what changes",
                                "没有人指出问题；改动见 4.4");
    return NothingHere(subject, kNoProblem);
  }
  if (old.empty()) return text;
  return text.empty() ? old : absl::StrCat(text, "\n", old);
}

std::string SolutionApproach(const Subject& subject) {
  constexpr Phrase kEffects("What is different", "有何不同");
  constexpr Phrase kCosts("Costs", "开销");
  const SaidSentences reasons = ReasonsIn(subject.review.model());
  SaidSentences decisions = Without(DecisionsIn(subject.review.model()), reasons, kMaxQuotes);
  if (decisions.empty()) {
    decisions =
        Without(SentencesWith(subject.review.model(), {Sentence::ROLE_WHAT}), reasons, kMaxQuotes);
  }
  const std::string told = Opening(subject.language, subject.review).What();  // By the TL;DR.
  Items effects = StatementItems(subject, {analysis::v1::ChangeStatement::KIND_EFFECT}, kMaxItems);
  std::erase_if(effects, [&](const std::string& item) {
    return absl::StrContains(told, absl::StripSuffix(item, "."));
  });
  std::string text =
      absl::StrCat(Quotes(subject, decisions, kMaxQuotes), Titled(subject, kEffects, effects),
                   Alternatives(subject, decisions), Titled(subject, kCosts, Costs(subject)));
  if (!text.empty()) return std::string(absl::StripLeadingAsciiWhitespace(text));
  constexpr Phrase kNothing("there is no implementation to compare", "没有可以比较的实现");
  constexpr Phrase kSilent("nobody says why it was solved in this way, and no other way was found",
                           "没有人说明为何采用这种做法，也未发现其他做法");
  return NothingHere(subject, subject.symbols.empty() ? kNothing : kSilent);
}

}  // namespace allreview::report::deep_dive
