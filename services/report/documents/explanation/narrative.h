#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_NARRATIVE_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_NARRATIVE_H_

// The changed statements of a function, told in blocks: a numbered list of Markdown.
//
//   1. **New**, `moe/router.py:91-94`, where `self.training` holds: sets `noise` to `randn_like(x)`
//      and adds …
//
// A block is a run of changed statements with no kept one between them; a new header and what it
// holds are one. What the author wrote above the code is quoted. Empty: nothing changed but noise.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::explanation {

std::string NarrativeMarkdown(Language language, const analysis::v1::FunctionStory& story,
                              size_t max_blocks);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_NARRATIVE_H_
