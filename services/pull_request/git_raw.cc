#include "services/pull_request/git_raw.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;
using change::v1::FileStatus;

FileStatus StatusOfLetter(char letter) {
  switch (letter) {
    case 'A':
      return change::v1::FILE_STATUS_ADDED;
    case 'M':
      return change::v1::FILE_STATUS_MODIFIED;
    case 'D':
      return change::v1::FILE_STATUS_DELETED;
    case 'R':
      return change::v1::FILE_STATUS_RENAMED;
    case 'C':
      return change::v1::FILE_STATUS_COPIED;
    case 'T':
      return change::v1::FILE_STATUS_TYPE_CHANGED;
    default:
      return change::v1::FILE_STATUS_UNSPECIFIED;
  }
}

absl::Status Malformed(absl::string_view text) {
  return absl::InternalError(absl::StrCat("git diff: expected a line of its raw format, found \"",
                                          ToDisplayText(text.substr(0, 80)), "\""));
}

uint32_t ReadOctal(absl::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) value = value * 8 + (c - '0');
  return value;
}

std::string IdOrNone(absl::string_view id) {
  return id.find_first_not_of('0') == absl::string_view::npos ? "" : std::string(id);
}

bool IsHex(absl::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

}  // namespace

// ":100644 100755 <id> <id> M\0path\0", and one path more for renames and copies.
absl::StatusOr<size_t> RawDiffSplitter::TakeFile(absl::string_view text) {
  size_t head_end = text.find('\0');
  if (head_end == absl::string_view::npos) return 0;
  std::vector<absl::string_view> fields = absl::StrSplit(text.substr(0, head_end), ' ');
  if (fields.size() != 5 || fields[0].size() != 7 || fields[1].size() != 6 || fields[4].empty() ||
      !IsFullObjectId(fields[2]) || !IsFullObjectId(fields[3])) {
    return Malformed(text);
  }
  FileEntry file;
  file.set_status(StatusOfLetter(fields[4][0]));
  bool has_two_paths = file.status() == change::v1::FILE_STATUS_RENAMED ||
                       file.status() == change::v1::FILE_STATUS_COPIED;
  size_t old_end = text.find('\0', head_end + 1);
  if (old_end == absl::string_view::npos) return 0;
  size_t end = has_two_paths ? text.find('\0', old_end + 1) : old_end;
  if (end == absl::string_view::npos) return 0;
  absl::string_view old_path = text.substr(head_end + 1, old_end - head_end - 1);
  if (fields[4][0] == 'U') {
    unmerged_.push_back(ToPathText(old_path));
    return end + 1;
  }
  if (file.status() == change::v1::FILE_STATUS_UNSPECIFIED) return Malformed(text);
  file.set_old_path(ToPathText(old_path));
  file.set_new_path(has_two_paths ? ToPathText(text.substr(old_end + 1, end - old_end - 1))
                                  : file.old_path());
  file.set_old_mode(ReadOctal(fields[0].substr(1)));
  file.set_new_mode(ReadOctal(fields[1]));
  file.set_old_blob_id(IdOrNone(fields[2]));
  file.set_new_blob_id(IdOrNone(fields[3]));
  int similarity = 0;
  if (has_two_paths && absl::SimpleAtoi(fields[4].substr(1), &similarity)) {
    file.set_similarity(similarity);
  }
  files_.push_back(std::move(file));
  return end + 1;
}

absl::StatusOr<absl::string_view> RawDiffSplitter::Feed(absl::string_view piece) {
  if (is_list_complete_) return piece;
  size_t before = rest_.size();
  rest_.append(piece.data(), piece.size());
  size_t at = 0;
  while (at < rest_.size()) {
    if (rest_[at] == '\0') {
      is_list_complete_ = true;
      // The list's end is never in an earlier piece than this one.
      absl::string_view patch = piece.substr(at + 1 - before);
      rest_.clear();
      return patch;
    }
    if (rest_[at] != ':') return Malformed(absl::string_view(rest_).substr(at));
    ASSIGN_OR_RETURN(size_t size, TakeFile(absl::string_view(rest_).substr(at)));
    if (size == 0) break;
    at += size;
  }
  rest_.erase(0, at);
  return absl::string_view();
}

absl::Status RawDiffSplitter::Finish() {
  if (!rest_.empty())
    return absl::InternalError("git diff: its output ends within a file's record");
  is_list_complete_ = true;
  return absl::OkStatus();
}

std::vector<std::string> NewIdsOfPatch(absl::string_view patch) {
  std::vector<std::string> ids;
  for (size_t at = 0; at < patch.size();) {
    size_t end = patch.find('\n', at);
    if (end == absl::string_view::npos) end = patch.size();
    absl::string_view line = patch.substr(at, end - at);
    // Lines of content begin with ' ', '+', '-' or '\', so these are headers.
    if (absl::StartsWith(line, "diff --git ")) {
      ids.emplace_back();
    } else if (!ids.empty() && absl::StartsWith(line, "index ")) {
      absl::string_view range = line.substr(6, line.find(' ', 6) - 6);
      size_t dots = range.find("..");
      if (dots != absl::string_view::npos) ids.back() = IdOrNone(range.substr(dots + 2));
    }
    at = end + 1;
  }
  return ids;
}

bool IsFullObjectId(absl::string_view text) {
  return (text.size() == 40 || text.size() == 64) && IsHex(text);
}

bool IsObjectIdPrefix(absl::string_view text) {
  return text.size() >= 4 && text.size() <= 64 && IsHex(text);
}

}  // namespace allreview::pull_request
