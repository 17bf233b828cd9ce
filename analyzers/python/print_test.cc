#include "analyzers/python/print.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

constexpr char kFolder[] = "analyzers/python/testdata/print/";

std::unique_ptr<Module> ParseSource(const std::string& path, std::string source) {
  absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(path, std::move(source));
  EXPECT_OK(module);
  return *std::move(module);
}

std::unique_ptr<Module> ParseFixture(const std::string& name) {
  std::ifstream file(absl::StrCat(kFolder, name, ".py"));
  std::stringstream content;
  content << file.rdbuf();
  return ParseSource(absl::StrCat("pkg/", name, ".py"), content.str());
}

TEST(Print, ShowsTheTreeWithItsErrors) {
  EXPECT_TRUE(
      MatchesGolden(absl::StrCat(kFolder, "tree.txt"), PrintTree(ParseFixture("tree")->tree())));
}

TEST(Print, ShowsScopesWithWhatBindsNamesInThem) {
  EXPECT_TRUE(
      MatchesGolden(absl::StrCat(kFolder, "scopes.txt"), PrintScopes(*ParseFixture("scopes"))));
}

TEST(Print, ShowsWhatNamesResolveTo) {
  EXPECT_TRUE(
      MatchesGolden(absl::StrCat(kFolder, "names.txt"), PrintNames(*ParseFixture("names"))));
}

TEST(Print, ShowsTheFlowOfEachFunction) {
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "flow.txt"), PrintFlow(*ParseFixture("flow"))));
}

TEST(Print, StaysWithinBoundsForAHostileFile) {
  // Nested deep, so that indentation alone takes megabytes.
  std::string source;
  for (int i = 0; i < 1'000; ++i) {
    absl::StrAppend(&source, "x = ", std::string(90, '('), "y", std::string(90, ')'), "\n");
  }
  const std::unique_ptr<Module> module = ParseSource("m.py", source);
  for (const std::string& text :
       {PrintTree(module->tree()), PrintScopes(*module), PrintNames(*module), PrintFlow(*module)}) {
    EXPECT_LT(text.size(), 9u << 20);
  }
  EXPECT_NE(PrintTree(module->tree()).find("\n... "), std::string::npos);
}

}  // namespace
}  // namespace allreview::python
