#ifndef SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PLAYBOOK_H_
#define SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PLAYBOOK_H_

// The playbook: what a repository asks of whoever works on it, in ten sections, then what
// contradicts itself and what is stale. Every statement names its source.

#include <string>

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

std::string RenderPlaybook(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PLAYBOOK_H_
