#ifndef SERVICES_REPORT_STORY_CODE_COMMENTS_H_
#define SERVICES_REPORT_STORY_CODE_COMMENTS_H_

// What authors say in the code about why it is as it is, for changes whose description says
// nothing. Pure.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

struct CodeComment {
  std::string text;               // One line of plain text.
  change::v1::SourceRange range;  // Of the statement that it belongs to.
};

struct CodeComments {
  std::vector<CodeComment> added;  // On new code.
  std::vector<CodeComment> gone;   // On code that is removed; none that is still said elsewhere.
};

// Comments of the changed functions outside of tests that say more than what the code does: those
// first that give a reason, then by the importance of the function. At most `limit` of each.
CodeComments TellingComments(const analysis::v1::ChangeModel& model, size_t limit);

// "A comment in the new code says (`a.py:3`): “…”.", one sentence for each.
std::vector<std::string> CommentSentences(Language language, const CodeComments& comments);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_CODE_COMMENTS_H_
