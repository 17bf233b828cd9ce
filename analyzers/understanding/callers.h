#ifndef ANALYZERS_UNDERSTANDING_CALLERS_H_
#define ANALYZERS_UNDERSTANDING_CALLERS_H_

// Where a line of a file calls something, for those who know the line from elsewhere.

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

// Instructions that call on that line: those of that name, if there are any. Each with its code.
std::vector<std::pair<CodeRef, uint32_t>> CallsOnLine(const Program& program, uint32_t file,
                                                      int line, absl::string_view name);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_CALLERS_H_
