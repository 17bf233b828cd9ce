#ifndef ANALYZERS_EXTENSIONS_NATIVE_PATHS_H_
#define ANALYZERS_EXTENSIONS_NATIVE_PATHS_H_

// How execution gets from a binding to C++ functions and kernels, by calls and launches.
//
//   for (const NativePath& path : FindNativePaths(extensions, {"csrc/scale.cu:scale_kernel"}))
//
// A call by a name that several functions of the repository have leads to those of the caller's
// own file, else nowhere. Bounded: kMaxLevels calls, and names that everybody calls lead nowhere.

#include <string>
#include <vector>

#include "analyzers/extensions/extensions.h"

namespace allreview::extensions {

struct NativeStep {
  FoundFunction function;
  int call_line = 0;  // Where it calls or launches the next one; 0: it is the last.
  bool is_launch = false;
};

struct NativePath {
  const Bound* bound = nullptr;
  std::vector<NativeStep> steps;  // The bound function first, the target last.
};

struct NativeTarget {
  std::string path, simple_name;
  int line = 0;  // Of the function.
};

inline constexpr int kMaxLevels = 6;

// The shortest for each target that a binding leads to, after the change; in the order of targets.
std::vector<NativePath> FindNativePaths(Extensions& extensions,
                                        const std::vector<NativeTarget>& targets);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_NATIVE_PATHS_H_
