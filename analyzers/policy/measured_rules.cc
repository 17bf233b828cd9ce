#include "analyzers/policy/measured_rules.h"

namespace allreview::policy {
namespace {

using rules::Impact;
using rules::Severity;

rules::RuleInfo Info(absl::string_view id, absl::string_view title, Severity severity,
                     Impact impact) {
  rules::RuleInfo info;
  info.id = id;
  info.title = title;
  info.category = "numerics";
  info.severity = severity;
  info.impact = impact;
  info.pillar = rules::Pillar::kCorrectness;
  info.confidence = rules::Confidence::kHigh;
  info.references = {"docs/numerics.md"};
  return info;
}

MeasuredRule Cancellation() {
  MeasuredRule rule{.info = Info("catastrophic-cancellation", "Leading digits cancel",
                                 Severity::kP1, Impact::kHigh),
                    .verdict = "cancellation"};
  rule.info.why =
      "The difference of two nearly equal numbers keeps only the digits in which they differ. "
      "What was rounded before is then a large part of the result.";
  rule.info.fix =
      "Use a form without the subtraction (expm1, log1p, logsumexp, two passes), or "
      "compute this part in fp32.";
  rule.info.bad = "loss = torch.log(1 - torch.sigmoid(x))";
  rule.info.good = "loss = -F.softplus(x)";
  rule.message =
      "leading digits cancel in `{expression}` in {formats}, first at `{operation}`: {failures} of "
      "{samples} results are wrong on usual inputs";
  rule.consequence =
      "What remains is rounding noise: the loss and the gradients that depend on it "
      "are wrong without any warning";
  rule.advice = "Use a form without the subtraction, or compute this part in fp32";
  return rule;
}

MeasuredRule Absorption() {
  MeasuredRule rule{.info = Info("lost-small-terms", "Small terms vanish in a large sum",
                                 Severity::kP1, Impact::kHigh),
                    .verdict = "absorption"};
  rule.info.why =
      "A format with p significant bits cannot hold a sum and a term 2^p times smaller: the term "
      "is rounded away, and a running sum stalls.";
  rule.info.fix = "Accumulate in fp32: x.float().cumsum(dim), or dtype=torch.float32.";
  rule.info.bad = "position = mask.bfloat16().cumsum(1)";
  rule.info.good = "position = mask.long().cumsum(1)";
  rule.message =
      "small terms vanish in `{expression}` in {formats}, first at `{operation}`: {failures} of "
      "{samples} results are wrong on usual inputs";
  rule.consequence = "Sums stall and positions collide, the more the longer the row is";
  rule.advice = "Accumulate in fp32 and cast the result";
  return rule;
}

MeasuredRule Nan() {
  MeasuredRule rule{.info = Info("not-a-number-result", "Result is not a number", Severity::kP1,
                                 Impact::kCritical),
                    .verdict = "nan"};
  rule.info.why =
      "An operation has no value for inputs that occur: 0/0, inf - inf, the square "
      "root or logarithm of what rounding made negative.";
  rule.info.fix =
      "Keep the operand inside the domain (an eps inside the root, a clamp before the "
      "logarithm), or choose a form that is defined there.";
  rule.info.bad = "std = (x.square().mean(-1) - x.mean(-1).square()).sqrt()";
  rule.info.good = "std = x.float().std(-1, correction=0)";
  rule.message =
      "`{expression}` is not a number in {formats}, first at `{operation}`: {failures} of "
      "{samples} results on usual inputs";
  rule.consequence = "One NaN spreads to the whole loss and, in the next step, to every parameter";
  rule.advice = "Keep the operand inside the domain of the operation, or compute this part in fp32";
  return rule;
}

MeasuredRule Mended() {
  MeasuredRule rule{.info = Info("numerical-failure-mended", "Arithmetic that failed is right now",
                                 Severity::kP3, Impact::kLow),
                    .verdict = ""};
  rule.info.why =
      "Praise, not a problem: the version before the change was measured and failed on "
      "usual inputs, the new one does not.";
  rule.info.fix = "Nothing to do.";
  rule.info.bad = "y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)";
  rule.info.good = "y = torch.softmax(x, -1)";
  rule.message =
      "`{expression}` is right on all usual inputs that were measured in {formats}; "
      "what it replaces failed there";
  rule.consequence = "Training keeps the digits that the old form lost";
  rule.advice = "Keep it that way";
  return rule;
}

MeasuredRule Overflow() {
  MeasuredRule rule{.info = Info("numerical-overflow", "Intermediate values overflow",
                                 Severity::kP1, Impact::kCritical),
                    .verdict = "overflow"};
  rule.info.why =
      "An intermediate value is beyond the largest number of the format although the "
      "true result is not: the result becomes infinite or NaN.";
  rule.info.fix =
      "Use the function that scales first (softmax, logsumexp, hypot), divide before "
      "multiplying, or compute this part in fp32.";
  rule.info.bad = "y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)";
  rule.info.good = "y = torch.softmax(x, -1)";
  rule.message =
      "`{expression}` overflows in {formats}, first at `{operation}`: {failures} of {samples} "
      "results are wrong on usual inputs";
  rule.consequence =
      "Infinities turn into NaN in the next subtraction or division and spoil the whole step";
  rule.advice = "Scale before the operation that overflows, or compute this part in fp32";
  return rule;
}

MeasuredRule Underflow() {
  MeasuredRule rule{.info = Info("numerical-underflow", "Intermediate values become zero",
                                 Severity::kP1, Impact::kHigh),
                    .verdict = "underflow"};
  rule.info.why =
      "An intermediate value is too small for the format and becomes 0, or loses its "
      "digits as a subnormal number, although the true result does not.";
  rule.info.fix = "Stay in the logarithm, scale first, or compute this part in fp32.";
  rule.info.bad = "loss = torch.log(torch.softmax(x, -1))";
  rule.info.good = "loss = torch.log_softmax(x, -1)";
  rule.message =
      "`{expression}` underflows in {formats}, first at `{operation}`: {failures} of {samples} "
      "results are wrong on usual inputs";
  rule.consequence =
      "Small values become 0: their gradients vanish, and a later division or "
      "logarithm gives infinity";
  rule.advice = "Stay in the logarithm, scale first, or compute this part in fp32";
  return rule;
}

}  // namespace

absl::Span<const MeasuredRule> MeasuredRules() {
  static const auto& rules = *new std::vector<MeasuredRule>{
      Cancellation(), Absorption(), Nan(), Mended(), Overflow(), Underflow()};
  return rules;
}

const MeasuredRule* MeasuredRuleOf(absl::string_view verdict) {
  if (verdict.empty()) return nullptr;
  for (const MeasuredRule& rule : MeasuredRules()) {
    if (rule.verdict == verdict) return &rule;
  }
  return nullptr;
}

}  // namespace allreview::policy
