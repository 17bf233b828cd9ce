#ifndef SERVICES_REPORT_DOCUMENTS_SUMMARY_H_
#define SERVICES_REPORT_DOCUMENTS_SUMMARY_H_

// The first section of a review: conclusion, what, why, how, what must be fixed and looked at, then
// scope, complexity, structure, tests.

#include <string>

#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Body of the section, without its heading.
std::string SummaryMarkdown(Language language, const review::v1::Review& review);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_SUMMARY_H_
