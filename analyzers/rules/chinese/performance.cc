// Rules of performance on the device.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Performance() {
  static constexpr RuleText kTexts[] = {
      {.id = "clone-before-detach",
       .title = "先被 autograd 记录的 clone，随后又 detach",
       .message = "`{copy}` 为梯度做了记录，而 `.detach()` 立刻又丢弃了它",
       .consequence = "白白创建一个计算图节点，数值完全相同",
       .advice = "先 detach：`.detach(){copy}`"},
      {.id = "concatenation-in-loop",
       .title = "在循环中用拼接让 tensor 增长",
       .message = "第 {line} 行的循环每次迭代都用 `{function}` 把 `{name}` 整体拷贝一遍",
       .consequence = "拷贝和分配的字节数随迭代次数平方增长，分配器中还会留下大小各异的内存块",
       .advice = "在循环中把各部分追加到列表，循环结束后只调用一次 `{function}`，或者直接写入最终"
                 "大小的 tensor"},
      {.id = "constant-copied-from-host",
       .title = "训练 step 中从主机拷贝常量",
       .message = "`{function}` 中的 `{expression}` {frequency}都从主机拷贝一个常量",
       .consequence = "拷贝来自可分页内存，CPU 必须等待，而且无法被 CUDA graph 捕获",
       .advice = "用 torch.full、zeros 或 ones 直接在设备上填充，或者只创建一次并作为模块的 "
                 "buffer"},
      {.id = "create-then-move",
       .title = "先在 CPU 上创建 tensor 再搬移",
       .message = "`{factory}` 在 CPU 上填充 tensor，再由 `{move}` 拷贝到 GPU",
       .consequence = "需要填充主机内存并经总线拷贝，CPU 还要等待拷贝完成，而一个 kernel 就能直接"
                      "在设备上填充",
       .advice = "在需要的地方直接创建：`{factory}(..., device=...)`，设备取{device}"},
      {.id = "data-dependent-shape",
       .title = "训练 step 中的 shape 取决于数据",
       .message = "`{function}` 中的{operation}{frequency}都让 CPU 等待 `{tensor}`，因为 "
                  "`{expression}` 的元素个数取决于数值",
       .consequence = "每次调用都会清空 kernel 队列，不断分配大小各异的内存，而且代码无法被 CUDA "
                      "graph 捕获",
       .advice = "{advice}"},
      {.id = "empty-cache-in-hot-path",
       .title = "训练 step 中清空显存分配器的缓存",
       .message = "`{function}` {frequency}都调用 torch.cuda.empty_cache()",
       .consequence = "设备会同步，之后的分配必须重新向驱动申请显存，速度很慢",
       .advice = "删除该调用，或者由选项控制；如果是为了避免碎片，设置 "
                 "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"},
      {.id = "graph-break-in-compiled-function",
       .title = "编译函数内出现 graph break",
       .message = "{what}会打断被编译函数 `{function}` 的图",
       .consequence = "编译器会把函数一分为二，中间回到 Python，无法跨越断点融合；使用 "
                      "fullgraph=True 时会直接失败",
       .advice = "把它移出被编译的函数，或者改用 torch 的操作来表达"},
      {.id = "host-sync-in-hot-path",
       .title = "训练 step 中 CPU 等待 GPU",
       .message = "`{function}` 中的 `{expression}` {frequency}都让 CPU 等待 GPU",
       .consequence = "CPU 等待并重新发射 kernel 期间 GPU 会空转，而且代码无法被 CUDA graph 捕获",
       .advice = "让该值留在设备上，或者只在打日志的间隔读取；如果确实需要等待，在上方写注释说明"},
      {.id = "host-sync-per-element",
       .title = "CPU 对每个元素都等待一次 GPU",
       .message = "`{function}` 中的 `{expression}` 在第 {line} 行循环的每次迭代里让 CPU 等待 GPU"
                  " {times}",
       .consequence = "该循环对每个元素都要与设备往返一次，而一次性拷贝整个 `{tensor}` 的代价与单"
                      "次往返差不多",
       .advice = "在循环之前用 `{tensor}.tolist()` 一次拷贝所有元素，或者把循环放到设备上执行；如"
                 "果确实需要这样等待，在上方写注释说明"},
      {.id = "loss-kept-on-device",
       .title = "loss 在设备上累加",
       .message = "`{total}` 以 detach 的形式在设备上累加，只在第 {line} 行读取一次",
       .consequence = "循环从不等待 GPU，每个 step 的计算图也不会遗留",
       .advice = "保持这样"},
      {.id = "missing-device",
       .title = "CPU tensor 与 GPU tensor 混用",
       .message = "`{function}` 中的 `{factory}` 没有指定 device=，它创建的 CPU tensor 在第 "
                  "{line} 行{what} `{other}`",
       .consequence = "{result}",
       .advice = "在同一设备上创建：`{factory}(..., device=...)`，设备取{device}"},
      {.id = "pinned-allocation-in-hot-path",
       .title = "训练 step 中分配锁页内存",
       .message = "`{function}` 中的 `{expression}` {frequency}都分配锁页内存",
       .consequence = "驱动可能为锁定内存页而暂停设备，而且这种分配无法被 CUDA graph 捕获",
       .advice = "在 __init__ 中只分配一次缓冲区，之后拷贝进去；或者用 torch.full 和 fill_ 在设备"
                 "上生成该值"},
      {.id = "printed-tensor",
       .title = "训练 step 中打印 tensor",
       .message = "`{function}` 中的 `{call}` {frequency}都把 `{tensor}` 拷贝到主机",
       .consequence = "CPU 等待 GPU 只是为了写一行文字，而且每个 rank 都会写自己的一份",
       .advice = "删除它，或者放到日志间隔的条件之下"},
      {.id = "python-data-copied-from-host",
       .title = "训练 step 中把 Python 数据拷贝到 GPU",
       .message = "`{function}` 中的 `{expression}` {frequency}都把 `{data}` 拷贝到 GPU",
       .consequence = "拷贝来自可分页内存，CPU 必须等待，而且代码无法被 CUDA graph 捕获",
       .advice = "在设备上计算它，在 step 之间保留它，或者从只分配一次的锁页缓冲区用 "
                 "non_blocking=True 拷贝"},
      {.id = "redundant-copy",
       .title = "对刚拷贝出来的结果再次拷贝",
       .message = "{first} 刚刚完成拷贝，`{second}` 可能又拷贝一次",
       .consequence = "白白分配、写入并丢弃一个 tensor",
       .advice = "使用 {instead}"},
      {.id = "repeated-host-sync",
       .title = "同一个值从设备读取了两次",
       .message = "`{expression}` 在第 {line} 行已经读取过；每次读取都要再等一次 GPU",
       .consequence = "为同一个值等待两次，而这里连等待一次都有代价",
       .advice = "把第一次的结果绑定到一个名字，在这里复用"},
      {.id = "static-buffer-rebound",
       .title = "CUDA graph 的 buffer 被换成了另一个 tensor",
       .message = "`{buffer}` 在这里被换成新的 tensor，而捕获了 `{function}` 的 CUDA graph 仍使用"
                  "旧 tensor 的内存，见第 {line} 行",
       .consequence = "每次重放读到的都是 buffer 以前的内容，或者已被挪作他用的内存",
       .advice = "用 `{buffer}.copy_(...)` 或 `out={buffer}` 写入该 buffer，或者重新捕获 CUDA "
                 "graph"},
      {.id = "tensor-in-branch",
       .title = "训练 step 中 Python 按 GPU tensor 的值分支",
       .message = "`{function}` 按 `{test}` 分支，{frequency}都要让 CPU 等待 GPU 上的 `{tensor}`",
       .consequence = "Python 决定接下来发射哪些 kernel 时 GPU 会空转，而且 CUDA graph 或编译函数"
                      "都无法包含该分支",
       .advice = "在设备上同时计算两侧：使用 clamp、torch.where，或者乘以条件；如果确实需要等待，"
                 "在上方写注释说明"},
      {.id = "unsafe-in-graph-capture",
       .title = "CUDA graph 无法捕获的操作",
       .message = "`{function}` 中的 `{expression}` {frequency}{does}",
       .consequence = "捕获会抛出异常，或者 graph 重放的是捕获时的状态",
       .advice = "{advice}"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
