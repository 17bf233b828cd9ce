#include "services/numerics/findings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/numerics/rewrites/rewrites.h"
#include "analyzers/rules/measured_rules.h"
#include "base/hash.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/measured.h"
#include "sentences/sentence.h"
#include "services/numerics/expression_conversion.h"

namespace allreview::numerics {
namespace {

using finding::v1::Finding;
using finding::v1::Measurement;
using rules::MeasuredRule;

constexpr absl::string_view kFine = "ok";

bool Fails(const Measurement& measurement) {
  return rules::MeasuredRuleOf(measurement.verdict()) != nullptr && !measurement.is_result_range();
}

const Measurement* FindFormat(const google::protobuf::RepeatedPtrField<v1::FormatResult>& results,
                              const Measurement& like) {
  for (const v1::FormatResult& result : results) {
    if (result.measurement().format() == like.format() &&
        result.gradient_of() == like.gradient_of()) {
      return &result.measurement();
    }
  }
  return nullptr;
}

// 0: realistic, 1: plausible, 2: adversarial.
int RankOf(const Measurement& measurement) {
  return measurement.plausibility() == "realistic"   ? 0
         : measurement.plausibility() == "plausible" ? 1
                                                     : 2;
}

// The version before the change failed on inputs that are at least as usual.
bool WasThereBefore(const Measurement& now, const v1::EvaluateResponse& response) {
  const Measurement* before = FindFormat(response.before(), now);
  return before != nullptr && Fails(*before) && RankOf(*before) <= RankOf(now);
}

// Infinite or no number, as opposed to digits that are lost.
bool IsHard(const Measurement& measurement) {
  return measurement.verdict() == "overflow" || measurement.verdict() == "nan";
}

double RateOf(const Measurement& measurement) {
  return measurement.samples() == 0
             ? 0
             : static_cast<double>(measurement.failures()) / measurement.samples();
}

// Whether the code says that values have this format, or could have no narrower one.
bool IsNamed(const Measurement& measurement, const v1::Expression& expression) {
  return measurement.format() == "fp32" ||
         absl::StrContains(expression.code(), absl::StrCat(":", measurement.format()));
}

// Where nothing is said, bf16 is what models are trained in; few train in fp16, and those who do
// scale the loss and live with its range.
bool IsUsual(const Measurement& measurement, const v1::Expression& expression) {
  return RankOf(measurement) == 0 &&
         (measurement.format() != "fp16" || IsNamed(measurement, expression));
}

// A gradient breaks at points where training may or may not get to, and only the optimizer knows
// what has one. Whether lost digits matter depends on the format, which must not be a guess then.
bool IsWorthTelling(const Measurement& measurement, const v1::Expression& expression) {
  return Fails(measurement) && measurement.gradient_of().empty() &&
         IsUsual(measurement, expression) &&
         (IsHard(measurement) || IsNamed(measurement, expression));
}

// Only names tell that an input is a count, and nothing tells how large it is: 2^bits with 4,096
// bits breaks, and no code has them.
bool HasGuessedRange(const v1::ChangedExpression& change) {
  const auto& inputs = change.after().inputs();
  return std::any_of(inputs.begin(), inputs.end(), [](const auto& input) {
    return input.role() == "count" || input.role() == "label";
  });
}

// Rounding to whole numbers turns the smallest error into a whole step, which is what it is for.
bool HasSteps(const v1::Expression& expression) {
  for (const absl::string_view step : {"floor", "ceil", "trunc", "round"}) {
    if (absl::StrContains(expression.code(), step)) return true;
  }
  return false;
}

// The worst first: bf16 and fp32 before fp16, then the highest rate.
bool IsWorse(const Measurement& a, const Measurement& b) {
  const auto key = [](const Measurement& it) {
    return std::make_tuple(it.format() == "fp16", -RateOf(it));
  };
  return key(a) < key(b);
}

const v1::RewriteResult* BestRewrite(const v1::EvaluateResponse& response, const Measurement& worst,
                                     const Measurement** measured) {
  const v1::RewriteResult* best = nullptr;
  for (const v1::RewriteResult& rewrite : response.rewrites()) {
    const Measurement* candidate = FindFormat(rewrite.results(), worst);
    if (candidate == nullptr) continue;
    if (Fails(*candidate) && candidate->failures() >= worst.failures()) continue;
    if (*measured != nullptr && candidate->failures() >= (*measured)->failures()) continue;
    best = &rewrite;
    *measured = candidate;
  }
  return best;
}

// Digits that fp32 loses and only fp64 keeps are what the formula costs; PyTorch's own gelu does.
bool IsBeyondRepair(const v1::EvaluateResponse& response, const Measurement& measurement) {
  if (IsHard(measurement) || measurement.format() != "fp32") return false;
  const Measurement* measured = nullptr;
  const v1::RewriteResult* rewrite = BestRewrite(response, measurement, &measured);
  return rewrite == nullptr || rewrite->rule() == kSingleArithmetic;
}

void AddRewrite(const v1::EvaluateResponse& response, Measurement& measurement) {
  const Measurement* measured = nullptr;
  const v1::RewriteResult* rewrite = BestRewrite(response, measurement, &measured);
  if (rewrite == nullptr) return;
  measurement.set_rewrite(rewrite->expression());
  measurement.set_rewrite_verdict(measured->verdict());
  measurement.set_rewrite_relative_error(measured->relative_error());
  measurement.set_rewrite_failures(measured->failures());
  measurement.set_rewrite_samples(measured->samples());
  measurement.set_rewrite_mean_ulp(measured->mean_ulp());
}

std::string Fill(absl::string_view pattern, const Finding& finding) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : finding.params()) {
    values.emplace_back(absl::StrCat("{", name, "}"), value);
  }
  return absl::StrReplaceAll(pattern, values);
}

Words Advice(const MeasuredRule& rule, const Measurement& worst) {
  if (worst.rewrite().empty()) return rule.info.phrases[0];
  return Sentence(worst.rewrite_failures() == 0 ? phrases::kWriteForm : phrases::kWriteBetterForm,
                  {{"form", worst.rewrite()}});
}

void SetTexts(const MeasuredRule& rule, const Words& advice, Finding& finding) {
  (*finding.mutable_params())["advice"] = English(advice);
  (*finding.mutable_param_texts())["advice"] = ToText(advice);
  finding.set_problem_template(std::string(rule.info.message.en));
  finding.set_fix_template("{advice}");
  finding.set_problem(Fill(rule.info.message.en, finding));
  finding.set_impact_text(std::string(rule.info.consequence.en));
  finding.set_fix(English(advice));
}

// Without line numbers, so that it survives rebases.
std::string FingerprintOf(const Finding& finding, absl::string_view text) {
  return Sha256Hex(absl::StrJoin({absl::string_view(finding.rule_id()),
                                  absl::string_view(finding.range().path()),
                                  absl::string_view(finding.symbol()), text},
                                 absl::string_view("\0", 1)))
      .substr(0, 32);
}

Finding MakeFinding(const MeasuredRule& rule, const v1::Expression& expression) {
  Finding finding;
  finding.set_rule_id(std::string(rule.info.id));
  finding.set_title(std::string(rule.info.title.en));
  finding.set_category(std::string(rule.info.category));
  finding.set_impact(static_cast<finding::v1::Impact>(static_cast<int>(rule.info.impact) + 1));
  finding.set_pillar(finding::v1::PILLAR_CORRECTNESS);
  finding.set_confidence(finding::v1::CONFIDENCE_HIGH);
  finding.set_kind(finding::v1::KIND_DEFECT);
  finding.set_severity_source("rule");
  *finding.mutable_range() = expression.range();
  finding.set_symbol(expression.symbol());
  finding.set_before_code(expression.text());
  finding.mutable_cause()->set_kind(finding::v1::Cause::KIND_CHANGED_LINE);
  finding.mutable_cause()->set_path(expression.range().path());
  finding.mutable_cause()->set_hunk(-1);
  finding.mutable_cause()->set_first_line(expression.range().first_line());
  finding.mutable_cause()->set_end_line(expression.range().end_line());
  for (const absl::string_view reference : rule.info.references) {
    if (!reference.empty()) finding.add_references(std::string(reference));
  }
  (*finding.mutable_params())["expression"] = OneLine(expression.text());
  finding.set_fingerprint(FingerprintOf(finding, expression.text()));
  return finding;
}

void Suppress(const v1::ChangedExpression& change, Finding& finding) {
  for (const v1::ChangedExpression::Ignore& ignore : change.ignores()) {
    if (ignore.rule_id() != finding.rule_id()) continue;
    finding.set_shown(finding::v1::SHOWN_SUPPRESSED);
    *finding.mutable_suppression() = ignore.suppression();
    return;
  }
}

std::string Grouped(int64_t number) {
  std::string text = absl::StrCat(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, 1, ',');
  return text;
}

Finding FailureFinding(const v1::ChangedExpression& change, std::vector<Measurement> failing,
                       const v1::EvaluateResponse& response) {
  std::stable_sort(failing.begin(), failing.end(), IsWorse);
  for (Measurement& measurement : failing) AddRewrite(response, measurement);
  const Measurement& worst = failing.front();
  const MeasuredRule& rule = *rules::MeasuredRuleOf(worst.verdict());
  Finding finding = MakeFinding(rule, change.after());
  finding.set_severity(finding::v1::SEVERITY_P1);
  finding.set_rule_severity(finding.severity());
  auto& params = *finding.mutable_params();
  params["operation"] = worst.operation_text().empty() ? worst.operation() : worst.operation_text();
  params["failures"] = Grouped(worst.failures());
  params["samples"] = Grouped(worst.samples());
  params["stratum"] = worst.stratum();
  std::vector<std::string> formats;
  for (const Measurement& it : failing) {
    if (it.verdict() == worst.verdict()) formats.push_back(it.format());
  }
  params["formats"] = absl::StrJoin(formats, ", ");
  SetTexts(rule, Advice(rule, worst), finding);
  finding.set_after_code(worst.rewrite());
  for (const Measurement& measurement : failing) {
    *finding.add_evidence()->mutable_measurement() = measurement;
  }
  for (const v1::FormatResult& result : response.results()) {
    if (result.measurement().verdict() != kFine || !result.gradient_of().empty()) continue;
    *finding.add_evidence()->mutable_measurement() = result.measurement();
  }
  Suppress(change, finding);
  return finding;
}

std::optional<Finding> PraiseOf(const v1::ChangedExpression& change,
                                const v1::EvaluateResponse& response) {
  std::vector<std::string> formats;
  std::vector<Measurement> mended;
  for (const v1::FormatResult& result : response.results()) {
    const Measurement& now = result.measurement();
    const Measurement* before = FindFormat(response.before(), now);
    if (Fails(now) && RankOf(now) <= 1) return std::nullopt;
    if (now.verdict() != kFine || before == nullptr) continue;
    if (!Fails(*before) || RankOf(*before) != 0) continue;
    formats.push_back(now.format());
    mended.push_back(now);
    mended.back().set_before_verdict(before->verdict());
  }
  if (mended.empty()) return std::nullopt;
  const auto rule = std::find_if(rules::MeasuredRules().begin(), rules::MeasuredRules().end(),
                                 [](const MeasuredRule& it) { return it.verdict.empty(); });
  Finding finding = MakeFinding(*rule, change.after());
  finding.set_kind(finding::v1::KIND_PRAISE);
  (*finding.mutable_params())["formats"] = absl::StrJoin(formats, ", ");
  SetTexts(*rule, std::string(rule->info.advice.en), finding);
  for (Measurement& measurement : mended) {
    *finding.add_evidence()->mutable_measurement() = std::move(measurement);
  }
  return finding;
}

}  // namespace

std::vector<Finding> FindingsOf(const v1::ChangedExpression& change,
                                const v1::EvaluateResponse& response) {
  if (HasGuessedRange(change)) return {};
  std::vector<Measurement> failing;
  for (const v1::FormatResult& result : response.results()) {
    const Measurement& measurement = result.measurement();
    if (!IsWorthTelling(measurement, change.after()) || WasThereBefore(measurement, response))
      continue;
    if (!IsHard(measurement) && HasSteps(change.after())) continue;
    if (IsBeyondRepair(response, measurement)) continue;
    failing.push_back(measurement);
    const Measurement* before = FindFormat(response.before(), measurement);
    if (before != nullptr) {
      failing.back().set_before_verdict(Fails(*before) ? before->verdict() : std::string(kFine));
    }
  }
  if (!failing.empty()) return {FailureFinding(change, std::move(failing), response)};
  std::optional<Finding> praise = PraiseOf(change, response);
  if (!praise.has_value()) return {};
  return {*std::move(praise)};
}

}  // namespace allreview::numerics
