#include "gateway/cli/fix_files.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/cli/review_json.h"

namespace allreview::cli {
namespace {

std::string CountOf(size_t count, absl::string_view one) {
  return absl::StrCat(count, " ", one, count == 1 ? "" : "s");
}

std::string Summary(const Fixes& fixes) {
  std::string text;
  for (const std::string& name : fixes.fixed) absl::StrAppend(&text, "fixed ", name, "\n");
  for (const std::string& name : fixes.left_out) absl::StrAppend(&text, "left out ", name, "\n");
  absl::StrAppend(&text, CountOf(fixes.fixed.size(), "finding"), " fixed in ",
                  CountOf(fixes.files.size(), "file"));
  if (!fixes.left_out.empty()) {
    absl::StrAppend(&text, ", ", fixes.left_out.size(), " left out; run it again for them");
  }
  return absl::StrCat(text, "\n");
}

}  // namespace

absl::StatusOr<std::string> FixFiles(absl::string_view review_json, const ReviewedFiles& files,
                                     const FixOptions& options) {
  ASSIGN_OR_RETURN(const review::v1::Review review, ReadReview(review_json));
  const auto on_disk = [&](const std::string& path, const std::string& blob_id) {
    return files.OnDisk(path, blob_id);
  };
  ASSIGN_OR_RETURN(const Fixes fixes, MakeFixes(review, {.contents = on_disk, .ids = options.ids}));
  if (!fixes.unread.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(fixes.unread[0].message(), "; nothing was changed"));
  }
  if (options.is_dry_run) return PatchOf(fixes);
  if (fixes.fixed.empty() && fixes.left_out.empty()) return std::string("nothing to fix\n");
  RETURN_IF_ERROR(files.Write(fixes.files));
  return Summary(fixes);
}

absl::StatusOr<Fixes> PatchFixes(const review::v1::Review& review, const ReviewedFiles& files) {
  return MakeFixes(review, {.contents = [&](const std::string& path, const std::string& blob_id) {
                     return files.Anywhere(path, blob_id);
                   }});
}

}  // namespace allreview::cli
