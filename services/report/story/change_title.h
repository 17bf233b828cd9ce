#ifndef SERVICES_REPORT_STORY_CHANGE_TITLE_H_
#define SERVICES_REPORT_STORY_CHANGE_TITLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::report {

// Without tags and kinds in front ("[core]", "feat(router):"), numbers behind and its period.
// Empty: there is none, or it is that of a merge.
std::string TitleOf(const change::v1::ChangeInfo& change);

// Without the "(#12)" that forges put behind a title, and without its period.
std::string WithoutNumbers(std::string title);

// How many words of a name stand in the title: 1 of "TokenRouter" in "Add a router".
int WordsInTitle(absl::string_view title, absl::string_view name);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_CHANGE_TITLE_H_
