#ifndef ANALYZERS_BUILD_FILES_MAKEFILE_H_
#define ANALYZERS_BUILD_FILES_MAKEFILE_H_

// Rules, lists and commands of a makefile.
//
//   Makefile file = ReadMakefile("ops.so: ops.cu\n\tnvcc -o $@ $<\n");
//   file.needed[0].text    ->  "ops.cu"
//   file.targets           ->  {"ops.so"}
//   file.commands[0].text  ->  "nvcc -o $@ $<"
//
// https://www.gnu.org/software/make/manual/make.html. Variables are not expanded, all branches of
// conditions are read, and what `define` holds is passed over. Pure; linear in the text.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::build_files {

struct MakeText {
  std::string text;
  int line = 0;
};

struct Makefile {
  std::set<std::string, std::less<>> targets;  // "all", "ops.so", "%.o"
  // Prerequisites of rules and words of lists, without variables and patterns; no flags.
  std::vector<MakeText> needed;
  std::vector<MakeText> commands;  // Continued lines among them.
  int error_line = 0;              // Where a `define` begins that never ends; 0: none.

  // Some rule may make it.
  bool Makes(absl::string_view name) const;
};

bool IsMakefilePath(absl::string_view path);
Makefile ReadMakefile(absl::string_view text);

}  // namespace allreview::build_files

#endif  // ANALYZERS_BUILD_FILES_MAKEFILE_H_
