#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kExtending = {"PyTorch documentation: Extending PyTorch"};
constexpr Source kAutogradMechanics = {"PyTorch documentation: Autograd mechanics"};

constexpr Entry kEntries[] = {
    {.id = "activation-recomputation",
     .terms = "recompute recompute_granularity activation_checkpoint checkpoint_handler "
              "tensor_parallel.checkpoint torch.utils.checkpoint recompute_method "
              "recompute_num_layers checkpoint_without_output selective_recompute "
              "checkpointed_forward recompute_modules discard_output_and_register_recompute",
     .name = {"Activation recomputation", "激活重计算"},
     .meaning = {"Activations are dropped in the forward pass and computed again when the backward "
                 "pass needs them. Full recomputation costs about a third more time; selective "
                 "recomputation drops only what is large and cheap.",
                 "前向时丢弃激活，反向需要时再算一遍。完全重算大约多花三分之一时间；选择性重算只丢"
                 "弃体积大、计算便宜的"
                 "部分。"},
     .pitfall = {"The second run must do the same: same random numbers, same shapes, and no side "
                 "effect (counters, caches, statistics) that happens twice.",
                 "第二次执行必须与第一次相同：相同的随机数、相同的形状，且不能有发生两次的副作用（"
                 "计数器、缓存、统计）。"},
     .second_pitfall = Phrase("What is returned from the checkpointed part must not be modified in "
                              "place, and inputs without gradients need care.",
                              "重算区域返回的张量不能被就地修改，对不需要梯度的输入也要小心。"),
     .source = {"Training Deep Nets with Sublinear Memory Cost", 2016, "1604.06174"}},
    {.id = "rng-tracker",
     .terms = "rng_tracker cuda_rng_tracker get_cuda_rng_tracker model_parallel_cuda_manual_seed "
              "rng_state cuda_rng_states rng_states_tracker",
     .name = {"Random number state of each rank", "各 rank 的随机状态（RNG tracker）"},
     .meaning =
         {"Tensor parallel ranks must draw the same numbers where they hold replicas and different "
          "numbers where they hold shards. A tracker keeps named generator states and switches "
          "between them.",
          "张量并行 rank 在持有副本的地方必须得到相同的随机数，在持有分片的地方必须不同。tracker "
          "保存多个命名的生成器"
          "状态并在其间切换。"},
     .pitfall = {"Dropout or initialisation in the wrong state makes replicas differ or shards "
                 "equal, without any error; checkpoints must store the states and recomputation "
                 "must restore them.",
                 "在错误的状态下做 dropout "
                 "或初始化，会让副本不同或分片相同，而且不报错；这些状态要写入 checkpoint，并在"
                 "重算时恢复。"},
     .source = {"Megatron-LM: Training Multi-Billion Parameter Language Models Using Model "
                "Parallelism",
                2019, "1909.08053"}},
    {.id = "autograd-function",
     .terms = "autograd.Function torch.autograd.Function once_differentiable needs_input_grad",
     .name = {"Custom autograd function", "自定义 autograd.Function"},
     .meaning = {"A pair of `forward` and `backward` that autograd treats as one operation. It is "
                 "needed where the automatic gradient would be wrong (communication) or wasteful "
                 "(fused kernels).",
                 "一对 `forward` 和 `backward`，autograd "
                 "把它当作一个算子。用于自动求导会出错（通信）或浪费（融合 kernel）"
                 "的地方。"},
     .pitfall = {"`backward` must return one value for each argument of `forward`, `None` for "
                 "those without a gradient: a new argument needs a new `None`.",
                 "`backward` 必须为 `forward` 的每个参数返回一个值，不需要梯度的返回 "
                 "`None`：新增参数就要新增一个 `None`。"},
     .second_pitfall = Phrase(
         "Gradients may arrive non-contiguous or as `None`, and nothing checks "
         "the formula unless a test runs `gradcheck` in fp64.",
         "传入的梯度可能不连续或为 `None`；除非有测试在 fp64 下运行 `gradcheck`，否则没有任何东西会"
         "检查公式。"),
     .source = kExtending},
    {.id = "saved-tensors",
     .terms = "save_for_backward saved_tensors saved_tensors_hooks mark_non_differentiable "
              "ctx.saved_tensors",
     .name = {"Tensors saved for the backward pass", "为反向保存的张量"},
     .meaning = {"What `forward` keeps for `backward` decides the memory of training. "
                 "`save_for_backward` tracks versions and frees tensors with the graph; attributes "
                 "on `ctx` do neither.",
                 "`forward` 为 `backward` 保留的内容决定训练显存。`save_for_backward` "
                 "会跟踪版本并随计算图释放张量，直接放在 "
                 "`ctx` 属性上则不会。"},
     .pitfall = {"A saved tensor that is changed in place later raises an error in the backward "
                 "pass, or, when it hides behind `.data` or `detach()`, gives wrong gradients.",
                 "保存之后又被就地修改的张量会在反向时报错；如果经过 `.data` 或 "
                 "`detach()`，则会得到错误的梯度。"},
     .source = kExtending},
    {.id = "activation-offload",
     .terms = "cpu_offload cpu_offloading activation_offload offload_activations "
              "fine_grained_activation_offloading fine_grained_offload optimizer_offload "
              "cpu_offloading_num_layers offload_fraction",
     .name = {"Offloading to the host", "卸载到主机内存（offload）"},
     .meaning = {"Activations or optimizer state are kept in pinned host memory and copied back "
                 "before they are needed, on a separate stream. This pays off when there is enough "
                 "computation to hide the copies.",
                 "激活或优化器状态放在锁页主机内存里，需要之前用单独的 stream "
                 "拷回。只有存在足够的计算来掩盖拷贝时才划算。"},
     .pitfall =
         {"The copy must have finished before the source is reused and before the result is read: "
          "use events or `record_stream`.",
          "源内存被复用之前、结果被读取之前，拷贝必须完成：请使用 event 或 `record_stream`。"},
     .source = {"PyTorch documentation: A guide on good usage of non_blocking and pin_memory()"}},
    {.id = "detached-graph",
     .terms = "torch.no_grad set_grad_enabled torch.inference_mode requires_grad_ stop_gradient "
              "torch.enable_grad",
     .name = {"Where autograd records", "autograd 的记录范围"},
     .meaning =
         {"`no_grad` and `detach` cut the graph: what is computed after them gets no gradient. "
          "This is right for updates of parameters and statistics, and wrong for activations.",
          "`no_grad` 和 `detach` "
          "会截断计算图：之后的计算没有梯度。更新参数和统计量时正需要如此，激活则不能。"},
     .pitfall = {"A cut in the wrong place raises no error: the parameters before it simply stop "
                 "learning.",
                 "截断位置错误不会报错：前面的参数只是不再学习。"},
     .source = kAutogradMechanics},
    {.id = "gradient-accumulation",
     .terms = "main_grad grad_accum grad_accumulation gradient_accumulation_fusion "
              "wgrad_accumulation grad_added_to_main_grad gradient_accumulation "
              "accumulate_allreduce_grads_in_fp32",
     .name = {"Gradient accumulation in fp32", "fp32 梯度累加（main_grad）"},
     .meaning =
         {"Gradients of all microbatches of a step are added up in a buffer, often in fp32 "
          "although the model computes in bf16. Fused kernels add into it directly and leave "
          "`.grad` empty.",
          "一步内所有 microbatch 的梯度累加到一个缓冲区，即使模型用 bf16 计算，缓冲区也常用 "
          "fp32。融合 kernel 直接"
          "累加进去，`.grad` 保持为空。"},
     .pitfall = {"Code that reads `.grad` then sees nothing or a placeholder, and the buffer must "
                 "be zeroed once per step, not once per microbatch.",
                 "此时读取 `.grad` 只会得到空值或占位张量；缓冲区应每步清零一次，而不是每个 "
                 "microbatch 一次。"},
     .source = {"Reducing Activation Recomputation in Large Transformer Models", 2022,
                "2205.05198"}},
    {.id = "gradient-hooks",
     .terms = "register_hook register_full_backward_hook register_post_accumulate_grad_hook "
              "backward_hook forward_pre_hook register_forward_hook grad_hook",
     .name = {"Hooks of modules and gradients", "模块与梯度 hook"},
     .meaning =
         {"Functions that run when a module is called or a gradient is ready. They can start "
          "communication at the right moment without changes to the model's code.",
          "在模块被调用或梯度就绪时运行的函数，可以在不改模型代码的情况下于恰当时机启动通信。"},
     .pitfall =
         {"Hooks do not fire when a module is called through a method other than `__call__`; they "
          "fire again in recomputation and may run in another thread.",
          "不通过 `__call__` 调用的模块不会触发 hook；重算时会再次触发；还可能在其他线程运行。"},
     .source = kAutogradMechanics},
};

}  // namespace

absl::Span<const Entry> MemoryEntries() { return kEntries; }

}  // namespace allreview::report::glossary
