#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Entry kEntries[] = {
    {.id = "attention",
     .terms = "self_attention dot_product_attention core_attention scaled_dot_product_attention "
              "softmax_scale attention_mask cross_attention attn_mask_type attention_backend",
     .name = {"Attention and its mask", "注意力与掩码"},
     .meaning = {"Scores of queries against keys are scaled by the square root of the head size, "
                 "masked, and turned by a softmax into weights for the values. The plain form "
                 "needs memory quadratic in the sequence length.",
                 "query 与 key 比较，分数按头维度的平方根缩放、加掩码，再经 softmax 变成 value "
                 "的权重。朴素实现的显存与长度"
                 "的平方成正比。"},
     .pitfall = {"Masks come in two opposite conventions, true for \"attend\" and true for \"mask "
                 "out\"; a fully masked row gives NaN in a plain softmax.",
                 "掩码有两种相反的约定：True 表示“参与”或 True 表示“屏蔽”；整行被屏蔽时，朴素 "
                 "softmax 会得到 NaN。"},
     .source = {"Attention Is All You Need", 2017, "1706.03762"}},
    {.id = "flash-attention",
     .terms = "flash_attn flash_attention flash_attn_func flash_attn_varlen_func fused_attention "
              "fused_attn flash_decode",
     .name = {"Flash attention", "FlashAttention"},
     .meaning = {"Attention computed block by block in fast on-chip memory with a running softmax; "
                 "the score matrix is never stored. The backward pass recomputes blocks from the "
                 "saved log-sum-exp.",
                 "在片上高速存储中分块计算注意力，softmax "
                 "滚动更新，从不存储完整的分数矩阵。反向利用保存的 log-sum-exp 重算各块。"},
     .pitfall =
         {"Kernels support only certain head sizes, dtypes and masks; whether a fallback runs or "
          "an error is raised depends on the backend and its version.",
          "kernel 只支持特定的头维度、dtype 和掩码；不满足时是回退还是报错，取决于后端及其版本。"},
     .source = {"FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness", 2022,
                "2205.14135"}},
    {.id = "grouped-query-attention",
     .terms = "gqa grouped_query num_query_groups group_query_attention multi_query_attention "
              "num_kv_heads repeat_kv num_query_groups_per_partition",
     .name = {"Grouped query attention", "分组查询注意力（GQA）"},
     .meaning = {"Several query heads share one head of keys and values. The cache for inference "
                 "shrinks by that factor at little loss of quality.",
                 "多个 query 头共享一组 K/V 头。推理缓存按相同倍数缩小，质量损失很小。"},
     .pitfall = {"When the tensor parallel group is larger than the number of key and value heads, "
                 "these are replicated: their gradients and checkpoints need care.",
                 "当张量并行组大于 K/V 头数时，K/V 头会被复制：梯度和 checkpoint 需要特殊处理。"},
     .source = {"GQA: Training Generalized Multi-Query Transformer Models from Multi-Head "
                "Checkpoints",
                2023, "2305.13245"}},
    {.id = "latent-attention",
     .terms = "mla multi_latent_attention kv_lora_rank q_lora_rank mla_self_attention latent_kv "
              "absorbed_mla",
     .name = {"Multi-head latent attention", "多头潜在注意力（MLA）"},
     .meaning = {"Keys and values are projected from a common low-rank vector, and only that "
                 "vector is cached. Positions enter through a separate part of each key, which "
                 "carries the rotary embedding.",
                 "K 和 V 由一个共同的低秩向量投影得到，缓存的只有这个向量。位置信息通过 key "
                 "中单独携带旋转编码的部分进入。"},
     .pitfall = {"Query and key heads are wider than value heads: code that takes one head size "
                 "for all three is wrong here.",
                 "query/key 的头维度大于 value：把三者当作同一维度的代码在这里会出错。"},
     .source = {"DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language "
                "Model",
                2024, "2405.04434"}},
    {.id = "rotary-embedding",
     .terms = "rope rotary rotary_pos_emb rotary_embedding apply_rotary_pos_emb freqs_cis "
              "rotary_base rotary_percent mrope yarn",
     .name = {"Rotary position embedding", "旋转位置编码（RoPE）"},
     .meaning =
         {"Pairs of channels of queries and keys are rotated by an angle that grows with the "
          "position, so that scores depend on distances only. Variants stretch the angles "
          "for longer contexts.",
          "query 和 key "
          "的成对通道按随位置增长的角度旋转，使分数只依赖相对距离。各种变体通过拉伸角度支持更长上下"
          "文。"},
     .pitfall =
         {"Angles need fp32: in bf16 large positions are rounded. Which channels form a pair "
          "(interleaved or halves) must match the checkpoint.",
          "角度需要 fp32：bf16 下大的位置会被舍入。哪些通道配对（交错或对半）必须与 checkpoint "
          "一致。"},
     .second_pitfall = Phrase("Packed, sharded and continued sequences each need their own "
                              "positions.",
                              "打包、切分以及续接的序列都需要各自的位置。"),
     .source = {"RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021,
                "2104.09864"}},
    {.id = "packed-sequences",
     .terms = "packed_seq packed_seq_params cu_seqlens thd max_seqlen packed_sequence "
              "sequence_packing cu_seqlens_q varlen qkv_format",
     .name = {"Packed sequences (THD)", "打包序列（THD）"},
     .meaning = {"Sequences of different length stand one after another in a single row without "
                 "padding; cumulative lengths mark where each begins. Attention and positions must "
                 "respect these borders.",
                 "不同长度的序列首尾相接放在一行里，不做填充；累积长度标记每条的起点。注意力和位置"
                 "都必须遵守这些边界。"},
     .pitfall = {"Whatever looks across positions (convolution, shift of labels, scan, mean) leaks "
                 "from one document into the next unless it knows the borders.",
                 "凡是跨位置的操作（卷积、标签移位、scan、求均值），不知道边界就会从一篇文档泄漏到"
                 "下一篇。"},
     .source = {"NVIDIA Transformer Engine documentation: DotProductAttention"}},
    {.id = "normalisation",
     .terms = "rms_norm layer_norm qk_layernorm layernorm_epsilon "
              "fused_layer_norm qk_norm layernorm_zero_centered_gamma",
     .name = {"RMSNorm and LayerNorm", "RMSNorm 与 LayerNorm"},
     .meaning =
         {"Each token's vector is divided by its root mean square (LayerNorm first subtracts the "
          "mean) and scaled by a learned weight. This keeps activations in a range that 16-bit "
          "formats can represent.",
          "把每个 token 的向量除以其均方根（LayerNorm 先减均值），再乘以可学习权重。它把激活保持在 "
          "16 位格式可表示"
          "的范围内。"},
     .pitfall =
         {"Mean squares overflow fp16 and are coarse in bf16: run the reduction in fp32, with "
          "epsilon inside the root.",
          "平方均值在 fp16 下会溢出，在 bf16 下太粗糙：归约应使用 fp32，epsilon 放在根号内。"},
     .source = {"Root Mean Square Layer Normalization", 2019, "1910.07467"}},
    {.id = "gated-unit",
     .terms = "swiglu geglu gated_linear_unit bias_swiglu glu_interleave bias_swiglu_fusion",
     .name = {"Gated feed-forward (SwiGLU)", "门控前馈（SwiGLU）"},
     .meaning =
         {"One half of the first projection, passed through an activation, multiplies the "
          "other half. Both halves usually sit in one weight, gate first.",
          "第一个投影的一半经过激活函数后与另一半相乘。两半通常存放在同一个权重里，gate 在前。"},
     .pitfall = {"Splitting this weight over ranks must split each half, not the whole: otherwise "
                 "a rank holds gates without the values that they multiply. It shows when the "
                 "parallel size changes between save and load.",
                 "在 rank 间切分该权重时必须分别切每一半，而不是切整体：否则某个 rank 只有 gate "
                 "没有对应部分，在保存与加载"
                 "的并行度不同时就会暴露。"},
     .source = {"GLU Variants Improve Transformer", 2020, "2002.05202"}},
    {.id = "state-space-model",
     .terms = "mamba mamba_mixer ssm ssm_state selective_scan mamba2 ssd_chunk "
              "mamba_chunk_scan_combined conv_state gated_delta_net",
     .name = {"State space layers (Mamba)", "状态空间层（Mamba）"},
     .meaning =
         {"A recurrent state of fixed size, updated by every token, replaces attention to "
          "all earlier tokens. Training computes it in parallel by chunks, inference step by "
          "step.",
          "用固定大小、逐 token 更新的循环状态代替对全部历史 token "
          "的注意力。训练时分块并行计算，推理时逐步计算。"},
     .pitfall = {"The state must start at zero at each document and be passed on between chunks "
                 "and context parallel ranks; it accumulates over the sequence and needs fp32.",
                 "状态在每篇文档开头必须清零，并在块之间、上下文并行 rank "
                 "之间传递；它沿序列累积，需要 fp32。"},
     .source = {"Transformers are SSMs: Generalized Models and Efficient Algorithms Through "
                "Structured State Space Duality",
                2024, "2405.21060"}},
};

}  // namespace

absl::Span<const Entry> AttentionEntries() { return kEntries; }

}  // namespace allreview::report::glossary
