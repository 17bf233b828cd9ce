#include "gateway/web/change_parts.h"

#include <optional>

#include "base/hash.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"
#include "review/labels.h"

namespace allreview::web {

using change::v1::FileEntry;
using diff::v1::DiffFile;

bool IsShownOnDemand(const DiffFile& file) {
  switch (file.file_class()) {
    case change::v1::FILE_CLASS_DATA:
    case change::v1::FILE_CLASS_GENERATED:
    case change::v1::FILE_CLASS_VENDORED:
    case change::v1::FILE_CLASS_LOCK:
      return true;
    default:
      return false;
  }
}

absl::string_view StatusWord(const FileEntry& entry) {
  switch (entry.status()) {
    case change::v1::FILE_STATUS_ADDED:
      return "added";
    case change::v1::FILE_STATUS_DELETED:
      return "deleted";
    case change::v1::FILE_STATUS_RENAMED:
      return "renamed";
    case change::v1::FILE_STATUS_COPIED:
      return "copied";
    case change::v1::FILE_STATUS_TYPE_CHANGED:
      return "type changed";
    default:
      return "modified";
  }
}

std::string KeyOf(const DiffFile& file) {
  Sha256 hash;
  hash.Update(file.entry().new_path());
  for (const diff::v1::Hunk& hunk : file.hunks()) hash.Update(hunk.text());
  return hash.Finish().substr(0, 16);
}

Html Gone(const PushStory& story) {
  Html items;
  for (const finding::v1::Finding* finding : story.fixed) {
    items +=
        El("li", {Chip(LabelOf(*finding)), " ",
                  finding->title().empty() ? Join({finding->rule_id()}) : Prose(finding->title()),
                  " ", El("span", {Class("where"), Place(finding->range())})});
  }
  if (items.is_empty()) return Html();
  return El("details", {Class("gone"),
                        El("summary", {Plural(static_cast<int64_t>(story.fixed.size()), "finding"),
                                       " fixed since the push before"}),
                        El("ul", {items})});
}

Html MissingDiff(const review::v1::StoredReview& review) {
  if (!review.diff().empty()) return Html();
  const std::optional<Url> github = Url::External(review.summary().url());
  const Html advice =
      github.has_value() ? Join({" Read it ", El("a", {Href(*github), "where it comes from"}), "."})
                         : Html();
  if (review.diff_bytes() == 0)
    return EmptyState(
        "No changes are stored",
        El("p", {"The review has no diff: it stopped before reading it, or the change is empty.",
                 advice}));
  return EmptyState("The diff is too large to be kept",
                    El("p", {"It has ", Grouped(review.diff_bytes()),
                             " bytes. Findings are listed below with their places.", advice}));
}

Html Diagnostics(const ParsedDiff& diff) {
  Html items;
  for (const change::v1::Diagnostic& diagnostic : diff.diagnostics) {
    items +=
        El("li", {diagnostic.path(), diagnostic.path().empty() ? "" : ": ", diagnostic.message()});
  }
  if (items.is_empty()) return Html();
  return El("div", {Class("reason"), El("p", {"Parts of the diff could not be read:"}),
                    El("ul", {items})});
}

}  // namespace allreview::web
