#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_ONE_LINE_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_ONE_LINE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

// Code on one line without what formatters put between brackets and a broken line, cut between
// characters.
std::string OneLine(absl::string_view code, size_t max_bytes = 160);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_ONE_LINE_H_
