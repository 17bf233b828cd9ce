// "Watch out": what can break, cost or surprise, from the code and the findings.

#include <algorithm>
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
#include "services/report/documents/test_verification.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/step_conditions.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Delta;
using analysis::v1::Effect;
using analysis::v1::TestCheck;

constexpr size_t kMaxItems = 6;

// Items in the order of the walk, at most so many; the rest is counted.
class Items {
 public:
  explicit Items(Language language) : language_(language) {}

  void Add(std::string item) {
    if (std::find(items_.begin(), items_.end(), item) != items_.end()) return;
    if (items_.size() < kMaxItems) {
      items_.push_back(std::move(item));
    } else {
      ++more_;
    }
  }

  std::vector<std::string> Finish() {
    constexpr Phrase kMore("… and {count} more like these.", "……同类情况另有 {count} 处。");
    if (more_ > 0) items_.push_back(Say(language_, kMore, {{"count", absl::StrCat(more_)}}));
    return std::move(items_);
  }

 private:
  const Language language_;
  std::vector<std::string> items_;
  size_t more_ = 0;
};

void Append(std::vector<std::string>& items, std::vector<std::string> more) {
  items.insert(items.end(), more.begin(), more.end());
}

std::vector<std::string> StatementItems(const Post& post, ChangeStatement::Kind kind) {
  Items items(post.language);
  for (const ChangeStatement* statement : StatementsOnCode(post.review.model(), kind)) {
    items.Add(StatementItem(post.language, *statement));
  }
  return items.Finish();
}

std::vector<std::string> Correctness(const Post& post) {
  constexpr Phrase kHandler(
      "{name} {clause} ({place}): the exception now propagates to the next handler or to the "
      "callers.",
      "{name} {clause}（{place}）：该异常现在会传到下一个处理分支或调用方。");
  Items items(post.language);
  for (const Stop& stop : post.walk.stops) {
    for (const Delta& delta : stop.symbol->deltas()) {
      if (!HandledException(delta) || !delta.after().empty()) continue;
      items.Add(Say(post.language, kHandler,
                    {{"name", CodeOf(stop.symbol->name(), 80)},
                     {"clause", DeltaClause(post.language, delta)},
                     {"place", StartCode(post.language, delta.range())}}));
    }
  }
  std::vector<std::string> all = FindingItems(post, Theme::kCorrectness, kMaxItems);
  for (const auto* question : OpenQuestions(post.review)) {
    all.push_back(StatementItem(post.language, *question));
  }
  Append(all, items.Finish());
  return all;
}

// What takes memory is told where the function is.
std::vector<std::string> Performance(const Post& post) {
  std::vector<std::string> all = FindingItems(post, Theme::kPerformance, kMaxItems);
  size_t told = 0;
  for (const auto* cost : StatementsOnCode(post.review.model(), ChangeStatement::KIND_COST)) {
    if (!IsOfTraffic(*cost) || ++told > kMaxItems) continue;
    all.push_back(StatementMarkdown(post.language, *cost, WithPlace::kYes));
  }
  return all;
}

// Whether a shown finding stands at that line already.
bool HasFinding(const Post& post, const change::v1::SourceRange& range) {
  return std::any_of(post.review.findings().begin(), post.review.findings().end(),
                     [&](const finding::v1::Finding& finding) {
                       return IsShown(finding) && finding.range().path() == range.path() &&
                              finding.range().first_line() == range.first_line();
                     });
}

std::vector<std::string> Compatibility(const Post& post) {
  constexpr Phrase kGoneModule("The module {name} is removed: imports of it fail.",
                               "模块 {name} 已删除：对它的 import 会失败。");
  constexpr Phrase kRenamed(
      "{old} is renamed to {name} ({place}): code that uses the old name breaks unless an alias is "
      "kept.",
      "{old} 重命名为 {name}（{place}）：除非保留别名，否则使用旧名的代码会失败。");
  Items items(post.language);
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    if (symbol.is_test() || !symbol.is_public()) continue;
    const std::string place = StartCode(post.language, DefinitionOf(symbol));
    // Statements and findings tell of definitions that are gone.
    if (symbol.status() == ChangedSymbol::STATUS_REMOVED && symbol.name().empty() &&
        !HasFinding(post, DefinitionOf(symbol))) {
      items.Add(Say(post.language, kGoneModule, {{"name", CodeOf(symbol.path(), 200)}}));
    }
    if (symbol.status() == ChangedSymbol::STATUS_RENAMED) {
      items.Add(Say(post.language, kRenamed,
                    {{"old", CodeOf(symbol.old_name(), 80)},
                     {"name", CodeOf(symbol.name(), 80)},
                     {"place", place}}));
    }
  }
  std::vector<std::string> all = FindingItems(post, Theme::kCompatibility, kMaxItems);
  for (const auto kind : {ChangeStatement::KIND_CHECKPOINT, ChangeStatement::KIND_CONFIGURATION,
                          ChangeStatement::KIND_CALLERS, ChangeStatement::KIND_OBSERVATION}) {
    Append(all, StatementItems(post, kind));
  }
  Append(all, items.Finish());
  return all;
}

std::vector<std::string> MissingTests(const Post& post) {
  std::vector<std::string> items;
  for (const TestCheck& check : post.review.tests().checks()) {
    if (check.state() != TestCheck::STATE_MISSING) continue;
    std::string item = MissingText(post.language, check);
    if (!item.empty()) items.push_back(std::move(item));
  }
  Append(items, StatementItems(post, ChangeStatement::KIND_UNTESTED));
  Append(items, FindingItems(post, Theme::kTests, kMaxItems));
  return items;
}

}  // namespace

std::string RisksSection(const Post& post) {
  constexpr Phrase kTitle("## Watch out: issues and risks\n", "## 注意：潜在问题与风险\n");
  constexpr Phrase kAuthor("\nThe author points out: {words}.\n", "\n作者指出：{words}。\n");
  constexpr Phrase kCorrectness("\n### Correctness\n\n", "\n### 正确性\n\n");
  constexpr Phrase kPerformance("\n### Performance\n\n", "\n### 性能\n\n");
  constexpr Phrase kCompatibility("\n### Compatibility\n\n", "\n### 兼容性\n\n");
  constexpr Phrase kTests("\n### Missing tests\n\n", "\n### 缺失的测试\n\n");
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(3, post.author.risks.size()); ++i) {
    text += Say(post.language, kAuthor, {{"words", Quoted(post.author.risks[i])}});
  }
  const auto add = [&](const Phrase& heading, const std::vector<std::string>& items) {
    if (!items.empty()) absl::StrAppend(&text, heading.In(post.language), Bullets(items));
  };
  add(kCorrectness, Correctness(post));
  add(kPerformance, Performance(post));
  add(kCompatibility, Compatibility(post));
  add(kTests, MissingTests(post));
  return text.empty() ? "" : absl::StrCat(kTitle.In(post.language), text);
}

}  // namespace allreview::report::explanation
