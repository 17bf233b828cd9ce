#ifndef GATEWAY_DOCUMENT_CHECK_DIAGRAMS_H_
#define GATEWAY_DOCUMENT_CHECK_DIAGRAMS_H_

// Has mermaid itself read the diagrams of a document. Needs node.
//
//   ASSIGN_OR_RETURN(std::vector<Fault> faults, CheckDiagrams(markdown, control));
//
// Writes the script to a temporary folder and removes it again.

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "gateway/document_check/check.h"

namespace allreview::document_check {

// A fault for each diagram that mermaid refuses. kFailedPrecondition: there is no node. Nothing is
// run for a document without diagrams.
absl::StatusOr<std::vector<Fault>> CheckDiagrams(absl::string_view markdown,
                                                 const CallControl& control);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_DIAGRAMS_H_
