// Rules of autograd.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Gradients() {
  static constexpr RuleText kTexts[] = {
      {.id = "accumulated-loss-keeps-graph",
       .title = "连同计算图一起累加 loss",
       .message = "第 {line} 行的循环每次迭代都把带计算图的 `{loss}` {verb} `{total}`，但从不对它"
                  "求导",
       .consequence = "显存逐次迭代增长：只要累加值还在，计算图引用的内容就无法释放",
       .advice = "累加 detach 后的 `{loss}`；循环结束后再在主机上读取一次总和"},
      {.id = "autograd-function-misuse",
       .title = "autograd.Function 不是静态方法或没有通过 apply 调用",
       .message = "{what}",
       .consequence = "PyTorch 会抛出 RuntimeError，或者由于该操作没有被记录，结果没有梯度",
       .advice = "{advice}"},
      {.id = "backward-arity",
       .title = "backward 返回的梯度数量不对",
       .message = "`{class}.backward` 返回 {returned} 个梯度，但 `forward` 接收 {expected} 个输入",
       .consequence = "第一次反向经过 `{class}` 时会抛出 RuntimeError，或者梯度传给了错误的输入",
       .advice = "按 `forward`（第 {line} 行）输入的顺序，为每个输入返回一个值，没有梯度的返回 "
                 "None"},
      {.id = "checkpoint-without-use-reentrant",
       .title = "激活重计算没有指定 use_reentrant",
       .message = "调用 `{function}` 时没有传 `use_reentrant`，而它的默认值随 PyTorch 版本变化",
       .consequence = "升级后同样的代码会以不同方式重计算；reentrant 版本会丢掉嵌套在容器中的输入"
                      "的梯度，以及所有输入都不需要梯度的片段的梯度",
       .advice = "传入 `use_reentrant=False`；如果代码依赖旧行为，则传入 `True`"},
      {.id = "context-holds-output",
       .title = "把输出 tensor 存成 context 的属性",
       .message = "`{attribute}` 保存了 `{output}`，而它正是 `{class}.forward` 的返回值：输出、计"
                  "算图节点与 context 互相引用",
       .consequence = "这个循环引用会让 tensor 一直占用显存，直到 Python 的垃圾回收运行，每个 "
                      "step 都是如此",
       .advice = "用 `save_for_backward` 保存，它知道 `{output}` 是输出"},
      {.id = "data-attribute-in-forward",
       .title = "在 forward 中使用激活的 `.data`",
       .message = "`{class}.forward` 绕过 autograd 读写 `{tensor}.data`",
       .consequence = "梯度不会从这里经过，为反向保存的 tensor 也察觉不到原地修改：梯度错误却没有"
                      "报错",
       .advice = "直接使用 `{tensor}`；如果确实要在这里截断梯度，使用 `{tensor}.detach()`"},
      {.id = "gradient-checked-by-test",
       .title = "测试对梯度做了数值检验",
       .message = "`{test}` 用有限差分检验了 `{function}` 的梯度",
       .consequence = "错误的 backward 会在测试中暴露，而不是在 loss 曲线上",
       .advice = "让 `{check}` 与 `{function}` 支持的输入保持同步"},
      {.id = "inplace-on-grad-output",
       .title = "原地修改传入的梯度",
       .message = "`{class}.backward` 原地修改了 autograd 传入的梯度 `{gradient}`",
       .consequence = "如果 autograd 把同一块缓冲区交给另一个使用者，它会悄悄拿到被修改过的梯度",
       .advice = "把结果算到新的 tensor 中，或者先 clone `{gradient}`"},
      {.id = "inplace-on-saved-tensor",
       .title = "tensor 在为反向保存之后被原地修改",
       .message = "第 {line} 行把 `{tensor}` 保存给 `{class}` 的反向之后，它又被原地修改",
       .consequence = "反向会用修改后的值计算梯度，或者 autograd 因为该 tensor 的版本号变化而抛出"
                      "异常",
       .advice = "把结果算到新的 tensor 中；如果反向需要的是修改后的结果，就在修改之后再保存 "
                 "`{tensor}`；或者用 `mark_dirty` 声明它"},
      {.id = "requires-grad-typo",
       .title = "requires_grad 拼写错误",
       .message = "`{object}` 的 `{written}` 不是 PyTorch 的属性，正确拼写是 `{right}`",
       .consequence = "设置它不起作用：本应冻结的参数会被训练，或者相反",
       .advice = "改写为 `{right}`"},
      {.id = "running-statistic-keeps-graph",
       .title = "滑动统计量保留了每个 step 的计算图",
       .message = "`{function}` 用仍带计算图的 `{addend}` 更新 `{statistic}`",
       .consequence = "至今每个 step 的激活都留在显存里，直到显存耗尽",
       .advice = "用 detach 后的 `{addend}` 更新，或者放在 torch.no_grad() 下更新"},
      {.id = "saved-tensors-mismatch",
       .title = "backward 解包的 tensor 数量与 forward 保存的不一致",
       .message = "`{class}.backward` 需要 {wanted} 个保存的 tensor，而第 {line} 行保存了 {saved}"
                  " 个",
       .consequence = "第一次反向经过 `{class}` 时会抛出异常",
       .advice = "按第 {line} 行 `save_for_backward` 的顺序，恰好解包它所保存的 tensor"},
      {.id = "tensor-of-tensor",
       .title = "对 tensor 再次调用 torch.tensor()",
       .message = "`torch.tensor` 拷贝了 `{tensor}`，而它本身已经是 tensor",
       .consequence = "拷贝没有计算图，梯度无法通过；如果是列表，其元素会逐个从 GPU 读取",
       .advice = "改用 {instead}"},
      {.id = "unset-context-attribute",
       .title = "backward 读取了从未设置的 context 属性",
       .message = "`{class}.backward` 读取了 `{context}.{attribute}`，但该类没有任何方法设置它",
       .consequence = "第一次反向经过 `{class}` 时会抛出 AttributeError",
       .advice = "在 `{setter}` 中设置 `{context}.{attribute}`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
