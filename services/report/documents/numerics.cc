#include "services/report/documents/numerics.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "sentences/table.h"
#include "services/report/assembly/separators.h"

namespace allreview::report {
namespace {

using finding::v1::Measurement;
using numerics::v1::MeasuredExpression;
using numerics::v1::NumericsReport;

constexpr Noun kChangedExpressions = {"changed expression", "changed expressions",
                                      "个改动的表达式"};
constexpr Noun kAllExpressions = {"expression", "expressions", "个表达式"};

// Why something was not measured; sorted by what it says.
struct Reason {
  std::string english, code;
  friend auto operator<=>(const Reason&, const Reason&) = default;
};

struct Counts {
  int64_t measured = 0;
  int64_t failing = 0;
  int64_t not_measured = 0;
  std::map<Reason, int> reasons = {};
  std::vector<std::string> formats = {};  // In the order of their first result.
  std::string backend = {};
};

// A true result that the format cannot hold is no fault of the expression.
bool Fails(const Measurement& measurement) {
  return measurement.verdict() != "ok" && !measurement.is_result_range() &&
         measurement.verdict() != "reference-unknown" &&
         measurement.plausibility() != "adversarial";
}

Counts CountsOf(const NumericsReport& report) {
  Counts counts{.not_measured = report.left_out()};
  for (const MeasuredExpression& expression : report.expressions()) {
    if (expression.measurements().empty()) {
      ++counts.not_measured;
      continue;
    }
    ++counts.measured;
    counts.failing +=
        std::any_of(expression.measurements().begin(), expression.measurements().end(), Fails);
    for (const Measurement& measurement : expression.measurements()) {
      counts.backend = measurement.backend();
      if (std::find(counts.formats.begin(), counts.formats.end(), measurement.format()) ==
          counts.formats.end()) {
        counts.formats.push_back(measurement.format());
      }
    }
  }
  for (const numerics::v1::Refusal& refusal : report.refusals()) {
    // A single exact step: there is nothing to measure.
    if (refusal.reason() == "trivial") continue;
    ++counts.not_measured;
    ++counts.reasons[{refusal.detail(), refusal.reason()}];
  }
  return counts;
}

std::string ReasonsText(Language language, const Counts& counts) {
  constexpr Phrase kTimes("{reason} × {count}", "{reason}（{count} 处）");
  std::vector<std::string> reasons;
  for (const auto& [reason, count] : counts.reasons) {
    const Phrase* phrase = FindPhrase(absl::StrCat("refusal-", reason.code));
    const absl::string_view told = phrase == nullptr ? reason.english : phrase->In(language);
    reasons.push_back(
        Say(language, kTimes, {{"reason", MarkdownText(told)}, {"count", absl::StrCat(count)}}));
  }
  return absl::StrJoin(reasons, ClauseComma(language));
}

// The failure that readers are most likely to meet.
const Measurement* WorstOf(const MeasuredExpression& expression) {
  const Measurement* worst = nullptr;
  for (const Measurement& measurement : expression.measurements()) {
    if (!Fails(measurement) || measurement.result().empty()) continue;
    const bool is_realistic = measurement.plausibility() == "realistic";
    const bool is_better =
        worst == nullptr || (is_realistic && worst->plausibility() != "realistic");
    if (is_better) worst = &measurement;
  }
  return worst;
}

std::string PlaceCode(const MeasuredExpression& expression) {
  return MarkdownCode(
      absl::StrCat(expression.range().path(), ":", expression.range().first_line()));
}

std::string FailureRow(Language language, const MeasuredExpression& expression,
                       const Measurement& worst) {
  constexpr int kMaxInputs = 3;
  static constexpr Phrase kRow(
      "{expression} ({place}) in {format}: {inputs} gives {result}; the true value is {reference}",
      "{expression}（{place}）在 {format} 下，{inputs} 得到 {result}，真实值为 {reference}");
  static constexpr Phrase kConstant(
      "{expression} ({place}) in {format} gives {result}; the true value is {reference}",
      "{expression}（{place}）在 {format} 下得到 {result}，真实值为 {reference}");
  std::vector<std::string> inputs;
  for (const std::string& input : worst.witness_inputs()) {
    if (static_cast<int>(inputs.size()) < kMaxInputs) {
      inputs.push_back(MarkdownCode(Shorten(input, 60)));
    }
  }
  if (worst.witness_inputs_size() > kMaxInputs) inputs.emplace_back("…");
  return Say(language, inputs.empty() ? kConstant : kRow,
             {{"place", PlaceCode(expression)},
              {"expression", MarkdownCode(Shorten(CleanLine(expression.text()), 120))},
              {"format", MarkdownText(worst.format())},
              {"inputs", absl::StrJoin(inputs, Comma(language))},
              {"result", MarkdownCode(worst.result())},
              {"reference", MarkdownCode(worst.reference())}});
}

}  // namespace

std::vector<std::string> NumericsRows(Language language, const NumericsReport& report) {
  constexpr size_t kMostRight = 3;
  static constexpr Phrase kRight("Right on usual inputs in every format measured: {expressions}",
                                 "在每种实测格式下，对常见输入结果正确：{expressions}");
  std::vector<std::string> rows, right;
  for (const MeasuredExpression& expression : report.expressions()) {
    if (const Measurement* worst = WorstOf(expression)) {
      rows.push_back(FailureRow(language, expression, *worst));
    } else if (!expression.measurements().empty() && right.size() < kMostRight &&
               std::none_of(expression.measurements().begin(), expression.measurements().end(),
                            Fails)) {
      right.push_back(absl::StrCat(MarkdownCode(Shorten(CleanLine(expression.text()), 60)),
                                   InBrackets(language, PlaceCode(expression))));
    }
  }
  if (!right.empty()) {
    rows.push_back(Say(language, kRight, {{"expressions", absl::StrJoin(right, Comma(language))}}));
  }
  return rows;
}

std::string NumericsSentence(Language language, const NumericsReport& report, bool is_scan) {
  static constexpr Phrase kMeasured(
      "{expressions} measured in {formats} ({backend}, seed {seed}): {right} right on usual "
      "inputs, "
      "{failing} wrong on some",
      "已在 {formats} 中实测 {expressions}（{backend}，种子 {seed}）：{right} 个在常见输入上正确，"
      "{failing} 个在部分输入上出错");
  static constexpr Phrase kNoneMeasured("{expressions} not measured", "{expressions}未做数值验证");
  static constexpr Phrase kNotMeasured("{count} not measured", "{count} 个未做数值验证");
  static constexpr Phrase kBecause("{sentence}: {reasons}", "{sentence}：{reasons}");
  const Counts counts = CountsOf(report);
  const Noun& noun = is_scan ? kAllExpressions : kChangedExpressions;
  std::string text;
  if (counts.measured > 0) {
    text = Say(language, kMeasured,
               {{"expressions", Count(language, counts.measured, noun)},
                {"formats", absl::StrJoin(counts.formats, Comma(language))},
                {"backend", MarkdownText(counts.backend)},
                {"seed", absl::StrCat(report.seed())},
                {"right", Grouped(counts.measured - counts.failing)},
                {"failing", Grouped(counts.failing)}});
  }
  // What a change has beside measured expressions nobody asked for.
  if (counts.not_measured == 0 || (text.empty() && !is_scan)) return text;
  std::string rest = text.empty()
                         ? Say(language, kNoneMeasured,
                               {{"expressions", Count(language, counts.not_measured, noun)}})
                         : Say(language, kNotMeasured, {{"count", Grouped(counts.not_measured)}});
  const std::string reasons = ReasonsText(language, counts);
  if (!reasons.empty()) rest = Say(language, kBecause, {{"sentence", rest}, {"reasons", reasons}});
  return text.empty() ? rest : absl::StrCat(text, Semicolon(language), rest);
}

}  // namespace allreview::report
