#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kMixedPrecision = {"Mixed Precision Training", 2017, "1710.03740"};
constexpr Source kFp8 = {"FP8 Formats for Deep Learning", 2022, "2209.05433"};

constexpr Entry kEntries[] = {
    {.id = "bf16",
     .terms = "bf16 bfloat16 torch.bfloat16",
     .name = {"bf16", "bf16"},
     .meaning = {"A 16-bit format with the range of fp32 and 8 significant bits. Matrix products "
                 "and activations tolerate it well; long sums, small updates of large weights and "
                 "differences of close numbers do not.",
                 "16 位格式，动态范围与 fp32 相同，有效位只有 8 "
                 "位。矩阵乘和激活可以承受；长求和、对大权重的小更新、相近"
                 "数相减则不行。"},
     .pitfall = {"Adding 1 to 256 gives 256: counters, positions and accumulators must not be "
                 "bf16.",
                 "256 加 1 仍是 256：计数器、位置和累加器不能用 bf16。"},
     .source = {"A Study of BFLOAT16 for Deep Learning Training", 2019, "1905.12322"}},
    {.id = "loss-scaling",
     .terms = "loss_scale grad_scaler dynamic_grad_scaler scale_loss found_inf initial_loss_scale "
              "hysteresis",
     .name = {"Loss scaling", "Loss scaling（损失缩放）"},
     .meaning = {"fp16 cannot represent small gradients, so the loss is scaled up before the "
                 "backward pass and the gradients are scaled down before the step. When something "
                 "overflows, the step is skipped and the scale reduced.",
                 "fp16 表示不了很小的梯度，因此反向之前放大 "
                 "loss，更新之前再缩回。一旦溢出就跳过这一步并降低缩放系数。"},
     .pitfall = {"Clipping, norms and logs need unscaled gradients, and all ranks must agree on "
                 "whether a step is skipped.",
                 "裁剪、范数和日志需要去掉缩放之后的梯度；所有 rank 必须一致决定是否跳过这一步。"},
     .source = kMixedPrecision},
    {.id = "main-parameters",
     .terms = "main_param main_params master_weights fp32_from_float16 main_params_dtype "
              "precision_aware_optimizer master_param fp32_from_fp32",
     .name = {"Main parameters in fp32", "fp32 主参数（main params）"},
     .meaning =
         {"The model computes with 16-bit or smaller parameters, while the optimizer keeps "
          "and updates a copy in fp32. Without it updates that are smaller than the last bit "
          "of a parameter would vanish.",
          "模型用 16 位或更低精度的参数计算，优化器保存并更新一份 fp32 "
          "副本。没有它，小于参数最低位的更新会消失。"},
     .pitfall =
         {"Code that changes model parameters (loading, averaging, resetting) must change the copy "
          "as well, or the next step writes the old values back.",
          "修改模型参数（加载、平均、重置）时必须同步修改这份副本，否则下一步会把旧值写回。"},
     .source = kMixedPrecision},
    {.id = "fp8",
     .terms = "fp8 float8 e4m3 e5m2 fp8_recipe fp8_autocast float8_tensor fp8_meta",
     .name = {"FP8 training", "FP8 训练"},
     .meaning = {"Matrix products take 8-bit operands: e4m3 for weights and activations, often "
                 "e5m2 for gradients. With so few bits each tensor or block needs a scale that "
                 "brings its values into range.",
                 "矩阵乘使用 8 位操作数：权重和激活用 e4m3，梯度常用 "
                 "e5m2。位数如此之少，每个张量或块都需要一个缩放系数把"
                 "数值带入可表示范围。"},
     .pitfall = {"Scales and the transposed copies are state: they must follow parameters through "
                 "gathers, checkpoints and in-place updates, and weights must be quantised again "
                 "after each step.",
                 "缩放系数和转置副本都是状态：在 all-gather、checkpoint "
                 "和就地更新中必须跟着参数走，每步之后权重要重新"
                 "量化。"},
     .second_pitfall = Phrase("Dimensions must be multiples of 16: short batches and odd "
                              "vocabularies fail or fall back.",
                              "维度必须是 16 的倍数：很短的 batch 或不规则的词表会报错或回退。"),
     .source = kFp8},
    {.id = "amax",
     .terms = "amax amax_history amax_reduction delayed_scaling amax_compute amax_reduction_group",
     .name = {"Amax and delayed scaling", "Amax 与 delayed scaling"},
     .meaning =
         {"The largest magnitude of a tensor (amax) decides its scale. Delayed scaling takes it "
          "from the last steps, which saves a pass over the data but is wrong when values jump; "
          "current scaling measures first.",
          "张量的最大绝对值（amax）决定缩放系数。delayed scaling "
          "使用前几步的值，省去一次遍历，但数值突变时会出错；current scaling 先测量再缩放。"},
     .pitfall = {"Ranks that hold shards of one tensor must agree on its amax, and a recomputed "
                 "forward must not write the history a second time.",
                 "持有同一张量分片的各 rank 必须使用一致的 amax；重算的前向不能再次写入历史。"},
     .source = kFp8},
    {.id = "microscaling",
     .terms = "mxfp8 mxfp4 mx_block block_scaling blockwise_quantization fp8_blockwise e8m0",
     .name = {"Block scaled formats (MX)", "分块缩放格式（MX）"},
     .meaning =
         {"Every 32 neighbouring values share a scale that is a power of two. An outlier then "
          "affects only its block instead of the whole tensor, so no history is needed.",
          "每 32 个相邻值共用一个 2 "
          "的幂的缩放系数。离群值只影响所在的块而不是整个张量，因此不需要历史记录。"},
     .pitfall = {"Blocks run along the dimension that the product sums over: the transposed tensor "
                 "has different blocks and must be quantised separately from the original values.",
                 "块沿矩阵乘的求和维划分：转置之后块就不同了，需要从原始值单独量化。"},
     .source = {"Microscaling Data Formats for Deep Learning", 2023, "2310.10537"}},
    {.id = "fp4",
     .terms = "fp4 nvfp4 e2m1 float4_e2m1 fp4_recipe",
     .name = {"FP4", "FP4"},
     .meaning = {"Four bits hold eight magnitudes. Small blocks with a finer scale, stochastic "
                 "rounding of gradients and a rotation of the operands keep training stable.",
                 "4 位只能表示 8 "
                 "种绝对值。更小的块配更细的缩放系数、对梯度做随机舍入、对操作数做旋转，才能保持训"
                 "练稳定。"},
     .pitfall =
         {"Some layers, usually the first and the last, must stay in a higher precision: lists of "
          "exceptions must be updated when layers are renumbered or split over stages.",
          "部分层（通常是最前和最后几层）必须保持更高精度：层重新编号或切到不同 stage "
          "时，例外列表要同步调整。"},
     .source = {"Pretraining Large Language Models with NVFP4", 2025, "2509.25149"}},
    {.id = "autocast",
     .terms = "autocast torch.autocast torch.amp custom_fwd custom_bwd",
     .name = {"Autocast", "Autocast（自动混合精度）"},
     .meaning =
         {"Inside the context each operation chooses its precision: products run in 16 bits, "
          "reductions and losses in fp32. Parameters stay as they are; casts are cached for "
          "the duration of the context.",
          "在该上下文内每个算子自行选择精度：矩阵乘用 16 位，归约和 loss 用 "
          "fp32。参数本身不变，转换结果在上下文期间"
          "被缓存。"},
     .pitfall =
         {"A custom autograd function does not take part unless it opts in (`custom_fwd`), and the "
          "backward pass should run outside the context.",
          "自定义 autograd 函数除非显式声明（`custom_fwd`），否则不参与；反向应放在上下文之外。"},
     .source = {"PyTorch documentation: Automatic Mixed Precision package - torch.amp"}},
    {.id = "determinism",
     .terms = "deterministic_mode use_deterministic_algorithms cudnn.deterministic "
              "cublas_workspace_config batch_invariant batch_invariant_mode",
     .name = {"Determinism", "确定性"},
     .meaning =
         {"Sums in floating point depend on their order, and kernels that add atomically "
          "change the order from run to run. Bitwise equal runs need kernels, algorithms and "
          "communication that fix it.",
          "浮点求和依赖顺序，使用原子加的 kernel 每次运行顺序都不同。要逐位一致，需要固定顺序的 "
          "kernel、算法和"
          "通信。"},
     .pitfall = {"One operation is enough to break it: `index_add_`, `scatter_add_`, some backward "
                 "passes, a random generator in another state.",
                 "只要有一个算子不满足就会失去确定性：`index_add_`、`scatter_add_`"
                 "、某些反向、状态不同的随机数生成器。"},
     .source = {"PyTorch documentation: Reproducibility"}},
    {.id = "quantization",
     .terms = "quantize dequantize quantizer modelopt qat fake_quant post_training_quantization "
              "quant_config",
     .name = {"Quantisation", "量化"},
     .meaning = {"Values are stored in few bits with a shared scale. In training, fake "
                 "quantisation rounds in the forward pass and passes gradients through, so that "
                 "the model adapts to the rounding.",
                 "用小位宽数值加共享缩放系数来存储。训练中的伪量化在前向做舍入、反向直接传梯度，让"
                 "模型适应量化误差。"},
     .pitfall =
         {"Calibrated scales must be in the checkpoint and be split like the weights; a missing "
          "scale falls back to a default without an error.",
          "校准得到的缩放系数属于 checkpoint，切分方式必须与权重一致；缺失时会悄悄回退为默认值。"},
     .source = {"Quantization and Training of Neural Networks for Efficient "
                "Integer-Arithmetic-Only Inference",
                2017, "1712.05877"}},
};

}  // namespace

absl::Span<const Entry> PrecisionEntries() { return kEntries; }

}  // namespace allreview::report::glossary
