#ifndef ANALYZERS_PLAYBOOK_GUIDE_FILES_H_
#define ANALYZERS_PLAYBOOK_GUIDE_FILES_H_

// Which files of a repository are guides for whoever changes it, and how much their words count.

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {

// Ranks from here on are of guides of the whole repository: AGENTS.md and what it links to,
// CONTRIBUTING.
inline constexpr int kGuideOfRepository = 32;
inline constexpr int kRankOfSkills = 16;
inline constexpr int kGuideOfEverybody = 40;  // What everybody, or every agent, reads first.

// 0: no guide for the repository as a whole; else how much its words count. By the path alone.
int GuideRank(absl::string_view path);

using RankedGuide = std::pair<int, const house::File*>;

// Best first; generated ones left out. Reads all texts: View::guides has the answer.
std::vector<RankedGuide> GuidesOf(const View& view);

// Some guide has one of the words; they stand between '|'.
bool GuidesMention(const View& view, absl::string_view words);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_GUIDE_FILES_H_
