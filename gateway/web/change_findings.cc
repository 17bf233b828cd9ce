#include "gateway/web/change_findings.h"

#include <algorithm>

namespace allreview::web {

std::vector<PlacedFinding> PlaceFindings(const review::v1::Review& review, const ParsedDiff& diff) {
  std::map<std::string, int> files;
  for (size_t i = 0; i < diff.files.size(); ++i) {
    const change::v1::FileEntry& entry = diff.files[i].entry();
    files.emplace(entry.new_path(), i);
    // Findings about what is gone stand on the old path.
    files.emplace(entry.old_path(), i);
  }
  std::map<std::string, const review::v1::ReviewComment*> comments;
  for (const review::v1::ReviewComment& comment : review.comments()) {
    if (!comment.fingerprint().empty()) comments.emplace(comment.fingerprint(), &comment);
  }
  std::vector<PlacedFinding> placed;
  for (const finding::v1::Finding& finding : review.findings()) {
    PlacedFinding place = {
        .finding = &finding,
        .side = finding.range().side(),
        .line = std::max(finding.range().first_line(), finding.range().end_line() - 1)};
    std::string path = finding.range().path();
    const auto comment = comments.find(finding.fingerprint());
    if (comment != comments.end()) {
      place.comment = comment->second;
      place.side = comment->second->side();
      place.line = comment->second->line();
      path = comment->second->path();
    }
    if (place.side != change::v1::SIDE_LEFT) place.side = change::v1::SIDE_RIGHT;
    const auto file = files.find(path);
    if (file != files.end()) place.file = file->second;
    placed.push_back(place);
  }
  return placed;
}

}  // namespace allreview::web
