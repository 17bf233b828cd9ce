#ifndef SERVICES_REPORT_STORY_EFFECTS_TEXT_H_
#define SERVICES_REPORT_STORY_EFFECTS_TEXT_H_

// What a function does beside returning, and what it demands, in words. Markdown clauses without
// period. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// "sets `self.cache`", "communicates: `all_reduce over tp` if `size > 1`". `story` is that of the
// function: what only happens in a branch is told with its condition.
std::string EffectText(Language language, const analysis::v1::Effect& effect,
                       const analysis::v1::FunctionStory& story);

// "`x.is_cuda`, otherwise raises `ValueError`", "if `self.is_on`: `x > 0`, otherwise the assertion
// fails".
std::string ConditionText(Language language, const analysis::v1::Condition& condition,
                          const analysis::v1::FunctionStory& story);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_EFFECTS_TEXT_H_
