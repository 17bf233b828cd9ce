#include "services/report/assembly/suggestion.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "base/secrets.h"
#include "review/display_text.h"
#include "review/labels.h"

namespace allreview::report {
namespace {

using finding::v1::Edit;
using finding::v1::Finding;

// Excerpts hold at most this much of a line; one of this length may have been cut.
constexpr size_t kMaxExcerptBytes = 400;
// A longer suggestion hides the comment.
constexpr int kMaxLines = 40;

// Known consecutive lines and where they begin in the file.
struct Region {
  int first_line = 0;
  int64_t first_byte = 0;
  std::vector<std::string> lines = {};  // Each with its LF.

  int64_t end_byte() const {
    int64_t end = first_byte;
    for (const std::string& line : lines) end += static_cast<int64_t>(line.size());
    return end;
  }
};

class LineReader {
 public:
  LineReader(const Finding& finding, const SourceLines& lines)
      : finding_(finding),
        lines_(lines),
        is_excerpt_exact_(!lines.HasUnknownLineEnds(finding.range().path())) {}

  std::optional<std::string> Read(int line) const {
    const std::string* known = lines_.Find(finding_.range().path(), line);
    if (known != nullptr) return *known + "\n";
    const finding::v1::Excerpt& excerpt = finding_.excerpt();
    const int index = line - excerpt.first_line();
    if (!is_excerpt_exact_ || index < 0 || index >= excerpt.lines_size()) return std::nullopt;
    const std::string& text = excerpt.lines(index);
    const bool is_cut = text.size() + 4 > kMaxExcerptBytes;
    if (is_cut || !IsExactlyDisplayable(text)) return std::nullopt;
    return text + "\n";
  }

 private:
  const Finding& finding_;
  const SourceLines& lines_;
  const bool is_excerpt_exact_;
};

// Grows from the finding's first line, whose offset is known, until it covers [first, end).
std::optional<Region> Cover(const Finding& finding, const LineReader& reader, int64_t first,
                            int64_t end) {
  const change::v1::SourceRange& range = finding.range();
  Region region{.first_line = range.first_line(),
                .first_byte = range.first_byte() - range.first_column()};
  std::optional<std::string> line = reader.Read(range.first_line());
  if (!line) return std::nullopt;
  region.lines.push_back(*std::move(line));
  while (first < region.first_byte) {
    line = reader.Read(region.first_line - 1);
    if (!line || region.lines.size() > kMaxLines) return std::nullopt;
    --region.first_line;
    region.first_byte -= static_cast<int64_t>(line->size());
    region.lines.insert(region.lines.begin(), *std::move(line));
  }
  while (end > region.end_byte()) {
    line = reader.Read(region.first_line + static_cast<int>(region.lines.size()));
    if (!line || region.lines.size() > kMaxLines) return std::nullopt;
    region.lines.push_back(*std::move(line));
  }
  return region;
}

// Drops whole lines that no edit touches. An insertion touches the line that it begins.
void Trim(Region& region, int64_t first, int64_t end) {
  while (region.lines.size() > 1 &&
         region.first_byte + static_cast<int64_t>(region.lines.front().size()) <= first) {
    region.first_byte += static_cast<int64_t>(region.lines.front().size());
    ++region.first_line;
    region.lines.erase(region.lines.begin());
  }
  while (region.lines.size() > 1 &&
         region.end_byte() - static_cast<int64_t>(region.lines.back().size()) >=
             std::max(end, first + 1)) {
    region.lines.pop_back();
  }
}

// Edits in the order of the file; nothing when they overlap or speak of another file or version.
std::optional<std::vector<const Edit*>> OrderedEdits(const Finding& finding,
                                                     const SourceLines& lines) {
  const std::string& path = finding.range().path();
  const std::string blob_id = lines.BlobId(path);
  std::vector<const Edit*> edits;
  for (const Edit& edit : finding.edits()) {
    const bool is_stale =
        !edit.expected_blob_id().empty() && !blob_id.empty() && edit.expected_blob_id() != blob_id;
    if (edit.path() != path || is_stale || edit.first_byte() > edit.end_byte()) {
      return std::nullopt;
    }
    edits.push_back(&edit);
  }
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit* a, const Edit* b) { return a->first_byte() < b->first_byte(); });
  for (size_t i = 1; i < edits.size(); ++i) {
    if (edits[i]->first_byte() < edits[i - 1]->end_byte()) return std::nullopt;
  }
  return edits;
}

std::string Apply(const std::vector<const Edit*>& edits, const Region& region) {
  std::string before;
  for (const std::string& line : region.lines) before += line;
  std::string after;
  size_t done = 0;
  for (const Edit* edit : edits) {
    const size_t first = edit->first_byte() - region.first_byte;
    after.append(before, done, first - done);
    after.append(edit->replacement());
    done = edit->end_byte() - region.first_byte;
  }
  after.append(before, done);
  return after;
}

}  // namespace

void SourceLines::AddFile(const diff::v1::DiffFile& diff_file) {
  AddVersion(diff_file.entry(), diff_file.has_crlf());
  for (const diff::v1::Hunk& hunk : diff_file.hunks()) {
    AddHunk(diff_file.entry().new_path(), hunk);
  }
}

void SourceLines::AddVersion(const change::v1::FileEntry& entry, bool has_crlf) {
  File& file = files_[entry.new_path()];
  file.has_crlf = has_crlf;
  file.blob_id = entry.new_blob_id();
}

void SourceLines::AddHunk(const std::string& path, const diff::v1::Hunk& hunk) {
  File& file = files_[path];
  int line = hunk.new_start();
  absl::string_view text = hunk.text();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const absl::string_view body = text.substr(0, end);
    text.remove_prefix(end == absl::string_view::npos ? text.size() : end + 1);
    if (body.empty()) {
      ++line;  // Some tools drop the blank of an empty context line.
    } else if (body.front() == ' ' || body.front() == '+') {
      const bool lacks_newline = absl::StartsWith(text, "\\");
      if (!lacks_newline) file.lines[line] = std::string(body.substr(1));
      ++line;
    }
  }
}

const std::string* SourceLines::Find(const std::string& path, int line) const {
  const auto file = files_.find(path);
  if (file == files_.end()) return nullptr;
  const auto found = file->second.lines.find(line);
  return found == file->second.lines.end() ? nullptr : &found->second;
}

bool SourceLines::HasUnknownLineEnds(const std::string& path) const {
  const auto file = files_.find(path);
  return file == files_.end() || file->second.has_crlf;
}

std::string SourceLines::BlobId(const std::string& path) const {
  const auto file = files_.find(path);
  return file == files_.end() ? "" : file->second.blob_id;
}

std::optional<Suggestion> MakeSuggestion(const Finding& finding, const SourceLines& lines) {
  const change::v1::SourceRange& range = finding.range();
  const bool has_offsets = range.end_byte() > 0 && range.first_line() > 0;
  if (finding.edits().empty() || !has_offsets || range.side() == change::v1::SIDE_LEFT) {
    return std::nullopt;
  }
  const std::optional<std::vector<const Edit*>> edits = OrderedEdits(finding, lines);
  if (!edits) return std::nullopt;
  const int64_t first = edits->front()->first_byte();
  const int64_t end = edits->back()->end_byte();
  std::optional<Region> region =
      Cover(finding, LineReader(finding, lines), first, std::max(end, first + 1));
  if (!region) return std::nullopt;
  Trim(*region, first, end);
  Suggestion suggestion{
      .first_line = region->first_line,
      .last_line = region->first_line + static_cast<int>(region->lines.size()) - 1,
      .text = Apply(*edits, *region)};
  const bool is_whole_lines = suggestion.text.empty() || suggestion.text.back() == '\n';
  if (!is_whole_lines || !IsExactlyDisplayable(suggestion.text)) return std::nullopt;
  if (HasMaskedSecret(suggestion.text)) return std::nullopt;  // Who took it would lose the secret.
  return suggestion;
}

}  // namespace allreview::report
