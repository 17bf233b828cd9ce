#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Entry kEntries[] = {
    {.id = "kv-cache",
     .terms = "kv_cache key_value_memory inference_params kv_cache_dtype inference_context "
              "static_inference_context key_value_memory_dict",
     .name = {"Key and value cache", "KV 缓存"},
     .meaning = {"Keys and values of earlier tokens are kept, so that each new token costs one "
                 "step of attention instead of a pass over all. Its size, not the weights, limits "
                 "how many requests fit.",
                 "保留先前 token 的 K 和 V，使每个新 token "
                 "只需一步注意力而不必重算全部。能容纳多少请求往往由它而不是权重"
                 "决定。"},
     .pitfall = {"Positions, masks and the write offset must agree; a cache that is not reset "
                 "between requests leaks one request into the next.",
                 "位置、掩码和写入偏移必须一致；请求之间不重置缓存会造成串扰。"},
     .source = {"Fast Transformer Decoding: One Write-Head is All You Need", 2019, "1911.02150"}},
    {.id = "paged-attention",
     .terms = "paged_attention paged_kv block_table block_allocator kv_block_allocator paged "
              "block_size_tokens prefix_caching",
     .name = {"Paged cache", "分页 KV 缓存"},
     .meaning =
         {"The cache is divided into fixed blocks, and a table maps positions of each request "
          "to blocks. Memory is used where it is needed, and common prefixes can be shared.",
          "缓存划分为固定大小的块，用表把每个请求的位置映射到块。内存按需使用，公共前缀可以共享。"},
     .pitfall = {"A shared block must be copied before a write, and its reference count must drop "
                 "however a request ends.",
                 "共享的块在写入之前必须复制；请求无论以何种方式结束，引用计数都必须减少。"},
     .source = {"Efficient Memory Management for Large Language Model Serving with PagedAttention",
                2023, "2309.06180"}},
    {.id = "continuous-batching",
     .terms = "dynamic_batching continuous_batching dynamic_inference inference_engine "
              "dynamic_engine dynamic_inference_engine dynamic_context chunked_prefill "
              "decode_only active_requests inference_request",
     .name = {"Continuous batching", "连续批处理（动态批处理）"},
     .meaning = {"Requests join and leave the batch at every step instead of waiting for the "
                 "longest. Prompt processing (prefill) and single steps (decode) share the GPU.",
                 "请求在每一步都可以加入或离开 batch，而不必等待最长的那个。prompt "
                 "处理（prefill）与逐步生成（decode）共用 "
                 "GPU。"},
     .pitfall = {"All ranks must take the same scheduling decision at each step, and bookkeeping "
                 "must survive requests that finish, fail or are evicted in the same step.",
                 "每一步所有 rank "
                 "必须做出相同的调度决定；同一步内有请求完成、失败或被驱逐时，记账也必须正确。"},
     .source = {"Orca: A Distributed Serving System for Transformer-Based Generative Models",
                2022}},
    {.id = "speculative-decoding",
     .terms = "speculative_decoding speculative draft_tokens draft_model num_speculative_tokens "
              "accepted_tokens",
     .name = {"Speculative decoding", "投机解码"},
     .meaning = {"A cheap model drafts several tokens, and the large one checks them in one pass. "
                 "With the right acceptance rule the distribution of the output stays that of the "
                 "large model.",
                 "由便宜的模型起草若干 "
                 "token，大模型一次性校验。采用正确的接受规则，输出分布与大模型一致。"},
     .pitfall =
         {"Caches and states must be rolled back to the last accepted token, which recurrent "
          "layers do not offer by themselves.",
          "缓存和状态必须回退到最后一个被接受的 token，循环类的层本身并不支持。"},
     .source = {"Fast Inference from Transformers via Speculative Decoding", 2022, "2211.17192"}},
    {.id = "sampling",
     .terms = "top_p top_k_sampling sampling_params temperature_sampling log_probs "
              "return_log_probs top_n_logprobs",
     .name = {"Sampling and log probabilities", "采样与 log 概率"},
     .meaning = {"Logits are divided by a temperature, limited to the most likely tokens, and "
                 "sampled. Reported log probabilities may be from before or after that limit.",
                 "logits 除以温度、截断到最可能的 token，再从中采样。返回的 log "
                 "概率可能是截断之前的，也可能是之后的。"},
     .pitfall = {"All tensor parallel ranks must choose the same token, and temperature 0 must "
                 "take the maximum instead of dividing.",
                 "所有张量并行 rank 必须选出同一个 token；温度为 0 时应取最大值而不是做除法。"},
     .source = {"The Curious Case of Neural Text Degeneration", 2019, "1904.09751"}},
};

}  // namespace

absl::Span<const Entry> InferenceEntries() { return kEntries; }

}  // namespace allreview::report::glossary
