#include "services/analysis/patched_content.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/diff/apply_hunks.h"
#include "base/hash.h"
#include "services/analysis/blob_id.h"

namespace allreview::analysis {
namespace {

constexpr absl::string_view kPlainDiff = "make the patch again with `git diff` and leave it as is";

// Why the hunks cannot be relied upon at all; empty: they can.
absl::string_view WhyNot(const diff::v1::DiffFile& file) {
  if (file.parents() > 1) {
    return "the combined diff of a merge leaves hunks out; review `git diff MERGE^1 MERGE`";
  }
  if (file.is_binary() || file.is_text_omitted() || file.hunks_size() < file.hunk_count()) {
    return "the text of its hunks is not there";
  }
  return "";
}

absl::Status Misfit(const diff::v1::DiffFile& file, absl::string_view why) {
  const std::string where =
      file.first_input_line() == 0
          ? ""
          : absl::StrCat(" (its diff begins at line ", file.first_input_line(), " of the patch)");
  return absl::FailedPreconditionError(absl::StrCat(why, where, "; ", kPlainDiff));
}

}  // namespace

absl::StatusOr<std::string> MakeVersion(const diff::v1::DiffFile& file, change::Side wanted,
                                        absl::string_view other) {
  if (const absl::string_view why = WhyNot(file); !why.empty()) {
    return absl::FailedPreconditionError(why);
  }
  std::vector<diff::HunkText> hunks;
  for (const diff::v1::Hunk& hunk : file.hunks()) {
    hunks.push_back({.old_start = hunk.old_start(),
                     .old_lines = hunk.old_lines(),
                     .new_start = hunk.new_start(),
                     .new_lines = hunk.new_lines(),
                     .body = hunk.text()});
  }
  const bool is_new_wanted = wanted == change::Side::kRight;
  absl::StatusOr<std::string> content =
      is_new_wanted ? diff::ApplyHunks(other, hunks) : diff::RevertHunks(other, hunks);
  if (!content.ok()) return Misfit(file, content.status().message());
  const std::string& id = is_new_wanted ? file.entry().new_blob_id() : file.entry().old_blob_id();
  if (!id.empty() && !IsBlobIdOf(id, *content)) {
    return Misfit(file, absl::StrCat("they make blob ", GitBlobId(*content).substr(0, id.size()),
                                     ", the patch names ", id));
  }
  return content;
}

}  // namespace allreview::analysis
