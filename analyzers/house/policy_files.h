#ifndef ANALYZERS_HOUSE_POLICY_FILES_H_
#define ANALYZERS_HOUSE_POLICY_FILES_H_

#include "absl/strings/string_view.h"
#include "analyzers/house/reading.h"

namespace allreview::house {

// By the reader for files of that path; empty for other files.
Reading ReadFile(const File& file);

// Lower numbers come first where two places of the same level disagree.
int PrecedenceOf(absl::string_view path);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_POLICY_FILES_H_
