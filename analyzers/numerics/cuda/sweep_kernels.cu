#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "analyzers/numerics/cuda/device_interpreter.h"
#include "analyzers/numerics/cuda/sweep_kernels.h"

namespace allreview::numerics {
namespace {

using Word = unsigned long long;

// One block of kDeviceBlock threads; see program.h, Order::kStrided.
struct BlockTeam {
  double* scratch;  // kDeviceBlock numbers, shared.

  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return kDeviceBlock; }
  __device__ void Sync() const { __syncthreads(); }

  template <typename T, typename Term, typename Combine>
  __device__ T operator()(int lanes, T start, const Term& term, const Combine& combine) const {
    T* const partial = reinterpret_cast<T*>(scratch);
    T sum = start;
    for (int i = rank(); i < lanes; i += size()) sum = combine(sum, term(i));
    partial[rank()] = sum;
    Sync();
    for (int half = kDeviceBlock / 2; half > 0; half /= 2) {
      if (rank() < half) partial[rank()] = combine(partial[rank()], partial[rank() + half]);
      Sync();
    }
    const T result = partial[0];
    Sync();
    return result;
  }
};

__device__ uint64_t WarpSum(uint64_t value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffu, static_cast<Word>(value), offset);
  }
  return value;
}

// All threads of the block take part: sums within a warp, then one atomic instruction for it.
__device__ void Merge(const Tally& tally, DeviceTotals* totals) {
  const bool is_first = threadIdx.x % 32 == 0;
  for (int i = 0; i < DeviceTotals::kCounters; ++i) {
    const uint64_t sum = WarpSum(tally.counters[i]);
    if (is_first && sum != 0) {
      atomicAdd(reinterpret_cast<Word*>(&totals->counters[i]), static_cast<Word>(sum));
    }
  }
  for (int i = 0; i < kHistogramBins; ++i) {
    const uint64_t sum = WarpSum(tally.histogram[i]);
    if (is_first && sum != 0) {
      atomicAdd(reinterpret_cast<Word*>(&totals->histogram[i]), static_cast<Word>(sum));
    }
  }
  if (tally.worst != 0) atomicMax(reinterpret_cast<Word*>(&totals->worst), tally.worst);
  if (tally.first_failure != ~uint64_t{0}) {
    atomicMin(reinterpret_cast<Word*>(&totals->first_failure), tally.first_failure);
  }
}

// The header and the instructions in use.
__device__ void CopyToShared(const DeviceSweep* from, DeviceSweep* to) {
  const size_t bytes = offsetof(DeviceSweep, instructions) +
                       sizeof(DeviceInstruction) * static_cast<size_t>(from->instruction_count);
  const uint64_t* const source = reinterpret_cast<const uint64_t*>(from);
  uint64_t* const target = reinterpret_cast<uint64_t*>(to);
  for (size_t i = threadIdx.x; i < (bytes + 7) / 8; i += blockDim.x) target[i] = source[i];
  __syncthreads();
}

// Shared memory: the sweep, then the registers of all threads. A thread takes four samples at a
// time, and the grid strides.
__global__ void __launch_bounds__(kDeviceBlock)
    SampleKernel(const DeviceSweep* global_sweep, DeviceRange range, int sweep_bytes,
                 DeviceTotals* totals) {
  extern __shared__ double shared[];
  DeviceSweep& sweep = *reinterpret_cast<DeviceSweep*>(shared);
  CopyToShared(global_sweep, &sweep);
  double* const doubles = shared + sweep_bytes / 8 + threadIdx.x;
  Registers registers;
  registers.stride = kDeviceBlock;
  registers.inputs = doubles;
  registers.doubles = doubles + sweep.input_count * kDeviceBlock;
  registers.floats =
      reinterpret_cast<float*>(shared + sweep_bytes / 8 +
                               (sweep.input_count + sweep.double_registers) * kDeviceBlock) +
      threadIdx.x;
  Tally tally;
  const uint64_t step = uint64_t{gridDim.x} * kDeviceBlock;
  const uint64_t last = (range.first + range.count - 1) / 4;
  for (uint64_t group = range.first / 4 + uint64_t{blockIdx.x} * kDeviceBlock + threadIdx.x;
       group <= last; group += step) {
    RunGroup(sweep, group, range, registers, tally);
  }
  __syncwarp();
  Merge(tally, totals);
}

// One block a row; the grid strides. Registers are in shared memory where they fit, else in
// `scratch`, `scratch_bytes` for each block.
__global__ void __launch_bounds__(kDeviceBlock)
    RowKernel(const DeviceSweep* sweep, DeviceRange range, unsigned char* scratch,
              size_t scratch_bytes, DeviceTotals* totals) {
  extern __shared__ double shared[];
  double* const memory = scratch != nullptr
                             ? reinterpret_cast<double*>(scratch + blockIdx.x * scratch_bytes)
                             : shared + kDeviceBlock;
  Registers registers;
  registers.stride = static_cast<int>(sweep->row_stride);
  registers.inputs = memory;
  registers.doubles = memory + sweep->input_count * registers.stride;
  registers.floats =
      reinterpret_cast<float*>(registers.doubles + sweep->double_registers * registers.stride);
  const BlockTeam team{shared};
  Tally tally;
  for (uint64_t row = range.first + blockIdx.x; row < range.first + range.count; row += gridDim.x) {
    RunDeviceRow(team, *sweep, row, range, registers, tally);
  }
  Merge(tally, totals);
}

size_t RegisterBytes(const DeviceSweep& sweep, size_t stride) {
  const size_t doubles = static_cast<size_t>(sweep.input_count + sweep.double_registers);
  return stride * (8 * doubles + 4 * static_cast<size_t>(sweep.float_registers));
}

template <typename T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  cudaError_t Resize(size_t count) {
    if (count <= count_) return cudaSuccess;
    cudaFree(data_);
    data_ = nullptr;
    count_ = 0;
    const cudaError_t error = cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T));
    if (error == cudaSuccess) count_ = count;
    return error;
  }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  size_t count_ = 0;
};

std::string TextOf(cudaError_t error) {
  if (error == cudaSuccess) return "";
  return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

class CudaQueue final : public DeviceQueue {
 public:
  explicit CudaQueue(const cudaDeviceProp& device)
      : name_(device.name),
        processors_(device.multiProcessorCount),
        shared_bytes_(device.sharedMemPerBlockOptin) {}

  cudaError_t Prepare() {
    cudaError_t error = sweep_.Resize(1);
    if (error == cudaSuccess) error = totals_.Resize(1);
    const int bytes = static_cast<int>(shared_bytes_);
    constexpr cudaFuncAttribute kShared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    if (error == cudaSuccess) error = cudaFuncSetAttribute(SampleKernel, kShared, bytes);
    if (error == cudaSuccess) error = cudaFuncSetAttribute(RowKernel, kShared, bytes);
    return error;
  }

  const std::string& device_name() const override { return name_; }

  std::string Load(const DeviceSweep& sweep) override {
    input_ = sweep;
    return TextOf(cudaMemcpy(sweep_.data(), &sweep, sizeof(sweep), cudaMemcpyHostToDevice));
  }

  std::string Run(DeviceRange range, DeviceTotals& totals) override {
    cudaError_t error = cudaMemcpy(totals_.data(), &totals, sizeof(totals), cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = input_.row_length > 0 ? RunRows(range) : RunSamples(range);
    if (error == cudaSuccess) error = cudaGetLastError();
    if (error == cudaSuccess) {
      error = cudaMemcpy(&totals, totals_.data(), sizeof(totals), cudaMemcpyDeviceToHost);
    }
    return TextOf(error);
  }

 private:
  // Blocks that the device runs at once.
  template <typename Kernel>
  cudaError_t ResidentBlocks(Kernel kernel, size_t bytes, int& blocks) const {
    const cudaError_t error =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kDeviceBlock, bytes);
    blocks = std::max(1, blocks) * processors_;
    return error;
  }

  cudaError_t RunSamples(DeviceRange range) {
    const size_t sweep_bytes =
        (offsetof(DeviceSweep, instructions) +
         sizeof(DeviceInstruction) * static_cast<size_t>(input_.instruction_count) + 15) /
        16 * 16;
    const size_t bytes = sweep_bytes + RegisterBytes(input_, kDeviceBlock);
    if (bytes > shared_bytes_) return cudaErrorInvalidConfiguration;
    int blocks = 0;
    const cudaError_t error = ResidentBlocks(SampleKernel, bytes, blocks);
    if (error != cudaSuccess) return error;
    const uint64_t wanted = (range.count / 4 + 1 + kDeviceBlock - 1) / kDeviceBlock;
    const unsigned grid = static_cast<unsigned>(std::min<uint64_t>(wanted, blocks));
    SampleKernel<<<grid, kDeviceBlock, bytes>>>(sweep_.data(), range, static_cast<int>(sweep_bytes),
                                                totals_.data());
    return cudaSuccess;
  }

  cudaError_t RunRows(DeviceRange range) {
    const size_t register_bytes = RegisterBytes(input_, input_.row_stride);
    const size_t reducer_bytes = kDeviceBlock * sizeof(double);
    const bool is_shared = reducer_bytes + register_bytes <= shared_bytes_;
    const size_t bytes = reducer_bytes + (is_shared ? register_bytes : 0);
    int blocks = 0;
    cudaError_t error = ResidentBlocks(RowKernel, bytes, blocks);
    // Scratch memory is for a few blocks on each processor.
    if (!is_shared) blocks = std::min(blocks, 4 * processors_);
    const uint64_t grid = std::min<uint64_t>(range.count, static_cast<uint64_t>(blocks));
    if (error == cudaSuccess && !is_shared) error = scratch_.Resize(grid * register_bytes);
    if (error != cudaSuccess) return error;
    RowKernel<<<static_cast<unsigned>(grid), kDeviceBlock, bytes>>>(
        sweep_.data(), range, is_shared ? nullptr : scratch_.data(), register_bytes,
        totals_.data());
    return cudaSuccess;
  }

  const std::string name_;
  const int processors_;
  const size_t shared_bytes_;
  DeviceSweep input_;
  DeviceArray<DeviceSweep> sweep_;
  DeviceArray<DeviceTotals> totals_;
  DeviceArray<unsigned char> scratch_;
};

}  // namespace

DeviceQueue::Opened DeviceQueue::Open() {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) return {.error = TextOf(error)};
  if (count == 0) return {.error = "no CUDA device"};
  cudaDeviceProp device;
  error = cudaGetDeviceProperties(&device, 0);
  if (error != cudaSuccess) return {.error = TextOf(error)};
  auto queue = std::make_unique<CudaQueue>(device);
  error = queue->Prepare();
  if (error != cudaSuccess) return {.error = TextOf(error)};
  return {.queue = std::move(queue)};
}

}  // namespace allreview::numerics
