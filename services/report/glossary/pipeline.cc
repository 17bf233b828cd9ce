#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kMegatron2021 = {
    "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM", 2021,
    "2104.04473"};

constexpr Entry kEntries[] = {
    {.id = "pipeline-parallelism",
     .terms = "pipeline_parallel pipeline_model_parallel pipeline_stage is_pipeline_first_stage "
              "is_pipeline_last_stage pp_group pp_size pp_rank pipeline_model_parallel_size "
              "pipeline_layout",
     .name = {"Pipeline parallelism", "流水线并行"},
     .meaning = {"Layers are divided into stages on different ranks; microbatches flow through "
                 "them so that several stages work at once. At the start and the end of a step "
                 "stages stand idle, the bubble, which shrinks with more microbatches.",
                 "把各层分成若干 stage 放在不同 rank 上，microbatch 依次流过，使多个 stage "
                 "同时工作。一步的开头和结尾会有"
                 "空闲（气泡），microbatch 越多占比越小。"},
     .pitfall = {"Embedding, loss and logging exist only on the first or the last stage: code that "
                 "expects them everywhere fails with two or more stages, and tests on one GPU "
                 "cannot show it.",
                 "embedding、loss 和日志只存在于首个或最后一个 "
                 "stage：凡是假设处处都有的代码，从两个 stage 起就会出错，"
                 "而单卡测试发现不了。"},
     .source = {"GPipe: Efficient Training of Giant Neural Networks using Pipeline Parallelism",
                2018, "1811.06965"}},
    {.id = "one-forward-one-backward",
     .terms = "1f1b one_f_one_b forward_backward_pipelining "
              "forward_backward_pipelining_without_interleaving forward_backward_func "
              "combined_1f1b forward_backward_no_pipelining",
     .name = {"1F1B schedule", "1F1B 调度"},
     .meaning =
         {"After a warm-up each stage alternates one forward and one backward pass. The "
          "bubble is that of running all forward passes first, but a stage holds activations "
          "of at most as many microbatches as there are stages.",
          "预热之后，每个 stage 交替执行一次前向和一次反向。气泡与先做完全部前向相同，但每个 stage "
          "同时保存的激活"
          "至多是 stage 数那么多个 microbatch。"},
     .pitfall = {"Warm-up, steady state and cool-down are three loops: a change to one of them "
                 "usually has to be made in the other two.",
                 "预热、稳态、收尾是三个循环：改动其中一个，通常另外两个也要同步修改。"},
     .source = {"PipeDream: Fast and Efficient Pipeline Parallel DNN Training", 2018,
                "1806.03377"}},
    {.id = "interleaved-pipeline",
     .terms = "virtual_pipeline virtual_pipeline_model_parallel vpp vp_stage vp_size "
              "forward_backward_pipelining_with_interleaving model_chunk model_chunk_id",
     .name = {"Interleaved (virtual) pipeline stages", "交错（虚拟）流水线 stage"},
     .meaning = {"Each rank holds several separate chunks of layers instead of one block. The "
                 "bubble shrinks by the number of chunks, and the communication between stages "
                 "grows by it.",
                 "每个 rank 持有若干个不相邻的层块，而不是一整块。气泡按块数缩小，stage "
                 "之间的通信按块数增加。"},
     .pitfall = {"\"First stage\" then means the first chunk of the first rank: a check of the "
                 "rank alone is also true for chunks in the middle of the model.",
                 "此时“第一个 stage”指的是第一个 rank 的第一个块：只判断 rank "
                 "的话，模型中间的块也会满足条件。"},
     .source = kMegatron2021},
    {.id = "microbatch",
     .terms = "microbatch num_microbatches micro_batch_size get_num_microbatches "
              "global_batch_size",
     .name = {"Microbatches", "Microbatch（微批次）"},
     .meaning = {"A rank's share of the global batch is cut into microbatches that pass the model "
                 "one after another, while gradients add up; the optimizer steps once for all. "
                 "They fill the pipeline and bound the memory of activations.",
                 "每个 rank 分到的全局 batch 再切成若干 microbatch "
                 "依次通过模型，梯度累加，最后优化器只更新一次。它既填满"
                 "流水线，也限制激活显存。"},
     .pitfall = {"Work that belongs to a step (zeroing gradients, reductions, logging, schedules) "
                 "runs too often if it is in the forward pass of a microbatch.",
                 "本应每步一次的工作（梯度清零、归约、日志、调度）如果放在 microbatch "
                 "的前向里，就会执行太多次。"},
     .second_pitfall =
         Phrase("The mean of means over microbatches differs from the mean over all "
                "tokens as soon as their token counts differ.",
                "一旦各 microbatch 的 token 数不同，平均值的平均就不等于全部 token 的平均。"),
     .source = {"GPipe: Efficient Training of Giant Neural Networks using Pipeline Parallelism",
                2018, "1811.06965"}},
    {.id = "zero-bubble",
     .terms = "zero_bubble backward_dw delay_wgrad delay_wgrad_compute split_backward wgrad_store",
     .name = {"Delayed weight gradients", "延迟计算权重梯度"},
     .meaning =
         {"The backward pass is divided into the gradient of the input, which the previous "
          "stage waits for, and the gradient of the weights, which can wait. The second part "
          "fills the bubble or hides communication.",
          "反向被拆成两部分：上一 stage "
          "在等的输入梯度，以及可以推迟的权重梯度。后者用来填补气泡或掩盖通信。"},
     .pitfall =
         {"The tensors saved for the weights' gradient live until it runs, and gradient "
          "hooks fire late: reductions must not start before.",
          "为权重梯度保存的张量要活到它执行之时，梯度 hook 也会推迟触发：归约不能提前开始。"},
     .source = {"Zero Bubble Pipeline Parallelism", 2023, "2401.10241"}},
    {.id = "multi-token-prediction",
     .terms = "mtp multi_token_prediction mtp_num_layers",
     .name = {"Multi-token prediction", "多 token 预测（MTP）"},
     .meaning =
         {"Additional heads predict tokens beyond the next one, each with its own loss. They give "
          "a denser training signal and can draft tokens for speculative decoding.",
          "额外的预测头预测更靠后的 token，各有自己的 "
          "loss。它增加训练信号，也可以在投机解码中充当草稿模型。"},
     .pitfall =
         {"Labels and loss masks shift by one more position for each head, and tokens at the end "
          "of a sequence or document have no target: they must be masked.",
          "每多一个头，标签和 loss mask 就要多移一位；序列或文档末尾没有目标的 token 必须屏蔽。"},
     .source = {"Better & Faster Large Language Models via Multi-token Prediction", 2024,
                "2404.19737"}},
};

}  // namespace

absl::Span<const Entry> PipelineEntries() { return kEntries; }

}  // namespace allreview::report::glossary
