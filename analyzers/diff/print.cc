#include <optional>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/headers.h"
#include "analyzers/diff/unified_diff.h"

namespace allreview::diff {
namespace {

void AppendHeader(const Diff& diff, const Hunk& hunk, std::string& out) {
  if (hunk.is_respelled) {
    absl::StrAppend(&out, diff.Header(hunk));
    return;
  }
  std::optional<absl::string_view> section;
  if (hunk.section_offset != 0) section = diff.Section(hunk);
  absl::StrAppend(&out, FormatHunkHeader({hunk.old_start, hunk.old_lines},
                                         {hunk.new_start, hunk.new_lines}, section));
}

}  // namespace

std::string Print(const Diff& diff) {
  absl::string_view text = diff.text();
  std::string out;
  out.reserve(text.size());
  size_t position = 0;
  auto append_up_to = [&](size_t end) {
    absl::StrAppend(&out, text.substr(position, end - position));
    position = end;
  };
  for (const File& file : diff.files()) {
    append_up_to(file.begin);
    for (const Hunk& hunk : diff.hunks(file)) {
      append_up_to(hunk.begin);
      AppendHeader(diff, hunk, out);
      absl::StrAppend(&out, diff.Body(hunk));
      position = hunk.end;
    }
    append_up_to(file.end);
  }
  append_up_to(text.size());
  return out;
}

}  // namespace allreview::diff
