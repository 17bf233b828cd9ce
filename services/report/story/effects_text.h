#ifndef SERVICES_REPORT_STORY_EFFECTS_TEXT_H_
#define SERVICES_REPORT_STORY_EFFECTS_TEXT_H_

// What a function does beside returning, and what it demands, in words. Markdown clauses without
// period. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// "sets `self.cache`", "communicates: `all_reduce over tp`"
std::string EffectText(Language language, const analysis::v1::Effect& effect);

// "`x.is_cuda`, else stops: must be on GPU", "returns early when `x is None`"
std::string ConditionText(Language language, const analysis::v1::Condition& condition);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_EFFECTS_TEXT_H_
