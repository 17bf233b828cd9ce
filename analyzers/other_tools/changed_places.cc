#include "analyzers/other_tools/changed_places.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/poll.h"
#include "sarif/uri.h"

namespace allreview::other_tools {
namespace {

absl::string_view NameOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

// "/ci/train/a.py" ends with the path "a.py", and with "train/a.py".
bool EndsWithPath(absl::string_view absolute, absl::string_view path) {
  return absl::EndsWith(absolute, path) && absolute.size() > path.size() &&
         absolute[absolute.size() - path.size() - 1] == '/';
}

}  // namespace

ChangedPlaces::ChangedPlaces(const change::AnalysedChange& change) : change_(change) {
  for (const change::ChangedFile& file : change.changed_files()) {
    if (file.is_deleted) continue;
    files_[file.path] = {&file, change::ChangedLines(file.hunks)};
    names_[std::string(NameOf(file.path))].push_back(file.path);
  }
}

const ChangedPlaces::File* ChangedPlaces::Find(const sarif::Run& run,
                                               const sarif::FileReference& reference) {
  const std::optional<sarif::FilePath> path = sarif::PathOf(run, reference);
  if (!path) return nullptr;
  if (!path->is_absolute) return FindRelative(path->path);
  for (const std::string& root : run.roots) {
    const std::optional<sarif::FilePath> folder = sarif::PathOfUri(root);
    if (!folder || !folder->is_absolute) continue;
    if (absl::StartsWith(path->path, absl::StrCat(folder->path, "/"))) {
      return FindRelative(path->path.substr(folder->path.size() + 1));
    }
  }
  return FindAbsolute(path->path);
}

const ChangedPlaces::File* ChangedPlaces::FindRelative(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

const ChangedPlaces::File* ChangedPlaces::FindAbsolute(const std::string& path) {
  const auto known = absolute_.find(path);
  if (known != absolute_.end()) return known->second;
  return absolute_[path] = FindBySuffix(path);
}

const ChangedPlaces::File* ChangedPlaces::FindBySuffix(const std::string& path) {
  const std::string name(NameOf(path));
  const auto candidates = names_.find(name);
  if (candidates == names_.end()) return nullptr;
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates->second) {
    Poll();
    if (EndsWithPath(path, candidate) && (best == nullptr || candidate.size() > best->size())) {
      best = &candidate;
    }
  }
  if (best == nullptr || change_.input().repository == nullptr) {
    return best == nullptr ? nullptr : FindRelative(*best);
  }
  // A file that did not change may be meant: of a longer path, with the same end.
  for (const change::TreeFile& file : change_.texts().List(change::Side::kRight, {name})) {
    if (file.path.size() > best->size() && EndsWithPath(path, file.path)) return nullptr;
  }
  return FindRelative(*best);
}

const FileText* ChangedPlaces::TextOf(const File& file) {
  const auto [known, is_new] = texts_.try_emplace(&file);
  if (!is_new) return known->second.get();
  const change::ChangedFile& changed = *file.changed;
  const std::string* content = changed.after ? &*changed.after : nullptr;
  if (content == nullptr && change_.input().repository != nullptr) {
    content =
        changed.after_blob_id.empty()
            ? change_.texts().Read(change::Side::kRight, changed.path)
            : change_.texts().Read(change::Side::kRight, {changed.path, changed.after_blob_id});
  }
  if (content == nullptr) return nullptr;
  PollBytes(content->size());
  known->second = std::make_unique<FileText>(*content);
  return known->second.get();
}

rules::Range ChangedPlaces::RangeOf(const sarif::Run& run, const File& file,
                                    const sarif::Region& region) {
  rules::Range range;
  range.path = file.changed->path;
  const FileText* const text = TextOf(file);
  std::optional<Bytes> bytes;
  if (text != nullptr) bytes = text->BytesOf(region, run.are_columns_utf16);
  if (bytes) {
    // A region that ends before the first character of a line does not stand in it.
    const int64_t last = std::max(bytes->first, bytes->end - 1);
    range.first_line = text->LineAt(bytes->first);
    range.end_line = text->LineAt(last) + 1;
    range.first_column = static_cast<int>(bytes->first - text->StartOf(range.first_line));
    const int64_t end_column = bytes->end - text->StartOf(range.end_line - 1);
    const auto length = static_cast<int64_t>(text->Line(range.end_line - 1).size());
    range.end_column = static_cast<int>(std::min(end_column, length));
    range.first_byte = bytes->first;
    range.end_byte = bytes->end;
    return range;
  }
  constexpr int64_t kMaxLine = 1 << 30;
  const int64_t end_line = std::max(region.end_line, region.start_line);
  if (region.start_line < 1 || end_line > kMaxLine) return range;
  if (text != nullptr && end_line > text->line_count()) return range;
  range.first_line = static_cast<int>(region.start_line);
  range.end_line = static_cast<int>(end_line) + 1;
  return range;
}

}  // namespace allreview::other_tools
