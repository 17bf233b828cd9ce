#ifndef SERVICES_REPORT_DOCUMENTS_HOUSE_H_
#define SERVICES_REPORT_DOCUMENTS_HOUSE_H_

// What the repository asks of new code, and how a change does by it.

#include <string>

#include "proto/analysis/v1/house.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A title, the table of rules, and where the repository's own texts disagree. Checks that found
// nothing are shown, too: readers trust what they see was looked at. Empty: nothing is asked.
std::string HouseMarkdown(Language language, const analysis::v1::HouseRules& house);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_HOUSE_H_
