#ifndef SERVICES_REPORT_PSEUDO_CODE_LEFT_OUT_H_
#define SERVICES_REPORT_PSEUDO_CODE_LEFT_OUT_H_

// What statements that are not shown do, in a few words. Pure.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// "5 more: sets mean, scale and 2 more", "3 more: calls barrier", "2 more".
std::string LeftOutText(Language language, const std::vector<const analysis::v1::Step*>& steps);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_LEFT_OUT_H_
