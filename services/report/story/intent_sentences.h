#ifndef SERVICES_REPORT_STORY_INTENT_SENTENCES_H_
#define SERVICES_REPORT_STORY_INTENT_SENTENCES_H_

// What the author says about the change, in the author's words. Pure.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Sentences of one role, in the order of the text, each as one line of plain text with code spans.
// Without sentences in the model: those of the description that stand in a section of that role.
std::vector<std::string> SentencesOf(const review::v1::Review& review,
                                     analysis::v1::Sentence::Role role);

// Where they stand: "the description of the pull request", "the message of the commit".
absl::string_view SourceOfSentences(Language language, const change::v1::ChangeInfo& change);

// The author's words as quotes: "> sentence\n", at most `limit`; the rest is counted. Empty: none.
std::string QuotesMarkdown(Language language, const std::vector<std::string>& sentences,
                           size_t limit);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_INTENT_SENTENCES_H_
