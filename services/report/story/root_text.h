#ifndef SERVICES_REPORT_STORY_ROOT_TEXT_H_
#define SERVICES_REPORT_STORY_ROOT_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "review/language/phrase.h"

namespace allreview::report {

// What CallPath.root_kind means, for brackets behind a name: "train-step" is "a training step".
// Kinds that are not known come back in code spans.
std::string RootText(Language language, absl::string_view root_kind);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_ROOT_TEXT_H_
