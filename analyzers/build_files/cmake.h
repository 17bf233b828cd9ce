#ifndef ANALYZERS_BUILD_FILES_CMAKE_H_
#define ANALYZERS_BUILD_FILES_CMAKE_H_

// The commands of a CMake file, in source order.
//
//   CMakeFile file = ReadCMake("add_library(ops SHARED ops.cu)  # kernels\n");
//   file.commands[0].name                ->  "add_library"
//   file.commands[0].arguments[2].text   ->  "ops.cu"
//
// Lists of sources are read from them:
//
//   for (const Source& source : SourcesIn(file)) ...   // {"ops.cu", 1}
//
// https://cmake.org/cmake/help/latest/manual/cmake-language.7.html. Variables are not expanded.
// Pure; linear in the text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::build_files {

struct CMakeArgument {
  std::string text;  // Without quotes and brackets.
  int line = 0;
};

struct CMakeCommand {
  std::string name;  // In lower case.
  int line = 0;
  std::vector<CMakeArgument> arguments;  // Parentheses among them are left out.
};

struct CMakeFile {
  std::vector<CMakeCommand> commands;
  int error_line = 0;  // Where a command, quote or bracket begins that never ends; 0: none.
};

CMakeFile ReadCMake(absl::string_view text);

// A C, C++ or CUDA source that a target or a list of the file names.
struct Source {
  std::string path;  // Relative to the folder of the file.
  int line = 0;
};

// Those without variables, but for the folder of the file itself; not what the file makes.
std::vector<Source> SourcesIn(const CMakeFile& file);

// Of sources that are compiled: ".cu", ".cpp"; no headers.
const std::vector<std::string>& SourceSuffixes();
bool IsSourceName(absl::string_view name);

}  // namespace allreview::build_files

#endif  // ANALYZERS_BUILD_FILES_CMAKE_H_
