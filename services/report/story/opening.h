#ifndef SERVICES_REPORT_STORY_OPENING_H_
#define SERVICES_REPORT_STORY_OPENING_H_

// What every document of a change opens with, in the same words: what it does, why, and how. Pure;
// Markdown sentences, each with its end.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {

class Opening {
 public:
  // Borrows the review.
  Opening(Language language, const review::v1::Review& review);

  // The title, without numbers that a forge adds; empty: there is none.
  std::string Title() const;
  // The title, what a feature brings by its own account, and the one or two effects that matter
  // most; never empty.
  std::string What() const;
  // What() without the title; empty: nothing is known.
  std::string MainEffect() const;
  // At most `limit` sentences of authors: of the change, else of what switches it on, else of the
  // code that carries it; then the issues that it closes. Empty: nobody says why.
  std::string Why(size_t limit) const;
  // Two to four steps: decisions of authors, then effects that What() does not tell and new
  // definitions by their own account, in the order in which they run. May be empty.
  std::vector<std::string> How() const;

  // Which ways authors say that they chose, but for what Why() tells.
  std::vector<std::string> Decisions() const;
  // That Why() tells, and others of the kind: what the author says, and what is written beside the
  // code that the change is about.
  SaidSentences Reasons(size_t limit) const;

 private:
  // That What() tells.
  Statements MainEffects() const;
  // Ids of what the change is about, as far as that is known.
  std::set<std::string> Points() const;
  // What the change is for where nobody gives a reason.
  std::string Accounts() const;
  std::string SettingText() const;
  // New definitions, else those that are gone.
  std::string NamesText() const;
  std::string CommentText() const;
  // New ones with a docstring, the most telling first.
  std::vector<const analysis::v1::ChangedSymbol*> NewDefinitions(size_t limit) const;
  // New modules by their classes and what answers requests.
  std::string ModulesText() const;
  bool IsHelper(const analysis::v1::ChangedSymbol& symbol) const;
  std::string DefinitionText(const analysis::v1::ChangedSymbol& symbol) const;
  // The public one that tells of a feature more than any effect does; nullptr: none.
  const analysis::v1::ChangedSymbol* Headline() const;

  const Language language_;
  const review::v1::Review& review_;
};

// Whether a docstring says something that the name does not.
bool SaysMoreThanName(absl::string_view name, absl::string_view doc);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_OPENING_H_
