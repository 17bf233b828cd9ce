#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_DEEP_DIVE_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_DEEP_DIVE_H_

#include <string>

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// Seven sections for whoever must understand the implementation of a change: summary, before and
// after, rationale, execution path, modules, risks, reference. Markdown.
std::string RenderDeepDive(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_DEEP_DIVE_H_
