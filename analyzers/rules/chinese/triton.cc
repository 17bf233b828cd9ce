// Rules of Triton kernels.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Triton() {
  static constexpr RuleText kTexts[] = {
      {.id = "arange-over-non-power-of-two",
       .title = "tl.arange 的大小不一定是 2 的幂",
       .message = "`{kernel}` 中的 `{expression}` 要求大小为 2 的幂，但没有代码对 `{dimension}` "
                  "取整或检查",
       .consequence = "对于 `{dimension}` 不是 2 的幂的模型，该 kernel 无法编译",
       .advice = "把 `triton.next_power_of_2({dimension})` 作为块大小传入，并用 `offsets < "
                 "{dimension}` 做 mask；或者在启动函数中断言该大小"},
      {.id = "autotuned-accumulation-without-reset",
       .title = "autotune 的 kernel 在多次试跑之间累加却不重置",
       .message = "`{kernel}` 原地更新 {pointers}（`{op}`），而它的 autotuner（第 {line} 行）会多"
                  "次运行它，且不重置这块内存",
       .consequence = "每个 key 的首次调用会返回所有试跑之和：数值错误，第二次调用时又恢复正常",
       .advice = "对启动函数以零传入的内存加上 `reset_to_zero={names}`，其余的用 `restore_value`"},
      {.id = "dynamic-size-as-constexpr",
       .title = "每个 step 都变化的大小被声明为 tl.constexpr",
       .message = "`{kernel}` 的 `{parameter}` 是 `tl.constexpr`，每个新值都会重新编译该 kernel",
       .consequence = "遇到新大小的 step 会停下来等待编译，已编译 kernel 的缓存也会无限增长",
       .advice = "把 `{parameter}` 改为普通参数；`{kernel}` 中没有地方需要在编译期知道它"},
      {.id = "int32-offset-overflow",
       .title = "程序偏移以 32 位计算",
       .message = "`{product}` 以 32 位计算，而该文件中另一个 program id 已扩展到 64 位",
       .consequence = "元素数超过 2^31 后偏移会回绕，kernel 会读写其他内存",
       .advice = "改写为 `{id}.to(tl.int64) * {stride}`"},
      {.id = "low-precision-accumulator",
       .title = "kernel 的累加器使用半精度",
       .message = "`{accumulator}` 的类型是 `{dtype}`，而第 {line} 行在循环中向它累加",
       .consequence = "每次加法都会舍入到 8 或 11 位；较长的求和会停止增长，丢失大部分有效数字",
       .advice = "用 `tl.float32` 累加，只在写回时转换一次类型"},
      {.id = "lse-sentinel-unguarded",
       .title = "log-sum-exp 减去的最大值可能是哨兵值",
       .message = "`{expression}` 减去 `{maximum}`，而当第 {line} 行屏蔽了所有元素时，它就是哨兵"
                  "值本身",
       .consequence = "整行被屏蔽时，哨兵值为 -inf 会得到 NaN，为有限值则每个被屏蔽元素都得到 "
                      "exp(0) = 1，破坏求和结果",
       .advice = "减去 `tl.where({maximum} < threshold, 0.0, {maximum})`，并在这类行中恢复哨兵值"},
      {.id = "masked-load-without-other",
       .title = "没有填充值的带 mask 加载进入归约",
       .message = "`{load}` 没有指定 `other`，而第 {line} 行的 `{reduction}` 会把 mask 之外的 "
                  "lane 也算进去",
       .consequence = "这些 lane 的值不确定：最后一个块的和与最大值在某些运行或某些编译器下会出错",
       .advice = "用 `other=` 传入{neutral}"},
      {.id = "masked-triton-access",
       .title = "新 kernel 的所有块访问都带有 mask",
       .message = "`{kernel}` 的全部 {loads} 次块加载和 {stores} 次块写入都带有 mask，并为归约填"
                  "充了默认值",
       .consequence = "大小不是块大小的整数倍时也是安全的",
       .advice = "今后新增访问时保持这样"},
      {.id = "unmasked-block-access",
       .title = "kernel 的块访问没有 mask",
       .message = "`{kernel}` 中的 `{op}` 以 `{block}` 个元素为整块访问，没有 mask",
       .consequence = "当 tensor 大小不是 `{block}` 的整数倍时，最后一个块会{verb}末尾之外的数据"
                      "：访问到无关数据，或 kernel 出错",
       .advice = "传入 `mask=offsets < size`，或者在启动函数中断言大小是 `{block}` 的整数倍"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
