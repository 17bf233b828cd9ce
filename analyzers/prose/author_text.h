#ifndef ANALYZERS_PROSE_AUTHOR_TEXT_H_
#define ANALYZERS_PROSE_AUTHOR_TEXT_H_

// Reads what an author wrote about a change: the body of a pull request or of commits.
//
//   AuthorText text = ReadAuthorText(body);
//   // {{"Adds a router.", "Summary", kWhat}, {"Tokens were dropped.", "Motivation", kWhy}}
//
// Templates, checklists, HTML, code, tables, images, texts of bots and trailers ("Signed-off-by:
// …") are not information about this change and are skipped. A sentence belongs to the section that
// it stands in ("Why", "Motivation", "Implementation"…); outside of such sections its words decide:
// one that gives a reason ("because", "otherwise", "so that"…) is a reason. Nothing is rephrased.
// Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::prose {

enum class Role {
  kWhat,         // The change.
  kWhy,          // The problem, or the reason.
  kHow,          // The way it is done.
  kAlternative,  // What was not done, or what the way costs.
  kTest,         // How it was tried.
  kRisk,         // Limits, follow-ups, compatibility.
};

// One line of plain text: Markdown emphasis and links are taken off, code spans stay.
struct AuthorSentence {
  std::string text;
  std::string section;  // Heading that it stands under; empty: none.
  Role role = Role::kWhat;
};

struct AuthorText {
  std::vector<AuthorSentence> sentences;  // In the order of the text.
  std::vector<std::string> issues;        // As ClosedIssues.
};

AuthorText ReadAuthorText(absl::string_view body);

// "#12", "owner/name#12" that the text says it closes, each once, in the order of the text.
std::vector<std::string> ClosedIssues(absl::string_view text);

// Sentences of one paragraph. "e.g. x", "1.5" and "torch.nn" hold no end of a sentence.
std::vector<std::string> SplitSentences(absl::string_view paragraph);

}  // namespace allreview::prose

#endif  // ANALYZERS_PROSE_AUTHOR_TEXT_H_
