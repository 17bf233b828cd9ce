#include "analyzers/numerics/cpu/interpreter.h"

#include <algorithm>

namespace allreview::numerics {
namespace {

bool IsDouble(Format format) { return format == Format::kFp64; }

int LanesOf(const Instruction& instruction, int lanes) {
  return instruction.extent == Extent::kElement ? lanes : 1;
}

}  // namespace

absl::StatusOr<const KernelTable*> UsableKernels() {
  const KernelTable* kernels = BestKernels();
  if (kernels != nullptr) return kernels;
  return absl::FailedPreconditionError(
      "numerical checks need a processor with AVX2 and FMA (x86-64-v3)");
}

Interpreter::Interpreter(const Program& program, int max_lanes, const KernelTable& kernels)
    : program_(program),
      kernels_(kernels),
      // Registers start at cache lines, and not all at the same place of a page.
      stride_((max_lanes + 15) / 16 * 16 + 16),
      floats_(static_cast<size_t>(program.float_registers) * stride_),
      doubles_(static_cast<size_t>(program.double_registers) * stride_),
      is_float_one_(program.float_registers),
      is_double_one_(program.double_registers) {
  for (const Instruction& instruction : program.instructions) {
    if (instruction.operation != Operation::kConstant) continue;
    Execute(instruction, 1);
  }
}

void* Interpreter::Register(Format format, int index) {
  if (IsDouble(format)) return doubles_.data() + static_cast<size_t>(index) * stride_;
  return floats_.data() + static_cast<size_t>(index) * stride_;
}

const float* Interpreter::Floats(int register_index) const {
  return floats_.data() + static_cast<size_t>(register_index) * stride_;
}

const double* Interpreter::Doubles(int register_index) const {
  return doubles_.data() + static_cast<size_t>(register_index) * stride_;
}

void* Interpreter::Operand(const Instruction& instruction, int which) {
  return Register(instruction.reads_double ? Format::kFp64 : Format::kFp32,
                  instruction.operands[which]);
}

bool Interpreter::IsOne(const Instruction& instruction, int which) const {
  const int index = instruction.operands[which];
  return instruction.reads_double ? is_double_one_[index] : is_float_one_[index];
}

void Interpreter::Run(absl::Span<const double* const> inputs, int lanes) {
  for (const Instruction& instruction : program_.instructions) {
    if (instruction.operation == Operation::kConstant) continue;
    if (instruction.operation == Operation::kInput) {
      Load(instruction, inputs[instruction.input], LanesOf(instruction, lanes));
    } else {
      Execute(instruction, lanes);
    }
  }
}

void Interpreter::Load(const Instruction& instruction, const double* input, int lanes) {
  const KernelCall call{.result = Register(instruction.format, instruction.result),
                        .operands = {input},
                        .lanes = lanes};
  if (IsDouble(instruction.format)) {
    std::copy_n(input, lanes, static_cast<double*>(call.result));
    is_double_one_[instruction.result] = instruction.extent != Extent::kElement;
  } else {
    kernels_.double_to_float(call);
    is_float_one_[instruction.result] = instruction.extent != Extent::kElement;
  }
}

void Interpreter::Execute(const Instruction& instruction, int lanes) {
  using enum Operation;
  const bool is_double = IsDouble(instruction.format);
  if (instruction.operation == kConstant || instruction.operation == kPosition) {
    const bool is_constant = instruction.operation == kConstant;
    const KernelCall call{.result = Register(instruction.format, instruction.result),
                          .lanes = is_constant ? 1 : lanes,
                          .parameters = {instruction.parameters[0], instruction.parameters[1]}};
    if (is_constant) {
      (is_double ? kernels_.fill_double : kernels_.fill_float)(call);
    } else {
      (is_double ? kernels_.position_double : kernels_.position_float)(call);
    }
  } else if (instruction.operation == kCast) {
    RunCast(instruction, LanesOf(instruction, lanes));
  } else if (instruction.operation > kCast) {
    RunRow(instruction, lanes);
  } else {
    RunElementwise(instruction, LanesOf(instruction, lanes));
  }
  if (instruction.is_rounded) Round(instruction, LanesOf(instruction, lanes));
  const bool is_one = instruction.extent != Extent::kElement;
  if (is_double) {
    is_double_one_[instruction.result] = is_one;
  } else {
    is_float_one_[instruction.result] = is_one;
  }
}

void Interpreter::Round(const Instruction& instruction, int lanes) {
  void* result = Register(instruction.format, instruction.result);
  kernels_.round[static_cast<int>(instruction.format)](
      {.result = result, .operands = {result}, .lanes = lanes});
}

void Interpreter::RunCast(const Instruction& instruction, int lanes) {
  const KernelCall call{.result = Register(instruction.format, instruction.result),
                        .operands = {Operand(instruction, 0)},
                        .lanes = lanes};
  const bool is_double = IsDouble(instruction.format);
  if (instruction.reads_double == is_double) {
    if (call.result == call.operands[0]) return;
    if (is_double) {
      std::copy_n(static_cast<const double*>(call.operands[0]), lanes,
                  static_cast<double*>(call.result));
    } else {
      std::copy_n(static_cast<const float*>(call.operands[0]), lanes,
                  static_cast<float*>(call.result));
    }
    return;
  }
  (is_double ? kernels_.float_to_double : kernels_.double_to_float)(call);
}

void Interpreter::RunElementwise(const Instruction& instruction, int lanes) {
  KernelCall call{.result = Register(instruction.format, instruction.result),
                  .lanes = lanes,
                  .parameters = {instruction.parameters[0], instruction.parameters[1]}};
  for (int i = 0; i < 3 && instruction.operands[i] >= 0; ++i) {
    call.operands[i] = Operand(instruction, i);
    call.is_one[i] = IsOne(instruction, i);
  }
  const int operation = static_cast<int>(instruction.operation);
  (IsDouble(instruction.format) ? kernels_.double_kernels
                                : kernels_.float_kernels)[operation](call);
}

void Interpreter::RunRow(const Instruction& instruction, int lanes) {
  RowCall call{.result = Register(instruction.format, instruction.result),
               .lanes = lanes,
               .format = instruction.format,
               .is_accumulated_in_format = instruction.is_accumulated_in_format,
               .is_accumulated_in_double = instruction.is_accumulated_in_double,
               .parameter = instruction.parameters[0]};
  if (instruction.order == Order::kSklansky) {
    call.log_chunk = static_cast<int>(instruction.parameters[1]);
  }
  for (int i = 0; i < 2 && instruction.operands[i] >= 0; ++i) {
    call.operands[i] = Operand(instruction, i);
    call.is_one[i] = IsOne(instruction, i);
  }
  const int operation = static_cast<int>(instruction.operation);
  (IsDouble(instruction.format) ? kernels_.double_rows : kernels_.float_rows)[operation](call);
}

}  // namespace allreview::numerics
