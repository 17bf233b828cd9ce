#ifndef SERVICES_REPORT_STORY_STATEMENT_TEXT_H_
#define SERVICES_REPORT_STORY_STATEMENT_TEXT_H_

// Statements of the change model as documents say them. Pure.

#include <initializer_list>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

using Statements = std::vector<const analysis::v1::ChangeStatement*>;

// Those of the kinds, the weightiest first; at most `limit`.
Statements StatementsOf(const analysis::v1::ChangeModel& model,
                        std::initializer_list<analysis::v1::ChangeStatement::Kind> kinds,
                        size_t limit);

// Its subject is a function of a module that nothing in the repository calls, as far as calls are
// known: it is not what the change is about.
bool IsOfUncalled(const analysis::v1::ChangeModel& model,
                  const analysis::v1::ChangeStatement& statement);

// One sentence with its end, safe for Markdown; with the best of its places when that is asked for.
enum class WithPlace { kNo, kYes };
std::string StatementMarkdown(Language language, const analysis::v1::ChangeStatement& statement,
                              WithPlace with_place);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_STATEMENT_TEXT_H_
