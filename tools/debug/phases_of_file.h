#ifndef TOOLS_DEBUG_PHASES_OF_FILE_H_
#define TOOLS_DEBUG_PHASES_OF_FILE_H_

// Phases that look at one Python file.
//
//   for (const PhaseOfFile& phase : PhasesOfFile()) { … phase.print(*file) … }

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/debug/file_in_repository.h"

namespace allreview::debug {

struct PhaseOfFile {
  absl::string_view name;  // "tree".
  absl::string_view what;  // "the syntax tree".
  std::string (*print)(FileInRepository& file);
};

// In the order of the analysis.
const std::vector<PhaseOfFile>& PhasesOfFile();

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_PHASES_OF_FILE_H_
