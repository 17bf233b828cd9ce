#ifndef SERVICES_REPORT_DOCUMENTS_COMMANDS_H_
#define SERVICES_REPORT_DOCUMENTS_COMMANDS_H_

// What to run for a change: the repository's own commands with only the changed files.

#include <string>

#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A title and a list in the order install, format, lint, test, with how the change is to be
// submitted in its last line. Empty: nothing is known.
std::string CommandsMarkdown(Language language, const review::v1::Review& review);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_COMMANDS_H_
