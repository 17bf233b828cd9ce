#ifndef SENTENCES_STATEMENTS_COSTS_H_
#define SENTENCES_STATEMENTS_COSTS_H_

// What a change costs or saves: tensors, communication, waits. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// A tensor, with what is known of its size.
inline constexpr Phrase kTensorShape("tensor-shape", "`{name}` `{shape}`", "`{name}` `{shape}`");
inline constexpr Phrase kTensorTyped("tensor-typed", "`{name}` `{shape}` in {type}",
                                     "`{name}` `{shape}`（{type}）");
inline constexpr Phrase kTensorNumbers("tensor-numbers", "{tensor} ({amount} at {numbers})",
                                       "{tensor}（{numbers} 时为 {amount}）");
inline constexpr Phrase kTensorNumber("tensor-number",
                                      "`{name}` = {value}, the default (`{place}`)",
                                      "`{name}` = {value}（默认值，`{place}`）");
inline constexpr Phrase kTensorElements("tensor-elements", "{count} elements", "{count} 个元素");

// Memory.
inline constexpr Phrase kCostAllocates("cost-allocates",
                                       "`{function}` allocates {tensor}, which is new",
                                       "`{function}` 新分配 {tensor}");
inline constexpr Phrase kCostAllocatesWhen(
    "cost-allocates-when", "When {conditions}, `{function}` allocates {tensor}, which is new",
    "满足 {conditions} 时，`{function}` 新分配 {tensor}");
inline constexpr Phrase kCostFrees("cost-frees", "`{function}` no longer allocates {tensor}",
                                   "`{function}` 不再分配 {tensor}");
inline constexpr Phrase kCostHolds("cost-holds", "`{class}` holds {tensor}, which is new",
                                   "`{class}` 新增常驻张量 {tensor}");
inline constexpr Phrase kCostDrops("cost-drops", "`{class}` no longer holds {tensor}",
                                   "`{class}` 不再持有 {tensor}");
inline constexpr Phrase kCostResizes("cost-resizes",
                                     "`{function}` makes {tensor} where it made {before}",
                                     "`{function}` 原先生成 {before}，现在生成 {tensor}");

// Communication.
inline constexpr Phrase kCostSends("cost-sends", "`{function}` now runs `{what}`",
                                   "`{function}` 新增通信 `{what}`");
inline constexpr Phrase kCostSendsInSteps("cost-sends-in-steps",
                                          "`{function}` now runs `{what}` on the path of a step",
                                          "`{function}` 在 step 的执行路径上新增通信 `{what}`");
inline constexpr Phrase kCostSendsTensor("cost-sends-tensor",
                                         "{statement}; each rank hands over {tensor}",
                                         "{statement}；每个 rank 传出 {tensor}");
inline constexpr Phrase kCostSendsNoMore("cost-sends-no-more",
                                         "`{function}` no longer runs `{what}`",
                                         "`{function}` 不再执行通信 `{what}`");
inline constexpr Phrase kCostSendsOther(
    "cost-sends-other", "each rank hands {tensor} to `{what}` where it handed {before}",
    "`{what}` 中每个 rank 原先传出 {before}，现在传出 {tensor}");
// What a ring of the group moves, by the operation; {group} is its size.
inline constexpr Phrase kWireReduce(
    "wire-reduce", "{statement}, and a ring sends 2·({group} - 1)/{group} of that from each rank",
    "{statement}，ring 实现下每个 rank 发送其 2·({group} - 1)/{group}");
inline constexpr Phrase kWireGather("wire-gather",
                                    "{statement}, and receives {group} - 1 times that",
                                    "{statement}，并收到 {group} - 1 份同样大小的数据");
inline constexpr Phrase kWireScatter("wire-scatter",
                                     "{statement}, and sends ({group} - 1)/{group} of that",
                                     "{statement}，并发送其 ({group} - 1)/{group}");

// Waits.
inline constexpr Phrase kCostWaits("cost-waits",
                                   "`{function}` makes the CPU wait for the GPU: `{what}`",
                                   "`{function}` 触发 CPU–GPU 同步：`{what}`");
inline constexpr Phrase kCostWaitsInSteps(
    "cost-waits-in-steps",
    "`{function}` makes the CPU wait for the GPU on the path of a step: `{what}`",
    "`{function}` 在 step 的执行路径上触发 CPU–GPU 同步：`{what}`");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_COSTS_H_
