#ifndef ANALYZERS_INTENT_AUTHOR_TEXT_H_
#define ANALYZERS_INTENT_AUTHOR_TEXT_H_

// Reads what an author wrote about a change: the body of a pull request or of commits, or a guide
// in Markdown.
//
//   AuthorText text = ReadAuthorText(body);
//   // {{"Adds a router.", "Summary", kWhat}, {"Tokens were dropped.", "Motivation", kWhy}}
//
// Templates, checklists, HTML, code, tables, images, texts of bots and trailers ("Signed-off-by:
// …") are not information about this change and are skipped. A sentence belongs to the section that
// it stands in ("Why", "Motivation", "Implementation"…); outside of such sections its roles decide.
// Nothing is rephrased. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/roles.h"

namespace allreview::intent {

// Of the story that documents tell.
enum class Part {
  kWhat,         // The change.
  kWhy,          // The problem, or the reason.
  kHow,          // The way it is done.
  kAlternative,  // What was not done.
  kTest,         // How it was tried.
  kRisk,         // Limits, follow-ups, compatibility.
};

// The part that a sentence of these roles tells. "Fix the router." says what the change is.
Part PartOf(absl::string_view sentence, Roles roles);

// One line of plain text: Markdown emphasis and links are taken off, code spans stay.
struct AuthorSentence {
  std::string text;
  std::string section;  // Heading that it stands under; empty: none.
  Part part = Part::kWhat;
  Roles roles = {};
  int line = 0;  // Of the body, 1-based.
};

struct AuthorText {
  std::vector<AuthorSentence> sentences;  // In the order of the text.
  std::vector<std::string> issues;        // As ClosedIssues.
};

AuthorText ReadAuthorText(absl::string_view body, Voice voice = Voice::kChange);

// "#12", "owner/name#12" that the text says it closes, each once, in the order of the text.
std::vector<std::string> ClosedIssues(absl::string_view text);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_AUTHOR_TEXT_H_
