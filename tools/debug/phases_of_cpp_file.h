#ifndef TOOLS_DEBUG_PHASES_OF_CPP_FILE_H_
#define TOOLS_DEBUG_PHASES_OF_CPP_FILE_H_

// What can be printed of a C, C++ or CUDA file, which is looked at alone.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/unit.h"

namespace allreview::debug {

struct PhaseOfCppFile {
  absl::string_view name;
  absl::string_view what;
  std::string (*print)(const cpp::Unit& unit);
};

const std::vector<PhaseOfCppFile>& PhasesOfCppFile();

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_PHASES_OF_CPP_FILE_H_
