#include "services/analysis/change_model/symbols/cpp_symbols.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using v1::ChangedSymbol;
using v1::Delta;

std::vector<ChangedSymbol> SymbolsOf(absl::string_view code) {
  const rules::Fixture fixture = *rules::ParseFixture(code, "csrc/a.cu");
  const rules::ParsedFixture parsed(fixture);
  return CppSymbols(parsed.change().cpp_files());
}

// "modified csrc/a.cu:3 scale".
std::vector<std::string> Lines(const std::vector<ChangedSymbol>& symbols) {
  std::vector<std::string> lines;
  for (const ChangedSymbol& symbol : symbols) {
    const bool is_removed = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    const auto& range = is_removed ? symbol.before() : symbol.after();
    const absl::string_view status = is_removed                                       ? "removed"
                                     : symbol.status() == ChangedSymbol::STATUS_ADDED ? "added"
                                                                                      : "modified";
    lines.push_back(absl::StrCat(status, " ", range.path(), ":", range.first_line(), " ",
                                 symbol.name(), " +", symbol.added_lines(), " -",
                                 symbol.removed_lines()));
  }
  return lines;
}

constexpr char kBefore[] = R"(// --- csrc/a.cu before
namespace pkg {
void kept(int n) { use(n); }
__global__ void scale(float *x, int n) {
  x[0] = n;
}
static int gone() { return 1; }
}  // namespace pkg
)";

TEST(CppSymbols, AreWhatAChangeAddsEditsAndRemoves) {
  const std::vector<ChangedSymbol> symbols =
      SymbolsOf(absl::StrCat(kBefore, R"(// --- csrc/a.cu after
namespace pkg {
void kept(int n) {
  use(n);  // As before.
}
__global__ void scale(float *x, int64_t n, bool is_fast) {
  x[0] = n;
}
struct Router {
  int route() const { return 2; }
};
}  // namespace pkg
)"));
  EXPECT_THAT(Lines(symbols),
              ElementsAre("modified csrc/a.cu:5 scale +1 -1", "removed csrc/a.cu:6 gone +0 -1",
                          "added csrc/a.cu:9 Router::route +1 -0"));
  const ChangedSymbol& scale = symbols[0];
  EXPECT_EQ(scale.kind(), v1::SYMBOL_KIND_FUNCTION);
  EXPECT_THAT(scale.decorators(), ElementsAre("__global__"));
  EXPECT_EQ(scale.signature_before(), "__global__ void scale(float *x, int n)");
  EXPECT_EQ(scale.signature_after(), "__global__ void scale(float *x, int64_t n, bool is_fast)");
  ASSERT_EQ(scale.deltas_size(), 2);
  EXPECT_EQ(scale.deltas(0).before(), "int n");
  EXPECT_EQ(scale.deltas(0).after(), "int64_t n");
  EXPECT_EQ(scale.deltas(1).kind(), Delta::KIND_PARAMETER);
  EXPECT_EQ(scale.deltas(1).after(), "bool is_fast");
  EXPECT_FALSE(symbols[1].is_public());
  EXPECT_EQ(symbols[2].kind(), v1::SYMBOL_KIND_METHOD);
}

TEST(CppSymbols, PairOverloadsByTheirSignatures) {
  EXPECT_THAT(Lines(SymbolsOf("// --- csrc/a.cpp before\nint f(int a) { return a; }\n"
                              "// --- csrc/a.cpp after\nint f(float a) { return 1; }\n"
                              "int f(int a) { return a + 1; }\n")),
              ElementsAre("added csrc/a.cpp:1 f +1 -0", "modified csrc/a.cpp:2 f +1 -1"));
}

TEST(CppSymbols, AreSilentOnLayoutAndOnPrototypesOfWhatIsDefined) {
  EXPECT_THAT(Lines(SymbolsOf("// --- csrc/a.cpp before\nint f(int a) { return a; }\n"
                              "// --- csrc/a.cpp after\nint f(int a);\nint f(int a) {\n"
                              "  return a;\n}\n")),
              IsEmpty());
}

TEST(CppSymbols, OfANewFileAreAllNew) {
  EXPECT_THAT(Lines(SymbolsOf("int f();\nint g() { return 1; }\n")),
              ElementsAre("added csrc/a.cu:1 f +1 -0", "added csrc/a.cu:2 g +1 -0"));
}

}  // namespace
}  // namespace allreview::analysis
