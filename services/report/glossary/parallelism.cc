#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Entry kEntries[] = {
    {.id = "tensor-parallelism",
     .terms = "tensor_parallel tensor_model_parallel column_parallel row_parallel "
              "column_parallel_linear row_parallel_linear tp_group tp_size tp_rank "
              "tensor_model_parallel_size",
     .name = {"Tensor parallelism", "张量并行"},
     .meaning = {"One layer's matrices are split over the ranks of a group: the first product by "
                 "columns, the second one by rows, so that one all-reduce in the forward and one "
                 "in the backward pass suffice for both. It needs fast links, hence it usually "
                 "stays inside a node.",
                 "把同一层的矩阵切到一个组的各个 rank "
                 "上：第一个乘法按列切，第二个按行切，因此两者合起来前向只需一次、"
                 "反向只需一次 all-reduce。它依赖高速互联，通常限制在单个节点内。"},
     .pitfall = {"What is not split (biases after a row split, norms) is replicated, and must see "
                 "the same values and random numbers on every rank; otherwise replicas drift apart "
                 "without an error.",
                 "没有切分的部分（行切分之后的 bias、norm）是副本，各 rank "
                 "上的数值和随机数必须一致，否则副本会悄悄"
                 "发散。"},
     .source = {"Megatron-LM: Training Multi-Billion Parameter Language Models Using Model "
                "Parallelism",
                2019, "1909.08053"}},
    {.id = "sequence-parallelism",
     .terms = "sequence_parallel sequence_parallel_enabled scatter_to_sequence_parallel_region",
     .name = {"Sequence parallelism", "序列并行"},
     .meaning = {"Between the tensor parallel parts of a layer, activations are split along the "
                 "sequence, so that norms and dropout are not computed and stored by every rank. "
                 "The all-reduce of tensor parallelism becomes a reduce-scatter and an "
                 "all-gather of the same total traffic.",
                 "在一层的各个张量并行部分之间，激活沿序列维切分，norm 和 dropout 不再由每个 rank "
                 "重复计算和保存。张量并行"
                 "的 all-reduce 变成总通信量相同的 reduce-scatter 加 all-gather。"},
     .pitfall = {"Parameters that work on the split sequence (norm weights, biases) have partial "
                 "gradients on each rank: they need an all-reduce over the tensor parallel group "
                 "before the optimizer's step.",
                 "在切分序列上工作的参数（norm 权重、bias）在每个 rank "
                 "上只有部分梯度：优化器更新之前必须在张量并行组上做"
                 "一次 all-reduce。"},
     .source = {"Reducing Activation Recomputation in Large Transformer Models", 2022,
                "2205.05198"}},
    {.id = "context-parallelism",
     .terms = "context_parallel context_parallel_size cp_group cp_size cp_rank cp_comm_type "
              "hierarchical_context_parallel",
     .name = {"Context parallelism", "上下文并行"},
     .meaning = {"A long sequence is split over ranks in all layers; attention alone needs keys "
                 "and values of the other shards and fetches them by a ring, an all-gather or an "
                 "all-to-all. With a causal mask each rank takes one chunk from the front and one "
                 "from the back, so that all have the same work.",
                 "长序列在所有层里都切分到各 rank；只有注意力需要其他分片的 K 和 "
                 "V，通过环形传递、all-gather 或 all-to-all "
                 "取得。使用因果掩码时，每个 rank 各取前后一段，使计算量均衡。"},
     .pitfall = {"Everything that depends on the position in the sequence (rotary embedding, "
                 "masks, loss masks, labels) must use the positions of this rank's chunks, not "
                 "`arange` over the local length.",
                 "凡是依赖序列位置的东西（旋转位置编码、掩码、loss mask、标签）都必须使用本 rank "
                 "所持片段的位置，而不是对"
                 "本地长度做 `arange`。"},
     .second_pitfall =
         Phrase("A mean over the local tokens is not the mean over the sequence: "
                "sums and counts must be reduced over the group.",
                "对本地 token 求平均并不等于整个序列的平均：总和与计数都要在组内归约。"),
     .source = {"Ring Attention with Blockwise Transformers for Near-Infinite Context", 2023,
                "2310.01889"}},
    {.id = "ring-attention",
     .terms = "ring_attention ring_attn ring_exchange zigzag_ring",
     .name = {"Ring attention", "Ring attention（环形注意力）"},
     .meaning = {"Blocks of keys and values travel around a ring of ranks while each rank attends "
                 "with its own queries to the block that it holds. Partial results are merged by "
                 "their log-sum-exp, so that the outcome equals attention over the whole sequence.",
                 "K、V 块在 rank 组成的环上传递，每个 rank 用自己的 query "
                 "对当前持有的块做注意力。部分结果按各自的 "
                 "log-sum-exp 合并，因此与对整个序列做注意力等价。"},
     .pitfall = {"The merge must happen in fp32 and with the running maximum; a send must not "
                 "overwrite the block that is still being read.",
                 "合并必须用 fp32 并使用滚动最大值；发送缓冲区不能覆盖仍在读取的块。"},
     .source = {"Ring Attention with Blockwise Transformers for Near-Infinite Context", 2023,
                "2310.01889"}},
    {.id = "ulysses",
     .terms = "ulysses ulysses_attention seq_to_head head_to_seq",
     .name = {"Sequence-to-head exchange (Ulysses)", "序列与注意力头互换（Ulysses）"},
     .meaning = {"Before attention an all-to-all exchanges sequence shards for head shards, so "
                 "that each rank sees the whole sequence for some heads; a second one reverses it. "
                 "Attention itself needs no change.",
                 "注意力之前用一次 all-to-all 把序列分片换成注意力头分片，每个 rank "
                 "看到部分头的完整序列；之后再换回来。"
                 "注意力本身无需改动。"},
     .pitfall = {"The number of heads, including key and value heads, must be divisible by the "
                 "group size.",
                 "注意力头数，包括 K/V 的头数，必须能被组大小整除。"},
     .source = {"DeepSpeed Ulysses: System Optimizations for Enabling Training of Extreme Long "
                "Sequence Transformer Models",
                2023, "2309.14509"}},
    {.id = "data-parallelism",
     .terms = "data_parallel distributed_data_parallel ddp_config param_and_grad_buffer "
              "grad_buffer bucket_size ddp_bucket dp_group dp_size data_parallel_group",
     .name = {"Data parallelism and gradient buckets", "数据并行与梯度分桶"},
     .meaning = {"Each replica computes gradients of its own part of the batch; they are averaged "
                 "before the step. Gradients are packed into buckets, and a bucket's reduction "
                 "starts when the last of its gradients is ready, while the backward pass goes on.",
                 "每个副本计算自己那部分 batch "
                 "的梯度，更新前求平均。梯度被打包成桶，桶内最后一个梯度就绪时就开始归约，"
                 "与尚未结束的反向同时进行。"},
     .pitfall =
         {"A parameter that gets no gradient on some rank keeps its bucket from ever being "
          "complete there: the reduction hangs or is skipped.",
          "如果某个参数在某个 rank 上得不到梯度，该桶在那里永远不会就绪：归约会挂死或被跳过。"},
     .second_pitfall = Phrase("Whether gradients are summed or averaged, and where the division "
                              "stands, must agree with how the loss is scaled.",
                              "梯度是求和还是求平均、除法放在哪里，都必须与 loss 的缩放方式一致。"),
     .source = {"PyTorch Distributed: Experiences on Accelerating Data Parallel Training", 2020,
                "2006.15704"}},
    {.id = "distributed-optimizer",
     .terms = "distributed_optimizer dist_optimizer distrib_optimizer use_distributed_optimizer "
              "zero_redundancy_optimizer zero1 zero2 zero3 layer_wise_optimizer",
     .name = {"Distributed optimizer (ZeRO)", "分布式优化器（ZeRO）"},
     .meaning =
         {"The state of the optimizer, with the fp32 copies of the parameters, is split over "
          "the data parallel ranks instead of being held by each. Gradients are "
          "reduce-scattered, each rank updates its shard, and new parameters are gathered.",
          "优化器状态和参数的 fp32 副本切分到各个数据并行 rank，而不是每个 rank 各存一份。梯度做 "
          "reduce-scatter，每个 rank 更新自己的分片，再把新参数 all-gather 回来。"},
     .pitfall = {"Shards follow a flat buffer, not the parameters: code that needs a whole "
                 "parameter (its norm, a per-parameter setting, a checkpoint) sees only a piece.",
                 "分片按展平的缓冲区划分，而不是按参数：凡是针对整个参数的操作（范数、单独的设置、c"
                 "heckpoint）看到的"
                 "只是一部分。"},
     .source = {"ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", 2019,
                "1910.02054"}},
    {.id = "fsdp",
     .terms = "fsdp fully_shard fully_sharded_data_parallel megatron_fsdp fsdp2 "
              "optim_grads_params",
     .name = {"Fully sharded data parallelism", "完全分片数据并行（FSDP）"},
     .meaning =
         {"Parameters, gradients and optimizer state are all split over the data parallel ranks. A "
          "module's parameters are gathered just before it runs and freed afterwards, in the "
          "forward and in the backward pass: less memory for more communication.",
          "参数、梯度和优化器状态全部切分到数据并行 rank 上。模块运行前才 all-gather "
          "它的参数，运行后释放，反向再来"
          "一次，即用通信换显存。"},
     .pitfall =
         {"Parameters are complete only while their module runs: code that reads them at other "
          "times (tied weights, initialisation, logging) sees a shard or freed memory.",
          "参数只有在所属模块运行期间才是完整的：在此之外读取（权重共享、初始化、日志）得到"
          "的是分片或已释放的"
          "内存。"},
     .source = {"PyTorch FSDP: Experiences on Scaling Fully Sharded Data Parallel", 2023,
                "2304.11277"}},
    {.id = "device-mesh",
     .terms = "device_mesh dtensor init_device_mesh distribute_tensor redistribute "
              "hyper_comm_grid",
     .name = {"Device mesh and DTensor", "Device mesh 与 DTensor"},
     .meaning = {"A mesh names the dimensions along which ranks are arranged; a DTensor carries, "
                 "for each of them, whether it is sharded, replicated or a partial sum. Operations "
                 "insert the communication that the placements call for.",
                 "mesh 给 rank 排布的各个维度命名；DTensor "
                 "针对每个维度记录是分片、副本还是部分和。算子会按这些 placement "
                 "自动插入所需通信。"},
     .pitfall = {"`to_local()` gives the shard without its placement: gradients and norms computed "
                 "on it are local until they are reduced.",
                 "`to_local()` 返回的分片不再带 "
                 "placement：在其上算出的梯度或范数只是本地值，需要有人再做归约。"},
     .source = {"PyTorch documentation: torch.distributed.tensor"}},
    {.id = "vocab-parallel",
     .terms = "vocab_parallel vocab_parallel_cross_entropy vocab_parallel_embedding "
              "parallel_cross_entropy parallel_logits",
     .name = {"Vocabulary parallel loss", "词表并行 loss"},
     .meaning = {"Embedding and logits are split along the vocabulary. The cross entropy reduces "
                 "only a maximum, a sum of exponentials and the target's logit over the group, "
                 "instead of gathering logits as wide as the vocabulary.",
                 "embedding 与 logits 沿词表维切分。计算交叉熵时只在组内归约最大值、指数和以及目标 "
                 "logit，而不必收集整个词表"
                 "宽度的 logits。"},
     .pitfall =
         {"Target ids outside this rank's range must be masked before they are used as an index, "
          "and the vocabulary must be padded to a multiple of the group size.",
          "不在本 rank 范围内的目标 id 在索引之前必须屏蔽；词表大小必须填充为组大小的整数倍。"},
     .source = {"Megatron-LM: Training Multi-Billion Parameter Language Models Using Model "
                "Parallelism",
                2019, "1909.08053"}},
};

}  // namespace

absl::Span<const Entry> ParallelismEntries() { return kEntries; }

}  // namespace allreview::report::glossary
