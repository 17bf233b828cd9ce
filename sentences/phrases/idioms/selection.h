#ifndef SENTENCES_PHRASES_IDIOMS_SELECTION_H_
#define SENTENCES_PHRASES_IDIOMS_SELECTION_H_

// Idioms (analyzers/idioms): choosing, sorting, counting and routing. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kTopkKept(
    "idiom-topk-kept",
    "`{it}` names the `{k}` largest of `{x}` in each row; the top-k asks for one more, which is "
    "cut off here",
    "`{it}` 是 `{x}` 每行最大的 `{k}` 个的下标；top-k 多取的一个在此去掉");
inline constexpr Phrase kTopkThreshold(
    "idiom-topk-threshold",
    "`{it}` is the (`{k}` + 1)-th largest of `{x}` in each row: the threshold between what is "
    "chosen and what is not",
    "`{it}` 是 `{x}` 每行第 `{k}` + 1 大的值，即入选与落选之间的阈值");
inline constexpr Phrase kColumnQuantile(
    "idiom-column-quantile",
    "`{it}` is the (`{q}` + 1)-th largest of each column of `{x}`: the quantile that exactly `{q}` "
    "entries of the column exceed, ties aside",
    "`{it}` 是 `{x}` 每列第 `{q}` + 1 大的值，即该列恰有 `{q}` 个元素超过它的分位数（并列除外）");
inline constexpr Phrase kColumnKth("idiom-column-kth",
                                   "`{it}` is the `{q}`-th largest of each column of `{x}`",
                                   "`{it}` 是 `{x}` 每列第 `{q}` 大的值");
inline constexpr Phrase kRowKth("idiom-row-kth",
                                "`{it}` is the `{k}`-th largest of `{x}` in each row: whatever is "
                                "smaller is not among the top `{k}`",
                                "`{it}` 是 `{x}` 每行第 `{k}` 大的值：比它小的都不在前 `{k}` 之列");
inline constexpr Phrase kTopkLessBias(
    "idiom-topk-less-bias",
    "entries are chosen by `{x}` minus `{b}`: the greater `{b}` is, the less likely an entry is to "
    "be chosen",
    "按 `{x}` 减去 `{b}` 的结果选取：`{b}` 越大，对应项越不容易入选");
inline constexpr Phrase kTopkPlusBias(
    "idiom-topk-plus-bias",
    "entries are chosen by `{x}` plus `{b}`: the greater `{b}` is, the more likely an entry is to "
    "be chosen",
    "按 `{x}` 加上 `{b}` 的结果选取：`{b}` 越大，对应项越容易入选");
inline constexpr Phrase kEvenShare(
    "idiom-even-share",
    "`{it}` is the equal share of `{a} * {k}` for each of `{n}`; a check demands that nothing is "
    "left over",
    "`{it}` 是 `{a} * {k}` 平均分给 `{n}` 的份额；代码检查必须恰好除尽");
inline constexpr Phrase kWeightsSumToOne(
    "idiom-weights-sum-to-one", "`{w}` is divided by its own sum, so that the weights add up to 1",
    "`{w}` 除以自身之和，使各权重之和为 1");
inline constexpr Phrase kRankByArgsort(
    "idiom-rank-by-argsort",
    "`{it}` sorts the order of `{x}` once more: the inverse of that permutation, and the rank of "
    "each element",
    "`{it}` 对 `{x}` 的排序次序再排一次序：得到该置换的逆，也是各元素的名次");
inline constexpr Phrase kUndoPermutation("idiom-undo-permutation",
                                         "`{it}` is the permutation that undoes `{p}`",
                                         "`{it}` 是 `{p}` 的逆置换");
inline constexpr Phrase kInverseByScatter(
    "idiom-inverse-by-scatter",
    "`{i}` becomes the inverse of the permutation `{p}`: it says where each entry went",
    "`{i}` 成为置换 `{p}` 的逆：记录每一项去了哪里");
inline constexpr Phrase kOneHot(
    "idiom-one-hot",
    "`{it}` turns each index of `{x}` into a row of `{n}` entries, with a one at that index",
    "`{it}` 把 `{x}` 的每个下标变成长度为 `{n}` 的一行，只有该下标处为 1");
inline constexpr Phrase kOneHotByScatter(
    "idiom-one-hot-by-scatter",
    "`{it}` has ones where `{i}` points along dimension `{d}` and zeros elsewhere: indices as a "
    "map",
    "`{it}` 在维度 `{d}` 上 `{i}` 所指的位置为 1，其余为 0：即由下标得到的对应表");
inline constexpr Phrase kGatherByIndex(
    "idiom-gather-by-index",
    "`{it}` picks from `{x}`, along dimension `{d}`, the entries that `{i}` names",
    "`{it}` 沿维度 `{d}` 从 `{x}` 中取出 `{i}` 指定的元素");
inline constexpr Phrase kTokenLogProbs("idiom-token-log-probs",
                                       "`{it}` is the log probability that `{x}` assigns to `{i}`",
                                       "`{it}` 是 `{x}` 赋予 `{i}` 的对数概率");
inline constexpr Phrase kBincount(
    "idiom-bincount",
    "`{it}` counts how often each of `{n}` values occurs in `{x}`: the load of each",
    "`{it}` 统计 `{n}` 个取值在 `{x}` 中各出现多少次，即各自的负载");
inline constexpr Phrase kHistogram(
    "idiom-histogram", "`{it}` counts the entries of `{x}` in `{n}` bins: the load of each",
    "`{it}` 把 `{x}` 的元素按 `{n}` 个区间计数，即各自的负载");
inline constexpr Phrase kSegmentSum(
    "idiom-segment-sum",
    "each row of `{x}` is added to the row of `{o}` that `{i}` names: one sum for each segment",
    "`{x}` 的每一行累加到 `{o}` 中由 `{i}` 指定的行：逐段求和");
inline constexpr Phrase kScatterSum(
    "idiom-scatter-sum",
    "each element of `{x}` is added to the element of `{o}` that `{i}` names along dimension "
    "`{d}`; elements that share a place are summed",
    "`{x}` 的每个元素按 `{i}` 沿维度 `{d}` 累加到 `{o}`；落在同一位置的相加");
inline constexpr Phrase kCountByScatter("idiom-count-by-scatter",
                                        "`{c}` counts how often each index occurs in `{i}`",
                                        "`{c}` 统计 `{i}` 中每个下标出现的次数");
inline constexpr Phrase kLoadBalancingLoss(
    "idiom-load-balancing-loss",
    "`{it}` sums probability times load over the experts: it is large when the experts that get "
    "many tokens are also the likely ones",
    "`{it}` 对各专家的概率与负载之积求和：token 多的专家若概率也高，它就变大");
inline constexpr Phrase kSigmoidScores(
    "idiom-sigmoid-scores",
    "`{it}` scores each entry of `{x}` on its own between 0 and 1; with a softmax they would "
    "compete",
    "`{it}` 把 `{x}` 的每一项独立打成 0 到 1 的分；softmax 则会让它们相互竞争");
inline constexpr Phrase kGroupedHeads(
    "idiom-grouped-heads",
    "`{it}` repeats each entry of `{x}` `{n}` times in a row along dimension `{d}`, so that a "
    "group of query heads shares one key or value head",
    "`{it}` 沿维度 `{d}` 把 `{x}` 的每一项连续重复 `{n}` 次，让一组 query 头共用一个 key 或 value "
    "头");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_SELECTION_H_
