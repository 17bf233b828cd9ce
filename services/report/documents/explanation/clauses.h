#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_

// Where statements run, in words, without period. Markdown: code stands in code spans. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::explanation {

// Where the statements that a header holds run: "if `x is None`", "for each `i` of `range(n)`".
// Empty: the header says nothing, as `try` does.
std::string HeaderClause(Language language, const analysis::v1::Step& step);

bool IsHeaderStep(const analysis::v1::Step& step);

// The two innermost conditions and loops around a line of the right side: "if `a`, for each `x` of
// `xs`", "unless `a`". Empty: it always runs.
std::string ConditionsAround(Language language, const analysis::v1::FunctionStory& story, int line);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_CLAUSES_H_
