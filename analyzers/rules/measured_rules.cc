#include "analyzers/rules/measured_rules.h"

#include <iterator>
#include <vector>

#include "analyzers/rules/usefulness.h"

namespace allreview::rules {
namespace {

// What to do where no stable form is known.
constexpr Phrase kOtherForm[] = {
    {"other-form", "Use a form without the subtraction, or compute this part in fp32",
     "改用不含该减法的形式，或者用 fp32 计算这一部分"}};
constexpr Phrase kAccumulateInFp32[] = {
    {"accumulate-in-fp32", "Accumulate in fp32 and cast the result", "用 fp32 累加，再转换结果"}};
constexpr Phrase kKeepInDomain[] = {
    {"keep-in-domain",
     "Keep the operand inside the domain of the operation, or compute this part in fp32",
     "让操作数留在该运算的定义域内，或者用 fp32 计算这一部分"}};
constexpr Phrase kKeepItThatWay[] = {{"keep-it-that-way", "Keep it that way", "保持这样"}};
constexpr Phrase kScaleFirst[] = {
    {"scale-first", "Scale before the operation that overflows, or compute this part in fp32",
     "在会溢出的运算之前先缩放，或者用 fp32 计算这一部分"}};
constexpr Phrase kStayInTheLogarithm[] = {
    {"stay-in-the-logarithm", "Stay in the logarithm, scale first, or compute this part in fp32",
     "留在对数域中、先缩放，或者用 fp32 计算这一部分"}};

constexpr Text Advised(const Phrase (&advice)[1]) {
  return {advice[0].In(Language::kEnglish), "{advice}"};
}

constexpr MeasuredRule kRules[] = {
    {.info =
         {.id = "catastrophic-cancellation",
          .title = {"Leading digits cancel", "有效数字相消"},
          .category = "numerics",
          .severity = Severity::kP1,
          .impact = Impact::kHigh,
          .message = {"leading digits cancel in `{expression}` in {formats}, first at "
                      "`{operation}`: {failures} of {samples} results are wrong on usual inputs",
                      "`{expression}` 在 {formats} 中有效数字相消，最先出现在 "
                      "`{operation}`：常见输入的 {samples} 个结果中有 {failures} 个出错"},
          .consequence = {"What remains is rounding noise: the loss and the gradients that depend "
                          "on it are wrong without any warning",
                          "剩下的只是舍入噪声：依赖它的损失和梯度都是错的，而且没有任何警告"},
          .advice = Advised(kOtherForm),
          .phrases = kOtherForm,
          .why = "The difference of two nearly equal numbers keeps only the digits in which they "
                 "differ. Earlier rounding errors are then a large part of the result.",
          .fix = "Use a form without the subtraction (expm1, log1p, logsumexp, two passes), or "
                 "compute this part in fp32.",
          .bad = "loss = torch.log(1 - torch.sigmoid(x))",
          .good = "loss = -F.softplus(x)",
          .references = {"docs/numerics.md"}},
     .verdict = "cancellation"},
    {.info =
         {.id = "lost-small-terms",
          .title = {"Small terms vanish in a large sum", "大数吞没小项"},
          .category = "numerics",
          .severity = Severity::kP1,
          .impact = Impact::kHigh,
          .message = {"small terms vanish in `{expression}` in {formats}, first at `{operation}`: "
                      "{failures} of {samples} results are wrong on usual inputs",
                      "`{expression}` 在 {formats} 中丢失小项，最先出现在 "
                      "`{operation}`：常见输入的 {samples} 个结果中有 {failures} 个出错"},
          .consequence = {"Sums stall and positions collide, and more so the longer the row is",
                          "累加会停滞，位置会重合，行越长越严重"},
          .advice = Advised(kAccumulateInFp32),
          .phrases = kAccumulateInFp32,
          .why = "A format with p significant bits cannot hold a sum and a term 2^p times smaller: "
                 "the term is rounded away, and a running sum stalls.",
          .fix = "Accumulate in fp32: x.float().cumsum(dim), or dtype=torch.float32.",
          .bad = "position = mask.bfloat16().cumsum(1)",
          .good = "position = mask.long().cumsum(1)",
          .references = {"docs/numerics.md"}},
     .verdict = "absorption"},
    {.info = {.id = "not-a-number-result",
              .title = {"Result is not a number", "结果不是数"},
              .category = "numerics",
              .severity = Severity::kP1,
              .impact = Impact::kCritical,
              .message = {"`{expression}` is not a number in {formats}, first at `{operation}`: "
                          "{failures} of {samples} results on usual inputs",
                          "`{expression}` 在 {formats} 中得到 NaN，最先出现在 "
                          "`{operation}`：常见输入的 {samples} 个结果中有 {failures} 个"},
              .consequence =
                  {"One NaN spreads to the whole loss and, in the next step, to every parameter",
                   "一个 NaN 会扩散到整个损失，并在下一步扩散到所有参数"},
              .advice = Advised(kKeepInDomain),
              .phrases = kKeepInDomain,
              .why =
                  "An operation is undefined for inputs that occur: 0/0, inf - inf, or the square "
                  "root or logarithm of a value that rounding made negative.",
              .fix =
                  "Keep the operand inside the domain (an eps inside the root, a clamp before the "
                  "logarithm), or use a formula that is defined there.",
              .bad = "std = (x.square().mean(-1) - x.mean(-1).square()).sqrt()",
              .good = "std = x.float().std(-1, correction=0)",
              .references = {"docs/numerics.md"},
              .version = 2},
     .verdict = "nan"},
    {.info = {.id = "numerical-failure-mended",
              .title = {"Arithmetic that used to fail is now correct", "原先出错的计算现已正确"},
              .category = "numerics",
              .severity = Severity::kP3,
              .impact = Impact::kLow,
              .message = {"`{expression}` is correct on all usual inputs measured in {formats}; "
                          "the code it replaces failed there",
                          "`{expression}` 在 {formats} "
                          "中对测量过的所有常见输入都正确；它所替换的写法在那里会出错"},
              .consequence = {"Training keeps the digits that the old code lost",
                              "训练保住了旧写法丢失的有效数字"},
              .advice = Advised(kKeepItThatWay),
              .phrases = kKeepItThatWay,
              .why = "This is good practice, not a problem: measured on usual inputs, the version "
                     "before the change failed, and the new one does not.",
              .fix = "Nothing to do.",
              .bad = "y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)",
              .good = "y = torch.softmax(x, -1)",
              .references = {"docs/numerics.md"}},
     .verdict = ""},
    {.info = {.id = "numerical-overflow",
              .title = {"Intermediate values overflow", "中间结果溢出"},
              .category = "numerics",
              .severity = Severity::kP1,
              .impact = Impact::kCritical,
              .message = {"`{expression}` overflows in {formats}, first at `{operation}`: "
                          "{failures} of {samples} results are wrong on usual inputs",
                          "`{expression}` 在 {formats} 中溢出，最先出现在 "
                          "`{operation}`：常见输入的 {samples} 个结果中有 {failures} 个出错"},
              .consequence = {"Infinities turn into NaN in the next subtraction or division and "
                              "corrupt the whole step",
                              "无穷大会在下一次减法或除法中变成 NaN，毁掉整个训练步"},
              .advice = Advised(kScaleFirst),
              .phrases = kScaleFirst,
              .why = "An intermediate value exceeds the largest number of the format although the "
                     "true result does not: the result becomes infinite or NaN.",
              .fix = "Use the function that scales first (softmax, logsumexp, hypot), divide "
                     "before multiplying, or compute this part in fp32.",
              .bad = "y = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)",
              .good = "y = torch.softmax(x, -1)",
              .references = {"docs/numerics.md"},
              .version = 2},
     .verdict = "overflow"},
    {.info = {.id = "numerical-underflow",
              .title = {"Intermediate values become zero", "中间结果下溢为零"},
              .category = "numerics",
              .severity = Severity::kP1,
              .impact = Impact::kHigh,
              .message = {"`{expression}` underflows in {formats}, first at `{operation}`: "
                          "{failures} of {samples} results are wrong on usual inputs",
                          "`{expression}` 在 {formats} 中下溢，最先出现在 "
                          "`{operation}`：常见输入的 {samples} 个结果中有 {failures} 个出错"},
              .consequence = {"Small values become 0: their gradients vanish, and a later division "
                              "or logarithm gives infinity",
                              "小的数值变成 0：它们的梯度消失，之后的除法或对数会得到无穷大"},
              .advice = Advised(kStayInTheLogarithm),
              .phrases = kStayInTheLogarithm,
              .why = "An intermediate value is too small for the format and becomes 0, or loses "
                     "its digits as a subnormal number, although the true result does not.",
              .fix = "Stay in the logarithm, scale first, or compute this part in fp32.",
              .bad = "loss = torch.log(torch.softmax(x, -1))",
              .good = "loss = torch.log_softmax(x, -1)",
              .references = {"docs/numerics.md"}},
     .verdict = "underflow"},
};

}  // namespace

absl::Span<const MeasuredRule> MeasuredRules() {
  static const auto* const rules = [] {
    auto* all = new std::vector<MeasuredRule>(std::begin(kRules), std::end(kRules));
    for (MeasuredRule& rule : *all) rule.info.tier = UsualTier(rule.info);
    return all;
  }();
  return *rules;
}

const MeasuredRule* MeasuredRuleOf(absl::string_view verdict) {
  if (verdict.empty()) return nullptr;
  for (const MeasuredRule& rule : MeasuredRules()) {
    if (rule.verdict == verdict) return &rule;
  }
  return nullptr;
}

}  // namespace allreview::rules
