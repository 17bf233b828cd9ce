#ifndef SERVICES_REPORT_DOCUMENTS_EMPTY_SECTIONS_H_
#define SERVICES_REPORT_DOCUMENTS_EMPTY_SECTIONS_H_

// Sections that a document has nothing for, in one line: `gateway/document_check` reads it, too.
// Titles without marks, "4.3 Data Flow". Ends in LF; empty: no title. Pure.

#include <string>
#include <vector>

#include "review/language/phrase.h"

namespace allreview::report {

// There is nothing to say.
std::string NothingUnder(Language language, const std::vector<std::string>& titles);

// Nobody read what would belong there.
std::string UnknownUnder(Language language, const std::vector<std::string>& titles);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_EMPTY_SECTIONS_H_
