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

// Registers of the whole sweep in `memory`; value `lane` of each is the first one.
__device__ Registers RegistersIn(double* memory, const DeviceSweep& sweep, int stride, int lane) {
  Registers registers;
  registers.stride = stride;
  registers.inputs = memory + lane;
  registers.doubles = registers.inputs + sweep.input_count * stride;
  double* const end = memory + (sweep.input_count + sweep.double_registers) * stride;
  registers.floats = reinterpret_cast<float*>(end) + lane;
  return registers;
}

// Where the registers of a block are: in shared memory after `shared_offset` numbers, or, when they
// do not fit there, in `data`, which has `block_bytes` for each block.
struct Scratch {
  unsigned char* data = nullptr;
  size_t block_bytes = 0;
};
__device__ double* MemoryOf(const Scratch& scratch, double* shared, int shared_offset) {
  if (scratch.data == nullptr) return shared + shared_offset;
  return reinterpret_cast<double*>(scratch.data + blockIdx.x * scratch.block_bytes);
}

// Shared memory begins with the sweep, `sweep_words` long. A thread takes four samples at a time,
// and the grid strides.
__global__ void __launch_bounds__(kDeviceBlock)
    SampleKernel(const DeviceSweep* global_sweep, DeviceRange range, int sweep_words,
                 Scratch scratch, DeviceTotals* totals) {
  extern __shared__ double shared[];
  DeviceSweep& sweep = *reinterpret_cast<DeviceSweep*>(shared);
  CopyToShared(global_sweep, &sweep);
  const Registers registers = RegistersIn(MemoryOf(scratch, shared, sweep_words), sweep,
                                          kDeviceBlock, static_cast<int>(threadIdx.x));
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

// Shared memory begins with a number for each thread. One block a row; the grid strides.
__global__ void __launch_bounds__(kDeviceBlock)
    RowKernel(const DeviceSweep* sweep, DeviceRange range, Scratch scratch, DeviceTotals* totals) {
  extern __shared__ double shared[];
  const Registers registers = RegistersIn(MemoryOf(scratch, shared, kDeviceBlock), *sweep,
                                          static_cast<int>(sweep->row_stride), 0);
  const BlockTeam team{shared};
  Tally tally;
  for (uint64_t row = range.first + blockIdx.x; row < range.first + range.count; row += gridDim.x) {
    RunDeviceRow(team, *sweep, row, range, registers, tally);
  }
  __syncwarp();
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
  struct Shape {
    unsigned grid = 0;
    size_t shared_bytes = 0;
    Scratch scratch = {};
  };

  // As many blocks as the device runs at once, at most `wanted`. `fixed_bytes`: of shared memory
  // beside the registers.
  template <typename Kernel>
  cudaError_t ShapeOf(Kernel kernel, size_t fixed_bytes, size_t register_bytes, uint64_t wanted,
                      Shape& shape) {
    const bool is_shared = fixed_bytes + register_bytes <= shared_bytes_;
    shape.shared_bytes = fixed_bytes + (is_shared ? register_bytes : 0);
    int blocks = 0;
    cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kDeviceBlock,
                                                                      shape.shared_bytes);
    // Scratch memory is for a few blocks on each processor.
    if (!is_shared) blocks = std::min(blocks, 4);
    const uint64_t resident = static_cast<uint64_t>(std::max(1, blocks) * processors_);
    shape.grid = static_cast<unsigned>(std::min(wanted, resident));
    if (is_shared || error != cudaSuccess) return error;
    error = scratch_.Resize(shape.grid * register_bytes);
    shape.scratch = {scratch_.data(), register_bytes};
    return error;
  }

  cudaError_t RunSamples(DeviceRange range) {
    const size_t sweep_bytes =
        (offsetof(DeviceSweep, instructions) +
         sizeof(DeviceInstruction) * static_cast<size_t>(input_.instruction_count) + 15) /
        16 * 16;
    // One group of four more where the first is not whole.
    const uint64_t groups = range.count / 4 + 2;
    Shape shape;
    const cudaError_t error =
        ShapeOf(SampleKernel, sweep_bytes, RegisterBytes(input_, kDeviceBlock),
                (groups + kDeviceBlock - 1) / kDeviceBlock, shape);
    if (error != cudaSuccess) return error;
    SampleKernel<<<shape.grid, kDeviceBlock, shape.shared_bytes>>>(
        sweep_.data(), range, static_cast<int>(sweep_bytes / sizeof(double)), shape.scratch,
        totals_.data());
    return cudaSuccess;
  }

  cudaError_t RunRows(DeviceRange range) {
    Shape shape;
    const cudaError_t error = ShapeOf(RowKernel, kDeviceBlock * sizeof(double),
                                      RegisterBytes(input_, input_.row_stride), range.count, shape);
    if (error != cudaSuccess) return error;
    RowKernel<<<shape.grid, kDeviceBlock, shape.shared_bytes>>>(sweep_.data(), range, shape.scratch,
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
