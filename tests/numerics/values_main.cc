// Evaluates an expression on numbers from the standard input, for comparisons with other programs:
//
//   values EXPRESSION FORMAT ROW_LENGTH < inputs > results
//
// Inputs and results are little-endian fp32: all of the first input, then all of the second.
// ROW_LENGTH 0: no rows. As PyTorch computes on a CPU.

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/program/lower.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

std::vector<float> ReadNumbers() {
  std::vector<float> numbers;
  float block[4096];
  while (const size_t count = std::fread(block, sizeof(float), std::size(block), stdin)) {
    numbers.insert(numbers.end(), block, block + count);
  }
  return numbers;
}

int Run(const char* expression, const char* format_name, int row_length) {
  const Semantics semantics{.device = Semantics::Device::kCpu, .minor_version = 0};
  const absl::StatusOr<Graph> read = tensor_expressions::ReadExpression(expression, "", semantics);
  CHECK(read.ok()) << read.status();
  const absl::StatusOr<Format> format = ParseFormat(format_name);
  CHECK(format.ok()) << format.status();
  const Graph graph = SampledGraph(*read);
  const Program program = Lower(graph, {.format = *format, .device = Semantics::Device::kCpu});
  const std::vector<float> numbers = ReadNumbers();
  const size_t count = numbers.size() / graph.inputs.size();
  const int lanes = row_length > 0 ? row_length : 1;
  Interpreter interpreter(program, lanes, *BestKernels());
  const Program::Output& output = program.outputs[0];
  CHECK(output.format != Format::kFp64) << "the result is fp64";
  std::vector<std::vector<double>> values(graph.inputs.size(), std::vector<double>(lanes));
  for (size_t first = 0; first + lanes <= count; first += lanes) {
    std::vector<const double*> pointers;
    for (size_t k = 0; k < values.size(); ++k) {
      const float* begin = numbers.data() + k * count + first;
      values[k].assign(begin, begin + lanes);
      pointers.push_back(values[k].data());
    }
    interpreter.Run(pointers, lanes);
    const size_t results = output.extent == Extent::kElement ? lanes : 1;
    std::fwrite(interpreter.Floats(output.register_index), sizeof(float), results, stdout);
  }
  return 0;
}

}  // namespace
}  // namespace allreview::numerics

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: values EXPRESSION FORMAT ROW_LENGTH < inputs > results\n");
    return 2;
  }
  return allreview::numerics::Run(argv[1], argv[2], std::atoi(argv[3]));
}
