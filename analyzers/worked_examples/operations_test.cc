// Each operation against what torch gives, as testdata/operations.tsv keeps it.

#include "analyzers/worked_examples/operations.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/worked_examples/interpreter.h"
#include "base/file.h"
#include "gtest/gtest.h"

namespace allreview::worked_examples {
namespace {

constexpr char kTable[] = "analyzers/worked_examples/testdata/operations.tsv";

std::string ValueOf(absl::string_view expression) {
  const std::string source =
      absl::StrCat("import torch\nimport torch.nn.functional as F\nA = torch.tensor\n",
                   "def f():\n    return ", expression, "\n");
  const std::unique_ptr<python::Module> module = *python::Module::Parse("pkg/code.py", source);
  const Surroundings surroundings;
  const Run run =
      Interpreter(surroundings)
          .RunFunction({.module = module.get(), .function = module->FindDefinition("f")}, {});
  if (run.halt.stops()) return absl::StrCat("ends: ", run.halt.why());
  return run.notes.empty() ? "nothing" : run.notes.back().text;
}

TEST(Operations, GiveTheStoredValues) {
  const std::string table = *ReadFile(kTable);
  int compared = 0;
  for (absl::string_view line : absl::StrSplit(table, '\n', absl::SkipEmpty())) {
    if (absl::StartsWith(line, "#")) continue;
    const std::vector<absl::string_view> cells = absl::StrSplit(line, '\t');
    ASSERT_EQ(cells.size(), 2u) << line;
    EXPECT_EQ(ValueOf(cells[0]), std::string(cells[1])) << cells[0];
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

}  // namespace
}  // namespace allreview::worked_examples
