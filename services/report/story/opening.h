#ifndef SERVICES_REPORT_STORY_OPENING_H_
#define SERVICES_REPORT_STORY_OPENING_H_

// What every document of a change opens with, in the same words: what it does, why, and how. Pure;
// Markdown sentences, each with its end.

#include <string>
#include <vector>

#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/intent_sentences.h"

namespace allreview::report {

class Opening {
 public:
  // Borrows the review.
  Opening(Language language, const review::v1::Review& review);

  // The title, without numbers that a forge adds; empty: there is none.
  std::string Title() const;
  // The title and the effect that matters most; never empty.
  std::string What() const;
  // What a feature brings, by its own account, or the effect that What() tells behind the title;
  // empty: none is known.
  std::string MainEffect() const;
  // At most `limit` sentences of authors; then the issues that it closes. Empty: nobody says why.
  std::string Why(size_t limit) const;
  // The decision behind it and the definitions that carry it, by their own account; else more
  // effects, or what the code says of itself. May be empty.
  std::vector<std::string> How() const;
  // Effects that What() does not tell.
  std::vector<std::string> OtherEffects(size_t limit) const;

 private:
  size_t EffectsTold() const;
  // That Why() tells.
  SaidSentences Reasons(size_t limit) const;
  // New ones with a docstring, the most telling first.
  std::vector<const analysis::v1::ChangedSymbol*> NewDefinitions(size_t limit) const;
  std::string DefinitionText(const analysis::v1::ChangedSymbol& symbol) const;
  // The public one that tells of a feature more than any effect does; nullptr: none.
  const analysis::v1::ChangedSymbol* Headline() const;

  const Language language_;
  const review::v1::Review& review_;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_OPENING_H_
