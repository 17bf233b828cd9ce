#ifndef ANALYZERS_PATHS_GLOB_H_
#define ANALYZERS_PATHS_GLOB_H_

#include "absl/strings/string_view.h"

namespace allreview::paths {

// Whether the whole path fits: "*" is any part of one name, "**" any number of folders, "?" one
// character; "megatron/" means everything below the folder. Takes time by the product of the
// lengths at most.
bool FitsGlob(absl::string_view glob, absl::string_view path);

}  // namespace allreview::paths

#endif  // ANALYZERS_PATHS_GLOB_H_
