#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_INPUT_CHECKS_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_INPUT_CHECKS_H_

// Whether a function turns bad arguments away before it does anything.

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

// An assert or a raise behind an `if` at the start of the function, about one of its parameters.
// An `else`, a handler, or a check of the object's own state is none.
bool IsInputCheck(const analysis::v1::FunctionStory& story,
                  const analysis::v1::Condition& condition);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_INPUT_CHECKS_H_
