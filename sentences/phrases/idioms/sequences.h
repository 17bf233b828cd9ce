#ifndef SENTENCES_PHRASES_IDIOMS_SEQUENCES_H_
#define SENTENCES_PHRASES_IDIOMS_SEQUENCES_H_

// Idioms (analyzers/idioms): masks, offsets, lengths and positions. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kPaddingMask(
    "idiom-padding-mask", "`{it}` marks the padding: positions at or beyond the length in `{l}`",
    "`{it}` 标出填充部分：位置不小于 `{l}` 中的长度");
inline constexpr Phrase kValidMask(
    "idiom-valid-mask", "`{it}` marks the real tokens: positions before the length in `{l}`",
    "`{it}` 标出有效部分：位置小于 `{l}` 中的长度");
inline constexpr Phrase kSameSegment("idiom-same-segment",
                                     "`{it}` is true for two positions that have the same `{a}`",
                                     "`{it}` 在两个位置的 `{a}` 相同时为真");
inline constexpr Phrase kCausalKeep(
    "idiom-causal-keep", "`{it}` is a causal mask: a position sees itself and what comes before it",
    "`{it}` 是因果掩码：每个位置只看到自身及之前的位置");
inline constexpr Phrase kCausalHide(
    "idiom-causal-hide", "`{it}` is a causal mask of what is hidden: everything after a position",
    "`{it}` 是标出被遮部分的因果掩码：每个位置之后的全部位置");
inline constexpr Phrase kMaskedByInfinity(
    "idiom-masked-by-infinity",
    "where `{m}` holds, `{x}` becomes minus infinity, which gets no weight in a softmax",
    "`{m}` 成立处 `{x}` 变为负无穷，经 softmax 后权重为 0");
inline constexpr Phrase kMaskedByLowest(
    "idiom-masked-by-lowest",
    "where `{m}` holds, `{x}` becomes the lowest number of its dtype, which gets practically no "
    "weight in a softmax",
    "`{m}` 成立处 `{x}` 变为该 dtype 的最小值，softmax 给它的权重几乎为 0");
inline constexpr Phrase kMaskedByZero("idiom-masked-by-zero", "where `{m}` holds, `{x}` becomes 0",
                                      "`{m}` 成立处 `{x}` 置 0");
inline constexpr Phrase kMaskedMean("idiom-masked-mean",
                                    "`{it}` is the mean of `{x}` over what `{m}` keeps",
                                    "`{it}` 是 `{x}` 在 `{m}` 所保留部分上的平均值");
inline constexpr Phrase kOffsetsWithZero(
    "idiom-offsets-with-zero",
    "`{it}` holds the offsets at which segments of lengths `{l}` begin: 0 first, the total last",
    "`{it}` 是长度为 `{l}` 的各段的起始偏移：首项为 0，末项为总长");
inline constexpr Phrase kOffsetsByCat(
    "idiom-offsets-by-cat",
    "`{it}` holds the offsets at which segments of lengths `{l}` begin, with 0 in front",
    "`{it}` 是长度为 `{l}` 的各段的起始偏移，前面补 0");
inline constexpr Phrase kOffsetsInPlace("idiom-offsets-in-place",
                                        "`{c}` gets the running sums of `{l}` after its first "
                                        "entry: the offsets at which segments begin",
                                        "`{c}` 从第二项起存放 `{l}` 的累加和，即各段的起始偏移");
inline constexpr Phrase kExclusiveSum(
    "idiom-exclusive-sum",
    "`{it}` sums everything before each entry of `{x}`: where each segment begins",
    "`{it}` 是 `{x}` 中每项之前各项之和，即每段的起点");
inline constexpr Phrase kLengthsOfOffsets(
    "idiom-lengths-of-offsets",
    "`{it}` holds the differences of neighbours in `{c}`: lengths, where those are offsets",
    "`{it}` 是 `{c}` 相邻两项之差：若后者为偏移，即为各段长度");
inline constexpr Phrase kNextTokens(
    "idiom-next-tokens",
    "`{it}` is `{x}` without its first position: at each position the token to predict there",
    "`{it}` 是去掉首位的 `{x}`：每个位置上要预测的 token");
inline constexpr Phrase kNextTokensBuffered(
    "idiom-next-tokens-buffered",
    "`{a}` and `{b}` get `{x}` shifted by one against each other: the target at each position is "
    "the next token of the same `{x}`",
    "`{a}` 与 `{b}` 得到错开一位的 `{x}`：每个位置的目标是同一个 `{x}` 中的下一个 token");
inline constexpr Phrase kRolledLeft("idiom-rolled-left",
                                    "`{it}` is `{x}` shifted by one: each position gets its "
                                    "successor, and the last one gets the first",
                                    "`{it}` 是左移一位的 `{x}`：每个位置得到后一项，末位得到首项");
inline constexpr Phrase kPaddedLength("idiom-padded-length",
                                      "`{it}` is `{n}` rounded up to a multiple of `{m}`",
                                      "`{it}` 是 `{n}` 向上取整到 `{m}` 的倍数");
inline constexpr Phrase kMissingToMultiple(
    "idiom-missing-to-multiple", "`{it}` is how much `{n}` lacks to the next multiple of `{m}`",
    "`{it}` 是 `{n}` 距离 `{m}` 的倍数还差多少");
inline constexpr Phrase kCeilDivision("idiom-ceil-division",
                                      "`{it}` is `{n}` divided by `{m}`, rounded up",
                                      "`{it}` 是 `{n}` 除以 `{m}` 并向上取整");
inline constexpr Phrase kRoundedDown("idiom-rounded-down",
                                     "`{it}` is the largest multiple of `{m}` within `{n}`",
                                     "`{it}` 是不超过 `{n}` 的 `{m}` 的最大倍数");
inline constexpr Phrase kRotatedHalves(
    "idiom-rotated-halves",
    "`{it}` rotates pairs by a quarter turn: (`{a}`, `{b}`) becomes (-`{b}`, `{a}`), as rotary "
    "position embeddings need it",
    "`{it}` 把成对分量旋转 90 度：(`{a}`, `{b}`) 变为 (-`{b}`, `{a}`)，用于旋转位置编码");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_SEQUENCES_H_
