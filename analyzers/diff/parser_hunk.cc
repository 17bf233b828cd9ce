// Hunks and binary patches.

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"
#include "analyzers/diff/parser.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::diff {
namespace {

// A line that cannot be content of a hunk, because a file, hunk or mail begins with it.
bool IsNextHeader(absl::string_view line) {
  return absl::StartsWith(line, "diff -") || absl::StartsWith(line, "@@ -") ||
         absl::StartsWith(line, "Index: ") || IsMailStart(line) || IsLogStart(line);
}

// First byte of the line before `line`; 0 when that is not in the body.
char KindOfLineBefore(const char* body, const char* line) {
  if (line <= body) return 0;
  const void* end = line - 1 > body ? memrchr(body, '\n', line - 1 - body) : nullptr;
  return end == nullptr ? *body : static_cast<const char*>(end)[1];
}

// The place after a range of lines, and the place of its first line. A range of no lines names
// the line before it.
int64_t FirstLine(HunkHeader::Range range) { return range.start + (range.lines == 0 ? 1 : 0); }

}  // namespace

bool Parser::ReadHunks() {
  while (!AtEnd() && absl::StartsWith(RawLine(), "@@")) {
    if (!ReadHunk()) return false;
  }
  if (AtEnd()) return true;
  absl::string_view line = Line();
  if (line.empty() || line == "-- " || (line == "--" && is_in_mail_)) return true;
  bool is_surplus = line[0] == '+' || line[0] == '-' || line[0] == ' ';
  if (!is_surplus || IsPlainFileHere()) return true;
  return Fail(Code::kHunkTooLong, line_, line);
}

bool Parser::ReadHunk() {
  File& file = draft_.file;
  HunkHeader header = ParseHunkHeader(Line());
  switch (header.outcome) {
    case HunkHeader::Outcome::kRange:
      return Fail(Code::kNumberRange, line_, Line());
    case HunkHeader::Outcome::kTooManyParents:
      return Fail(Code::kCombinedUnsupported, line_, {}, header.parents, kMaxParents);
    case HunkHeader::Outcome::kOk:
      if ((header.parents > 1) == draft_.is_combined) break;
      [[fallthrough]];
    case HunkHeader::Outcome::kBad:
      return Fail(Code::kBadHunkHeader, line_, Line());
  }
  if (draft_.is_combined) file.parents = static_cast<uint8_t>(header.parents);
  if (!CheckHunkPlace(header)) return false;
  Hunk hunk;
  hunk.old_start = header.before[0].start;
  hunk.old_lines = header.before[0].lines;
  hunk.new_start = header.after.start;
  hunk.new_lines = header.after.lines;
  hunk.begin = static_cast<uint32_t>(position_);
  hunk.first_line = line_;
  size_t header_bytes = std::min(line_end_ + 1, text_.size()) - position_;
  hunk.header_bytes = static_cast<uint16_t>(std::min<size_t>(header_bytes, Hunk::kLongHeader));
  hunk.section_offset = header.section_offset;
  hunk.is_respelled =
      header.is_respelled || draft_.is_combined || Line().size() + 1 != header_bytes;
  return draft_.is_combined ? ReadCombinedBody(header, hunk) : ReadBody(hunk);
}

// Hunks rise and do not overlap; a new file has no old lines.
bool Parser::CheckHunkPlace(const HunkHeader& header) {
  HunkHeader::Range before = header.before[0], after = header.after;
  if ((draft_.is_new || draft_.before.is_null) && before.lines > 0) {
    return Fail(Code::kNewFileHasOldLines, line_, {}, before.lines);
  }
  if ((draft_.is_deleted || draft_.after.is_null) && after.lines > 0) {
    return Fail(Code::kDeletedFileHasNewLines, line_, {}, after.lines);
  }
  if (FirstLine(before) < draft_.old_end) {
    return Fail(Code::kHunkOrder, line_, {}, before.start, draft_.old_end);
  }
  if (FirstLine(after) < draft_.new_end) {
    return Fail(Code::kHunkOrder, line_, {}, after.start, draft_.new_end);
  }
  if ((draft_.is_old_ended && before.lines > 0) || (draft_.is_new_ended && after.lines > 0)) {
    return Fail(Code::kStrayEofMarker, draft_.marker_line);
  }
  draft_.old_end = FirstLine(before) + before.lines;
  draft_.new_end = FirstLine(after) + after.lines;
  return true;
}

bool Parser::ReadBody(Hunk& hunk) {
  constexpr ptrdiff_t kStride = 64;  // Of line by line reading before the fast way is tried again.
  BodyCounts counts{.old_left = hunk.old_lines, .new_left = hunk.new_lines};
  NextLine();
  const char* end = text_.data() + text_.size();
  const char* line = text_.data() + position_;
  auto read_line = [&]() {
    if (!ReadBodyLine(line, hunk, counts)) return false;
    const void* line_end = std::memchr(line, '\n', end - line);
    const char* stop = line_end == nullptr ? end : static_cast<const char*>(line_end);
    ++counts.lines;
    if (stop > line) counts.SeeLine(counts.lines, stop - line - 1, options_.max_line_bytes);
    line = line_end == nullptr ? end : stop + 1;
    return true;
  };
  while (counts.old_left + counts.new_left > 0) {
    if (line < end) line = SkipOrdinaryLines(line, end, options_.max_line_bytes, counts);
    Poll();
    const char* slow_end = line + std::min(kStride, end - line);
    do {
      if (!read_line()) return false;
    } while (line < slow_end && counts.old_left + counts.new_left > 0);
  }
  while (line + 1 < end && line[0] == '\\' && line[1] == ' ') {
    if (!read_line()) return false;
  }
  if (counts.added + counts.removed == 0) return Fail(Code::kNoChangeHunk, hunk.first_line);
  hunk.added = static_cast<int32_t>(counts.added);
  hunk.end = static_cast<uint32_t>(line - text_.data());
  MoveTo(hunk.end, hunk.first_line + 1 + static_cast<uint32_t>(counts.lines));
  InspectBody(hunk, counts);
  diff_.hunks_.push_back(hunk);
  return true;
}

// Counts one line; `line` may be at the end of the text.
bool Parser::ReadBodyLine(const char* line, const Hunk& hunk, BodyCounts& counts) {
  const char* end = text_.data() + text_.size();
  if (line == end) return FailTruncated(hunk, counts);
  bool takes_old = false, takes_new = false;
  switch (*line) {
    case ' ':
      takes_old = takes_new = true;
      break;
    case '-':
      takes_old = true;
      break;
    case '+':
      takes_new = true;
      break;
    case '\\':
      if (line + 1 < end && line[1] == ' ') return ReadMarker(line, hunk, counts);
      return FailBadLine(line, hunk, counts);
    case '\r':
      if (line + 1 >= end || line[1] != '\n') return FailBadLine(line, hunk, counts);
      [[fallthrough]];
    case '\n':
      if (counts.old_left == 0 || counts.new_left == 0) return FailTruncated(hunk, counts);
      takes_old = takes_new = true;
      WarnOnce(Code::kStrippedContext, hunk.first_line + 1 + counts.lines);
      break;
    default:
      return FailBadLine(line, hunk, counts);
  }
  if ((takes_old && counts.old_left == 0) || (takes_new && counts.new_left == 0)) {
    MoveTo(line - text_.data(), hunk.first_line + 1 + counts.lines);
    return Fail(Code::kHunkTooLong, line_, Line());
  }
  counts.old_left -= takes_old;
  counts.new_left -= takes_new;
  counts.added += !takes_old;
  counts.removed += !takes_new;
  return true;
}

// `\ No newline at end of file`, in any language.
bool Parser::ReadMarker(const char* line, const Hunk& hunk, const BodyCounts& counts) {
  File& file = draft_.file;
  const char* body = text_.data() + position_;
  char kind = KindOfLineBefore(body, line);
  uint32_t number = hunk.first_line + 1 + static_cast<uint32_t>(counts.lines);
  bool ends_old = kind != '+', ends_new = kind != '-';
  if (kind == 0 || kind == '\\' || (ends_old && (counts.old_left > 0 || draft_.is_old_ended)) ||
      (ends_new && (counts.new_left > 0 || draft_.is_new_ended))) {
    MoveTo(line - text_.data(), number);
    return Fail(Code::kStrayEofMarker, number);
  }
  draft_.marker_line = number;
  if (ends_old) draft_.is_old_ended = file.lacks_newline_old = true;
  if (ends_new) draft_.is_new_ended = file.lacks_newline_new = true;
  return true;
}

bool Parser::FailTruncated(const Hunk& hunk, const BodyCounts& counts) {
  return Fail(Code::kTruncatedHunk, hunk.first_line, {}, std::max(counts.old_left, counts.new_left),
              int64_t{hunk.old_lines} + hunk.new_lines);
}

// The line cannot stand in a hunk: the hunk is cut short, or the line is damaged.
bool Parser::FailBadLine(const char* line, const Hunk& hunk, const BodyCounts& counts) {
  const char* body = text_.data() + position_;
  constexpr absl::string_view kSignature = "\n-- \n";
  size_t read = line - body;
  bool is_after_signature =
      is_in_mail_ && absl::EndsWith(absl::string_view(body, read), kSignature);
  MoveTo(line - text_.data(), hunk.first_line + 1 + static_cast<uint32_t>(counts.lines));
  if (IsNextHeader(Line()) || IsPlainFileHere() || is_after_signature) {
    return FailTruncated(hunk, counts);
  }
  return Fail(Code::kBadLinePrefix, line_, Line());
}

// Sets the flags of what occurs in the lines, and warns of the first place of each.
void Parser::InspectBody(Hunk& hunk, const BodyCounts& counts) {
  File& file = draft_.file;
  if (counts.long_line != 0) {
    file.has_long_line = true;
    WarnOnce(Code::kLongLine, hunk.first_line + static_cast<uint32_t>(counts.long_line), {},
             counts.long_line_bytes, options_.max_line_bytes);
  }
  absl::string_view body = diff_.Body(hunk);
  PollBytes(body.size());
  ByteKinds kinds = FindByteKinds(body);
  if (kinds.has_cr && !file.has_crlf) {
    file.has_crlf = absl::StrContains(body, file.is_crlf_patch ? "\r\r\n" : "\r\n");
  }
  if (kinds.has_nul) {
    file.has_nul = true;
    WarnAtByte(Code::kNulInText, hunk, body.find('\0'));
  }
  if (kinds.has_high && !IsValidUtf8(body)) {
    hunk.has_invalid_utf8 = file.has_invalid_utf8 = true;
    size_t position = 0;
    while (position < body.size()) {
      size_t end = std::min(body.find('\n', position), body.size());
      if (!IsValidUtf8(body.substr(position, end - position))) break;
      position = end + 1;
    }
    WarnAtByte(Code::kInvalidUtf8, hunk, position);
  }
}

// Warns of the line that holds a byte of the body.
void Parser::WarnAtByte(Code code, const Hunk& hunk, size_t position) {
  absl::string_view before = diff_.Body(hunk).substr(0, position);
  int64_t lines = std::count(before.begin(), before.end(), '\n');
  WarnOnce(code, hunk.first_line + 1 + static_cast<uint32_t>(lines));
}

// Lines have one column for each parent. Only the first parent is kept in the counts.
bool Parser::ReadCombinedBody(const HunkHeader& header, Hunk& hunk) {
  int parents = header.parents;
  int64_t left[kMaxParents + 1];
  for (int i = 0; i < parents; ++i) left[i] = header.before[i].lines;
  left[parents] = header.after.lines;
  BodyCounts counts;
  int64_t changes = 0;
  auto is_done = [&] {
    return std::all_of(left, left + parents + 1, [](int64_t n) { return n == 0; });
  };
  auto remaining = [&] { return *std::max_element(left, left + parents + 1); };
  for (NextLine(); !is_done(); NextLine(), ++counts.lines) {
    counts.old_left = remaining();
    if (AtEnd()) return FailTruncated(hunk, counts);
    absl::string_view line = RawLine();
    if (absl::StartsWith(line, "\\ ")) continue;
    absl::string_view columns = line.substr(0, parents);
    if (columns.size() < static_cast<size_t>(parents) ||
        columns.find_first_not_of(" +-") != absl::string_view::npos) {
      if (IsNextHeader(Line())) return FailTruncated(hunk, counts);
      return Fail(Code::kBadLinePrefix, line_, Line());
    }
    bool is_removed = absl::StrContains(columns, "-");
    // A line that is gone has come from nowhere.
    if (is_removed && absl::StrContains(columns, "+")) {
      return Fail(Code::kBadLinePrefix, line_, Line());
    }
    for (int i = 0; i < parents; ++i) left[i] -= is_removed ? columns[i] == '-' : columns[i] == ' ';
    left[parents] -= !is_removed;
    if (*std::min_element(left, left + parents + 1) < 0) {
      return Fail(Code::kHunkTooLong, line_, Line());
    }
    counts.added += columns[0] == '+';
    counts.removed += columns[0] == '-';
    changes += columns.find_first_not_of(' ') != absl::string_view::npos;
    if (line.size() > static_cast<size_t>(parents)) {
      counts.SeeLine(counts.lines + 1, line.size() - parents, options_.max_line_bytes);
    }
  }
  while (!AtEnd() && absl::StartsWith(RawLine(), "\\ ")) NextLine();
  if (changes == 0) return Fail(Code::kNoChangeHunk, hunk.first_line);
  hunk.added = static_cast<int32_t>(counts.added);
  hunk.end = static_cast<uint32_t>(position_);
  InspectBody(hunk, counts);
  diff_.hunks_.push_back(hunk);
  return true;
}

// `GIT binary patch`, the new content and, in most cases, the old one.
bool Parser::ReadBinaryPatch() {
  draft_.file.is_binary = true;
  uint32_t last_line = line_;
  NextLine();
  if (AtEnd() ||
      !(absl::StartsWith(RawLine(), "literal ") || absl::StartsWith(RawLine(), "delta "))) {
    return Fail(Code::kTruncatedBinary, last_line);
  }
  if (!ReadBinaryData(true)) return false;
  bool has_reverse = !AtEnd() && (absl::StartsWith(RawLine(), "literal ") ||
                                  absl::StartsWith(RawLine(), "delta "));
  return !has_reverse || ReadBinaryData(false);
}

// `literal 9` or `delta 9`, lines of base85 whose first letter is their length, an empty line.
bool Parser::ReadBinaryData(bool is_first) {
  absl::string_view words = Line();
  bool is_literal = absl::StartsWith(words, "literal ");
  words.remove_prefix(is_literal ? 8 : 6);
  uint64_t size = 0;
  for (char c : words) {
    if (c < '0' || c > '9') return Fail(Code::kTruncatedBinary, line_, Line());
    size = std::min<uint64_t>(size * 10 + (c - '0'), 0xFFFFFFFF);
  }
  if (is_first && is_literal) draft_.file.binary_size = static_cast<uint32_t>(size);
  int64_t data_lines = 0;
  for (NextLine(); !AtEnd(); NextLine()) {
    absl::string_view line = Line();
    if (line.empty() && data_lines > 0) {
      NextLine();
      return true;
    }
    char letter = line.empty() ? '\0' : line[0];
    size_t bytes = letter >= 'A' && letter <= 'Z'   ? letter - 'A' + 1
                   : letter >= 'a' && letter <= 'z' ? letter - 'a' + 27
                                                    : 0;
    if (bytes == 0 || line.size() != 1 + (bytes + 3) / 4 * 5) break;
    ++data_lines;
  }
  return Fail(Code::kTruncatedBinary, line_ - 1);
}

}  // namespace allreview::diff
