#ifndef SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_
#define SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_

// A review in another language than the one that its services speak.
//
//   Assembly chinese = LocalizedTo(Language::kChinese, assembly);
//
// What is said otherwise and what stays: review/localize.h. Comments are made anew, but for those
// of the team's language, which a finished review has. Documents translate their own words. Pure.

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// Whether it is so already.
bool IsIn(Language language, const Assembly& assembly);

Assembly LocalizedTo(Language language, Assembly assembly);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_
