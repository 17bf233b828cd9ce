#include "analyzers/other_tools/edits.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::other_tools {
namespace {

constexpr size_t kMaxInsertedBytes = 16 << 10;

// Sorted, disjoint, and each does something.
bool AreGood(std::vector<rules::Edit>& edits) {
  std::sort(edits.begin(), edits.end(), [](const rules::Edit& a, const rules::Edit& b) {
    return std::tie(a.path, a.first_byte, a.end_byte) < std::tie(b.path, b.first_byte, b.end_byte);
  });
  for (size_t i = 1; i < edits.size(); ++i) {
    const rules::Edit& before = edits[i - 1];
    if (before.path != edits[i].path) continue;
    const bool are_at_one_place = before.first_byte == edits[i].first_byte;
    if (edits[i].first_byte < before.end_byte || are_at_one_place) return false;
  }
  return !edits.empty();
}

// False: the replacement does not apply.
bool AddEdit(const sarif::Run& run, const sarif::Replacement& replacement,
             const ChangedPlaces::File& file, ChangedPlaces& places,
             std::vector<rules::Edit>& edits) {
  const FileText* const text = places.TextOf(file);
  if (text == nullptr || replacement.inserted.size() > kMaxInsertedBytes) return false;
  const std::optional<Bytes> bytes = text->BytesOf(replacement.deleted, run.are_columns_utf16);
  if (!bytes) return false;
  const absl::string_view old = text->content().substr(bytes->first, bytes->end - bytes->first);
  if (old != replacement.inserted) {
    edits.push_back({file.changed->path, bytes->first, bytes->end, replacement.inserted});
  }
  return true;
}

std::optional<std::vector<rules::Edit>> EditsOf(const sarif::Run& run, const sarif::Fix& fix,
                                                ChangedPlaces& places) {
  std::vector<rules::Edit> edits;
  for (const sarif::FileChange& change : fix.changes) {
    const ChangedPlaces::File* const file = places.Find(run, change.file);
    if (file == nullptr) return std::nullopt;
    for (const sarif::Replacement& replacement : change.replacements) {
      Poll();
      if (!AddEdit(run, replacement, *file, places, edits)) return std::nullopt;
    }
  }
  if (!AreGood(edits)) return std::nullopt;
  return edits;
}

std::string Dedented(absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  size_t indent = absl::string_view::npos;
  for (absl::string_view line : lines) {
    indent = std::min(indent, line.find_first_not_of(" \t"));
  }
  if (indent == absl::string_view::npos) indent = 0;
  for (absl::string_view& line : lines) line = line.substr(std::min(indent, line.size()));
  return ToDisplayText(absl::StrJoin(lines, "\n"));
}

// What people read of it.
void ShowLines(const FileText& text, AppliedFix& fix) {
  constexpr int kMaxLines = 8;
  const std::vector<rules::Edit>& edits = fix.edits;
  const int first = text.LineAt(edits.front().first_byte);
  const int last = text.LineAt(std::max(edits.back().first_byte, edits.back().end_byte - 1));
  if (last - first >= kMaxLines) return;
  const int64_t start = text.StartOf(first);
  const int64_t line_end = text.StartOf(last) + static_cast<int64_t>(text.Line(last).size());
  const int64_t end = std::max(line_end, edits.back().end_byte);
  std::string after;
  int64_t at = start;
  for (const rules::Edit& edit : edits) {
    absl::StrAppend(&after, text.content().substr(at, edit.first_byte - at), edit.replacement);
    at = edit.end_byte;
  }
  absl::StrAppend(&after, text.content().substr(at, end - at));
  fix.before_code = Dedented(text.content().substr(start, end - start));
  fix.after_code = Dedented(after);
}

}  // namespace

std::optional<AppliedFix> ApplyFixes(const sarif::Run& run, const std::vector<sarif::Fix>& fixes,
                                     ChangedPlaces& places) {
  for (const sarif::Fix& fix : fixes) {
    std::optional<std::vector<rules::Edit>> edits = EditsOf(run, fix, places);
    if (!edits) continue;
    AppliedFix applied{.description = fix.description, .edits = *std::move(edits)};
    const bool is_one_file = applied.edits.front().path == applied.edits.back().path;
    const ChangedPlaces::File* const file =
        is_one_file ? places.Find(run, fix.changes.front().file) : nullptr;
    if (file != nullptr) {
      const FileText* const text = places.TextOf(*file);
      if (text != nullptr && file->changed->path == applied.edits.front().path) {
        ShowLines(*text, applied);
      }
    }
    return applied;
  }
  return std::nullopt;
}

}  // namespace allreview::other_tools
