#ifndef SENTENCES_PHRASES_IDIOMS_NUMBERS_H_
#define SENTENCES_PHRASES_IDIOMS_NUMBERS_H_

// Idioms (analyzers/idioms): normalisation, activations, probabilities and precision. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kRecentred(
    "idiom-recentred", "the mean of `{x}` is subtracted, which centres `{it}` around zero",
    "从 `{x}` 中减去其均值，使 `{it}` 以零为中心");
inline constexpr Phrase kStandardised("idiom-standardised",
                                      "`{it}` brings `{x}` to mean 0 and standard deviation 1",
                                      "`{it}` 把 `{x}` 标准化为均值 0、标准差 1");
inline constexpr Phrase kScaledToRange("idiom-scaled-to-range",
                                       "`{it}` brings `{x}` into the range from 0 to 1",
                                       "`{it}` 把 `{x}` 缩放到 0 到 1 之间");
inline constexpr Phrase kStableExponent(
    "idiom-stable-exponent",
    "the maximum of `{x}` is subtracted, so that no exponential of `{it}` overflows",
    "从 `{x}` 中减去最大值，使 `{it}` 的指数不会溢出");
inline constexpr Phrase kLogOfNormaliser(
    "idiom-log-of-normaliser",
    "`{it}` is the log normaliser of a softmax of `{x}`: the logarithm of the summed exponentials",
    "`{it}` 是 `{x}` 的 softmax 归一化项的对数，即各项指数之和的对数");
inline constexpr Phrase kLogSoftmaxByHand("idiom-log-softmax-by-hand",
                                          "`{it}` is the log softmax of `{x}`",
                                          "`{it}` 是 `{x}` 的 log softmax");
inline constexpr Phrase kLogSumExpByHand(
    "idiom-log-sum-exp-by-hand",
    "`{it}` is the logarithm of the sum of exponentials of `{x}`; taking `{m}` out first keeps "
    "them from overflowing",
    "`{it}` 是 `{x}` 各项指数之和的对数；先提出 `{m}` 以防溢出");
inline constexpr Phrase kZLoss(
    "idiom-z-loss",
    "`{it}` is a z-loss: it grows with the square of the softmax's log normaliser and so keeps "
    "`{x}` small",
    "`{it}` 是 z-loss：随 softmax 分母对数的平方增长，从而压住 `{x}` 的大小");
inline constexpr Phrase kSoftmaxInFloat32(
    "idiom-softmax-in-float-32", "`{it}` computes the softmax of `{x}` in fp32, whatever its dtype",
    "`{it}` 以 fp32 计算 `{x}` 的 softmax，与其 dtype 无关");
inline constexpr Phrase kRmsNorm(
    "idiom-rms-norm", "`{it}` is an RMS norm: `{x}` divided by the root of its mean square",
    "`{it}` 是 RMS norm：`{x}` 除以自身均方根");
inline constexpr Phrase kUnitLength("idiom-unit-length",
                                    "`{it}` brings the vectors of `{x}` to length 1",
                                    "`{it}` 把 `{x}` 的各向量归一化为长度 1");
inline constexpr Phrase kGatedBySilu(
    "idiom-gated-by-silu", "`{it}` is a SwiGLU gate: `{u}` passes as far as SiLU of `{g}` lets it",
    "`{it}` 是 SwiGLU 门控：`{u}` 按 `{g}` 的 SiLU 值放行");
inline constexpr Phrase kGatedByGelu(
    "idiom-gated-by-gelu", "`{it}` is a GeGLU gate: `{u}` passes as far as GELU of `{g}` lets it",
    "`{it}` 是 GeGLU 门控：`{u}` 按 `{g}` 的 GELU 值放行");
inline constexpr Phrase kGatedBySigmoid(
    "idiom-gated-by-sigmoid", "`{u}` passes by a share between 0 and 1 that `{g}` decides",
    "`{u}` 按 `{g}` 决定的 0 到 1 的比例放行");
inline constexpr Phrase kSquaredRelu("idiom-squared-relu", "`{it}` is a squared ReLU of `{x}`",
                                     "`{it}` 是 `{x}` 的平方 ReLU");
inline constexpr Phrase kEntropy(
    "idiom-entropy", "`{it}` is an entropy: greatest where all outcomes are equally likely",
    "`{it}` 是熵：各结果等可能时最大");
inline constexpr Phrase kProbabilityRatio(
    "idiom-probability-ratio",
    "`{it}` is the ratio of two probabilities, from their logarithms `{a}` and `{b}`",
    "`{it}` 是两个概率之比，由其对数 `{a}` 与 `{b}` 求得");
inline constexpr Phrase kClippedRatio(
    "idiom-clipped-ratio", "`{it}` limits `{r}` to at most `{a}` below and `{b}` above 1",
    "`{it}` 把 `{r}` 限制在 1 的下方 `{a}` 与上方 `{b}` 之间");
inline constexpr Phrase kKlEstimate(
    "idiom-kl-estimate",
    "`{it}` estimates a KL divergence from the log ratio `{d}`; it is never negative",
    "`{it}` 由对数比值 `{d}` 估计 KL 散度，不会为负");
inline constexpr Phrase kTemperature(
    "idiom-temperature",
    "`{l}` is divided by a temperature: below 1 the distribution gets sharper, above 1 flatter",
    "`{l}` 除以温度：小于 1 使分布更尖锐，大于 1 使其更平缓");
inline constexpr Phrase kGumbelNoise(
    "idiom-gumbel-noise",
    "`{it}` is Gumbel noise: the largest of scores with it added is a sample of their softmax",
    "`{it}` 是 Gumbel 噪声：加到得分上取最大者，即按其 softmax 采样");
inline constexpr Phrase kAtLeastOne(
    "idiom-at-least-one", "`{a}` is divided by at least 1, so a zero in `{n}` does no harm",
    "`{a}` 除以至少为 1 的数，`{n}` 为 0 也无妨");
inline constexpr Phrase kQuantised(
    "idiom-quantised",
    "`{it}` quantises `{x}` with the scale `{s}` to whole numbers from `{a}` to `{b}`",
    "`{it}` 以比例 `{s}` 把 `{x}` 量化为 `{a}` 到 `{b}` 的整数");
inline constexpr Phrase kLargestMagnitude("idiom-largest-magnitude",
                                          "`{it}` is the largest magnitude in `{x}`",
                                          "`{it}` 是 `{x}` 中绝对值的最大值");
inline constexpr Phrase kAllFinite("idiom-all-finite",
                                   "`{it}` is true only if `{x}` holds neither inf nor nan",
                                   "`{it}` 仅当 `{x}` 中既无 inf 也无 nan 时为真");
inline constexpr Phrase kAnyNan("idiom-any-nan", "`{it}` is true if a single nan is in `{x}`",
                                "`{it}` 只要 `{x}` 中有一个 nan 就为真");
inline constexpr Phrase kStraightThrough(
    "idiom-straight-through",
    "`{it}` has the value of `{y}` and the gradient of `{x}`: a straight-through estimate",
    "`{it}` 的值取自 `{y}`，梯度走 `{x}`：直通估计");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_NUMBERS_H_
