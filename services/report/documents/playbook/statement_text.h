#ifndef SERVICES_REPORT_DOCUMENTS_PLAYBOOK_STATEMENT_TEXT_H_
#define SERVICES_REPORT_DOCUMENTS_PLAYBOOK_STATEMENT_TEXT_H_

// One statement of a playbook in words.
//
// How a value is written follows from its name: "files" and other nouns are counted things,
// "counted" a list of names with numbers behind them, "quote" is prose of the repository, "tool" a
// name; "code" is the value "value" as code; what is a number is a number; all else is code, a list
// of it one item on each line.

#include <string>

#include "proto/analysis/v1/playbook.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::playbook {

// Markdown, one line. A statement that this version has no words for is its id and values: nothing
// is lost, and nothing fails.
std::string StatementText(const analysis::v1::Statement& statement, Language language);

// " (`pyproject.toml:12`, 3 of 4)"; empty without any.
std::string SourceText(const google::protobuf::RepeatedPtrField<analysis::v1::Provenance>& places,
                       Language language);
std::string PlaceText(const analysis::v1::Provenance& place, Language language);

}  // namespace allreview::report::playbook

#endif  // SERVICES_REPORT_DOCUMENTS_PLAYBOOK_STATEMENT_TEXT_H_
