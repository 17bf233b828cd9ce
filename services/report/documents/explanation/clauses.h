#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_

// One statement in words, without subject and period. Markdown: code stands in code spans. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::explanation {

// "sets `a` to `f(b)`", "calls `f(b)`", "`a = b` becomes `a = c`", "drops `a()`".
std::string StepClause(Language language, const analysis::v1::Step& step);

// Where the statements that a header holds run: "when `x is None`", "for each `i in range(n)`".
// Empty: the header says nothing, as `try` does.
std::string HeaderClause(Language language, const analysis::v1::Step& step);

bool IsHeaderStep(const analysis::v1::Step& step);
// Whether it goes on with the statement before it: else, elif, except, finally, case.
bool IsClauseStep(const analysis::v1::Step& step);

// What the repository says of a function that the statement calls newly: "`f` (“Splits it.”)".
std::string CalleeNote(Language language, const analysis::v1::Step& step);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_
