#ifndef SERVICES_REPORT_STORY_STATEMENT_LINES_H_
#define SERVICES_REPORT_STORY_STATEMENT_LINES_H_

// Statements of the change model as documents say them.
//
//   for (const ChangeStatement* statement : StatementsOf(model, ChangeStatement::KIND_WATCH)) {
//     Add(StatementMarkdown(language, *statement), StartCode(language, statement->places(0)));
//   }
//
// Pure.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// The weightiest first.
std::vector<const analysis::v1::ChangeStatement*> StatementsOf(
    const analysis::v1::ChangeModel& model, analysis::v1::ChangeStatement::Kind kind);

// One sentence with its period or question mark.
std::string StatementMarkdown(Language language, const analysis::v1::ChangeStatement& statement);

// "`a.py:12` - The sentence."
std::string StatementItem(Language language, const analysis::v1::ChangeStatement& statement);

// Statements of KIND_QUESTION that no shown finding asks or answers at the same place.
std::vector<const analysis::v1::ChangeStatement*> OpenQuestions(const review::v1::Review& review);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_STATEMENT_LINES_H_
