#ifndef SERVICES_REPORT_DOCUMENTS_REVIEW_H_
#define SERVICES_REPORT_DOCUMENTS_REVIEW_H_

// The review as Markdown, with six sections: summary, critical, suggestions, nitpicks, questions,
// comments. A scan has its own, services/report/documents/scan.h.

#include <string>

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

std::string RenderReview(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_REVIEW_H_
