#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_EXPLANATION_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_EXPLANATION_H_

#include <string>

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// A post that lets another developer understand a change without its diff: problem and solution, a
// walk along the path of execution with pseudo-code and diagrams, what changes for users, how it is
// tested, and what to watch out for. Sections that have nothing to say are absent.
std::string RenderExplanation(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_EXPLANATION_H_
