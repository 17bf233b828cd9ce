#ifndef SERVICES_ANALYSIS_EVERY_NAME_H_
#define SERVICES_ANALYSIS_EVERY_NAME_H_

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace allreview::analysis {

// Suffixes that ask a RepositoryReader for every name of a tree: also those of symbolic links and
// submodules, which are no source and in no other listing. The empty one alone means all files.
inline const std::vector<std::string>& EveryName() {
  static const auto* const suffixes = new std::vector<std::string>{"", "/"};
  return *suffixes;
}

// A folder whose list could not be read stands in a list of files as "pkg/layers/". It is listed
// for those who look for modules, or for everything: that they cannot read it tells them that they
// do not know all.
inline bool IsUnlistedFolder(absl::string_view path) { return absl::EndsWith(path, "/"); }
inline bool MayBeInUnlistedFolder(const std::vector<std::string>& suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [](const std::string& suffix) { return suffix.empty() || suffix == ".py"; });
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_EVERY_NAME_H_
