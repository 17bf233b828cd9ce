#ifndef SERVICES_REPORT_DIAGRAMS_CALL_LABEL_H_
#define SERVICES_REPORT_DIAGRAMS_CALL_LABEL_H_

// What the arrow of a call says beside that there is one. Pure.

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

// "in step()": the call stands in a function inside of the caller, which runs when that one is
// called. Empty: it stands in the caller itself.
std::string CallLabel(Language language, const ModelIndex& index, const analysis::v1::Edge& edge);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_CALL_LABEL_H_
