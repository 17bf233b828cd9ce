#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kSemiMarkov = {"Semi-Markov Conditional Random Fields for Information Extraction",
                                2004};

constexpr Entry kEntries[] = {
    {.id = "log-sum-exp",
     .terms = "logsumexp torch.logsumexp logaddexp lse_merge softmax_lse log_softmax",
     .name = {"Log-sum-exp", "Log-sum-exp"},
     .meaning = {"The logarithm of a sum of exponentials, computed with the maximum taken out so "
                 "that nothing overflows. It normalises softmax, cross entropy and the partition "
                 "function of a CRF.",
                 "指数和的对数，计算时先提出最大值以免溢出。softmax、交叉熵和 CRF "
                 "的配分函数都靠它归一化。"},
     .pitfall = {"When all terms are -inf, the maximum is -inf and the difference NaN; gradients "
                 "need the same care as values.",
                 "所有项都是 -inf 时，最大值为 -inf，相减得到 NaN；梯度与数值需要同样处理。"},
     .source = {"Accurate Computation of the Log-Sum-Exp and Softmax Functions", 2019,
                "1909.03469"}},
    {.id = "semi-markov",
     .terms = "semi_markov semi_crf segment_crf segmental max_segment_length "
              "duration_bias max_duration",
     .name = {"Semi-Markov models", "半马尔可夫模型"},
     .meaning = {"A sequence is divided into segments, each with a label and a length; scores "
                 "belong to whole segments. The recursion sums over all previous labels and all "
                 "lengths, so that its cost grows with length times maximal duration.",
                 "把序列划分为若干段，每段有标签和长度，分数属于整段。递推要对所有前驱标签和所有段"
                 "长求和，因此代价随序列长度"
                 "乘以最大段长增长。"},
     .pitfall = {"Off-by-one errors at segment borders (inclusive or exclusive ends, the first "
                 "segment, shorter sequences in a batch) change the partition function only "
                 "slightly; compare with brute force on tiny inputs.",
                 "段边界上的差一错误（端点是否包含、首段、batch "
                 "中较短的序列）只会轻微改变配分函数，最好在极小输入上与暴力枚举"
                 "对比。"},
     .source = kSemiMarkov},
    {.id = "linear-chain-crf",
     .terms = "crf linear_chain viterbi viterbi_decode partition_function transition_scores "
              "log_partition",
     .name = {"Chain models and Viterbi", "链式 CRF 与 Viterbi"},
     .meaning = {"Labels of neighbours are scored together. Summing over all label sequences gives "
                 "the normaliser, maximising gives the best one; both are the same recursion with "
                 "other operations.",
                 "对相邻标签联合打分。对所有标签序列求和得到归一化项，取最大得到最优序列；两者是换"
                 "了运算的同一个递推。"},
     .pitfall =
         {"Padding must leave the state of the recursion unchanged instead of adding scores, and "
          "ties make the best sequence ambiguous in tests.",
          "填充位置必须保持递推状态不变，而不是继续加分数；分数相等时最优序列不唯一，测试要注意。"},
     .source = {"Torch-Struct: Deep Structured Prediction Library", 2020, "2002.00876"}},
    {.id = "semiring",
     .terms = "semiring log_semiring max_semiring semiring_matmul kbest_semiring "
              "entropy_semiring",
     .name = {"Semirings", "半环（semiring）"},
     .meaning = {"Two operations, \"add\" and \"multiply\", with which one recursion computes "
                 "different things: log-sum-exp and plus give the partition function, max and plus "
                 "the best score.",
                 "一对“加法”和“乘法”运算，使同一个递推算出不同的量：log-sum-exp "
                 "与加法给出配分函数，max 与加法给出最优分数。"},
     .pitfall = {"Zero and one are not 0 and 1 there: in the log semiring, padding is -inf and the "
                 "neutral element is 0. Tests with random scores often do not notice a mix-up.",
                 "其中的零元和单位元不是 0 和 1：log 半环里填充用 -inf，单位元是 "
                 "0。混淆之后用随机分数测试往往看不出来。"},
     .source = {"Semiring Parsing", 1999}},
    {.id = "segment-reduction",
     .terms = "segment_reduce scatter_add index_add segment_sum scatter_reduce segment_ids "
              "segment_max index_reduce",
     .name = {"Segment reductions", "分段归约"},
     .meaning =
         {"Values are summed or maximised by group, the group given by an index for each "
          "row. On GPUs this is done by atomic additions, or deterministically after a sort.",
          "按索引把行分组后求和或取最大。GPU 上通常用原子加实现，或排序后确定性地归约。"},
     .pitfall = {"Empty groups keep the initial value, which for a maximum must be -inf; atomic "
                 "sums differ from run to run and lose bits in bf16.",
                 "空组保留初值，取最大时初值必须是 -inf；原子求和每次运行结果不同，在 bf16 "
                 "下还会丢精度。"},
     .source = {"PyTorch documentation: torch.Tensor.scatter_reduce_"}},
    {.id = "prefix-scan",
     .terms = "associative_scan parallel_scan prefix_sum cumulative_scan prefix_scan cumsum "
              "logcumsumexp",
     .name = {"Prefix scans", "前缀扫描（scan）"},
     .meaning = {"All running results of an associative operation, computed in parallel in a "
                 "logarithmic number of rounds. It lets a GPU compute recurrences in parallel.",
                 "以对数轮数并行计算某个可结合运算的全部前缀结果，使 GPU 能够并行计算递推。"},
     .pitfall = {"Differences of prefix sums cancel: over long sequences in low precision, a small "
                 "segment is lost in the large total.",
                 "前缀和相减会发生抵消：在低精度的长序列上，小段会淹没在大的总和里。"},
     .source = {"Prefix Sums and Their Applications", 1990}},
    {.id = "stable-gradients",
     .terms = "masked_fill nan_to_num torch.finfo finfo.min",
     .name = {"Masks and infinities", "掩码与无穷值"},
     .meaning = {"Positions that must not count get a very small score before a softmax or a "
                 "maximum. -inf is exact, but spreads as NaN when everything is masked; a finite "
                 "minimum does not.",
                 "不应计入的位置在 softmax 或取最大之前填入极小的分数。-inf "
                 "是精确的，但全部屏蔽时会变成 NaN 扩散；用有限的"
                 "最小值则不会。"},
     .pitfall = {"`torch.where` does not stop gradients of the branch not taken: NaN times zero "
                 "stays NaN. Make the input safe, not the output.",
                 "`torch.where` 并不阻断未选分支的梯度：NaN 乘以零仍是 "
                 "NaN。要保证的是输入安全，而不是输出。"},
     .source = {"PyTorch documentation: Autograd mechanics"}},
};

}  // namespace

absl::Span<const Entry> StructuredEntries() { return kEntries; }

}  // namespace allreview::report::glossary
