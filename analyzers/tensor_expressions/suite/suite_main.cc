// usage: suite FILE.tsv

#include <cstdio>
#include <fstream>
#include <sstream>

#include "analyzers/tensor_expressions/suite/suite.h"

using namespace allreview;

int main(int argc, char** argv) {
  std::ifstream in(argv[argc - 1]);
  std::stringstream text;
  text << in.rdbuf();
  const std::string content = text.str();
  auto cases = tensor_expressions::ReadSuite(content);
  if (!cases.ok()) return std::puts(cases.status().ToString().c_str());
  int good = 0;
  for (const auto& c : *cases) {
    auto r = tensor_expressions::RunCase(c, *numerics::BestKernels());
    if (!r.ok()) {
      std::printf("ERR  %-24s %s\n", c.name.c_str(), r.status().ToString().c_str());
      continue;
    }
    const bool ok = numerics::FailureName(r->original.verdict) == c.expected;
    good += ok;
    std::printf(
        "%s %-24s %-13s %-13s %-8s fail %.4f lost %.4f over %.4f under %.4f | rewrite %-12s %.5f%s "
        "%s\n",
        ok ? "ok  " : "FAIL", c.name.c_str(), c.expected.c_str(),
        std::string(numerics::FailureName(r->original.verdict)).c_str(), r->operation.c_str(),
        r->original.share(), double(r->original.lost) / r->original.lanes,
        double(r->original.result_overflow) / r->original.lanes,
        double(r->original.result_underflow) / r->original.lanes,
        std::string(numerics::FailureName(r->rewrite.verdict)).c_str(), r->rewrite.share(),
        r->rewrite.is_result_range ? "(range)" : "", r->rewrite_status.ToString().c_str());
  }
  std::printf("%d of %zu verdicts\n", good, cases->size());
}
