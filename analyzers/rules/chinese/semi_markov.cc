// Rules of semi-Markov models.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> SemiMarkov() {
  static constexpr RuleText kTexts[] = {
      {.id = "cumulative-scores-without-zero-row",
       .title = "前缀和缺少全零行",
       .message = "`{name}` 有 `{size}` 行，而 `{size}` 个位置的前缀和应有 `{size} + 1` 行，其中"
                  "第一行为零",
       .consequence = "从首个位置开始的片段会丢失该位置的分数，最后一个边界会落到 tensor 之外",
       .advice = "分配 `{size} + 1` 行，从第 1 行开始填充"},
      {.id = "empty-duration-loop",
       .title = "K 为 1 时对时长的循环为空",
       .message = "当 `{limit}` 为 1 时 `{range}` 不产生任何时长，而且永远不会产生时长 `{limit}` "
                  "本身",
       .consequence = "最大时长为 1 时不会对任何片段打分，配分函数等于哨兵值：loss 为 NaN",
       .advice = "循环到 `{limit} + 1` 并以 `{variable} - 1` 为下标，或者循环到 `max({limit}, 2)`"
                 " 并以 `min({variable}, {limit} - 1)` 为下标"},
      {.id = "lengths-without-plus-one",
       .title = "边对应 T 个位置，lengths 却少计了一个",
       .message = "`{method}` 收到 `{lengths}`，但 `{edges}`（第 {line} 行）每个位置各有一行，因"
                  "此需要 `{lengths} + 1`",
       .consequence = "每个序列的最后一个位置没有计入配分函数：loss 和边缘概率错误却没有报错",
       .advice = "传入 `lengths={lengths} + 1`"},
      {.id = "low-precision-cumulative-scores",
       .title = "用半精度保存分数的前缀和",
       .message = "`{expression}` 用半精度保存分数的前缀和",
       .consequence = "前缀和随序列增长，而片段的分数是两个前缀和之差：几百个位置之后就所剩无几",
       .advice = "用 `torch.float64`（至少 float32）累加，只对差值做类型转换"},
      {.id = "materialised-edge-tensor",
       .title = "把所有位置与时长的边放进一个 tensor",
       .message = "这里同时保存了所有位置的边：{shape} 个元素",
       .consequence = "当有 100,000 个位置、时长最大 100、24 个标签时，每个序列在 float32 下需要 "
                      "23 GB",
       .advice = "像流式扫描那样，在使用处由前缀和计算每个位置和时长对应的边块"},
      {.id = "ring-buffer-without-modulo",
       .title = "环形缓冲区的下标没有统一取模",
       .message = "{what}",
       .consequence = "超过前 K 个位置后会读到环之外，或读到属于其他位置的槽位：分数错误或 kernel"
                      " 出错",
       .advice = "{advice}"},
      {.id = "sentinel-equality",
       .title = "用相等判断分数是否为哨兵值",
       .message = "一旦给哨兵值加上其他数（第 {line} 行的 `{value}` 就是如此），`{comparison}` 就"
                  "不再成立",
       .consequence = "被屏蔽的元素会被当成有效：log-sum-exp 会把它们当作 exp(0)，或者回溯指针指"
                      "向无效位置",
       .advice = "与阈值比较：`{threshold}`"},
      {.id = "uncentred-cumulative-scores",
       .title = "用 float32 对原始分数求前缀和",
       .message = "`{scores}` 沿时间的前缀和既不是 float64，也没有先对分数做中心化",
       .consequence = "前缀和随序列增长，而片段分数是它的差值，会损失同样多的有效数字：到 100,000"
                      " 个位置时只剩噪声",
       .advice = "用 float64 累加（`{scores}.double()`）；或者在每个位置减去所有标签共用的一个偏"
                 "移，这不会改变任何路径；若按标签沿时间减去均值，则会改变模型对时长的偏好，必须"
                 "在每个实现中同样减去"},
      {.id = "unclamped-duration-index",
       .title = "用时长作下标时没有偏移或截断",
       .message = "`{duration}` 从 1 开始计时长，却直接用作 `{table}` 的下标：最长的时长会越过最"
                  "后一行",
       .consequence = "在 CPU 上抛出 IndexError，在 GPU 上越界读取，或者每个时长用的都是下一个时"
                      "长的分数",
       .advice = "用 `{duration} - 1` 作下标；如果第 0 行不使用，则用 `min({duration}, K - 1)`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
