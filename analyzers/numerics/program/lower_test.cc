#include "analyzers/numerics/program/lower.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzers/numerics/testing/graphs.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using enum Operation;

Graph Finished(GraphBuilder& builder, int output) {
  absl::StatusOr<Graph> graph = builder.Finish({output});
  EXPECT_TRUE(graph.ok()) << graph.status();
  return *std::move(graph);
}

const Instruction& InstructionOf(const Program& program, Operation operation) {
  static const Instruction kNone;
  for (const Instruction& instruction : program.instructions) {
    if (instruction.operation == operation) return instruction;
  }
  ADD_FAILURE() << "no such instruction";
  return kNone;
}

struct Operand {
  Format format;
  Rank rank = Rank::kDimensional;
};

// Formats of a + b. The table of torch.result_type, docs of "tensor attributes".
TEST(Lower, PromotesAsPyTorch) {
  const struct {
    std::string name;
    Operand a;
    Operand b;
    Format wanted;
  } kCases[] = {
      {"bf16 and fp16", {Format::kBf16}, {Format::kFp16}, Format::kFp32},
      {"bf16 and fp32", {Format::kBf16}, {Format::kFp32}, Format::kFp32},
      {"fp16 and fp16", {Format::kFp16}, {Format::kFp16}, Format::kFp16},
      {"fp32 and fp64", {Format::kFp32}, {Format::kFp64}, Format::kFp64},
      {"bf16 and fp64 without dimensions",
       {Format::kBf16},
       {Format::kFp64, Rank::kZeroDimensional},
       Format::kBf16},
      {"fp64 without dimensions and bf16",
       {Format::kFp64, Rank::kZeroDimensional},
       {Format::kBf16},
       Format::kBf16},
      {"both without dimensions",
       {Format::kBf16, Rank::kZeroDimensional},
       {Format::kFp32, Rank::kZeroDimensional},
       Format::kFp32},
      {"a number of one element",
       {Format::kBf16},
       {Format::kFp32, Rank::kDimensional},
       Format::kFp32},
  };
  for (const auto& c : kCases) {
    GraphBuilder builder;
    const int a = builder.AddInput({.name = "a", .rank = c.a.rank, .format = c.a.format});
    const int b = builder.AddInput({.name = "b", .rank = c.b.rank, .format = c.b.format});
    const Graph graph = Finished(builder, builder.Apply(kAdd, {a, b}));
    EXPECT_EQ(Lower(graph, {.format = Format::kBf16}).outputs[0].format, c.wanted) << c.name;
  }
}

TEST(Lower, LetsPythonNumbersKeepTheFormatOfTheTensor) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const Graph graph = Finished(builder, builder.Apply(kMultiply, {x, builder.Constant(1.702)}));
  for (const Format format : {Format::kBf16, Format::kFp16, Format::kFp32, Format::kFp64}) {
    EXPECT_EQ(Lower(graph, {.format = format}).outputs[0].format, format);
  }
}

TEST(Lower, GivesCudaTheNumberInFp32AndCpusInTheDtype) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const Graph graph = Finished(builder, builder.Apply(kMultiply, {x, builder.Constant(1.702)}));
  const auto constant = [&](Format format, Semantics::Device device) {
    return InstructionOf(Lower(graph, {.format = format, .device = device}), kConstant)
        .parameters[0];
  };
  EXPECT_EQ(constant(Format::kBf16, Semantics::Device::kCuda), static_cast<double>(1.702f));
  EXPECT_EQ(constant(Format::kBf16, Semantics::Device::kCpu), 1.703125);
  EXPECT_EQ(constant(Format::kFp64, Semantics::Device::kCpu), 1.702);
  EXPECT_EQ(InstructionOf(LowerReference(graph, Format::kBf16), kConstant).parameters[0], 1.702);
}

TEST(Lower, RoundsTheChoiceBetweenATensorAndANumber) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const int limited = builder.Apply(kMaximum, {x, builder.Constant(1e-12)});
  const Graph graph = Finished(builder, builder.Apply(kNegate, {limited}));
  const Program program = Lower(graph, {.format = Format::kFp16});
  EXPECT_TRUE(InstructionOf(program, kMaximum).is_rounded);
  EXPECT_FALSE(InstructionOf(program, kNegate).is_rounded);
}

TEST(Lower, RoundsInFusedCodeOnlyWhatLeavesIt) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const int power = builder.Apply(kExp, {x});
  const int sum = builder.Reduce(kSum, {power}, {-1}, {.keep_axis = true});
  const Graph graph = Finished(builder, builder.Apply(kDivide, {power, sum}));
  const Program program = Lower(graph, {.format = Format::kBf16, .is_fused = true});
  EXPECT_FALSE(InstructionOf(program, kExp).is_rounded);
  EXPECT_TRUE(InstructionOf(program, kSum).is_rounded);
  EXPECT_TRUE(InstructionOf(program, kDivide).is_rounded);
}

TEST(Lower, TakesTheOrderOfAScanFromAxisAndDevice) {
  Graph graph = OneOperation(kCumulativeSum);
  const auto scan = [&](RowAxis axis, LowerOptions options) {
    graph.axis = axis;
    return InstructionOf(Lower(graph, options), kCumulativeSum);
  };
  const LowerOptions cuda{.format = Format::kBf16, .rows = 64, .row_length = 1024};
  EXPECT_EQ(scan(RowAxis::kInnermost, cuda).order, Order::kSklansky);
  EXPECT_EQ(scan(RowAxis::kInnermost, cuda).parameters[1], 7);  // 64 threads, two elements each.
  EXPECT_EQ(scan(RowAxis::kOuter, cuda).order, Order::kSequential);
  EXPECT_TRUE(scan(RowAxis::kOuter, cuda).is_accumulated_in_format);
  LowerOptions cpu = cuda;
  cpu.device = Semantics::Device::kCpu;
  EXPECT_FALSE(scan(RowAxis::kOuter, cpu).is_accumulated_in_format);
  cpu.format = Format::kFp32;
  EXPECT_TRUE(scan(RowAxis::kOuter, cpu).is_accumulated_in_double);
}

TEST(Lower, ReusesRegisters) {
  GraphBuilder builder;
  int x = builder.AddInput({.name = "x"});
  for (int i = 0; i < 100; ++i) x = builder.Apply(kExp, {x});
  const Graph graph = Finished(builder, x);
  EXPECT_LE(Lower(graph, {.format = Format::kBf16}).float_registers, 2);
  EXPECT_LE(LowerReference(graph, Format::kBf16).double_registers, 2);
  EXPECT_EQ(Lower(graph, {.format = Format::kBf16, .keeps_all = true}).float_registers, 101);
}

}  // namespace
}  // namespace allreview::numerics
