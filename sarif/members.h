#ifndef SARIF_MEMBERS_H_
#define SARIF_MEMBERS_H_

#include "absl/strings/string_view.h"

namespace allreview::sarif {

// Whether a member of a log is read; `owner` is the key under which its object stands.
bool IsWanted(absl::string_view owner, absl::string_view key);

}  // namespace allreview::sarif

#endif  // SARIF_MEMBERS_H_
