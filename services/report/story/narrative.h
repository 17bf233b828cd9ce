#ifndef SERVICES_REPORT_STORY_NARRATIVE_H_
#define SERVICES_REPORT_STORY_NARRATIVE_H_

// What a function does in words, beyond its pseudo-code: the author's own account, what its new
// code is, and what tests say of its state.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// The docstring's account as a quote; empty: there is none, or it says no more than the name.
std::string AccountMarkdown(const analysis::v1::ChangeModel& model,
                            const analysis::v1::ChangedSymbol& symbol);

// A list in the order of the lines:
//
//   - line 213, if `self.training`: `alpha` is the (`k` + 1)-th largest of …
//
// Empty: nothing is known.
std::string NarrativeMarkdown(Language language, const analysis::v1::ChangeModel& model,
                              const analysis::v1::FunctionStory& story);

// Whether something is known that the list would say.
bool HasNarrative(const analysis::v1::ChangeModel& model, const std::string& id);

// The same for comments in code, without what tests say. Plain text.
struct LineNote {
  change::v1::SourceRange place;
  std::string text;
};
std::vector<LineNote> LineNotes(Language language, const analysis::v1::ChangeModel& model,
                                const std::string& id);

// Whether a statement of KIND_ALGORITHM tells more than that ordinary code is there.
bool IsNotable(const analysis::v1::ChangeStatement& statement);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_NARRATIVE_H_
