#include "analyzers/repository/print_facts.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "base/golden.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::repository {
namespace {

TEST(PrintFacts, ShowsFactsOfEveryKind) {
  std::ifstream file("analyzers/repository/testdata/print/facts.py");
  std::stringstream content;
  content << file.rdbuf();
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse("pkg/facts.py", content.str());
  ASSERT_OK(module);
  EXPECT_TRUE(MatchesGolden("analyzers/repository/testdata/print/facts.txt",
                            PrintFacts(FactsOf(**module))));
}

}  // namespace
}  // namespace allreview::repository
