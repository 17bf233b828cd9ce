#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Entry kEntries[] = {
    {.id = "adam",
     .terms = "adam adamw fused_adam exp_avg exp_avg_sq adam_beta1 decoupled_weight_decay",
     .name = {"Adam and its state", "Adam 及其状态"},
     .meaning =
         {"Running means of gradients and of their squares scale each parameter's update. They are "
          "kept for the whole training and usually take twice the memory of the fp32 parameters.",
          "用梯度及其平方的滑动平均来缩放每个参数的更新。两者伴随整个训练，通常占 fp32 "
          "参数两倍的显存。"},
     .pitfall = {"Bias correction depends on the step count: if the count is lost or restarts, "
                 "updates jump after resuming.",
                 "偏差修正依赖步数：步数丢失或重新计数，恢复训练后会出现跳变。"},
     .source = {"Decoupled Weight Decay Regularization", 2017, "1711.05101"}},
    {.id = "muon",
     .terms = "muon newton_schulz orthogonalize orthogonalized_optimizer",
     .name = {"Muon", "Muon"},
     .meaning = {"An optimizer that orthogonalises the momentum of each weight matrix with a few "
                 "Newton-Schulz iterations. It needs the whole matrix, unlike element-wise rules.",
                 "一种优化器，用几次 Newton-Schulz "
                 "迭代把每个权重矩阵的动量正交化。与逐元素规则不同，它需要完整矩阵。"},
     .pitfall =
         {"The result on a shard differs from the result on the whole matrix: sharded parameters "
          "need a gather or a blockwise rule, and fused weights (QKV) must be split first.",
          "在分片上计算的结果与完整矩阵不同：分片参数需要先 all-gather "
          "或采用分块规则，融合权重（QKV）要先拆开。"},
     .source = {"Muon is Scalable for LLM Training", 2025, "2502.16982"}},
    {.id = "gradient-clipping",
     .terms = "clip_grad grad_norm clip_grad_norm get_grad_norm max_norm "
              "clip_grad_by_total_norm get_grad_norm_fp32",
     .name = {"Gradient clipping", "梯度裁剪"},
     .meaning = {"When the total norm of all gradients exceeds a limit, all are scaled down by the "
                 "same factor. The norm covers the whole model, and so all ranks.",
                 "当全部梯度的总范数超过阈值时，按同一系数整体缩小。范数针对整个模型，因此涉及所有 "
                 "rank。"},
     .pitfall = {"Each parameter must count exactly once: replicas of tensor parallel ranks and "
                 "shared embeddings counted twice make the norm too large, forgotten shards too "
                 "small.",
                 "每个参数必须恰好计入一次：张量并行副本和共享 embedding "
                 "重复计入会使范数偏大，漏掉分片会偏小。"},
     .source = {"On the difficulty of training Recurrent Neural Networks", 2012, "1211.5063"}},
    {.id = "learning-rate-schedule",
     .terms = "lr_warmup lr_scheduler optimizer_param_scheduler lr_decay_style lr_decay "
              "warmup_steps param_scheduler",
     .name = {"Learning rate schedule", "学习率调度"},
     .meaning =
         {"A warm-up followed by a decay over steps or samples. Large batches and Adam's "
          "early statistics need the warm-up.",
          "先 warmup 再按步数或样本数衰减。大 batch 以及 Adam 早期不稳定的统计量需要 warmup。"},
     .pitfall =
         {"The schedule counts something (steps, samples, tokens): a change of batch size or "
          "a resume moves it unless the count is restored.",
          "调度按某种单位计数（步、样本、token）：改变 batch size "
          "或恢复训练时，若不恢复计数就会错位。"},
     .source = {"Accurate, Large Minibatch SGD: Training ImageNet in 1 Hour", 2017, "1706.02677"}},
    {.id = "loss-normalisation",
     .terms = "loss_mask calculate_per_token_loss per_token_loss average_losses "
              "loss_func reduce_loss",
     .name = {"Averaging the loss", "loss 的归一化"},
     .meaning = {"A loss is a sum over tokens divided by a count. Whether each token, sequence, "
                 "microbatch or rank has the same weight depends on where the division happens.",
                 "loss 是对 token 求和再除以计数。每个 token、序列、microbatch 还是 rank "
                 "权重相同，取决于除法放在哪里。"},
     .pitfall = {"Sum and count must be reduced separately over ranks before dividing; a batch in "
                 "which every token is masked divides by zero.",
                 "应先在各 rank 之间分别归约总和与计数再相除；整个 batch 都被屏蔽时会除以零。"},
     .source = {"Megatron Core documentation: schedules package"}},
    {.id = "policy-optimisation",
     .terms = "grpo ppo advantages kl_penalty old_logprobs ref_logprobs rollout grpo_loss "
              "importance_sampling clip_eps",
     .name = {"Policy optimisation (PPO, GRPO)", "策略优化（PPO、GRPO）"},
     .meaning = {"Sampled answers are weighted by how much better than expected they were; a ratio "
                 "of new to old probability is clipped to keep steps small. GRPO takes the mean of "
                 "a group of answers as expectation.",
                 "按采样答案优于预期的程度加权；新旧概率之比会被裁剪以限制步长。GRPO "
                 "用一组答案的均值作为预期。"},
     .pitfall =
         {"Probabilities of the sampler and of the trainer differ because of kernels and "
          "precision: the ratio is then not 1 even before the first step.",
          "采样端与训练端由于 kernel 和精度不同，概率并不一致：即使在第一步之前，比值也不等于 1。"},
     .source =
         {"DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open Language Models",
          2024, "2402.03300"}},
    {.id = "low-rank-adaptation",
     .terms = "lora lora_rank lora_alpha lora_adapter peft",
     .name = {"Low-rank adaptation", "LoRA（低秩适配）"},
     .meaning = {"Weights stay frozen; a product of two thin matrices next to each weight learns "
                 "the difference. Gradients and optimizer state need little memory.",
                 "权重冻结，旁路的两个细长矩阵之积学习增量，梯度和优化器状态只需很少显存。"},
     .pitfall = {"The adapter of a split layer must be split along the matching dimension, and its "
                 "checkpoint keys must not collide with those of the base.",
                 "切分层的 adapter 必须沿对应维度切分，其 checkpoint key 不能与基座冲突。"},
     .source = {"LoRA: Low-Rank Adaptation of Large Language Models", 2021, "2106.09685"}},
    {.id = "distillation",
     .terms = "distillation distill knowledge_distillation teacher_logits teacher_model kd_loss",
     .name = {"Knowledge distillation", "知识蒸馏"},
     .meaning =
         {"A student learns the output distribution of a teacher. Both run on the same "
          "batch; with split vocabularies the divergence needs a reduction over the group.",
          "学生模型学习教师模型的输出分布，两者运行同一 batch；词表被切分时，散度要在组内归约。"},
     .pitfall = {"The teacher must be in evaluation mode and without gradients; with a "
                 "temperature, the loss must be scaled by its square.",
                 "教师模型必须处于 eval 模式且不求梯度；使用温度时 loss 要乘以温度的平方。"},
     .source = {"Distilling the Knowledge in a Neural Network", 2015, "1503.02531"}},
    {.id = "indexed-data",
     .terms = "indexed_dataset blended_dataset gpt_dataset blended_megatron_dataset document_index "
              "shuffle_index sample_index dataset_builder blend_weights data_cache",
     .name = {"Indexed and blended data sets", "索引数据集与混合数据集"},
     .meaning = {"Tokens lie in one memory mapped file; index arrays say which pieces make up each "
                 "sample, in which order, and from which source. Indices are built once and cached "
                 "by a hash of the configuration.",
                 "token "
                 "存放在一个内存映射文件中；索引数组说明每个样本由哪些片段组成、顺序如何、来自哪个"
                 "来源。索引只构建一次，"
                 "按配置的哈希缓存。"},
     .pitfall =
         {"A change of the sampling that does not change the hash reads old caches; one that "
          "does changes the data order of running trainings.",
          "改变采样而哈希不变会读到旧缓存；哈希改变则会改变正在进行的训练的数据顺序。"},
     .source = {"Megatron Core documentation: datasets package"}},
};

}  // namespace

absl::Span<const Entry> TrainingEntries() { return kEntries; }

}  // namespace allreview::report::glossary
