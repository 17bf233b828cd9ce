#ifndef SENTENCES_PHRASES_IDIOMS_DISTRIBUTED_H_
#define SENTENCES_PHRASES_IDIOMS_DISTRIBUTED_H_

// Idioms (analyzers/idioms): collectives and ranks. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kAveragedOverRanks(
    "idiom-averaged-over-ranks",
    "`{x}` becomes the mean over the ranks of the group, the same on each",
    "`{x}` 变为组内各 rank 的平均值，各 rank 相同");
inline constexpr Phrase kSummedOverRanks(
    "idiom-summed-over-ranks",
    "`{x}` becomes the sum over the ranks of the group, the same on each",
    "`{x}` 变为组内各 rank 之和，各 rank 相同");
inline constexpr Phrase kLargestOverRanks(
    "idiom-largest-over-ranks",
    "`{x}` becomes the maximum over the ranks of the group, the same on each",
    "`{x}` 变为组内各 rank 的最大值，各 rank 相同");
inline constexpr Phrase kGatheredTensor(
    "idiom-gathered-tensor",
    "`{o}` receives `{x}` of all ranks of the group, one after the other in rank order",
    "`{o}` 按 rank 顺序依次收到组内各 rank 的 `{x}`");
inline constexpr Phrase kGatheredList(
    "idiom-gathered-list", "`{o}` receives `{x}` of each rank of the group, in rank order",
    "`{o}` 按 rank 顺序收到组内每个 rank 的 `{x}`");
inline constexpr Phrase kGatheredObjects(
    "idiom-gathered-objects",
    "`{o}` receives the Python object `{x}` of each rank, pickled and sent",
    "`{o}` 收到各 rank 的 Python 对象 `{x}`，经 pickle 传输");
inline constexpr Phrase kSlicesOfSum(
    "idiom-slices-of-sum",
    "`{x}` is reduced over the ranks, and each keeps its slice of the result in `{o}`",
    "`{x}` 在各 rank 间归约，每个 rank 在 `{o}` 中只保留自己的一段");
inline constexpr Phrase kExchangedPieces(
    "idiom-exchanged-pieces",
    "each rank sends `{r}` rows of `{x}` to its peers and receives `{s}` rows into `{o}`",
    "各 rank 按 `{r}` 把 `{x}` 的行发给对端，并按 `{s}` 把收到的行放入 `{o}`");
inline constexpr Phrase kRowsOfRank(
    "idiom-rows-of-rank", "`{it}` is the part of `{x}` that belongs to `{r}`: `{n}` in a row",
    "`{it}` 是 `{x}` 中属于 `{r}` 的那一段，共 `{n}` 项");
inline constexpr Phrase kChunkOfRank("idiom-chunk-of-rank",
                                     "`{it}` is the chunk of `{x}` that belongs to `{r}`",
                                     "`{it}` 是 `{x}` 中属于 `{r}` 的那一块");
inline constexpr Phrase kFromOneRank("idiom-from-one-rank",
                                     "all ranks of the group get `{x}` as rank `{s}` has it",
                                     "组内所有 rank 得到 rank `{s}` 上的 `{x}`");
inline constexpr Phrase kRanksMeet("idiom-ranks-meet",
                                   "no rank of the group continues until all have arrived",
                                   "组内所有 rank 到齐之前，谁也不会继续");
inline constexpr Phrase kOneRankOnly("idiom-one-rank-only", "only rank 0 runs this block",
                                     "只有 rank 0 执行此代码块");
inline constexpr Phrase kSentTogether(
    "idiom-sent-together",
    "all sends and receives of `{o}` start together, so their order cannot deadlock",
    "`{o}` 中的收发一并启动，顺序不会造成死锁");
inline constexpr Phrase kNeighbourInRing(
    "idiom-neighbour-in-ring", "`{it}` is a neighbour of `{r}` in the ring of `{w}` ranks",
    "`{it}` 是 `{w}` 个 rank 组成的环中 `{r}` 的邻居");
inline constexpr Phrase kRankOfMesh(
    "idiom-rank-of-mesh",
    "`{it}` is the coordinate of this rank along one dimension of the mesh `{m}`",
    "`{it}` 是本 rank 在 mesh `{m}` 某一维上的坐标");
inline constexpr Phrase kUniqueRank(
    "idiom-unique-rank",
    "`{it}` numbers the pairs of `{a}` and `{b}`: each gets a number of its own, as `{b}` stays "
    "below `{n}`",
    "`{it}` 给 `{a}` 与 `{b}` 的组合编号：`{b}` 小于 `{n}`，因此互不相同");
inline constexpr Phrase kNewGroup(
    "idiom-new-group", "`{it}` creates a process group; every rank has to take part, member or not",
    "`{it}` 创建进程组：无论是否为成员，所有 rank 都必须参与");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_DISTRIBUTED_H_
