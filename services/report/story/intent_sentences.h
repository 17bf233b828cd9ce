#ifndef SERVICES_REPORT_STORY_INTENT_SENTENCES_H_
#define SERVICES_REPORT_STORY_INTENT_SENTENCES_H_

// What authors say around the change, in their words, most telling first. Pure.
//
//   for (const Sentence* why : ReasonsIn(review.model())) text += SaidMarkdown(language, *why);
//   // "Two groups that differ only in `max_lr` collide (`a/optimizer.py:104`)."

#include <initializer_list>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

using SaidSentences = std::vector<const analysis::v1::Sentence*>;

// Sentences with at least one of the roles; those of tests only when there are no others.
SaidSentences SentencesWith(const analysis::v1::ChangeModel& model,
                            std::initializer_list<analysis::v1::Sentence::Role> roles);

// What goes wrong, or went wrong, and why something is done; where nobody tells, which way was
// chosen. First what the author says of the change, then what modules say of themselves.
SaidSentences ReasonsIn(const analysis::v1::ChangeModel& model);
// Which way was chosen.
SaidSentences DecisionsIn(const analysis::v1::ChangeModel& model);
// Ways that were not taken; without what the first reasons tell.
SaidSentences AlternativesIn(const analysis::v1::ChangeModel& model);

// Whether an author could have told a reason, and nothing but the title tells anything.
bool LacksReason(const review::v1::Review& review);
// What the change is and how it is done, where nobody tells why; those of the author first.
SaidSentences AccountsIn(const analysis::v1::ChangeModel& model);

// The first sentences that new lines of the documentation say of the change, with their place;
// empty: none, or only entries of a list of changes.
std::string DocumentedMarkdown(Language language, const analysis::v1::ChangeModel& model);

// Code spans as Markdown has them: authors of docstrings write ``x`` and :class:`x`.
std::string CodeAsMarkdown(absl::string_view text);

// A sentence with its place, and that the old code says it where it does.
std::string SaidMarkdown(Language language, const analysis::v1::Sentence& sentence);

// It ends as a sentence does: a bullet or the title of a commit names a part of the change, not
// what it is for.
bool IsWhole(const analysis::v1::Sentence& sentence);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_INTENT_SENTENCES_H_
