#ifndef SERVICES_REPORT_ASSEMBLY_COMMENTS_H_
#define SERVICES_REPORT_ASSEMBLY_COMMENTS_H_

// Review comments: what is posted beside the code, ready to paste.

#include <optional>
#include <string>
#include <vector>

#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/assembly/anchors.h"
#include "services/report/assembly/suggestion.h"

namespace allreview::report {

// GitHub accepts 65,536 characters; the rest is room for a publisher's marker.
inline constexpr size_t kMaxCommentBytes = 60'000;

// Nothing when the change does not contain any file that the finding could be pinned to.
std::optional<review::v1::ReviewComment> MakeComment(Language language,
                                                     const finding::v1::Finding& finding,
                                                     const AnchorMap& anchors,
                                                     const SourceLines& lines);

// One comment for each finding that is shown in full, grouped by path, then by line.
std::vector<review::v1::ReviewComment> MakeComments(Language language,
                                                    const review::v1::Review& review,
                                                    const SourceLines& lines);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_COMMENTS_H_
