#ifndef ANALYZERS_PLAYBOOK_FOLDERS_H_
#define ANALYZERS_PLAYBOOK_FOLDERS_H_

// What a newcomer to a folder of the package needs: the document that explains it, and its tests.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {

struct FolderGuide {
  std::string document;  // Its README, else the one that names its files most often; may be empty.
  std::string tests;     // "tests/unit/moe/" or "tests/test_moe*.py"; empty: not known.
};

FolderGuide GuideOf(const View& view, absl::string_view folder);

// Folders of the package by their number of files, largest first.
std::vector<std::string> LargestFolders(const View& view);

// Documents that say how something must be done ("…_CONVENTIONS.md"), and what for.
struct NamedGuide {
  std::string path, purpose;
  int line = 0;
};
std::vector<NamedGuide> ConventionFiles(const View& view);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_FOLDERS_H_
