// Sections 3.1 and 3.2: what was wrong, and why it is solved in this way. The author's words are
// quoted, the rest is read from the code; what neither tells is a question.

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
#include "services/report/story/code_comments.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/effects_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/places.h"
#include "services/report/story/settings_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Condition;
using analysis::v1::FunctionStory;
using analysis::v1::Sentence;
using analysis::v1::Step;

constexpr size_t kMaxQuotes = 5;
constexpr size_t kMaxComments = 2;
constexpr int kMaxSnippetLines = 12;
constexpr size_t kMaxItems = 6;

std::string Quotes(const Subject& subject, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  constexpr Phrase kSource("In {source}:\n\n{quotes}", "{source}中写道：\n\n{quotes}");
  return Say(subject.language, kSource,
             {{"source", SourceOfSentences(subject.language, subject.review.change())},
              {"quotes", QuotesMarkdown(subject.language, sentences, kMaxQuotes)}});
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

// New switches, and whether the old behaviour is what one gets without them.
Items Switches(const Subject& subject) {
  constexpr Phrase kOff("{name} is off by default ({code})", "{name} 默认关闭（{code}）");
  constexpr Phrase kOn("{name} defaults to {code}", "{name} 的默认值为 {code}");
  Items items;
  for (const ChangedSymbol* symbol : subject.symbols) {
    const bool is_setting = symbol->kind() == analysis::v1::SYMBOL_KIND_FLAG ||
                            symbol->kind() == analysis::v1::SYMBOL_KIND_FIELD;
    if (!is_setting || symbol->status() != ChangedSymbol::STATUS_ADDED) continue;
    const std::optional<std::string> value = DefaultOf(*symbol);
    if (!value) continue;
    items.push_back(
        Say(subject.language, IsOff(*value) ? kOff : kOn,
            {{"name", NameAndPlace(subject.language, *symbol)}, {"code", CodeOf(*value)}}));
  }
  for (const ChangedSymbol* symbol : subject.functions) {
    for (const auto& [name, value] : NewParameters(*symbol)) {
      if (value.empty()) continue;
      constexpr Phrase kParameter(
          "{name} takes the optional parameter {parameter} (default {code})",
          "{name} 新增可选参数 {parameter}（默认 {code}）");
      items.push_back(Say(subject.language, kParameter,
                          {{"parameter", CodeOf(name)},
                           {"name", NameAndPlace(subject.language, *symbol)},
                           {"code", CodeOf(value)}}));
    }
  }
  return items;
}

Items Fallbacks(const Subject& subject) {
  constexpr Phrase kFallback("{name}: {condition} ({place})", "{name}：{condition}（{place}）");
  Items items;
  for (const ChangedSymbol* symbol : subject.functions) {
    const FunctionStory* story = subject.index.Story(IdOf(*symbol));
    if (story == nullptr) continue;
    for (const Condition& condition : story->conditions()) {
      const bool is_way_out = condition.kind() == Condition::KIND_FALLBACK ||
                              condition.kind() == Condition::KIND_EARLY_RETURN;
      if (!condition.is_new() || !is_way_out || condition.test().empty()) continue;
      items.push_back(Say(subject.language, kFallback,
                          {{"name", CodeOf(symbol->name())},
                           {"condition", ConditionText(subject.language, condition, *story)},
                           {"place", CodeOf(StartPlace(condition.range()), 200)}}));
    }
  }
  return items;
}

// What the code did before is an alternative that the author left.
Items Replaced(const Subject& subject) {
  constexpr Phrase kRemoved("{name} is removed from {place}", "{name} 已从 {place} 删除");
  Items items;
  for (const ChangedSymbol* symbol : subject.symbols) {
    if (symbol->status() != ChangedSymbol::STATUS_REMOVED) continue;
    items.push_back(
        Say(subject.language, kRemoved,
            {{"name", CodeOf(symbol->name())}, {"place", CodeOf(symbol->path(), 200)}}));
  }
  return items;
}

Items Costs(const Subject& subject) {
  constexpr Phrase kEffect("{name} now runs {what} ({place}){hot}",
                           "{name} 现在执行 {what}（{place}）{hot}");
  constexpr Phrase kHot(", in training or inference steps", "，在训练步或推理步中");
  Items items;
  for (const ChangedSymbol* symbol : subject.functions) {
    const FunctionStory* story = subject.index.Story(IdOf(*symbol));
    if (story == nullptr || subject.IsTest(*symbol)) continue;
    for (const auto& effect : story->effects()) {
      const bool is_cost = effect.kind() == analysis::v1::Effect::KIND_COMMUNICATES ||
                           effect.kind() == analysis::v1::Effect::KIND_SYNCHRONIZES ||
                           effect.kind() == analysis::v1::Effect::KIND_WRITES_FILE;
      if (!effect.is_new() || !is_cost) continue;
      items.push_back(Say(subject.language, kEffect,
                          {{"name", CodeOf(symbol->name())},
                           {"what", CodeOf(effect.what())},
                           {"place", CodeOf(StartPlace(effect.range()), 200)},
                           {"hot", story->is_hot() ? kHot.In(subject.language) : ""}}));
    }
  }
  return items;
}

// What the most important functions do now, for authors who do not say.
std::string ByTheCode(const Subject& subject) {
  Items items;
  for (const ChangedSymbol* symbol : subject.symbols) {
    const std::vector<std::string> clauses = DeltaClauses(subject.language, *symbol, 3);
    if (clauses.empty() || symbol->status() == ChangedSymbol::STATUS_ADDED) continue;
    items.push_back(absl::StrCat(CodeOf(symbol->name()), " ",
                                 absl::StrJoin(clauses, Semicolon(subject.language))));
    if (items.size() == kMaxItems) break;
  }
  if (items.empty()) return "";
  constexpr Phrase kCode("The author does not describe the solution. The code shows:\n\n",
                         "作者没有描述方案。从代码可以看出：\n\n");
  std::string text(kCode.In(subject.language));
  for (const std::string& item : items) {
    absl::StrAppend(&text, "- ", item, subject.language == Language::kChinese ? "。" : ".", "\n");
  }
  return text;
}

}  // namespace

std::string ProblemBackground(const Subject& subject) {
  constexpr Phrase kUnknown(
      "Neither the description nor the commits say what was wrong. **Question for the author**: "
      "what problem does this change solve?\n",
      "PR 描述和提交信息都没有说明问题所在。**向作者提问**：本次变更要解决什么问题？\n");
  const std::vector<std::string> why = SentencesOf(subject.review, Sentence::ROLE_WHY);
  std::string text =
      why.empty() ? std::string(kUnknown.In(subject.language)) : Quotes(subject, why);
  if (why.empty()) {
    const CodeComments comments = TellingComments(subject.review.model(), kMaxComments);
    for (const std::string& sentence : CommentSentences(subject.language, comments)) {
      absl::StrAppend(&text, "\n", sentence, "\n");
    }
  }
  if (std::string issues = Issues(subject); !issues.empty()) absl::StrAppend(&text, "\n", issues);
  std::string old = OldFunctionCode(subject);
  if (old.empty()) old = OldOtherCode(subject);
  if (old.empty()) old = NothingOld(subject);
  return old.empty() ? text : absl::StrCat(text, "\n", old);
}

std::string SolutionApproach(const Subject& subject) {
  std::vector<std::string> how = SentencesOf(subject.review, Sentence::ROLE_HOW);
  if (how.empty()) how = SentencesOf(subject.review, Sentence::ROLE_WHAT);
  std::string text = how.empty() ? ByTheCode(subject) : Quotes(subject, how);
  constexpr Phrase kSwitches("Switches and defaults", "开关与默认值");
  constexpr Phrase kFallbacks("Early returns and fallbacks", "提前返回与回退");
  constexpr Phrase kReplaced("Removed definitions", "删除的定义");
  constexpr Phrase kCosts("Costs in the code", "代码中的开销");
  absl::StrAppend(&text, Titled(subject, kSwitches, Switches(subject)),
                  Titled(subject, kFallbacks, Fallbacks(subject)),
                  Titled(subject, kReplaced, Replaced(subject)),
                  Titled(subject, kCosts, Costs(subject)));
  std::vector<std::string> weighed = SentencesOf(subject.review, Sentence::ROLE_ALTERNATIVE);
  if (!weighed.empty()) {
    constexpr Phrase kWeighed("Alternatives and trade-offs, according to the author",
                              "作者提到的替代方案与取舍");
    return absl::StrCat(text, "\n**", kWeighed.In(subject.language), "**\n\n",
                        QuotesMarkdown(subject.language, weighed, kMaxQuotes));
  }
  if (subject.symbols.empty()) {
    if (!text.empty()) return text;
    constexpr Phrase kNothing("there is no implementation to compare", "没有可以比较的实现");
    return NothingHere(subject, kNothing);
  }
  constexpr Phrase kQuestion(
      "**Question for the author**: which alternatives were considered, and why was this one "
      "chosen? The description names none.\n",
      "**向作者提问**：考虑过哪些替代方案，为什么选择当前方案？描述中没有提及。\n");
  return absl::StrCat(text, text.empty() ? "" : "\n", kQuestion.In(subject.language));
}

}  // namespace allreview::report::deep_dive
