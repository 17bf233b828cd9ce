#ifndef SERVICES_REPORT_ASSEMBLY_DESCRIPTION_H_
#define SERVICES_REPORT_ASSEMBLY_DESCRIPTION_H_

// Reads what an author wrote about a change: the body of a pull request or of commits.
//
//   Description description = ReadDescription(body);
//   // {.what = {"Adds a router."}, .why = {"Tokens were dropped."}, .how = {}}
//
// As analyzers/intent/author_text.h reads it, in the three lists that reviews tell: how a change
// was tried is left out. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"

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

// Reads the body of the pull request; where that says nothing, the messages of the commits.
Description DescriptionOf(const change::v1::ChangeInfo& change);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_DESCRIPTION_H_
