#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kSwitch = {
    "Switch Transformers: Scaling to Trillion Parameter Models with Simple and Efficient Sparsity",
    2021, "2101.03961"};
constexpr Source kGShard = {
    "GShard: Scaling Giant Models with Conditional Computation and Automatic Sharding", 2020,
    "2006.16668"};

constexpr Entry kEntries[] = {
    {.id = "mixture-of-experts",
     .terms = "moe expert num_experts local_experts moe_layer num_moe_experts",
     .name = {"Mixture of experts", "混合专家（MoE）"},
     .meaning = {"A layer has many feed-forward networks, the experts, and each token uses only a "
                 "few of them. The number of parameters grows while the computation per token "
                 "stays the same; the cost is routing, communication and an uneven load.",
                 "一层里有许多前馈网络（专家），每个 token 只使用其中几个。参数量增长而每个 token "
                 "的计算量不变；代价是"
                 "路由、通信和负载不均。"},
     .pitfall = {"An expert may receive no tokens at all in a step: every operation must accept "
                 "empty tensors, and the expert's parameters still need a (zero) gradient.",
                 "某个专家在一步里可能一个 token "
                 "都没有：空张量必须能通过每个算子，它的参数仍需要（为零的）梯度。"},
     .source = {"Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer",
                2017, "1701.06538"}},
    {.id = "expert-parallelism",
     .terms = "expert_parallel expert_model_parallel ep_group ep_size ep_rank "
              "expert_tensor_parallel expert_model_parallel_size etp_size",
     .name = {"Expert parallelism", "专家并行"},
     .meaning = {"Experts are distributed over ranks, and tokens are sent to the rank of their "
                 "expert. Expert parameters are replicated differently from the rest of the model, "
                 "so their gradients use a different data parallel group.",
                 "专家分布在不同 rank 上，token 要送到其专家所在的 "
                 "rank。专家参数的副本集合与模型其余部分不同，因此梯度"
                 "使用另一个数据并行组。"},
     .pitfall = {"Reducing or scaling expert gradients over the ordinary data parallel group is "
                 "wrong by a factor; norms and checkpoints need the same distinction.",
                 "在普通数据并行组上归约或缩放专家梯度会差一个倍数；计算范数和保存 checkpoint "
                 "时同样要区分。"},
     .source = kGShard},
    {.id = "router",
     .terms = "moe_router topk_router router_topk topk_routing "
              "router_logits routing_map routing_scores moe_router_topk routing_probs",
     .name = {"Router", "路由（router）"},
     .meaning = {"A small projection scores every expert for every token; the top-k scores choose "
                 "the experts and weight their outputs. Only these weights carry gradients: the "
                 "choice itself is not differentiable.",
                 "一个小的线性层为每个 token 给每个专家打分，top-k "
                 "决定使用哪些专家及其输出权重。只有权重能传梯度，选择本身"
                 "不可导。"},
     .pitfall =
         {"Scores need fp32: in bf16 close scores tie, and the choice flips between ranks or "
          "between forward and recomputation.",
          "打分需要 fp32：bf16 下接近的分数会变成相等，导致不同 rank "
          "之间、前向与重算之间选择不一致。"},
     .source = {"Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer",
                2017, "1701.06538"}},
    {.id = "load-balancing-loss",
     .terms = "aux_loss load_balancing_loss seq_aux_loss aux_loss_coeff moe_aux_loss "
              "save_to_aux_losses_tracker global_aux_loss load_balancing",
     .name = {"Load balancing loss", "负载均衡辅助 loss"},
     .meaning =
         {"A term that grows when a few experts get most of the tokens: the sum over experts of "
          "token share times mean probability. Without it, routing collapses onto a few experts.",
          "当少数专家得到大部分 token 时变大的一项：对每个专家把 token "
          "占比乘以平均概率再求和。没有它，路由会塌缩到"
          "少数专家上。"},
     .pitfall = {"Shares and means must cover the same tokens: with sequence or context "
                 "parallelism local counts need a reduction, and padding must not count.",
                 "占比与均值必须基于同一批 token：使用序列或上下文并行时本地计数需要归约，填充 "
                 "token 不应计入。"},
     .second_pitfall = Phrase("It often changes the gradients but not the reported loss, so a "
                              "wrong scale (microbatches, ranks, layers) goes unnoticed.",
                              "它往往只作用于梯度，不出现在上报的 loss "
                              "里，因此缩放（microbatch、rank、层数）错了也看不出来。"),
     .source = kSwitch,
     .near = "moe expert router"},
    {.id = "router-z-loss",
     .terms = "z_loss moe_z_loss router_z_loss z_loss_coeff",
     .name = {"Router z-loss", "Router z-loss"},
     .meaning = {"The squared log-sum-exp of the router's logits, which keeps them small. Large "
                 "logits lose precision in low formats and make training unstable.",
                 "router logits 的 log-sum-exp 的平方，用来让 logits 保持较小。过大的 logits "
                 "在低精度下损失精度，使训练"
                 "不稳定。"},
     .pitfall = {"It must see logits before any bias, mask or softmax, and in fp32.",
                 "它必须作用在加 bias、mask、softmax 之前的 logits 上，并使用 fp32。"},
     .source = {"ST-MoE: Designing Stable and Transferable Sparse Expert Models", 2022,
                "2202.08906"},
     .near = "moe expert router"},
    {.id = "expert-bias",
     .terms = "expert_bias moe_router_enable_expert_bias update_router_expert_bias "
              "e_score_correction_bias",
     .name = {"Balancing by expert bias", "用专家偏置做负载均衡"},
     .meaning = {"Instead of a loss, a bias for each expert is added to the scores for the choice "
                 "alone, and moved after each step against the observed load. Outputs are weighted "
                 "by the scores without it.",
                 "不用 "
                 "loss，而是给每个专家一个只用于选择的偏置，每步之后按实际负载反向调整。输出权重仍"
                 "用不含偏置的分数。"},
     .pitfall = {"The bias is state without a gradient: it must be equal on all ranks, stay in "
                 "fp32, and be in the checkpoint.",
                 "偏置是没有梯度的状态：各 rank 必须一致，必须保持 fp32，并写入 checkpoint。"},
     .source = {"Auxiliary-Loss-Free Load Balancing Strategy for Mixture-of-Experts", 2024,
                "2408.15664"}},
    {.id = "token-dispatcher",
     .terms = "token_dispatcher moe_dispatcher token_dispatch token_permutation "
              "token_unpermutation moe_permute unpermute dispatch_postprocess dispatch_preprocess "
              "deep_ep hybrid_ep tokens_per_expert",
     .name = {"Token dispatcher", "Token dispatcher（token 分发）"},
     .meaning = {"Sorts tokens by expert, sends them to the ranks that hold these, and brings "
                 "results back into the original order. The permutation in and the one out must be "
                 "inverse to each other, for values and for gradients.",
                 "按专家给 token 排序，发送到专家所在 "
                 "rank，再把结果恢复为原来的顺序。入和出的置换必须互逆，对数值和梯度"
                 "都如此。"},
     .pitfall = {"The number of tokens for each expert is known only on the GPU: reading it on the "
                 "CPU for split sizes makes the CPU wait in every layer and rules out CUDA graphs.",
                 "每个专家的 token 数只有 GPU 知道：为了切分大小而在 CPU "
                 "上读取，会在每层等待，也无法使用 CUDA graph。"},
     .source = kGShard},
    {.id = "expert-capacity",
     .terms = "capacity_factor expert_capacity moe_expert_capacity_factor token_drop "
              "token_drop_policy pad_to_capacity moe_token_drop_policy drop_and_pad",
     .name = {"Expert capacity", "专家容量"},
     .meaning = {"A limit on the tokens that an expert takes in a step; tokens above it are "
                 "dropped and pass only through the residual connection. Fixed capacities give "
                 "fixed shapes, which suit CUDA graphs and balanced communication.",
                 "限制一个专家每步接收的 token 数，超出的 token "
                 "被丢弃，只经过残差连接。固定容量意味着固定形状，利于 CUDA "
                 "graph 和均衡通信。"},
     .pitfall = {"Which tokens are dropped depends on their order or scores, so results depend on "
                 "the batch; in evaluation this amounts to a different model.",
                 "丢弃哪些 token 取决于顺序或分数，结果因此依赖 batch；在评估时这等于改变了模型。"},
     .source = kSwitch},
    {.id = "grouped-gemm",
     .terms = "grouped_gemm grouped_mlp grouped_linear te_grouped_mlp gmm moe_grouped_gemm "
              "groupedtensor",
     .name = {"Grouped matrix products", "Grouped GEMM（分组矩阵乘）"},
     .meaning =
         {"The matrix products of all local experts, each with its own number of tokens, run as "
          "one kernel. It replaces a loop of small products that would leave the GPU idle.",
          "把所有本地专家、token 数各不相同的矩阵乘合成一个 kernel。它取代了会让 GPU "
          "空转的小矩阵乘循环。"},
     .pitfall = {"Group sizes may be zero and, for fp8, must be padded to the alignment that the "
                 "kernel requires.",
                 "分组大小可能为零；使用 fp8 时还必须填充到 kernel 要求的对齐。"},
     .source = {"MegaBlocks: Efficient Sparse Training with Mixture-of-Experts", 2022,
                "2211.15841"}},
    {.id = "shared-expert",
     .terms = "shared_expert shared_experts moe_shared_expert shared_expert_overlap",
     .name = {"Shared experts", "共享专家"},
     .meaning = {"Experts that every token uses in addition to the routed ones. They learn common "
                 "knowledge, and their computation can overlap with the dispatch.",
                 "除路由专家之外每个 token "
                 "都会使用的专家。它们承担公共知识，其计算也可以用来掩盖分发通信。"},
     .pitfall = {"They are replicated over the expert parallel ranks: their gradients are reduced "
                 "over the ordinary data parallel group.",
                 "它们在专家并行 rank 之间是副本：其梯度属于普通数据并行组。"},
     .source = {"DeepSeekMoE: Towards Ultimate Expert Specialization in Mixture-of-Experts "
                "Language Models",
                2024, "2401.06066"}},
};

}  // namespace

absl::Span<const Entry> ExpertEntries() { return kEntries; }

}  // namespace allreview::report::glossary
