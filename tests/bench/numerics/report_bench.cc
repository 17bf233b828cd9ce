// How long a full report of an expression takes: three formats, the expression and its stable form,
// 2^18 results for each family of inputs; and how long until the first witness.
//
//   bazel run -c opt //tests/bench/numerics:report -- $PWD/tests/numerics/suite.tsv [THREADS]

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "analyzers/numerics/check/check.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/tensor_expressions/expression.h"
#include "analyzers/tensor_expressions/suite/suite.h"
#include "base/check.h"
#include "base/file.h"

namespace allreview {
namespace {

using numerics::CheckOptions;
using numerics::CpuBackend;
using numerics::Format;
using numerics::Graph;

double CpuMilliseconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto milliseconds = [](const timeval& time) {
    return time.tv_sec * 1e3 + time.tv_usec * 1e-3;
  };
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

struct Times {
  std::vector<double> wall;
  std::vector<double> cpu;

  void Add(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    const double cpu_start = CpuMilliseconds();
    work();
    cpu.push_back(CpuMilliseconds() - cpu_start);
    wall.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  }
};

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(share * values.size()))];
}

void Print(const char* what, const Times& times) {
  std::printf("%-28s wall ms: median %7.1f  p99 %7.1f   cpu ms: median %7.1f  p99 %7.1f\n", what,
              Quantile(times.wall, 0.5), Quantile(times.wall, 0.99), Quantile(times.cpu, 0.5),
              Quantile(times.cpu, 0.99));
}

// The numbers of each input come from its role, as in a review.
std::vector<Graph> GraphsOf(const tensor_expressions::SuiteCase& suite_case) {
  std::vector<Graph> graphs;
  for (const std::string& text : {suite_case.expression, suite_case.rewrite}) {
    if (text.empty()) continue;
    absl::StatusOr<Graph> graph = tensor_expressions::ReadExpression(text, "", {});
    CHECK(graph.ok()) << graph.status();
    graphs.push_back(*std::move(graph));
  }
  return graphs;
}

int Run(const char* path, int threads) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  CHECK(text.ok()) << text.status();
  const auto cases = tensor_expressions::ReadSuite(*text);
  CHECK(cases.ok()) << cases.status();
  CpuBackend backend(*numerics::BestKernels());
  Times full;
  Times first;
  Times small;
  std::string slowest;
  double slowest_cpu = 0;
  for (const tensor_expressions::SuiteCase& suite_case : *cases) {
    const std::vector<Graph> graphs = GraphsOf(suite_case);
    const auto check = [&](const Graph& graph, CheckOptions options) {
      options.threads = threads;
      const auto report = numerics::Check(graph, options, backend);
      CHECK(report.ok()) << report.status();
      return report->formats[0].witness.has_value();
    };
    full.Add([&] {
      for (const Graph& graph : graphs) check(graph, {});
    });
    if (full.cpu.back() > slowest_cpu) {
      slowest_cpu = full.cpu.back();
      slowest = suite_case.name;
    }
    small.Add([&] { check(graphs[0], {.formats = {Format::kBf16}, .size = {.lanes = 1 << 14}}); });
    bool has_witness = false;
    Times one;
    one.Add([&] {
      has_witness = check(graphs[0], {.formats = {Format::kBf16}, .size = {.lanes = 1 << 12}});
    });
    if (!has_witness) continue;
    first.wall.push_back(one.wall[0]);
    first.cpu.push_back(one.cpu[0]);
  }
  std::printf("%zu expressions, %d threads, %s\n", cases->size(), threads,
              std::string(backend.name()).c_str());
  Print("full report, 2^18", full);
  std::printf("%-28s %s, %.1f cpu ms\n", "  the slowest", slowest.c_str(), slowest_cpu);
  Print("one format, 2^14", small);
  Print("first witness, 2^12", first);
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: report SUITE.tsv [THREADS]\n");
    return 2;
  }
  return allreview::Run(argv[1], argc > 2 ? std::atoi(argv[2]) : 2);
}
