#ifndef SERVICES_REPORT_STORY_PURPOSE_H_
#define SERVICES_REPORT_STORY_PURPOSE_H_

// What a definition is for and what the change did to it, in one clause for lists and tables. Pure.

#include <string>

#include "review/language/phrase.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

// The first sentence of its docstring, else what is known of its algorithm, else what it sets or
// returns. Safe for Markdown, without period. Empty: nothing
// is known.
std::string PurposeText(Language language, const ModelIndex& index,
                        const analysis::v1::ChangedSymbol& symbol);

// What the change did to it: its clauses, else the one statement that differs. Empty: nothing that
// a line can tell.
std::string EditText(Language language, const ModelIndex& index,
                     const analysis::v1::ChangedSymbol& symbol, size_t limit);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_PURPOSE_H_
