#include "analyzers/python/grammar.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "language.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace allreview::python {
namespace {

TEST(Grammar, LeadsFromEachStateToWhereTheGeneratedOneLeads) {
  const TSLanguage* generated = tree_sitter_python();
  ASSERT_LT(generated->large_state_count, generated->state_count);
  int64_t entries = 0, differences = 0;
  for (uint32_t state = 0; state < generated->state_count; ++state) {
    for (uint32_t symbol = 0; symbol < generated->symbol_count; ++symbol) {
      const auto lookup = [state, symbol](const TSLanguage* language) {
        return ts_language_lookup(language, static_cast<TSStateId>(state),
                                  static_cast<TSSymbol>(symbol));
      };
      entries += lookup(generated) != 0;
      differences += lookup(generated) != lookup(Grammar());
    }
  }
  EXPECT_GT(entries, 10'000);
  EXPECT_EQ(differences, 0);
}

}  // namespace
}  // namespace allreview::python
