#include "services/report/story/settings_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;

ChangedSymbol Setting(analysis::v1::SymbolKind kind, const std::string& before,
                      const std::string& after) {
  ChangedSymbol symbol;
  symbol.set_kind(kind);
  symbol.set_code_before(before);
  symbol.set_code_after(after);
  return symbol;
}

TEST(ChangesDefault, ComparesDefaultsAndNothingElse) {
  EXPECT_TRUE(
      ChangesDefault(Setting(analysis::v1::SYMBOL_KIND_FIELD, "top_k: int = 2", "top_k: int = 1")));
  EXPECT_FALSE(ChangesDefault(
      Setting(analysis::v1::SYMBOL_KIND_FIELD, "top_k: int = 2", "top_k: float = 2")));
  EXPECT_FALSE(ChangesDefault(Setting(analysis::v1::SYMBOL_KIND_FLAG,
                                      "add_argument('--x', default='a', choices=['a'])",
                                      "add_argument('--x', default='a', choices=['a', 'b'])")));
}

}  // namespace
}  // namespace allreview::report
