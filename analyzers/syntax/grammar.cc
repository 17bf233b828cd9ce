#include "analyzers/syntax/grammar.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "language.h"

namespace allreview::syntax {

const TSLanguage* WithRowsForAllStates(const TSLanguage& generated) {
  const size_t symbols = generated.symbol_count;
  uint16_t* const rows = new uint16_t[generated.state_count * symbols]();
  std::copy_n(generated.parse_table, generated.large_state_count * symbols, rows);
  for (uint32_t state = generated.large_state_count; state < generated.state_count; ++state) {
    LookaheadIterator entry = ts_language_lookaheads(&generated, static_cast<TSStateId>(state));
    while (ts_lookahead_iterator__next(&entry)) {
      rows[state * symbols + entry.symbol] = entry.table_value;
    }
  }
  TSLanguage* const result = new TSLanguage(generated);
  result->parse_table = rows;
  result->large_state_count = generated.state_count;
  return result;
}

}  // namespace allreview::syntax
