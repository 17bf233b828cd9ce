#ifndef SERVICES_REPORT_STORY_DELTAS_TEXT_H_
#define SERVICES_REPORT_STORY_DELTAS_TEXT_H_

// What the change did to a symbol, in words. Markdown: what comes from the change stands in code
// spans. Pure.
//
//   DeltaClause(Language::kEnglish, delta)         // "adds the parameter `x: int = 0`"
//   DeltaClauses(Language::kEnglish, symbol, 4)    // {"adds the parameters `x`, `y`",
//                                                  //  "no longer calls `f`"}
//
// Clauses have no subject and no period: the symbol is the subject.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A check that stops the function with an exception, rather than an early return.
bool IsStoppingGuard(const analysis::v1::Delta& delta);
// An `except` clause that came, went or changed.
bool HandledException(const analysis::v1::Delta& delta);

std::string DeltaClause(Language language, const analysis::v1::Delta& delta);

// Deltas of one kind and direction are one clause; those in a branch that is new are one with its
// condition. What callers notice comes first: parameters, keys of checkpoints, results, errors;
// then what runs; annotations and the docstring last. At most `limit` clauses.
std::vector<std::string> DeltaClauses(Language language, const analysis::v1::ChangedSymbol& symbol,
                                      size_t limit);

// The clauses of a symbol as one text; for a symbol that has none, what its status says: "new",
// "removed", "moved from `a.py`"; empty: nothing more is known.
std::string ChangeText(Language language, const analysis::v1::ChangedSymbol& symbol, size_t limit);

// "new", "modified"… and "function", "method"… as words of a sentence or cell.
absl::string_view StatusText(Language language, analysis::v1::ChangedSymbol::Status status);
absl::string_view KindText(Language language, analysis::v1::SymbolKind kind);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_DELTAS_TEXT_H_
