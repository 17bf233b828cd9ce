#include "analyzers/numerics/program/lower.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// Wider formats promote narrower ones.
int WidthOf(Format format) {
  switch (format) {
    case Format::kFp64:
      return 4;
    case Format::kFp32:
      return 3;
    case Format::kTf32:
      return 2;
    case Format::kBf16:
    case Format::kFp16:
      return 1;
    default:
      return 0;
  }
}

Format Promote(Format a, Format b) {
  if (a == b) return a;
  if (WidthOf(a) != WidthOf(b)) return WidthOf(a) > WidthOf(b) ? a : b;
  return Format::kFp32;
}

Format CastFormat(const Node& node, const std::vector<Format>& formats, Format under_test) {
  Format wanted = under_test;
  if (node.format.has_value()) wanted = *node.format;
  if (node.like >= 0) wanted = formats[node.like];
  const Format from = formats[node.inputs[0]];
  return node.is_widening && WidthOf(from) >= WidthOf(wanted) ? from : wanted;
}

// A condition does not promote what it chooses from.
bool IsCondition(const Node& node, size_t operand) {
  return node.operation == kWhere && operand == 0;
}

Format PromotedFormat(const Graph& graph, const Node& node, const std::vector<Format>& formats,
                      Format under_test) {
  // Only operands of the highest category count.
  Rank highest = Rank::kNumber;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!IsCondition(node, i)) highest = std::max(highest, graph.nodes[node.inputs[i]].rank);
  }
  std::optional<Format> promoted;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const int operand = node.inputs[i];
    if (IsCondition(node, i) || graph.nodes[operand].rank != highest) continue;
    promoted = promoted.has_value() ? Promote(*promoted, formats[operand]) : formats[operand];
  }
  return promoted.value_or(under_test);
}

// log2 of the elements that one block of PyTorch's inner scan kernel takes: twice its threads along
// the row (ScanUtils.cuh, get_log_num_threads_x_inner_scan).
int LogOfScanChunk(int64_t rows, int64_t length) {
  const auto log_above = [](int64_t n) {
    int log = 0;
    while ((int64_t{1} << log) < n) ++log;
    return log;
  };
  const int threads = (9 + log_above(length) - log_above(rows)) / 2;
  return std::clamp(threads, 4, 9) + 1;
}

class Lowering {
 public:
  Lowering(const Graph& graph, const LowerOptions& options, std::vector<Format> formats,
           bool is_reference)
      : graph_(graph),
        options_(options),
        formats_(std::move(formats)),
        is_reference_(is_reference),
        last_use_(graph.nodes.size(), -1),
        is_on_grid_(graph.nodes.size()) {}

  Program Run() {
    FindLastUses();
    program_.register_of_node.assign(graph_.nodes.size(), -1);
    program_.format_of_node = formats_;
    program_.has_rows = graph_.HasRows();
    for (size_t i = 0; i < graph_.nodes.size(); ++i) LowerNode(static_cast<int>(i));
    for (const int output : graph_.outputs) {
      program_.outputs.push_back({.register_index = program_.register_of_node[output],
                                  .format = formats_[output],
                                  .extent = graph_.nodes[output].extent});
    }
    return std::move(program_);
  }

 private:
  void FindLastUses() {
    const int count = static_cast<int>(graph_.nodes.size());
    for (int i = 0; i < count; ++i) {
      for (const int input : graph_.nodes[i].inputs) last_use_[input] = i;
    }
    for (const int output : graph_.outputs) last_use_[output] = count;
  }

  // Registers of nodes that are not needed after node `index` become free.
  void FreeAfter(int index) {
    if (options_.keeps_all) return;
    for (int i = 0; i < index; ++i) {
      if (last_use_[i] != index || program_.register_of_node[i] < 0) continue;
      const bool is_constant = graph_.nodes[i].operation == kConstant;
      if (is_constant) continue;  // Filled once, before the first block.
      FreeOf(formats_[i]).push_back(program_.register_of_node[i]);
      program_.register_of_node[i] = -1;
    }
    for (const auto& [reg, format] : temporaries_) FreeOf(format).push_back(reg);
    temporaries_.clear();
  }

  std::vector<int16_t>& FreeOf(Format format) {
    return format == Format::kFp64 ? free_doubles_ : free_floats_;
  }

  int16_t Allocate(Format format, bool is_constant = false) {
    std::vector<int16_t>& free = FreeOf(format);
    // A constant's register is written once, so nothing may have it before.
    if (!free.empty() && !is_constant) {
      const int16_t reg = free.back();
      free.pop_back();
      return reg;
    }
    return static_cast<int16_t>(format == Format::kFp64 ? program_.double_registers++
                                                        : program_.float_registers++);
  }

  // The operand as the instruction computes: in fp64 or in fp32.
  int16_t Operand(int node, bool is_double) {
    const Node& from = graph_.nodes[node];
    if (from.operation == kConstant) return ConstantRegister(node, is_double);
    const bool is_from_double = formats_[node] == Format::kFp64;
    if (is_from_double == is_double) return program_.register_of_node[node];
    const Format format = is_double ? Format::kFp64 : Format::kFp32;
    const int16_t reg = Allocate(format);
    temporaries_.emplace_back(reg, format);
    program_.instructions.push_back({.operation = kCast,
                                     .format = format,
                                     .reads_double = is_from_double,
                                     .extent = from.extent,
                                     .result = reg,
                                     .operands = {program_.register_of_node[node], -1, -1}});
    return reg;
  }

  // Python numbers reach CUDA kernels in the type that these compute in; CPU kernels get them in
  // the dtype of the tensor.
  int16_t ConstantRegister(int node, bool is_double) {
    const double exact = graph_.nodes[node].parameters[0];
    double value = exact;
    if (!is_double) {
      value = static_cast<float>(exact);
      if (options_.device == Semantics::Device::kCpu) value = RoundTo(consumer_, value);
    }
    const auto key = std::pair(is_double, BitsOf(value));
    const auto found = constants_.find(key);
    if (found != constants_.end()) {
      program_.register_of_node[node] = found->second;
      return found->second;
    }
    const Format format = is_double ? Format::kFp64 : Format::kFp32;
    const int16_t reg = Allocate(format, /*is_constant=*/true);
    constants_[key] = reg;
    program_.register_of_node[node] = reg;
    program_.instructions.push_back({.operation = kConstant,
                                     .format = format,
                                     .extent = Extent::kScalar,
                                     .result = reg,
                                     .parameters = {value, 0},
                                     .node = static_cast<int16_t>(node)});
    return reg;
  }

  void LowerNode(int index) {
    const Node& node = graph_.nodes[index];
    if (node.operation == kConstant) {
      // Consumers make it in the type that they compute in; an output is its own consumer.
      if (last_use_[index] == static_cast<int>(graph_.nodes.size()) || options_.keeps_all) {
        consumer_ = formats_[index];
        ConstantRegister(index, formats_[index] == Format::kFp64);
      }
      return;
    }
    if (is_reference_ && LowerWholePower(index)) return;
    Instruction instruction = MakeInstruction(index);
    if (node.operation == kInput) program_.format_of_input.push_back(InputFormat(node));
    // The result may take the register of an operand that ends here only if lanes do not mix.
    const OperationKind kind = InfoOf(node.operation).kind;
    const bool is_lanewise =
        kind == OperationKind::kElementwise || kind == OperationKind::kConversion;
    if (is_lanewise && AreOperandsAsWide(node)) FreeAfter(index);
    instruction.result = Allocate(instruction.format);
    program_.register_of_node[index] = instruction.result;
    if (!is_lanewise || !AreOperandsAsWide(node)) FreeAfter(index);
    program_.instructions.push_back(instruction);
  }

  // x^n of the reference as products, some ulp of fp64 off and a fraction of the cost of pow.
  bool LowerWholePower(int index) {
    constexpr double kMaxExponent = 64;
    const Node& node = graph_.nodes[index];
    if (node.operation != kPower) return false;
    const Node& exponent = graph_.nodes[node.inputs[1]];
    const double n = exponent.parameters[0];
    if (exponent.operation != kConstant || n < 2 || n > kMaxExponent || n != std::floor(n)) {
      return false;
    }
    int16_t square = program_.register_of_node[node.inputs[0]];
    int16_t product = -1;
    for (int rest = static_cast<int>(n);; rest /= 2) {
      if (rest % 2 == 1) product = product < 0 ? square : Product(node, product, square);
      if (rest == 1) break;
      square = Product(node, square, square);
    }
    program_.instructions.back().node = static_cast<int16_t>(index);
    program_.register_of_node[index] = product;
    // The last product is the result; the others are free again.
    temporaries_.pop_back();
    FreeAfter(index);
    return true;
  }

  int16_t Product(const Node& node, int16_t a, int16_t b) {
    const int16_t result = Allocate(Format::kFp64);
    temporaries_.emplace_back(result, Format::kFp64);
    program_.instructions.push_back({.operation = kMultiply,
                                     .format = Format::kFp64,
                                     .reads_double = true,
                                     .extent = node.extent,
                                     .result = result,
                                     .operands = {a, b, -1}});
    return result;
  }

  bool AreOperandsAsWide(const Node& node) const {
    return std::all_of(node.inputs.begin(), node.inputs.end(), [&](int input) {
      return graph_.nodes[input].extent == node.extent && formats_[input] != Format::kFp64;
    });
  }

  Format InputFormat(const Node& node) const {
    return graph_.inputs[node.input].format.value_or(options_.format);
  }

  Instruction MakeInstruction(int index) {
    const Node& node = graph_.nodes[index];
    consumer_ = formats_[index];
    const bool is_rounded = IsRounded(index);
    is_on_grid_[index] = is_rounded || IsExact(index);
    Instruction instruction{.operation = node.operation,
                            .format = formats_[index],
                            .is_rounded = is_rounded,
                            .extent = node.extent,
                            .parameters = {node.parameters[0], node.parameters[1]},
                            .input = static_cast<int16_t>(node.input),
                            .node = static_cast<int16_t>(index)};
    // A cast reads what is there; a constant is made in the type that is wanted.
    const bool is_cast =
        node.operation == kCast && graph_.nodes[node.inputs[0]].operation != kConstant;
    instruction.reads_double =
        (is_cast ? formats_[node.inputs[0]] : instruction.format) == Format::kFp64;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      instruction.operands[i] = Operand(node.inputs[i], instruction.reads_double);
    }
    if (!is_reference_) SetOrder(node, instruction);
    return instruction;
  }

  // Whether the value lies on the grid of its format without being rounded.
  bool IsExact(int index) const {
    const Node& node = graph_.nodes[index];
    const Format format = formats_[index];
    if (format == Format::kFp64 || format == Format::kFp32) return true;
    const OperationInfo& info = InfoOf(node.operation);
    if (node.operation == kInput || info.Has(kGivesInteger)) return true;
    // A Python number may lie between two numbers of the format, and so may a value that fused code
    // has not rounded yet, and a tensor without dimensions of a wider format.
    return info.Has(kSelects) &&
           std::all_of(node.inputs.begin(), node.inputs.end(),
                       [&](int input) { return is_on_grid_[input] && formats_[input] == format; });
  }

  bool IsRounded(int index) const {
    const Node& node = graph_.nodes[index];
    if (is_reference_ || IsExact(index)) return false;
    if (node.operation == kCast || !options_.is_fused) return true;
    const bool is_output =
        std::find(graph_.outputs.begin(), graph_.outputs.end(), index) != graph_.outputs.end();
    return is_output || InfoOf(node.operation).kind != OperationKind::kElementwise;
  }

  // cuda/CumsumKernel.cu: scans accumulate in the dtype of the tensor; CPU ones wider. Their order
  // depends on the axis (ScanUtils.cuh).
  void SetOrder(const Node& node, Instruction& instruction) const {
    const bool is_cuda = options_.device == Semantics::Device::kCuda;
    // ReduceOps.cpp, mean_kernel_impl: the sum is rounded before the division.
    if (node.operation == kMean) instruction.is_accumulated_in_format = !is_cuda;
    if (InfoOf(node.operation).kind != OperationKind::kScan) return;
    instruction.is_accumulated_in_format = is_cuda && instruction.format != Format::kFp64;
    instruction.is_accumulated_in_double = !is_cuda && instruction.format == Format::kFp32;
    instruction.order = Order::kSequential;
    if (is_cuda && graph_.axis == RowAxis::kInnermost && !options_.is_sequential) {
      instruction.order = Order::kSklansky;
      instruction.parameters[1] = LogOfScanChunk(options_.rows, options_.row_length);
    }
  }

  const Graph& graph_;
  const LowerOptions& options_;
  const std::vector<Format> formats_;
  const bool is_reference_;
  Program program_;
  std::vector<int> last_use_;
  std::vector<bool> is_on_grid_;  // Not of constants: each consumer has its own.
  std::vector<int16_t> free_floats_;
  std::vector<int16_t> free_doubles_;
  std::vector<std::pair<int16_t, Format>> temporaries_;
  std::map<std::pair<bool, uint64_t>, int16_t> constants_;
  Format consumer_ = Format::kFp32;
};

}  // namespace

std::vector<Format> FormatsOf(const Graph& graph, Format under_test) {
  std::vector<Format> formats;
  formats.reserve(graph.nodes.size());
  for (const Node& node : graph.nodes) {
    if (node.operation == kInput) {
      formats.push_back(graph.inputs[node.input].format.value_or(under_test));
    } else if (node.operation == kCast) {
      formats.push_back(CastFormat(node, formats, under_test));
    } else {
      formats.push_back(PromotedFormat(graph, node, formats, under_test));
    }
  }
  return formats;
}

Program Lower(const Graph& graph, const LowerOptions& options) {
  return Lowering(graph, options, FormatsOf(graph, options.format), /*is_reference=*/false).Run();
}

Program LowerReference(const Graph& graph, Format format, bool keeps_all) {
  const LowerOptions options{.format = format, .keeps_all = keeps_all};
  return Lowering(graph, options, std::vector<Format>(graph.nodes.size(), Format::kFp64),
                  /*is_reference=*/true)
      .Run();
}

}  // namespace allreview::numerics
