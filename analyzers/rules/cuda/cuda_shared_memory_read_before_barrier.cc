#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/shared_memory.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

constexpr Phrase kWritten("written", "written by another thread", "由另一线程写入");
constexpr Phrase kPhrases[] = {kWritten};

void Check(CppContext& file, cpp::Node definition) {
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const function = unit.EnclosingFunction(definition);
  if (function == nullptr || function->node != definition || !function->body) return;
  if (!function->is_kernel && !function->is_device) return;
  const SharedMemory memory(unit, *function);
  for (const cpp::Variable* variable : memory.variables()) {
    const std::optional<SharedRace> race = memory.ReadBeforeBarrier(*variable);
    if (!race) continue;
    file.Report({.at = race->read,
                 .params = {{"read", OneLine(race->read)}, {"write", OneLine(race->write)}},
                 .related = {{kWritten, RangeOf(unit, race->write)}}});
  }
}

}  // namespace

extern constinit const Rule kCudaSharedMemoryReadBeforeBarrier = {
    .info = {.id = "cuda-shared-memory-read-before-barrier",
             .title = {"Shared memory read before the other threads have written it",
                       "其他线程尚未写入就读取共享内存"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{read}` is written by another thread as `{write}`, and no barrier "
                         "stands between them",
                         "`{read}` 由另一线程以 `{write}` 写入，而两者之间没有屏障"},
             .consequence = {"The thread may read the old value: results depend on timing",
                             "线程可能读到旧值，结果取决于执行时序"},
             .advice = {"Put `__syncthreads()` between the write and the read, where all threads "
                        "of the block pass",
                        "在写与读之间、block 内所有线程都会经过的位置加上 `__syncthreads()`"},
             .phrases = kPhrases,
             .why = "Warps of a block run independently. What one thread has written to shared "
                    "memory another one sees only after a barrier that both have passed.",
             .fix = "Call __syncthreads() after the write and before the read.",
             .bad = R"cu(
__global__ void reverse(const float *input, float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = input[threadIdx.x];
  output[threadIdx.x] = part[255 - threadIdx.x];
}
)cu",
             .good = R"cu(
__global__ void reverse(const float *input, float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = input[threadIdx.x];
  __syncthreads();
  output[threadIdx.x] = part[255 - threadIdx.x];
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .file_names = "threadIdx",
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kFunctionDefinition},
    .check_cpp = Check};

}  // namespace allreview::rules
