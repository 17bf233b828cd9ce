#ifndef SERVICES_REPORT_STORY_EXAMPLE_TEXT_H_
#define SERVICES_REPORT_STORY_EXAMPLE_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// The worked example of a changed function as Markdown: its inputs, and a table of what the steps
// come to, before and after. Empty: it has none.
std::string ExampleText(Language language, const analysis::v1::ChangeModel& model,
                        absl::string_view symbol);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_EXAMPLE_TEXT_H_
