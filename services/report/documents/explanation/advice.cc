// How the change is tested, what could be better, and what goes wrong easily in this area.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/explanation/finding_lists.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_text.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;

constexpr size_t kMaxItems = 6;
constexpr size_t kMaxTests = 8;

// Test functions that the change touched, by what became of them.
std::string ChangedTests(const Post& post) {
  constexpr Phrase kAdds("New tests: {names}.", "新增测试：{names}。");
  constexpr Phrase kEdits("Changed tests: {names}.", "修改的测试：{names}。");
  constexpr Phrase kMore("{count} more", "另外 {count} 个");
  constexpr Phrase kDrops("Removed tests: {names}.", "删除的测试：{names}。");
  std::vector<std::string> added, edited, removed;
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    const bool is_case = absl::StartsWith(SimpleName(symbol.name()), "test");
    if (!symbol.is_test() || !IsFunction(symbol) || !is_case ||
        symbol.status() == ChangedSymbol::STATUS_REFORMATTED) {
      continue;
    }
    const std::string name =
        absl::StrCat(CodeOf(SimpleName(symbol.name()), 80),
                     InBrackets(post.language, StartCode(post.language, DefinitionOf(symbol))));
    (symbol.status() == ChangedSymbol::STATUS_ADDED     ? added
     : symbol.status() == ChangedSymbol::STATUS_REMOVED ? removed
                                                        : edited)
        .push_back(name);
  }
  std::string text;
  const auto add = [&](const Phrase& phrase, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::vector<std::string> shown(names.begin(),
                                   names.begin() + std::min(names.size(), kMaxTests));
    if (names.size() > kMaxTests) {
      shown.push_back(
          Say(post.language, kMore, {{"count", absl::StrCat(names.size() - kMaxTests)}}));
    }
    text = JoinSentences(post.language, text,
                         Say(post.language, phrase, {{"names", Enumerated(post.language, shown)}}));
  };
  add(kAdds, added);
  add(kEdits, edited);
  add(kDrops, removed);
  return text;
}

// Files of tests of which no test function itself changes: helpers, fixtures, data.
std::string ChangedTestFiles(const Post& post) {
  constexpr Phrase kFiles("Test files that the change edits: {files}.",
                          "本次变更修改的测试文件：{files}。");
  constexpr Phrase kMore("{count} more", "另外 {count} 个");
  std::vector<std::string> files;
  size_t more = 0;
  for (const review::v1::FileSummary& file : post.review.files()) {
    if (file.file_class() != change::v1::FILE_CLASS_TEST) continue;
    const change::v1::FileEntry& entry = file.entry();
    const std::string& path = entry.new_path().empty() ? entry.old_path() : entry.new_path();
    if (files.size() < kMaxTests) {
      files.push_back(MarkdownCode(path));
    } else {
      ++more;
    }
  }
  if (files.empty()) return "";
  if (more > 0) files.push_back(Say(post.language, kMore, {{"count", absl::StrCat(more)}}));
  return Say(post.language, kFiles, {{"files", Enumerated(post.language, files)}});
}

std::string Command(const Post& post) {
  constexpr Phrase kRun("To run the related tests:\n\n", "运行相关测试：\n\n");
  std::string lines;
  for (const analysis::v1::TestCommand& command : post.review.tests().commands()) {
    if (command.purpose() != "test") continue;
    absl::StrAppend(&lines, lines.empty() ? "" : "\n", Shorten(command.line(), 2000));
  }
  if (lines.empty()) return "";
  std::string text = absl::StrCat(kRun.In(post.language), MarkdownCodeBlock(lines, "sh"));
  for (const std::string& note : post.review.tests().notes()) {
    absl::StrAppend(&text, "\n", SentenceMarkdown(post.language, note), "\n");
  }
  return text;
}

void Append(std::vector<std::string>& items, std::vector<std::string> more) {
  items.insert(items.end(), more.begin(), more.end());
}

}  // namespace

std::string TestsSection(const Post& post) {
  constexpr Phrase kTitle("## How it is tested\n\n", "## 测试情况\n\n");
  constexpr Phrase kAuthor("The author writes: {words}.", "作者说明：{words}。");
  constexpr Phrase kNone("The change does not touch any tests.", "本次变更没有修改测试。");
  const bool has_code = !post.walk.stops.empty() || !post.walk.brief.empty();
  std::string text = ChangedTests(post);
  if (text.empty()) text = ChangedTestFiles(post);
  if (text.empty() && !has_code) return "";
  if (text.empty()) text = std::string(kNone.In(post.language));
  for (size_t i = 0; i < std::min<size_t>(3, post.author.tests.size()); ++i) {
    text = JoinSentences(post.language, text,
                         Say(post.language, kAuthor, {{"words", Quoted(post.author.tests[i])}}));
  }
  absl::StrAppend(&text, "\n");
  const std::string command = Command(post);
  return absl::StrCat(kTitle.In(post.language), text, command.empty() ? "" : "\n", command);
}

std::string ImprovementsSection(const Post& post) {
  constexpr Phrase kTitle("## Improvements and alternatives\n\n", "## 可改进之处与替代方案\n\n");
  constexpr Phrase kKeep("Worth keeping: {text}", "值得保留：{text}");
  std::vector<std::string> items;
  SaidSentences said = AlternativesIn(post.review.model());
  std::erase_if(said, [](const auto* sentence) {
    return sentence->source() == analysis::v1::Sentence::SOURCE_TEST;
  });
  for (size_t i = 0; i < std::min<size_t>(3, said.size()); ++i) {
    items.push_back(SaidMarkdown(post.language, *said[i]));
  }
  for (const auto* statement :
       StatementsOf(post.review.model(), {analysis::v1::ChangeStatement::KIND_ALTERNATIVE}, 10)) {
    // Other code of the kind and defaults are no other way to do this.
    if (statement->predicate() != "old-way-stays") continue;
    items.push_back(StatementMarkdown(post.language, *statement, WithPlace::kYes));
  }
  Append(items, FindingItems(post, Theme::kImprovement, kMaxItems));
  for (const std::string& praise : FindingItems(post, Theme::kPraise, 3)) {
    items.push_back(Say(post.language, kKeep, {{"text", praise}}));
  }
  return items.empty() ? "" : absl::StrCat(kTitle.In(post.language), Bullets(items));
}

std::string PitfallsSection(const Post& post) {
  constexpr Phrase kTitle("## Pitfalls of this area\n\n", "## 该领域的常见陷阱\n\n");
  constexpr Phrase kIntro(
      "Common mistakes with the techniques that this change uses, and where to check for them:\n\n",
      "本次变更所用技术中容易出错的地方，以及需要检查的位置：\n\n");
  constexpr Phrase kItem("- **{name}** ({code}, {place}): {pitfall}\n",
                         "- **{name}**（{code}，{place}）：{pitfall}\n");
  std::string text;
  for (const glossary::UsedConcept& used : post.concepts) {
    std::string pitfall(used.entry->pitfall.In(post.language));
    if (used.entry->second_pitfall) {
      pitfall =
          JoinSentences(post.language, pitfall, used.entry->second_pitfall->In(post.language));
    }
    text += Say(post.language, kItem,
                {{"name", used.entry->name.In(post.language)},
                 {"code", CodeOf(used.name, 60)},
                 {"place", PlaceCode(post.language, used.range)},
                 {"pitfall", pitfall}});
  }
  if (text.empty()) return "";
  return absl::StrCat(kTitle.In(post.language), kIntro.In(post.language), text);
}

}  // namespace allreview::report::explanation
