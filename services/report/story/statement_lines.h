#ifndef SERVICES_REPORT_STORY_STATEMENT_LINES_H_
#define SERVICES_REPORT_STORY_STATEMENT_LINES_H_

// What lists of documents say of statements. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {

// "`a.py:12` - The sentence."
std::string StatementItem(Language language, const analysis::v1::ChangeStatement& statement);

// Statements of KIND_QUESTION that no shown finding asks or answers at the same place.
Statements OpenQuestions(const review::v1::Review& review);

// Of the kind, about Python; other files are told for themselves. The weightiest first.
Statements StatementsOnCode(const analysis::v1::ChangeModel& model,
                            analysis::v1::ChangeStatement::Kind kind);

// Statements of KIND_COST: what goes over the wire or makes the CPU wait, and what takes memory.
bool IsOfTraffic(const analysis::v1::ChangeStatement& cost);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_STATEMENT_LINES_H_
