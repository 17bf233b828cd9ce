#ifndef SENTENCES_PHRASES_IDIOMS_DEVICE_H_
#define SENTENCES_PHRASES_IDIOMS_DEVICE_H_

// Idioms (analyzers/idioms): streams, copies, buffers and Triton. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kStreamWaits("idiom-stream-waits",
                                     "what is queued on `{a}` from here on waits for all that "
                                     "`{b}` holds so far; the CPU does not wait",
                                     "此后排入 `{a}` 的工作等待 `{b}` 已有的全部工作；CPU 不等待");
inline constexpr Phrase kOnStream(
    "idiom-on-stream", "work of this block is queued on `{s}`, beside the current stream",
    "此代码块的工作排入 `{s}`，与当前流并行");
inline constexpr Phrase kMemoryKeptForStream(
    "idiom-memory-kept-for-stream",
    "the memory of `{x}` is not reused before the work queued on `{s}` is done",
    "`{s}` 上已排入的工作完成之前，`{x}` 的显存不会被复用");
inline constexpr Phrase kCpuWaitsForAll("idiom-cpu-waits-for-all",
                                        "the CPU waits until the GPU has done all its work",
                                        "触发 CPU–GPU 同步，等待 GPU 完成全部工作");
inline constexpr Phrase kCopyBeside(
    "idiom-copy-beside", "`{it}` is copied while the CPU goes on, where the host memory is pinned",
    "若主机内存已锁页，复制 `{it}` 时 CPU 继续运行");
inline constexpr Phrase kPinned(
    "idiom-pinned", "`{it}` is in pinned memory, from which copies to the GPU need not block",
    "`{it}` 位于锁页内存，向 GPU 复制时无需阻塞");
inline constexpr Phrase kSwappedBuffers("idiom-swapped-buffers",
                                        "`{a}` and `{b}` change places, as in double buffering",
                                        "`{a}` 与 `{b}` 互换，即双缓冲");
inline constexpr Phrase kRingBuffer(
    "idiom-ring-buffer", "`{b}` is a ring buffer of `{n}`: the newest entry replaces the oldest",
    "`{b}` 是长度为 `{n}` 的环形缓冲区：最新一项替换最旧一项");
inline constexpr Phrase kAlternating("idiom-alternating", "`{i}` alternates between 0 and 1",
                                     "`{i}` 在 0 和 1 之间交替");
inline constexpr Phrase kMaskedLoad(
    "idiom-masked-load",
    "`{it}` reads where `{m}` holds; the other lanes get `{v}` and touch no memory",
    "`{it}` 只在 `{m}` 成立处读取；其余位置得到 `{v}`，不访问内存");
inline constexpr Phrase kMaskedStore("idiom-masked-store",
                                     "`{x}` is written only where `{m}` holds",
                                     "只在 `{m}` 成立处写入 `{x}`");
inline constexpr Phrase kDotAccumulated(
    "idiom-dot-accumulated", "`{a}` accumulates the matrix product of the tiles `{x}` and `{y}`",
    "`{a}` 累加分块 `{x}` 与 `{y}` 的矩阵乘积");
inline constexpr Phrase kBlockOfProgram(
    "idiom-block-of-program",
    "`{it}` holds the indices of this program's block: `{b}` in a row, the block being `{p}`",
    "`{it}` 是本 program 所在块的下标：连续 `{b}` 个，块号为 `{p}`");
inline constexpr Phrase kTileAddresses(
    "idiom-tile-addresses",
    "`{it}` addresses a tile of `{p}`: rows `{r}`, `{s}` apart, by columns `{c}`",
    "`{it}` 是 `{p}` 中一个分块的地址：行 `{r}` 间隔 `{s}`，列为 `{c}`");
inline constexpr Phrase kAtomicSum(
    "idiom-atomic-sum",
    "programs add `{x}` to the same place in no fixed order, so floating-point sums may differ "
    "from run to run",
    "多个 program 以不定的次序把 `{x}` 加到同一位置，浮点和可能每次不同");
inline constexpr Phrase kRunningMaximum(
    "idiom-running-maximum",
    "`{it}` is the largest value of `{x}` so far, as an online softmax needs it",
    "`{it}` 是目前为止 `{x}` 的最大值，作为在线 softmax 的基准");
inline constexpr Phrase kBlockBarrier("idiom-block-barrier",
                                      "all threads of the block meet here: what each wrote before "
                                      "is visible to the others afterwards",
                                      "块内所有线程在此会合：之前写入的内容此后彼此可见");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_DEVICE_H_
