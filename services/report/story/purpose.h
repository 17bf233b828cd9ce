#ifndef SERVICES_REPORT_STORY_PURPOSE_H_
#define SERVICES_REPORT_STORY_PURPOSE_H_

// What a definition is for and what the change did to it, in one clause for lists and tables. Pure.

#include <string>

#include "review/language/phrase.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

// The first sentence of its docstring, else what is known of its algorithm, else what it returns.
// Safe for Markdown, without period. Empty: nothing is known.
std::string PurposeText(Language language, const ModelIndex& index,
                        const analysis::v1::ChangedSymbol& symbol);

// What the change did to it: its clauses, else the one statement that differs. Empty: nothing that
// a line can tell.
std::string EditText(Language language, const ModelIndex& index,
                     const analysis::v1::ChangedSymbol& symbol, size_t limit);

// It is a generator: its results are what it yields.
bool Yields(const analysis::v1::FunctionStory& story);

// A result of which nothing is known but a name: that it is returned says nothing.
bool IsBareName(const analysis::v1::Value& value);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_PURPOSE_H_
