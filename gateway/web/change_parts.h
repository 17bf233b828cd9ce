#ifndef GATEWAY_WEB_CHANGE_PARTS_H_
#define GATEWAY_WEB_CHANGE_PARTS_H_

// Parts of the tab "Changes" that need nothing of the rest. Internal to change_page.cc.

#include <string>

#include "absl/strings/string_view.h"
#include "gateway/web/html.h"
#include "gateway/web/parsed_diff.h"
#include "gateway/web/push_story.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::web {

// Text that people seldom read, so it waits until somebody asks.
bool IsShownOnDemand(const diff::v1::DiffFile& file);

// "added"
absl::string_view StatusWord(const change::v1::FileEntry& entry);

// The same for the same change of a file, so that a push that leaves it alone keeps it viewed.
std::string KeyOf(const diff::v1::DiffFile& file);

// Findings of the push before that this one does not have.
Html Gone(const PushStory& story);

// Why there is no diff; nothing where there is one.
Html MissingDiff(const review::v1::StoredReview& review);

Html Diagnostics(const ParsedDiff& diff);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_CHANGE_PARTS_H_
