#ifndef SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PHRASES_H_
#define SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PHRASES_H_

// The words for the statements of a playbook, by their ids (analyzers/playbook), and for what is
// around them. How a value is written follows from its name, see statement_text.h.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "review/language/phrase.h"

namespace allreview::report::playbook {

struct NamedPhrase {
  absl::string_view id;
  Phrase phrase;
};

absl::Span<const NamedPhrase> EnvironmentPhrases();
absl::Span<const NamedPhrase> CommandPhrases();
absl::Span<const NamedPhrase> ConventionPhrases();
absl::Span<const NamedPhrase> DomainPhrases();
absl::Span<const NamedPhrase> ProcessPhrases();  // Docs, tools, workflow, tests, speed, agents.
absl::Span<const NamedPhrase> RulePhrases();     // House rules, by topic; with {value}.
absl::Span<const NamedPhrase> TopicPhrases();    // Labels of groups of statements.
absl::Span<const NamedPhrase> SubjectPhrases();  // What contradictions are about.

// Null: there is none of that id.
const Phrase* FindPhrase(absl::Span<const NamedPhrase> phrases, absl::string_view id);
// In all tables of statements.
const Phrase* FindStatement(absl::string_view id);

}  // namespace allreview::report::playbook

#endif  // SERVICES_REPORT_DOCUMENTS_PLAYBOOK_PHRASES_H_
