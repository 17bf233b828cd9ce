#include <string>

#include "absl/strings/match.h"
#include "analyzers/cpp/conditions.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxCalls = 300;  // Of one loop.

bool IsProxyFence(absl::string_view name) { return absl::StrContains(name, "fence_proxy_async"); }

// Starts a copy of the asynchronous proxy into shared memory.
bool FillsSharedMemory(absl::string_view name) {
  return absl::EndsWith(name, "_to_shared") || absl::StrContains(name, "global_to_shared");
}

bool EmptiesSharedMemory(absl::string_view name) { return absl::StrContains(name, "shared_to_"); }

bool WaitsForCopy(absl::string_view name) { return absl::StrContains(name, "mbarrier_wait"); }

// The loop starts the next copy, then fences, then waits for the copy before and reads: what it
// reads, the next round overwrites without a fence.
bool FencesTooEarly(Node loop, Node fence) {
  bool is_filled = false, is_waited_for = false;
  size_t seen = 0;
  for (Node call : loop.descendants(cpp::Kind::kCallExpression)) {
    if (++seen > kMaxCalls) return false;
    const absl::string_view name = cpp::CalleeName(call);
    if (EmptiesSharedMemory(name) || (IsProxyFence(name) && call != fence)) return false;
    const bool is_before = call.first_byte() < fence.first_byte();
    is_filled |= is_before && FillsSharedMemory(name);
    if (!WaitsForCopy(name)) continue;
    if (is_before) return false;
    is_waited_for = true;
  }
  return is_filled && is_waited_for;
}

void Check(CppContext& file, Node fence) {
  if (!IsProxyFence(cpp::CalleeName(fence))) return;
  for (Node loop : cpp::LoopsAround(fence)) {
    if (!FencesTooEarly(loop, fence)) continue;
    file.Report({.at = fence, .params = {{"fence", OneLine(fence)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCudaProxyFenceBeforeReads = {
    .info =
        {.id = "cuda-proxy-fence-before-reads",
         .title = {"Proxy fence stands before the reads that it should order",
                   "proxy fence 位于它应当约束的读取之前"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{fence}` stands before this round reads shared memory; nothing orders "
              "these reads before the copy of the next round",
              "`{fence}` 位于本轮读取共享内存之前；这些读取与下一轮的异步拷贝之间没有任何先后约束"},
         .consequence = {"The next bulk copy may overwrite a buffer that threads still read: "
                         "results depend on timing",
                         "下一次批量拷贝可能覆盖线程仍在读取的缓冲区，结果取决于执行时序"},
         .advice = {"Move the fence to the end of the round, after the reads and the barrier",
                    "把该 fence 移到本轮末尾，放在读取和屏障之后"},
         .why = "Copies by the asynchronous proxy (cp.async.bulk, TMA) are ordered with "
                "ordinary accesses to shared memory only by fence.proxy.async between them.",
         .fix = "Fence after the last ordinary access of a round, before the next copy.",
         .bad = R"cu(
__global__ void sum(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    ptx::fence_proxy_async_shared_cta();
    ptx::mbarrier_wait_parity(&barrier[stage], 0);
    output[threadIdx.x] += buffers[stage % 2][threadIdx.x];
    __syncthreads();
  }
}
)cu",
         .good = R"cu(
__global__ void sum(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    ptx::mbarrier_wait_parity(&barrier[stage], 0);
    output[threadIdx.x] += buffers[stage % 2][threadIdx.x];
    __syncthreads();
    ptx::fence_proxy_async_shared_cta();
  }
}
)cu",
         .references = {"https://docs.nvidia.com/cuda/parallel-thread-execution/"}},
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
