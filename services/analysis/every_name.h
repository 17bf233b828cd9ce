#ifndef SERVICES_ANALYSIS_EVERY_NAME_H_
#define SERVICES_ANALYSIS_EVERY_NAME_H_

#include <string>
#include <vector>

namespace allreview::analysis {

// Suffixes that ask a RepositoryReader for every name of a tree: also those of symbolic links and
// submodules, which are no source and in no other listing. The empty one alone means all files.
inline const std::vector<std::string>& EveryName() {
  static const auto* const suffixes = new std::vector<std::string>{"", "/"};
  return *suffixes;
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_EVERY_NAME_H_
