#include "analyzers/numerics/cpu/interpreter.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/program/lower.h"
#include "analyzers/numerics/program/sample.h"
#include "analyzers/numerics/testing/graphs.h"
#include "analyzers/numerics/testing/naive_walk.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using Values = std::vector<double>;

constexpr const char* kKernels[] = {"scalar", "avx2", "avx512"};

bool AreSame(double a, double b) { return BitsOf(a) == BitsOf(b) || (IsNan(a) && IsNan(b)); }

// Lanes of every magnitude, behind some that are special.
Values Numbers(uint32_t slot, int lanes, Format format) {
  constexpr double kSpecial[] = {0,    -0.0, 1,     -1,   HUGE_VAL, -HUGE_VAL, NAN,   0.5,
                                 88.5, -104, 65504, -256, 1e-7,     3e38,      1e-42, -20};
  Values values(lanes);
  for (int i = 0; i < lanes; ++i) {
    const PhiloxBlock words = WordsOf(i, slot, 0, {1, 2});
    const double wide = LogUniformOf(words.x, -30, 30, true);
    const double usual = 4 * NormalOf(words.y);
    values[i] = i % 3 == 0 ? kSpecial[words.z % 16] : (i % 3 == 1 ? wide : usual);
    values[i] = RoundTo(format, values[i]);
  }
  return values;
}

std::vector<Values> InputsOf(const Graph& graph, Format format, int lanes) {
  std::vector<Values> inputs;
  for (const Input& input : graph.inputs) {
    const uint32_t slot = static_cast<uint32_t>(inputs.size());
    inputs.push_back(Numbers(slot, lanes, input.format.value_or(format)));
  }
  return inputs;
}

std::vector<const double*> Pointers(const std::vector<Values>& inputs) {
  std::vector<const double*> pointers;
  for (const Values& values : inputs) pointers.push_back(values.data());
  return pointers;
}

double ValueAt(const Interpreter& run, int reg, Format format, int lane) {
  return format == Format::kFp64 ? run.Doubles(reg)[lane] : run.Floats(reg)[lane];
}

// Every node and every lane of a program on each instruction set against the walk.
void ExpectWalkOf(const Graph& graph, const NaiveOptions& options, int lanes,
                  const std::string& label) {
  const std::vector<Values> inputs = InputsOf(graph, options.lower.format, lanes);
  const std::vector<Values> wanted = NaiveWalk(graph, inputs, lanes, options);
  const Program program = options.is_reference
                              ? LowerReference(graph, options.lower.format, options.lower.keeps_all)
                              : Lower(graph, options.lower);
  for (const char* name : kKernels) {
    const KernelTable* kernels = KernelsByName(name);
    if (kernels == nullptr) continue;
    Interpreter run(program, lanes, *kernels);
    run.Run(Pointers(inputs), lanes);
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
      if (graph.nodes[node].operation == Operation::kConstant) continue;
      const int reg = program.register_of_node[node];
      const bool is_output = std::count(graph.outputs.begin(), graph.outputs.end(), node) > 0;
      if (!options.lower.keeps_all && !is_output) continue;
      for (size_t i = 0; i < wanted[node].size(); ++i) {
        const double found = ValueAt(run, reg, program.format_of_node[node], static_cast<int>(i));
        ASSERT_TRUE(AreSame(found, wanted[node][i]))
            << label << ", " << name << ", node " << node << " ("
            << InfoOf(graph.nodes[node].operation).name << "), lane " << i << ": found " << found
            << ", want " << wanted[node][i];
      }
    }
  }
}

constexpr Format kFormats[] = {Format::kFp64, Format::kFp32, Format::kBf16,
                               Format::kFp16, Format::kE4m3, Format::kE5m2Saturated};

TEST(Interpreter, EvaluatesEveryOperationAsTheNaiveWalk) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.kind == OperationKind::kLeaf || info.kind == OperationKind::kConversion) continue;
    const Graph graph = OneOperation(info.operation, {1, 20});
    for (const Format format : kFormats) {
      const std::string label = absl::StrCat(info.name, " in ", static_cast<int>(format));
      ExpectWalkOf(graph, {.lower = {.format = format}}, 300, label);
      ExpectWalkOf(graph, {.lower = {.format = format}, .is_reference = true}, 130, label);
    }
  }
}

TEST(Interpreter, TakesOneNumberForAllLanes) {
  using enum Operation;
  for (const Operation operation : {kAdd, kSubtract, kDivide, kMaximum, kLess, kLogAddExp}) {
    GraphBuilder builder;
    const int x = builder.AddInput({.name = "x"});
    const int two = builder.Constant(2.3);
    const int left = builder.Apply(operation, {two, x});
    const int right = builder.Apply(operation, {x, two});
    const int chosen = builder.Apply(kWhere, {left, two, right});
    const absl::StatusOr<Graph> graph = builder.Finish({left, right, chosen});
    ASSERT_TRUE(graph.ok());
    for (const Format format : kFormats) {
      ExpectWalkOf(*graph, {.lower = {.format = format}}, 65, InfoOf(operation).name.data());
    }
  }
}

TEST(Interpreter, EvaluatesRandomGraphsAsTheNaiveWalk) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = RandomGraph({.seed = seed, .has_rows = seed % 2 == 0});
    NaiveOptions options{
        .lower = {.format = kFormats[seed % 5],
                  .device = seed % 3 == 0 ? Semantics::Device::kCpu : Semantics::Device::kCuda,
                  .is_sequential = seed % 7 == 0,
                  .rows = 1024,
                  .row_length = 70}};
    ExpectWalkOf(graph, options, 70, absl::StrCat("graph ", seed));
    options.lower.keeps_all = true;
    ExpectWalkOf(graph, options, 70, absl::StrCat("graph ", seed, ", all values kept"));
    options.lower.keeps_all = seed % 4 == 0;
    options.is_reference = true;
    ExpectWalkOf(graph, options, 70, absl::StrCat("graph ", seed, ", reference"));
  }
}

TEST(Interpreter, RoundsOnlyResultsInFusedMode) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    // Casts round in every mode; the walk knows that only of elementwise operations.
    const Graph graph = RandomGraph({.seed = seed});
    ExpectWalkOf(graph, {.lower = {.format = Format::kBf16, .is_fused = true}}, 70,
                 absl::StrCat("graph ", seed));
  }
  EXPECT_FALSE(Lower(TenOperations(), {.format = Format::kBf16, .is_fused = true})
                   .instructions[3]
                   .is_rounded);
}

// What a cumulative sum of ones ends with.
double LastOfOnes(const LowerOptions& options, RowAxis axis, int lanes) {
  Graph graph = OneOperation(Operation::kCumulativeSum);
  graph.axis = axis;
  const Program program = Lower(graph, options);
  Interpreter run(program, lanes, *BestKernels());
  const Values ones(lanes, 1.0);
  const double* inputs[] = {ones.data()};
  run.Run(inputs, lanes);
  return ValueAt(run, program.outputs[0].register_index, program.outputs[0].format, lanes - 1);
}

TEST(Interpreter, StopsCountingOnesInBf16At256WhereTheScanIsSequential) {
  LowerOptions options{.format = Format::kBf16, .rows = 64, .row_length = 4096};
  EXPECT_EQ(LastOfOnes(options, RowAxis::kOuter, 4096), 256);
  EXPECT_NEAR(LastOfOnes(options, RowAxis::kInnermost, 4096), 4096, 4096 * 0.02);
  options.is_sequential = true;
  EXPECT_EQ(LastOfOnes(options, RowAxis::kInnermost, 4096), 256);
  options.device = Semantics::Device::kCpu;
  EXPECT_EQ(LastOfOnes(options, RowAxis::kOuter, 4096), 4096);
}

TEST(Interpreter, CountsOnesInFp16To2048) {
  const LowerOptions options{.format = Format::kFp16, .rows = 64, .row_length = 4096};
  EXPECT_EQ(LastOfOnes(options, RowAxis::kOuter, 4096), 2048);
}

TEST(Interpreter, ScansInPyTorchsNetworkAtEveryLength) {
  for (const Operation operation : {Operation::kCumulativeSum, Operation::kCumulativeProduct,
                                    Operation::kLogCumulativeSumExp}) {
    Graph graph = OneOperation(operation);
    graph.axis = RowAxis::kInnermost;
    for (const int lanes : {1, 2, 31, 32, 33, 64, 100, 1000, 1025, 3000}) {
      for (const int64_t rows : {1, 64, 100000}) {
        ExpectWalkOf(graph, {.lower = {.format = Format::kBf16, .rows = rows, .row_length = lanes}},
                     lanes, absl::StrCat(lanes, " lanes of ", rows, " rows"));
      }
    }
  }
}

TEST(Interpreter, ReducesRowsOfEveryLengthInTheStridedOrder) {
  for (const Operation operation : {Operation::kSum, Operation::kMean, Operation::kMax,
                                    Operation::kVariance, Operation::kDot}) {
    const Graph graph = OneOperation(operation);
    for (const int lanes : {1, 2, 127, 128, 129, 255, 1000, 4096}) {
      for (const Format format : {Format::kFp64, Format::kFp32, Format::kBf16}) {
        ExpectWalkOf(graph, {.lower = {.format = format}}, lanes, absl::StrCat("row of ", lanes));
      }
    }
  }
}

}  // namespace
}  // namespace allreview::numerics
