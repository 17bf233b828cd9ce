// Context, problem and solution: what a reader must know before the code.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/description.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/code_comments.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Condition;
using analysis::v1::Delta;
using review::v1::FileSummary;
using review::v1::Review;

constexpr size_t kMaxSentences = 5;
constexpr size_t kMaxComments = 2;

// The folders that hold most of the changed files, with how many.
std::vector<std::string> Areas(const Review& review) {
  std::map<std::string, int> files;
  for (const FileSummary& file : review.files()) {
    const std::string& path = file.entry().new_path();
    const size_t slash = path.rfind('/');
    if (file.file_class() == change::v1::FILE_CLASS_TEST && review.files_size() > 1) continue;
    ++files[slash == std::string::npos ? path : path.substr(0, slash)];
  }
  std::vector<std::pair<int, std::string>> ranked;
  for (const auto& [folder, count] : files) ranked.emplace_back(-count, folder);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> folders;
  for (const auto& [count, folder] : ranked) folders.push_back(folder);
  return folders;
}

// Languages by changed lines, as people write them.
std::vector<std::string> Languages(const Review& review) {
  std::map<std::string, int64_t> lines;
  for (const FileSummary& file : review.files()) {
    if (!file.language().empty()) {
      lines[file.language()] += file.additions() + file.deletions() + 1;
    }
  }
  std::vector<std::pair<int64_t, std::string>> ranked;
  for (const auto& [language, count] : lines) ranked.emplace_back(-count, language);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> names;
  for (const auto& [count, language] : ranked) {
    names.push_back(MarkdownText(Capitalised(language)));
    if (names.size() == 3) break;
  }
  return names;
}

std::string KindSentence(const Post& post) {
  constexpr Phrase kFix("Judging by the title, it is a bug fix.", "按标题看，这是一次缺陷修复。");
  constexpr Phrase kFeature("Judging by the title, it adds a feature.",
                            "按标题看，这是一项新功能。");
  constexpr Phrase kRefactor("Judging by the title, it is a refactoring.",
                             "按标题看，这是一次重构。");
  constexpr Phrase kPerformance("Judging by the title, it is about performance.",
                                "按标题看，这与性能有关。");
  constexpr Phrase kRemoval("Judging by the title, it removes code.", "按标题看，这是一次删除。");
  constexpr Phrase kTest("Judging by the title, it is about tests.",
                         "按标题看，这是测试方面的改动。");
  constexpr Phrase kDocs("Judging by the title, it is about documentation.",
                         "按标题看，这是文档改动。");
  constexpr Phrase kBuild("Judging by the title, it is about the build or CI.",
                          "按标题看，这是构建或 CI 方面的改动。");
  constexpr Phrase kRevert("It reverts an earlier change.", "它撤销了之前的一次变更。");
  const std::string& kind = post.review.model().intent().kind();
  const struct {
    absl::string_view kind;
    Phrase phrase;
  } kKinds[] = {{"fix", kFix},           {"feature", kFeature},
                {"refactor", kRefactor}, {"test", kTest},
                {"docs", kDocs},         {"build", kBuild},
                {"revert", kRevert},     {"performance", kPerformance},
                {"removal", kRemoval}};
  for (const auto& [name, phrase] : kKinds) {
    if (kind == name) return std::string(phrase.In(post.language));
  }
  return "";
}

// "adds 2 functions, modifies 3 and removes 1"; of tests nothing.
std::string DefinitionsSentence(const Post& post) {
  constexpr Phrase kSentence("In code outside tests, it {parts}.", "测试之外的代码中，{parts}。");
  constexpr Phrase kAdds("adds {count}", "新增 {count}");
  constexpr Phrase kModifies("modifies {count}", "修改 {count}");
  constexpr Phrase kRemoves("removes {count}", "删除 {count}");
  constexpr Phrase kMoves("moves or renames {count}", "移动或重命名 {count}");
  constexpr Noun kDefinition = {"definition", "definitions", "个定义"};
  std::map<int, int> counts;
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    if (symbol.is_test() || !IsDefinition(symbol)) continue;
    const bool is_same = symbol.status() == ChangedSymbol::STATUS_RENAMED;
    ++counts[is_same ? ChangedSymbol::STATUS_MOVED : symbol.status()];
  }
  std::vector<std::string> parts;
  const struct {
    ChangedSymbol::Status status;
    Phrase phrase;
  } kParts[] = {{ChangedSymbol::STATUS_ADDED, kAdds},
                {ChangedSymbol::STATUS_MODIFIED, kModifies},
                {ChangedSymbol::STATUS_MOVED, kMoves},
                {ChangedSymbol::STATUS_REMOVED, kRemoves}};
  for (const auto& [status, phrase] : kParts) {
    if (counts[status] == 0) continue;
    parts.push_back(
        Say(post.language, phrase, {{"count", Count(post.language, counts[status], kDefinition)}}));
  }
  if (parts.empty()) return "";
  const std::string text = post.language == Language::kChinese ? absl::StrJoin(parts, "，")
                                                               : Enumerated(post.language, parts);
  return Say(post.language, kSentence, {{"parts", text}});
}

// Sentences of the author as a quotation.
std::string Quotation(const std::vector<std::string>& sentences, size_t first, Language language) {
  std::string text;
  for (size_t i = first; i < std::min(first + kMaxSentences, sentences.size()); ++i) {
    absl::StrAppend(&text, i == first ? "> " : "> \n> ", MarkdownProse(sentences[i]), "\n");
  }
  if (sentences.size() > first + kMaxSentences) {
    constexpr Phrase kMore("(… and {count} more of the author's sentences)",
                           "（……作者另有 {count} 句说明）");
    absl::StrAppend(
        &text, "> \n> ",
        Say(language, kMore, {{"count", absl::StrCat(sentences.size() - first - kMaxSentences)}}),
        "\n");
  }
  return text;
}

// What the code shows of the state before, by the functions that matter most: the first clear sign.
std::vector<std::string> DerivedProblems(const Post& post) {
  constexpr Phrase kUnchecked(
      "{name} used to continue if {test}; now it raises an exception ({place}).",
      "此前 {test} 成立时 {name} 会继续执行，现在会抛出异常（{place}）。");
  constexpr Phrase kDefault("A default of {name} changes from {before} to {after}.",
                            "{name} 的一个默认值由 {before} 改为 {after}。");
  constexpr Phrase kParameter("Callers of {name} could not pass {after} before.",
                              "此前调用方无法向 {name} 传入 {after}。");
  std::vector<std::string> problems;
  for (const Stop& stop : post.walk.stops) {
    const std::string name = CodeOf(stop.symbol->name());
    const bool was_there = stop.symbol->status() != ChangedSymbol::STATUS_ADDED;
    if (!was_there) continue;
    for (const Delta& delta : stop.symbol->deltas()) {
      if (delta.kind() == Delta::KIND_DEFAULT && !delta.before().empty() &&
          !delta.after().empty()) {
        problems.push_back(Say(post.language, kDefault,
                               {{"name", name},
                                {"before", CodeOf(delta.before())},
                                {"after", CodeOf(delta.after())}}));
      }
      if (delta.kind() == Delta::KIND_PARAMETER && delta.before().empty()) {
        problems.push_back(
            Say(post.language, kParameter, {{"name", name}, {"after", CodeOf(delta.after())}}));
      }
    }
    if (stop.story == nullptr) continue;
    for (const Condition& condition : stop.story->conditions()) {
      if (!condition.is_new() || condition.kind() != Condition::KIND_RAISE ||
          condition.test().empty()) {
        continue;
      }
      problems.push_back(Say(post.language, kUnchecked,
                             {{"test", CodeOf(condition.test())},
                              {"name", name},
                              {"place", PlaceCode(post.language, condition.range())}}));
    }
  }
  if (problems.size() > 3) problems.resize(3);
  // The author's own words come first.
  std::vector<std::string> all =
      CommentSentences(post.language, TellingComments(post.review.model(), kMaxComments));
  all.insert(all.end(), problems.begin(), problems.end());
  return all;
}

std::string Issues(const Post& post) {
  constexpr Phrase kIssues("It closes {issues}.", "它关闭 {issues}。");
  if (post.author.issues.empty()) return "";
  std::vector<std::string> names;
  for (const std::string& issue : post.author.issues) names.push_back(MarkdownCode(issue));
  return Say(post.language, kIssues, {{"issues", Enumerated(post.language, names)}});
}

// "`f` (new, `a.py:12`)".
std::string Named(const Post& post, const ChangedSymbol& symbol) {
  return absl::StrCat(
      CodeOf(symbol.name(), 80),
      InBrackets(post.language, absl::StrCat(StatusText(post.language, symbol.status()),
                                             post.language == Language::kChinese ? "，" : ", ",
                                             StartCode(post.language, DefinitionOf(symbol)))));
}

}  // namespace

std::string ContextSection(const Post& post) {
  constexpr Phrase kTitle("## Context\n\n", "## 背景\n\n");
  constexpr Phrase kWhere(
      "The change touches {files} of {repository} ({languages}) in {areas}, with {lines}.",
      "本次变更涉及 {repository} 仓库的 {files}（{languages}；{areas}），{lines}。");
  constexpr Phrase kNoRepository(
      "The change touches {files} ({languages}) in {areas}, with {lines}.",
      "本次变更涉及 {files}（{languages}；{areas}），{lines}。");
  constexpr Phrase kLines("{added} added and {removed} removed", "新增 {added}、删除 {removed}");
  constexpr Phrase kMerges("Concepts behind it: {concepts}.", "涉及的概念：{concepts}。");
  constexpr Phrase kTextFiles("text", "文本");
  const Review& review = post.review;
  const std::vector<std::string> languages = Languages(review);
  const std::string& repository = review.change().repository();
  const std::string lines =
      Say(post.language, kLines,
          {{"added", Count(post.language, review.totals().additions(), kLineNoun)},
           {"removed", Count(post.language, review.totals().deletions(), kLineNoun)}});
  std::vector<std::string> parts = {
      Say(post.language, repository.empty() ? kNoRepository : kWhere,
          {{"languages", languages.empty() ? std::string(kTextFiles.In(post.language))
                                           : Enumerated(post.language, languages)},
           {"repository", CodeOf(repository)},
           {"files", Count(post.language, review.totals().files(), kFileNoun)},
           {"areas", CodeList(post.language, Areas(review), 3)},
           {"lines", lines}}),
      KindSentence(post), DefinitionsSentence(post)};
  std::vector<std::string> names;
  for (const glossary::UsedConcept& used : post.concepts) {
    names.emplace_back(used.entry->name.In(post.language));
  }
  if (!names.empty()) {
    parts.push_back(Say(post.language, kMerges, {{"concepts", Enumerated(post.language, names)}}));
  }
  std::string text;
  for (const std::string& part : parts) text = JoinSentences(post.language, text, part);
  return absl::StrCat(kTitle.In(post.language), text, "\n");
}

std::string ProblemSection(const Post& post) {
  constexpr Phrase kTitle("## The problem\n\n", "## 要解决的问题\n\n");
  constexpr Phrase kAuthor("The author's reason:\n\n", "作者说明的原因：\n\n");
  constexpr Phrase kNoReason("The description does not state a reason.", "描述中没有说明原因。");
  constexpr Phrase kTitled("Apart from the title, {title}, the author gives no reason.",
                           "除标题 {title} 之外，作者没有说明原因。");
  constexpr Phrase kDerived("The code itself shows:", "从代码本身可以看出：");
  constexpr Phrase kOpen("What was wrong or missing before is a question for the author.",
                         "变更前有什么问题或缺失，需要向作者提问。");
  std::string text(kTitle.In(post.language));
  if (!post.author.why.empty()) {
    absl::StrAppend(&text, kAuthor.In(post.language), Quotation(post.author.why, 0, post.language));
    const std::string issues = Issues(post);
    return issues.empty() ? text : absl::StrCat(text, "\n", issues, "\n");
  }
  const std::string& title = post.review.change().title();
  const std::string unexplained = title.empty()
                                      ? std::string(kNoReason.In(post.language))
                                      : Say(post.language, kTitled, {{"title", Quoted(title)}});
  const std::string intro = JoinSentences(post.language, unexplained, Issues(post));
  const std::vector<std::string> problems = DerivedProblems(post);
  if (problems.empty()) {
    return absl::StrCat(text, JoinSentences(post.language, intro, kOpen.In(post.language)), "\n");
  }
  absl::StrAppend(&text, JoinSentences(post.language, intro, kDerived.In(post.language)), "\n\n");
  for (const std::string& problem : problems) absl::StrAppend(&text, "- ", problem, "\n");
  return text;
}

std::string SolutionSection(const Post& post) {
  constexpr Phrase kTitle("## The solution\n\n", "## 解决方案\n\n");
  constexpr Phrase kAuthor("In the author's words:\n\n", "作者的说明：\n\n");
  constexpr Phrase kSilent(
      "The author does not describe the solution; the rest of this page is derived from the change "
      "itself.",
      "作者没有描述方案，以下内容均由变更本身得出。");
  constexpr Phrase kMain("The main changes are in {names}.", "主要改动位于 {names}。");
  std::string text(kTitle.In(post.language));
  std::string main;
  if (!post.walk.stops.empty()) {
    // Important is what the model ranks first, not what runs first.
    std::vector<std::string> names;
    for (const analysis::v1::FunctionStory& story : post.review.model().functions()) {
      const ChangedSymbol* symbol = post.index.Symbol(story.symbol());
      const bool is_told = std::any_of(post.walk.stops.begin(), post.walk.stops.end(),
                                       [&](const Stop& stop) { return stop.symbol == symbol; });
      if (is_told && names.size() < 3) names.push_back(Named(post, *symbol));
    }
    if (names.empty()) names.push_back(Named(post, *post.walk.stops.front().symbol));
    main = Say(post.language, kMain, {{"names", Enumerated(post.language, names)}});
  }
  if (!post.author.what.empty()) {
    absl::StrAppend(&text, kAuthor.In(post.language), Quotation(post.author.what, 0, post.language),
                    main.empty() ? "" : "\n", main, main.empty() ? "" : "\n");
    return text;
  }
  return absl::StrCat(text, JoinSentences(post.language, kSilent.In(post.language), main), "\n");
}

}  // namespace allreview::report::explanation
