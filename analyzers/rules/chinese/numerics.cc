// Rules of numerics.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Numerics() {
  static constexpr RuleText kTexts[] = {
      {.id = "bce-of-sigmoid",
       .title = "对 sigmoid 结果计算二元交叉熵",
       .message = "二元交叉熵的输入是 `{logits}` 的 sigmoid，而不是 logits",
       .consequence = "sigmoid 舍入到 0 或 1 时，loss 会被截断在 100，梯度消失；在 autocast 下该"
                      "调用会抛出异常",
       .advice = "把 `{logits}` 传给 `binary_cross_entropy_with_logits` 或 `BCEWithLogitsLoss`"},
      {.id = "cancelling-variance",
       .title = "用均值之差计算方差",
       .message = "`{difference}` 用两个几乎相等的均值相减来得到 `{x}` 的方差",
       .consequence = "当均值远大于离散程度时，有效数字所剩无几；结果可能为 0 或负数，开方得到 "
                      "NaN",
       .advice = "在相同维度上使用 `{x}.var(unbiased=False)`，或者用 fp64 累加"},
      {.id = "compare-to-nan",
       .title = "与 NaN 比较",
       .message = "`{comparison}` 恒为 {result}，因为 NaN 与任何值都不相等，包括它自己",
       .consequence = "该检查永远发现不了 NaN：异常的 loss 或梯度会悄悄通过",
       .advice = "使用 `{test}({value})`"},
      {.id = "distribution-parameter-dtype",
       .title = "分布参数的 dtype 与输入不一致",
       .message = "`{distribution}` 的参数与 `{x}` 在同一设备上，dtype 却不一致",
       .consequence = "采样结果是 fp32；与 bf16 或 fp16 的 `{x}` 运算时会把结果提升为 fp32，既占"
                      "显存，又可能在下一个 matmul 中失败",
       .advice = "同时传入 `dtype={x}.dtype`"},
      {.id = "division-by-mask-count",
       .title = "除以可能为零的计数",
       .message = "当 `{mask}` 没有保留任何元素时 `{count}` 为 0，这次除法会得到 NaN",
       .consequence = "只要有一个全是 padding 的 micro-batch，loss 就会变成 NaN，并通过跨 rank 归"
                      "约扩散到所有权重",
       .advice = "除以 `{count}.clamp(min=1)`，或者返回总和与计数，在跨 rank 归约之后再相除"},
      {.id = "exp-minus-one",
       .title = "用 exp(x) - 1 代替 expm1",
       .message = "当 `{x}` 接近 0 时 `{difference}` 会发生相消",
       .consequence = "小于 6e-8（fp32）、5e-4（fp16）或 4e-3（bf16）时结果为 0，较小的结果也只剩"
                      "很少的正确数字",
       .advice = "使用 `torch.expm1({x})`"},
      {.id = "fp32-buffer-downcast-by-module-cast",
       .title = "fp32 buffer 会被模块的类型转换降精度",
       .message = "buffer `{buffer}` 以 fp32 创建并在第 {line} 行更新，但对模型调用 `.half()` 或 "
                  "`.bfloat16()` 会把它一起转换",
       .consequence = "小于半精度分辨率的更新（bf16 下为数值的 1/256）会丢失：统计量和偏置不再变"
                      "化",
       .advice = "使用前把 `self.{buffer}` 转回 fp32，或者重写 `_apply`"},
      {.id = "fp32-upcast-before-reduction",
       .title = "归约在 fp32 下进行",
       .message = "对 `{operand}` 的 {reduction} 在 fp32 下进行",
       .consequence = "无论模型用什么 dtype 训练，小的项都不会被舍入掉",
       .advice = "保持这样，转换结果而不是操作数的类型"},
      {.id = "fp8-cast-without-scale",
       .title = "转换到 fp8 时没有缩放或截断",
       .message = "`{operand}` 未经缩放或截断就转换为 {dtype}",
       .consequence = "大于 {limit} 的值会变成 NaN 或饱和（取决于 PyTorch 版本），小于 {smallest}"
                      " 的值会变成 0",
       .advice = "按最大绝对值缩放，截断到 +-{limit}，再做转换，并保存缩放因子"},
      {.id = "fully-masked-softmax-row",
       .title = "对可能整行被屏蔽的行做 softmax",
       .message = "当 `{mask}` 覆盖一整行时，第 {line} 行的 softmax 只看到 -inf，得到 NaN",
       .consequence = "只要有一行全是 padding，输出就会变成 NaN，并经反向传播影响所有权重",
       .advice = "用 `torch.finfo(x.dtype).min` 填充，并在 softmax 之后把被 `{mask}` 完全覆盖的行"
                 "置 0"},
      {.id = "inconsistent-zero-guard",
       .title = "分母在一处有保护，在另一处没有",
       .message = "这里直接除以 `{x}`，没有第 {line} 行那样的保护",
       .consequence = "当它为 0 时（例如没有有效 token 的 micro-batch），另一处没有问题，而这个商"
                      "会是 NaN 或 inf",
       .advice = "{remedy}"},
      {.id = "log-of-one-plus",
       .title = "用 log(1 + x) 代替 log1p",
       .message = "`{log}` 在取对数之前就把较小的 `{x}` 舍入掉了",
       .consequence = "小于 6e-8（fp32）、5e-4（fp16）或 4e-3（bf16）时结果为 0",
       .advice = "使用 `torch.log1p({x})`"},
      {.id = "log-of-sigmoid",
       .title = "对 sigmoid 取对数",
       .message = "`{log}` 对 sigmoid 取对数：{effect}",
       .consequence = "此时结果为 -inf；加了下限则变成没有梯度的常数，确信却错误的预测不再产生 "
                      "loss",
       .advice = "使用 `{stable}`"},
      {.id = "log-of-softmax",
       .title = "对 softmax 取对数",
       .message = "`{log}` 对 softmax 取对数：{effect}",
       .consequence = "某个 logit 比最大值低约 17（fp16）或 88（bf16、fp32）时会得到 -inf，进而使"
                      " loss 或梯度变成 NaN",
       .advice = "在 fp32 下一步计算 `{logits}` 的 log_softmax"},
      {.id = "log-of-unguarded-probability",
       .title = "对可能为零的概率取对数",
       .message = "这里的 `{p}` 会恰好等于 0 吗？此时它的对数为 -inf，{effect}",
       .consequence = "当 20% 的元素恰好为 0 时，在所有 dtype 下都有 85% 的行的熵变成 NaN",
       .advice = "使用 {remedy}"},
      {.id = "low-precision-positions",
       .title = "用半精度表示位置",
       .message = "`{positions}` 以 {dtype} 表示位置",
       .consequence = "较大的位置会落到同一个数上：位置达到 32768 时，rotary embedding 的余弦误差"
                      "在 bf16 下可达 1.5，fp16 下可达 1.1",
       .advice = "位置和角度都用 fp32 计算，只对余弦和正弦做类型转换"},
      {.id = "magic-mask-constant",
       .title = "用魔法数字代替 dtype 的最小值",
       .message = "`{scores}` 的屏蔽值 {value} {problem}",
       .consequence = "{effect}",
       .advice = "用 `torch.finfo({scores}.dtype).min` 填充，并在 softmax 之后把整行被屏蔽的行置 "
                 "0"},
      {.id = "manual-logsumexp",
       .title = "手写的 log-sum-exp 没有先减最大值",
       .message = "`{log}` 没有先减去最大值就对 `{x}` 取指数",
       .consequence = "只要有一个元素大于约 88（bf16、fp32）或 11（fp16），结果就是 inf；当所有元"
                      "素都是很小的负数时结果为 -inf",
       .advice = "对 `{x}` 使用 `torch.logsumexp`"},
      {.id = "manual-softplus",
       .title = "手写的 softplus",
       .message = "`{log}` 是一个在 `{x}` 较大时会溢出的 softplus",
       .consequence = "大于约 88（bf16、fp32）或 11（fp16）时结果为 inf，而此时 softplus 就等于输"
                      "入本身；其梯度为 NaN",
       .advice = "使用 `F.softplus({x})`"},
      {.id = "masked-mean-guarded",
       .title = "能处理空 mask 的带掩码均值",
       .message = "当 `{mask}` 没有保留任何元素时，均值仍然有限",
       .consequence = "全是 padding 的 micro-batch 不会让 loss 变成 NaN",
       .advice = "移动这段代码时，把 clamp 与除法放在一起"},
      {.id = "masked-mean-wrong-denominator",
       .title = "对带掩码的 tensor 求均值",
       .message = "`{mean}` 除以的是全部元素数，包括被 `{mask}` 置 0 的元素",
       .consequence = "batch 中 padding 越多，loss 和梯度越小：不同 batch 中 token 的权重不同",
       .advice = "除以 mask：`({loss} * {mask}).sum() / {mask}.sum().clamp(min=1)`"},
      {.id = "max-of-possibly-empty",
       .title = "对某些 rank 上为空的列表取 max()",
       .message = "`{iterable}` 为空时，对它调用 `{function}` 会抛出异常，而这里没有给出 "
                  "`default=`",
       .consequence = "没有梯度或参数的 rank（例如被冻结的 stage）会因 ValueError 停止，而其他 "
                      "rank 在下一次集合通信中等待",
       .advice = "用 `default=` 传入中性值，例如与梯度同设备的 torch.tensor(0.0)"},
      {.id = "norm-without-configured-eps",
       .title = "norm 没有使用配置的 epsilon",
       .message = "构建 `{norm}` 时没有传 `eps`，而{others}",
       .consequence = "这个 norm 使用自己的默认值，模型会与配置以及用其他 epsilon 训练的 "
                      "checkpoint 不一致",
       .advice = "传入 `eps=config.layernorm_epsilon`"},
      {.id = "self-normalisation-without-eps",
       .title = "tensor 除以自身之和而没有下限保护",
       .message = "当 `{x}` 的某一行之和为 0 时，`{division}` 会得到 NaN",
       .consequence = "只要有一行因掩码、专家被丢弃或下溢而没有权重，输出就会变成 NaN",
       .advice = "在 fp32 下归一化，并让该和保持大于 0：`.clamp_min(1e-10)`"},
      {.id = "sibling-branch-precision",
       .title = "一个分支用 fp32 计算分数，另一个没有",
       .message = "`{operation}` 以 `{operand}` 的 dtype 计算，而第 {line} 行的分支用 fp32 计算同"
                  "样的分数",
       .consequence = "bf16 输入下选择结果会不同：对 256 个专家的 sigmoid 分数，78% 的 token 选出"
                      "的 top 8 与 fp64 不一致",
       .advice = "在每个分支中都做转换：`{operand}.float()`"},
      {.id = "softmax-before-cross-entropy",
       .title = "在交叉熵 loss 之前做了 softmax",
       .message = "`{loss}` 收到的是 `{softmax}` 的结果，但它{expectation}",
       .consequence = "{effect}",
       .advice = "改为：{remedy}"},
      {.id = "softmax-without-max",
       .title = "手写的 softmax 没有减最大值",
       .message = "`{division}` 是 `{x}` 的 softmax，但没有减去最大值",
       .consequence = "只要有一个元素大于约 88（bf16、fp32）或 11（fp16），就会出现 inf / inf，整"
                      "行变成 NaN 和 0",
       .advice = "使用 `torch.softmax({x}, dim, dtype=torch.float32)`"},
      {.id = "sqrt-without-eps",
       .title = "对平方和开方时没有加 epsilon",
       .message = "当 `{x}` 全为零时，`{root}` 的梯度是 NaN",
       .consequence = "只要有一个零向量（例如 padding），整个 batch 的梯度就会变成 NaN",
       .advice = "使用 `torch.linalg.vector_norm`，或者在根号内加上 epsilon"},
      {.id = "where-division-nan-gradient",
       .title = "torch.where 挡不住未选中分支的梯度",
       .message = "`{d}` 为 0 时也会计算 `{quotient}`：torch.where 隐藏了它的值，却挡不住它的 NaN"
                  " 梯度",
       .consequence = "前向看起来正常，而第一次遇到 `{d}` 为 0 的反向就会让梯度变成 NaN",
       .advice = "先选择分母：`d_safe = torch.where({condition}, {d}, 1.0)`，再除以它"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
