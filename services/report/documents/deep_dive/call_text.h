#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CALL_TEXT_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CALL_TEXT_H_

// Messages of a sequence diagram. Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report::deep_dive {

// "run(…)"
std::string NameText(absl::string_view callee);
// One line of code as the message; else the name of what is called.
std::string CallText(absl::string_view code, absl::string_view callee);
// The `else`, `elif` or `except` around the step of that index, by its own; "": none.
std::string WayAround(const analysis::v1::FunctionStory& story, int i);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CALL_TEXT_H_
