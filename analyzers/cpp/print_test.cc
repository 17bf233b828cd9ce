#include "analyzers/cpp/print.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::cpp {
namespace {

constexpr char kFolder[] = "analyzers/cpp/testdata/print/";

std::unique_ptr<Unit> ParseSource(std::string source) {
  absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse("csrc/a.cu", std::move(source));
  EXPECT_OK(unit);
  return *std::move(unit);
}

std::unique_ptr<Unit> ParseFixture(const std::string& name) {
  std::ifstream file(absl::StrCat(kFolder, name));
  std::stringstream content;
  content << file.rdbuf();
  return ParseSource(content.str());
}

TEST(Print, ShowsTheTree) {
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "tree.txt"),
                            PrintTree(ParseFixture("scale.cu")->tree())));
}

TEST(Print, ShowsWhatIsDeclared) {
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "declarations.txt"),
                            PrintDeclarations(*ParseFixture("scale.cu"))));
}

TEST(Print, ShowsWhatIsCalled) {
  EXPECT_TRUE(
      MatchesGolden(absl::StrCat(kFolder, "calls.txt"), PrintCalls(*ParseFixture("scale.cu"))));
}

}  // namespace
}  // namespace allreview::cpp
