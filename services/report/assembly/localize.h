#ifndef SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_
#define SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_

// A review in another language than the one that its services speak.
//
//   Assembly chinese = LocalizedTo(Language::kChinese, assembly);
//
// Services send sentences in English and as codes (sentences/sentence.h). Here findings, their
// related places and evidence, reasons, diagnostics, missing parts, tests and house rules are said
// in the wanted language, and review comments are made anew. What somebody wrote (the description,
// rules of an organisation, reasons of suppressions) and sentences without a code, as in older
// records, stay. Ids, templates and parameters stay, too: machines compare them. Documents
// translate their own words. Pure.

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// English: the assembly as it is.
Assembly LocalizedTo(Language language, Assembly assembly);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_LOCALIZE_H_
