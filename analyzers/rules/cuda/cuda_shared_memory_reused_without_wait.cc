#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/shared_memory.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

constexpr Phrase kStillRead("still-read", "other threads may still read here",
                            "其他线程此时可能仍在读取");
constexpr Phrase kPhrases[] = {kStillRead};

void Check(CppContext& file, cpp::Node definition) {
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const function = unit.EnclosingFunction(definition);
  if (function == nullptr || function->node != definition || !function->body) return;
  if (!function->is_kernel && !function->is_device) return;
  const SharedMemory memory(unit, *function);
  for (const cpp::Variable* variable : memory.variables()) {
    const std::optional<SharedRace> race = memory.OverwrittenInNextRound(*variable);
    if (!race) continue;
    file.Report({.at = race->write,
                 .params = {{"read", OneLine(race->read)}, {"write", OneLine(race->write)}},
                 .related = {{kStillRead, RangeOf(unit, race->read)}}});
  }
}

}  // namespace

extern constinit const Rule kCudaSharedMemoryReusedWithoutWait = {
    .info = {.id = "cuda-shared-memory-reused-without-wait",
             .title = {"Shared memory overwritten while other threads still read it",
                       "其他线程仍在读取时共享内存被覆盖"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"The next round of the loop writes `{write}` without waiting for the "
                         "threads that still read `{read}`",
                         "下一轮循环写入 `{write}` 时，没有等待仍在读取 `{read}` 的线程"},
             .consequence = {"A fast warp replaces values that a slow one has not read yet: "
                             "results depend on timing",
                             "较快的 warp 会覆盖较慢的 warp 尚未读取的值，结果取决于执行时序"},
             .advice = {"Add a second `__syncthreads()` at the end of the loop body",
                        "在循环体末尾再加一个 `__syncthreads()`"},
             .phrases = kPhrases,
             .why = "One barrier lets all threads see what was written. A second one is needed "
                    "before the memory is written again, as warps run independently.",
             .fix = "Call __syncthreads() after the last read, or alternate between two buffers.",
             .bad = R"cu(
__global__ void sum(const float *input, float *output, int rounds) {
  __shared__ float part[256];
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = input[i * 256 + threadIdx.x];
    __syncthreads();
    output[i * 256 + threadIdx.x] = part[255 - threadIdx.x];
  }
}
)cu",
             .good = R"cu(
__global__ void sum(const float *input, float *output, int rounds) {
  __shared__ float part[256];
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = input[i * 256 + threadIdx.x];
    __syncthreads();
    output[i * 256 + threadIdx.x] = part[255 - threadIdx.x];
    __syncthreads();
  }
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .file_names = "threadIdx",
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kFunctionDefinition},
    .check_cpp = Check};

}  // namespace allreview::rules
