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

TEST(DefaultOf, ReadsTheDefaultAndNothingElse) {
  EXPECT_EQ(DefaultOf(Setting(analysis::v1::SYMBOL_KIND_FIELD, "", "top_k: float = 2")), "2");
  EXPECT_EQ(DefaultOf(Setting(analysis::v1::SYMBOL_KIND_FLAG, "",
                              "add_argument('--x', default='a', choices=['a', 'b'])")),
            "'a'");
}

TEST(HelpOf, JoinsLiteralsAndTakesTheFirstSentence) {
  EXPECT_EQ(
      HelpOf(Setting(analysis::v1::SYMBOL_KIND_FIELD, "",
                     "rate: float = field(\n    default=None,\n    metadata={\n        "
                     "\"help\": \"Bounds the ratio \"\n        \"from above. Off if None.\"})")),
      "Bounds the ratio from above.");
  EXPECT_EQ(HelpOf(Setting(analysis::v1::SYMBOL_KIND_FLAG, "",
                           "add_argument('--x', help='Drops tokens', default=1)")),
            "Drops tokens");
  EXPECT_EQ(HelpOf(Setting(analysis::v1::SYMBOL_KIND_FIELD, "", "x: int = 1")), "");
}

TEST(IsOnlyWords, IsNotSoOfCode) {
  analysis::v1::ChangeModel model;
  EXPECT_FALSE(IsOnlyWords(model));
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  symbol.add_deltas()->set_kind(analysis::v1::Delta::KIND_DOCSTRING);
  EXPECT_TRUE(IsOnlyWords(model));
  symbol.add_deltas()->set_kind(analysis::v1::Delta::KIND_CALL);
  EXPECT_FALSE(IsOnlyWords(model));
  symbol.set_status(ChangedSymbol::STATUS_REFORMATTED);
  EXPECT_TRUE(IsOnlyWords(model));
}

}  // namespace
}  // namespace allreview::report
