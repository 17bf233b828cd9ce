#ifndef SERVICES_REPORT_DESCRIPTION_H_
#define SERVICES_REPORT_DESCRIPTION_H_

// Reads what an author wrote about a change: the body of a pull request or of commits.
//
//   Description description = ReadDescription(body);
//   // {.what = {"Adds a router."}, .why = {"Tokens were dropped."}, .how = {}}
//
// Templates, checklists, HTML, code, tables, images and trailers ("Signed-off-by: …") are not
// information about this change and are skipped. A sentence belongs to the section it stands in
// ("Why", "Motivation", "Implementation"…); outside of such sections one that gives a reason
// ("because", "otherwise", "so that"…) is a reason. Nothing is rephrased. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::report {

// Sentences in the order of the text, as one line of plain text each: Markdown emphasis and links
// are taken off, code spans stay.
struct Description {
  std::vector<std::string> what;
  std::vector<std::string> why;
  std::vector<std::string> how;
  std::vector<std::string> issues;  // "#12", "owner/name#12", that the text says it closes.
};

Description ReadDescription(absl::string_view body);

// Sentences of one paragraph. "e.g. x", "1.5" and "torch.nn" hold no end of a sentence.
std::vector<std::string> SplitSentences(absl::string_view paragraph);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DESCRIPTION_H_
