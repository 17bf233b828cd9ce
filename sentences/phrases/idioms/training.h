#ifndef SENTENCES_PHRASES_IDIOMS_TRAINING_H_
#define SENTENCES_PHRASES_IDIOMS_TRAINING_H_

// Idioms (analyzers/idioms): optimizers, schedules, autograd and state. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kMovingAverage(
    "idiom-moving-average",
    "`{x}` moves towards `{y}` and keeps the share `{a}` of itself, as in an exponential moving "
    "average; the result is `{it}`",
    "`{x}` 向 `{y}` 移动并保留 `{a}` 的比例，即指数滑动平均；结果为 `{it}`");
inline constexpr Phrase kMixture(
    "idiom-mixture",
    "`{it}` mixes `{x}` and `{y}`: the share `{a}` of the former, the rest of the latter",
    "`{it}` 混合 `{x}` 与 `{y}`：前者占 `{a}`，其余为后者");
inline constexpr Phrase kMovingAverageInPlace(
    "idiom-moving-average-in-place",
    "`{x}` moves towards `{y}` in place and keeps the share `{a}`: an exponential moving average",
    "`{x}` 原地向 `{y}` 移动，保留 `{a}` 的比例，即指数滑动平均");
inline constexpr Phrase kSecondMoment(
    "idiom-second-moment",
    "`{v}` becomes the moving average of the square of `{g}`, of which it keeps `{b}`",
    "`{v}` 成为 `{g}` 平方的滑动平均，旧值保留 `{b}`");
inline constexpr Phrase kBiasCorrection(
    "idiom-bias-correction",
    "`{it}` corrects a moving average that began at zero, which is too small in the first steps",
    "`{it}` 修正从零开始的滑动平均：最初几步它偏小");
inline constexpr Phrase kDecoupledDecay(
    "idiom-decoupled-decay",
    "`{p}` shrinks by `{l} * {w}` on its own, apart from its gradient: decoupled weight decay",
    "`{p}` 按 `{l} * {w}` 单独收缩，与梯度无关：解耦的权重衰减");
inline constexpr Phrase kAccumulationScale(
    "idiom-accumulation-scale",
    "`{it}` is the share of one microbatch: over `{n}` of them the gradients add up to their mean",
    "`{it}` 是一个 microbatch 的份额：`{n}` 个累加后梯度即为平均值");
inline constexpr Phrase kClipByNorm(
    "idiom-clip-by-norm",
    "where the norm of all gradients exceeds `{m}`, they are scaled down together",
    "所有梯度的总范数超过 `{m}` 时，一并按比例缩小");
inline constexpr Phrase kClipCoefficient(
    "idiom-clip-coefficient",
    "`{it}` scales gradients to the norm `{m}`, used where `{t}` is greater",
    "`{it}` 把梯度缩放到范数 `{m}`，用于 `{t}` 更大的情形");
inline constexpr Phrase kGradientsUnscaled("idiom-gradients-unscaled",
                                           "gradients of `{o}` are divided by the loss scale",
                                           "`{o}` 的梯度除以 loss scale");
inline constexpr Phrase kLinearWarmUp("idiom-linear-warm-up",
                                      "`{it}` rises linearly to its full value over `{w}`",
                                      "`{it}` 在 `{w}` 内线性升至完整值");
inline constexpr Phrase kCosineDecay(
    "idiom-cosine-decay",
    "`{it}` falls from 1 to 0 along half a cosine while `{p}` goes from 0 to 1",
    "`{p}` 从 0 到 1 时，`{it}` 沿半个余弦由 1 降到 0");
inline constexpr Phrase kMasterWeights("idiom-master-weights",
                                       "`{it}` is a separate fp32 copy of `{p}`, outside autograd",
                                       "`{it}` 是 `{p}` 的独立 fp32 副本，不参与 autograd");
inline constexpr Phrase kWithoutAutograd(
    "idiom-without-autograd",
    "autograd records nothing in this block: no gradient passes through it",
    "autograd 不记录此代码块内的计算：梯度不会经过它");
inline constexpr Phrase kWhileGradientsCount(
    "idiom-while-gradients-count",
    "`{it}` holds only in training and while autograd records: not in evaluation, and not in the "
    "gradient-free forward pass that (reentrant) activation checkpointing runs before it "
    "recomputes a layer, so a recomputed layer counts once",
    "`{it}` 只在训练且 autograd "
    "记录时成立：评估时不成立，（reentrant）激活重算之前那次不带梯度的前向也不成立，因此重算的层只"
    "计一次");
inline constexpr Phrase kSumAndCount(
    "idiom-sum-and-count", "`{s}` adds up `{x}` and `{c}` counts how often, for a mean later",
    "`{s}` 累加 `{x}`，`{c}` 记录次数，供之后求平均");
inline constexpr Phrase kClearedToNone(
    "idiom-cleared-to-none", "gradients of `{o}` are released rather than filled with zeros",
    "释放 `{o}` 的梯度，而不是填零");
inline constexpr Phrase kRecomputed(
    "idiom-recomputed",
    "activations within `{f}` are not kept: the backward pass runs it once more",
    "`{f}` 内部的激活不保留：反向传播时重新执行一遍");
inline constexpr Phrase kLowerPrecision("idiom-lower-precision",
                                        "in this block autocast runs matrix products in `{d}`",
                                        "此代码块内 autocast 以 `{d}` 执行矩阵乘法");
inline constexpr Phrase kSeedPerRank(
    "idiom-seed-per-rank", "the seed differs by `{r}`, so each such rank draws numbers of its own",
    "种子随 `{r}` 变化，各 rank 抽到不同的随机数");
inline constexpr Phrase kRandomStateKept(
    "idiom-random-state-kept",
    "random draws in this block leave the random state outside unchanged",
    "此代码块内的随机抽取不影响外部的随机状态");
inline constexpr Phrase kKeptInCheckpoint(
    "idiom-kept-in-checkpoint", "`{b}` moves with the module and is saved in its state dict",
    "`{b}` 随模块移动，并保存在 state dict 中");
inline constexpr Phrase kNotInCheckpoint("idiom-not-in-checkpoint",
                                         "`{b}` moves with the module but is in no checkpoint",
                                         "`{b}` 随模块移动，但不写入 checkpoint");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_TRAINING_H_
