#ifndef SERVICES_REPORT_STORY_STEP_CONDITIONS_H_
#define SERVICES_REPORT_STORY_STEP_CONDITIONS_H_

// Under which conditions a statement of a function runs. Pure.

#include <optional>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Those of the branches around the code at `range`, which is one of the right side, outermost first
// and as written, those of an `else` negated: {"self.is_on", "x is not None", "except KeyError"}.
// nullopt: the story does not have all the statements around it.
std::optional<std::vector<std::string>> ConditionsAround(const analysis::v1::FunctionStory& story,
                                                         const change::v1::SourceRange& range);

// "`self.is_on` and `x is not None`"; empty: there are none. nullopt: they are not known, or too
// many.
std::optional<std::string> ConditionsText(
    Language language, const std::optional<std::vector<std::string>>& conditions);

// The name of the function inside of the function in which the code at `range` stands; empty: it
// stands in none.
std::string LocalFunctionAround(const analysis::v1::FunctionStory& story,
                                const change::v1::SourceRange& range);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_STEP_CONDITIONS_H_
