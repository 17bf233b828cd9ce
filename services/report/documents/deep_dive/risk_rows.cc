#include "services/report/documents/deep_dive/risk_rows.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/test_verification.h"
#include "services/report/story/place_code.h"
#include "services/report/story/places.h"
#include "services/report/story/statement_lines.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangeStatement;
using analysis::v1::FunctionStory;
using analysis::v1::TestCheck;

constexpr size_t kMaxRows = 10;  // Of one category.

absl::string_view CheckLabel(Language language, absl::string_view check) {
  constexpr Phrase kUnit("Unit tests", "单元测试");
  constexpr Phrase kParallel("Parallel scenarios (TP/PP/DP…)", "并行场景（TP/PP/DP 等）");
  constexpr Phrase kNumerical("Numerical accuracy", "数值精度");
  constexpr Phrase kPrecision("Precision modes", "精度模式");
  constexpr Phrase kOther("Other", "其他");
  if (check == "unit-tests") return kUnit.In(language);
  if (check == "parallel") return kParallel.In(language);
  if (check == "numerical-accuracy") return kNumerical.In(language);
  if (check == "precision") return kPrecision.In(language);
  return kOther.In(language);
}

// What leads there; what it costs only a profile tells.
std::string WhereItRuns(const Subject& subject, const FunctionStory& story) {
  constexpr Phrase kHot("**Needs profiling**: runs in training or inference steps",
                        "**需要性能分析**：在训练步或推理步中执行");
  constexpr Phrase kFrom("Needs profiling: reached from {root}", "需要性能分析：从 {root} 到达");
  constexpr Phrase kSomewhere("Needs profiling", "需要性能分析");
  if (story.is_hot()) return std::string(kHot.In(subject.language));
  for (const analysis::v1::CallPath* path : subject.index.PathsTo(story.symbol())) {
    if (path->is_test() || path->hops_size() < 2) continue;
    const std::string root(SymbolName(path->hops(0).symbol()));
    if (!root.empty()) return Say(subject.language, kFrom, {{"root", CodeOf(root)}});
  }
  return std::string(kSomewhere.In(subject.language));
}

}  // namespace

void RiskRows::Add(std::string concern, std::string status) {
  if (rows_.size() == kMaxRows) {
    ++more_;
    return;
  }
  rows_.push_back({category_, std::move(concern), std::move(status)});
}

std::vector<RiskRow> RiskRows::Finish() && {
  if (more_ > 0) {
    constexpr Phrase kMore("{count} more in this category", "该类别另有 {count} 项");
    constexpr Phrase kWhere("see 3.3", "见 3.3");
    rows_.push_back({category_, Say(language_, kMore, {{"count", absl::StrCat(more_)}}),
                     std::string(kWhere.In(language_))});
  }
  return std::move(rows_);
}

std::vector<RiskRow> PerformanceRisks(const Subject& subject) {
  constexpr Phrase kCost("{text} ({place})", "{text}（{place}）");
  RiskRows rows(subject.language, RiskCategory::kPerformance);
  for (const ChangeStatement* cost :
       StatementsOnCode(subject.review.model(), ChangeStatement::KIND_COST)) {
    const FunctionStory* story = subject.index.Story(cost->subject());
    const bool saves = absl::EndsWith(cost->predicate(), "no-more");
    if (story == nullptr || saves || !IsOfTraffic(*cost)) continue;
    const std::string text = StatementMarkdown(subject.language, *cost, WithPlace::kNo);
    const absl::string_view open = absl::StripSuffix(absl::StripSuffix(text, "."), "。");
    rows.Add(
        Say(subject.language, kCost,
            {{"text", std::string(open)}, {"place", StartCode(subject.language, cost->places(0))}}),
        WhereItRuns(subject, *story));
  }
  return std::move(rows).Finish();
}

std::vector<RiskRow> QuestionRows(const Subject& subject) {
  constexpr Phrase kQuestion("**Question for the author**, {place}", "**向作者提问**，{place}");
  RiskRows rows(subject.language, RiskCategory::kCorrectness);
  for (const ChangeStatement* question : OpenQuestions(subject.review)) {
    rows.Add(StatementMarkdown(subject.language, *question, WithPlace::kNo),
             Say(subject.language, kQuestion,
                 {{"place", StartCode(subject.language, question->places(0))}}));
  }
  return std::move(rows).Finish();
}

std::vector<RiskRow> TestRows(const Subject& subject) {
  constexpr Phrase kCheck("{check}: {summary}", "{check}：{summary}");
  constexpr Phrase kUntested("**NOT TESTED**", "**无测试覆盖**");
  RiskRows rows(subject.language, RiskCategory::kTests);
  for (const TestCheck& check : subject.review.tests().checks()) {
    // What tests run is told by the review.
    if (check.state() != TestCheck::STATE_MISSING) continue;
    rows.Add(Say(subject.language, kCheck,
                 {{"check", CheckLabel(subject.language, check.check())},
                  {"summary", MarkdownProse(Shorten(CleanLine(check.summary()), 300))}}),
             std::string(kUntested.In(subject.language)));
  }
  constexpr Phrase kMissing("**NOT TESTED**, {place}", "**无测试覆盖**，{place}");
  for (const ChangeStatement* statement :
       StatementsOnCode(subject.review.model(), ChangeStatement::KIND_UNTESTED)) {
    rows.Add(StatementMarkdown(subject.language, *statement, WithPlace::kNo),
             Say(subject.language, kMissing,
                 {{"place", StartCode(subject.language, statement->places(0))}}));
  }
  return std::move(rows).Finish();
}

}  // namespace allreview::report::deep_dive
