#include "analyzers/numerics/testing/naive_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzers/numerics/program/evaluate.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Values = std::vector<double>;

// 128 accumulators, then halves: written for one row at a time.
template <typename T, typename Combine>
T Strided(const std::vector<T>& terms, T start, const Combine& combine) {
  std::vector<T> sums(128, start);
  for (size_t i = 0; i < terms.size(); ++i) sums[i % 128] = combine(sums[i % 128], terms[i]);
  for (size_t half = 64; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) sums[i] = combine(sums[i], sums[i + half]);
  }
  return sums[0];
}

template <typename T>
T StridedSum(const std::vector<T>& terms) {
  return Strided<T>(terms, T{0}, [](T a, T b) { return a + b; });
}

// tensor_kernel_scan_innermost_dim_impl of PyTorch's ScanUtils.cuh, as its description reads: each
// of the threads holds two elements of the buffer; a step of distance 2^m adds, for each thread,
// the end of the lower block to one element of the upper one.
template <typename T, typename Add>
std::vector<T> SklanskyScan(const std::vector<T>& source, int log_threads, const Add& add) {
  const size_t threads = size_t{1} << log_threads;
  std::vector<T> target(source.size());
  T total = 0;
  for (size_t column = 0; column < source.size(); column += 2 * threads) {
    std::vector<T> buffer(2 * threads, T{0});
    for (size_t i = 0; i < 2 * threads && column + i < source.size(); ++i) {
      buffer[i] = source[column + i];
    }
    if (column > 0) buffer[0] = add(buffer[0], total);
    for (int m = 0; m <= log_threads; ++m) {
      const size_t s = size_t{1} << m;
      const std::vector<T> before = buffer;
      for (size_t thread = 0; thread < threads; ++thread) {
        const size_t a = ((thread >> m) << (m + 1)) | s;
        buffer[a + thread % s] = add(before[a + thread % s], before[a - 1]);
      }
    }
    for (size_t i = 0; i < 2 * threads && column + i < source.size(); ++i) {
      target[column + i] = buffer[i];
    }
    total = buffer.back();
  }
  return target;
}

class Walk {
 public:
  Walk(const Graph& graph, const std::vector<Values>& inputs, int lanes,
       const NaiveOptions& options)
      : graph_(graph),
        inputs_(inputs),
        lanes_(lanes),
        options_(options),
        formats_(options.is_reference ? std::vector<Format>(graph.nodes.size(), Format::kFp64)
                                      : FormatsOf(graph, options.lower.format)) {}

  std::vector<Values> Run() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const bool is_double = formats_[i] == Format::kFp64;
      values_.push_back(is_double ? Node<double>(i) : Node<float>(i));
    }
    return values_;
  }

 private:
  int LanesOf(size_t node) const {
    return graph_.nodes[node].extent == Extent::kElement ? lanes_ : 1;
  }

  template <typename T>
  T Operand(size_t node, size_t which, int lane) const {
    const int input = graph_.nodes[node].inputs[which];
    if (graph_.nodes[input].operation == kConstant) return static_cast<T>(Number(input, node));
    const Values& values = values_[input];
    return static_cast<T>(values[values.size() == 1 ? 0 : lane]);
  }

  // A Python number, as the kernel of `consumer` gets it.
  double Number(size_t node, size_t consumer) const {
    const double exact = graph_.nodes[node].parameters[0];
    if (formats_[consumer] == Format::kFp64) return exact;
    const double single = static_cast<float>(exact);
    const bool is_cpu = options_.lower.device == Semantics::Device::kCpu;
    return is_cpu ? RoundTo(formats_[consumer], single) : single;
  }

  double Rounded(size_t node, double value) const {
    if (options_.is_reference || formats_[node] == Format::kFp64) return value;
    return RoundTo(formats_[node], static_cast<float>(value));
  }

  template <typename T>
  Values Node(size_t node) {
    const allreview::numerics::Node& n = graph_.nodes[node];
    const OperationKind kind = InfoOf(n.operation).kind;
    if (kind == OperationKind::kReduction) return {Rounded(node, Reduce<T>(node))};
    if (kind == OperationKind::kScan) return Scan<T>(node);
    Values values(LanesOf(node));
    for (size_t i = 0; i < values.size(); ++i) {
      const int lane = static_cast<int>(i);
      if (n.operation == kInput) {
        values[i] = inputs_[n.input][i];
      } else if (n.operation == kConstant) {
        values[i] = Number(node, node);
      } else if (n.operation == kPosition) {
        const T start = static_cast<T>(n.parameters[0]);
        values[i] = Rounded(node, start + static_cast<T>(n.parameters[1]) * static_cast<T>(i));
      } else if (n.operation == kCast) {
        values[i] = Rounded(node, Operand<T>(node, 0, lane));
      } else {
        values[i] = Elementwise<T>(node, lane);
      }
    }
    return values;
  }

  template <typename T>
  double Elementwise(size_t node, int lane) {
    Arguments<T> x;
    T* operands[] = {&x.a, &x.b, &x.c};
    const allreview::numerics::Node& n = graph_.nodes[node];
    for (size_t k = 0; k < n.inputs.size(); ++k) *operands[k] = Operand<T>(node, k, lane);
    for (int k = 0; k < 2; ++k) x.parameters[k] = static_cast<T>(n.parameters[k]);
    const T result = EvaluateAny(n.operation, x);
    if (!options_.lower.is_fused) return Rounded(node, result);
    const bool is_output =
        std::count(graph_.outputs.begin(), graph_.outputs.end(), static_cast<int>(node)) > 0;
    return is_output ? Rounded(node, result) : result;
  }

  template <typename T>
  std::vector<T> Row(size_t node, size_t which) {
    std::vector<T> row(lanes_);
    for (int i = 0; i < lanes_; ++i) row[i] = Operand<T>(node, which, i);
    return row;
  }

  template <typename T>
  T Reduce(size_t node) {
    const allreview::numerics::Node& n = graph_.nodes[node];
    std::vector<T> row = Row<T>(node, 0);
    const T count = static_cast<T>(lanes_);
    const bool is_single = formats_[node] != Format::kFp64;
    switch (n.operation) {
      case kSum:
        return StridedSum(row);
      case kMean:
        if (options_.lower.device == Semantics::Device::kCpu && !options_.is_reference) {
          return static_cast<T>(Rounded(node, StridedSum(row))) / count;
        }
        return is_single ? StridedSum(row) * (T{1} / count) : StridedSum(row) / count;
      case kProduct:
        return Strided<T>(row, T{1}, [](T a, T b) { return a * b; });
      case kMax:
        return Strided<T>(row, row[0], [](T a, T b) { return a > b || std::isnan(a) ? a : b; });
      case kMin:
        return Strided<T>(row, row[0], [](T a, T b) { return a < b || std::isnan(a) ? a : b; });
      case kVariance: {
        const T mean = is_single ? StridedSum(row) * (T{1} / count) : StridedSum(row) / count;
        for (T& x : row) x = (x - mean) * (x - mean);
        return StridedSum(row) / (count - static_cast<T>(n.parameters[0]));
      }
      case kNorm:
        for (T& x : row) x = x * x;
        return Sqrt(StridedSum(row));
      default: {
        const std::vector<T> other = Row<T>(node, 1);
        for (size_t i = 0; i < row.size(); ++i) row[i] *= other[i];
        return StridedSum(row);
      }
    }
  }

  template <typename T>
  T Step(size_t node, T a, T b) {
    if (graph_.nodes[node].operation == kCumulativeSum) return a + b;
    if (graph_.nodes[node].operation == kCumulativeProduct) return a * b;
    return LogAddExp(a, b);
  }

  template <typename T>
  Values Scan(size_t node) {
    const std::vector<T> row = Row<T>(node, 0);
    const bool is_cuda = options_.lower.device == Semantics::Device::kCuda;
    const bool is_rounded = is_cuda && !options_.is_reference;
    const auto step = [&](T a, T b) {
      const T next = Step(node, a, b);
      return is_rounded ? static_cast<T>(Rounded(node, next)) : next;
    };
    const bool is_sklansky =
        is_rounded && graph_.axis == RowAxis::kInnermost && !options_.lower.is_sequential;
    if (is_sklansky) {
      const std::vector<T> scanned = SklanskyScan<T>(row, LogThreads(), step);
      return Values(scanned.begin(), scanned.end());
    }
    // CPU kernels carry doubles for floats.
    const bool is_wide = !is_cuda && formats_[node] == Format::kFp32;
    Values result(row.begin(), row.begin() + 1);
    T carry = row[0];
    double wide_carry = row[0];
    for (size_t i = 1; i < row.size(); ++i) {
      carry = step(carry, row[i]);
      wide_carry = Step<double>(node, wide_carry, row[i]);
      result.push_back(Rounded(node, is_wide ? wide_carry : carry));
    }
    return result;
  }

  // get_log_num_threads_x_inner_scan of ScanUtils.cuh.
  int LogThreads() const {
    const double x = std::ceil(std::log2(options_.lower.row_length));
    const double y = std::ceil(std::log2(options_.lower.rows));
    return std::clamp(static_cast<int>((9 + x - y) / 2), 4, 9);
  }

  const Graph& graph_;
  const std::vector<Values>& inputs_;
  const int lanes_;
  const NaiveOptions& options_;
  const std::vector<Format> formats_;
  std::vector<Values> values_;
};

}  // namespace

std::vector<Values> NaiveWalk(const Graph& graph, const std::vector<Values>& inputs, int lanes,
                              const NaiveOptions& options) {
  return Walk(graph, inputs, lanes, options).Run();
}

}  // namespace allreview::numerics
