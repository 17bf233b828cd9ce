#include "gateway/forge/publish/positions.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"

namespace allreview::gateway {

struct HunkHeader {
  int old_start = 0, old_lines = 1, new_start = 0, new_lines = 1;
};

namespace {

using review::v1::ReviewComment;

// "-12,3": a count that is not there is 1.
bool ParseRange(absl::string_view text, char sign, int& start, int& lines) {
  if (!absl::ConsumePrefix(&text, absl::string_view(&sign, 1))) return false;
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(',', 1));
  lines = 1;
  return absl::SimpleAtoi(parts.first, &start) &&
         (parts.second.empty() || absl::SimpleAtoi(parts.second, &lines));
}

std::optional<HunkHeader> ParseHeader(absl::string_view line) {
  if (!absl::StartsWith(line, "@@ ")) return std::nullopt;
  std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  HunkHeader header;
  if (words.size() < 4 || !ParseRange(words[1], '-', header.old_start, header.old_lines) ||
      !ParseRange(words[2], '+', header.new_start, header.new_lines)) {
    return std::nullopt;
  }
  return header;
}

// Path of a "--- " or "+++ " line as protos carry it; empty for /dev/null.
std::string PathOf(absl::string_view line, absl::string_view prefix) {
  line = absl::StripSuffix(line, "\t");
  if (line == "/dev/null") return "";
  std::string path = absl::StartsWith(line, "\"") ? FromPathText(line) : std::string(line);
  return ToPathText(absl::StripPrefix(path, prefix));
}

absl::string_view TakeLine(absl::string_view& text) {
  const size_t end = text.find('\n');
  const absl::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

// Lines are counted: one of them may look like a header.
void SkipLines(const HunkHeader& header, absl::string_view& text) {
  int left = header.old_lines, right = header.new_lines;
  while ((left > 0 || right > 0) && !text.empty()) {
    const absl::string_view line = TakeLine(text);
    if (absl::StartsWith(line, "\\")) continue;
    if (!absl::StartsWith(line, "+")) --left;
    if (!absl::StartsWith(line, "-")) --right;
  }
}

}  // namespace

DiffPositions::Lines& DiffPositions::SideOf(Hunk& hunk, change::v1::Side side) {
  return side == change::v1::SIDE_LEFT ? hunk.left : hunk.right;
}

DiffPositions::Hunk DiffPositions::TakeHunk(const HunkHeader& header, absl::string_view& text) {
  SkipLines(header, text);
  return {.left = {header.old_start, header.old_start + header.old_lines},
          .right = {header.new_start, header.new_start + header.new_lines}};
}

DiffPositions::Files DiffPositions::ParseDiff(absl::string_view diff) {
  Files files;
  std::string old_path;
  std::vector<Hunk>* hunks = nullptr;
  while (!diff.empty()) {
    absl::string_view line = TakeLine(diff);
    const std::optional<HunkHeader> header = ParseHeader(line);
    if (header.has_value() && hunks != nullptr) {
      hunks->push_back(TakeHunk(*header, diff));
    } else if (absl::StartsWith(line, "diff --git ")) {
      hunks = nullptr;
    } else if (absl::ConsumePrefix(&line, "--- ")) {
      old_path = PathOf(line, "a/");
    } else if (absl::ConsumePrefix(&line, "+++ ")) {
      const std::string new_path = PathOf(line, "b/");
      hunks = &files[new_path.empty() ? old_path : new_path];
    }
  }
  return files;
}

DiffPositions::DiffPositions(const review::v1::Review& review, absl::string_view diff) {
  for (const review::v1::FileSummary& file : review.files()) {
    std::vector<Hunk>& hunks = by_review_[file.entry().new_path()];
    for (const review::v1::HunkRange& range : file.hunks()) {
      hunks.push_back({.left = {range.old_start(), range.old_start() + range.old_lines()},
                       .right = {range.new_start(), range.new_start() + range.new_lines()}});
    }
  }
  by_diff_ = ParseDiff(diff);
}

void DiffPositions::UsePatches(const std::map<std::string, std::string>& patches) {
  by_review_.clear();
  by_diff_.clear();
  for (const auto& [path, patch] : patches) {
    std::vector<Hunk>& hunks = by_review_[path];
    absl::string_view rest = patch;
    while (!rest.empty()) {
      const std::optional<HunkHeader> header = ParseHeader(TakeLine(rest));
      if (header.has_value()) hunks.push_back(TakeHunk(*header, rest));
    }
  }
}

bool DiffPositions::IsShown(const Files& files, const ReviewComment& comment, int first,
                            int last) const {
  const auto file = files.find(comment.path());
  if (file == files.end()) return false;
  return std::any_of(file->second.begin(), file->second.end(), [&](Hunk hunk) {
    const Lines& lines = SideOf(hunk, comment.side());
    return lines.first <= first && first <= last && last < lines.end;
  });
}

bool DiffPositions::IsShown(const ReviewComment& comment, int first, int last) const {
  return IsShown(by_review_, comment, first, last) &&
         (by_diff_.empty() || IsShown(by_diff_, comment, first, last));
}

bool DiffPositions::IsLegal(const ReviewComment& comment) const {
  if (comment.line() <= 0) return false;
  if (comment.start_line() == 0) return IsShown(comment, comment.line(), comment.line());
  return comment.start_line() < comment.line() &&
         IsShown(comment, comment.start_line(), comment.line());
}

int DiffPositions::NearestLine(const ReviewComment& comment) const {
  const Files& files = by_diff_.empty() ? by_review_ : by_diff_;
  const auto file = files.find(comment.path());
  if (file == files.end()) return 0;
  int nearest = 0, distance = std::numeric_limits<int>::max();
  for (Hunk hunk : file->second) {
    const Lines& lines = SideOf(hunk, comment.side());
    if (lines.first >= lines.end) continue;
    const int line = std::clamp(comment.line(), lines.first, lines.end - 1);
    if (std::abs(line - comment.line()) >= distance || !IsShown(comment, line, line)) continue;
    nearest = line;
    distance = std::abs(line - comment.line());
  }
  return nearest;
}

Placement DiffPositions::Place(const ReviewComment& comment) const {
  Placement placement{.kind = Placement::Kind::kLine, .comment = comment};
  if (IsLegal(comment)) return placement;
  const int wanted = comment.wanted_line() > 0 ? comment.wanted_line() : comment.line();
  const int nearest = comment.line() > 0 ? NearestLine(comment) : 0;
  placement.comment.set_start_line(0);
  placement.comment.set_line(nearest);
  placement.comment.set_wanted_line(wanted);
  placement.comment.set_body(WithoutSuggestions(comment.body()));
  if (nearest != comment.line() && comment.wanted_line() == 0 && wanted > 0) {
    placement.comment.set_body(
        absl::StrCat("(about line ", wanted, ") ", placement.comment.body()));
  }
  if (nearest > 0) return placement;
  const bool is_in_change = by_review_.count(comment.path()) > 0;
  placement.kind = is_in_change ? Placement::Kind::kFile : Placement::Kind::kBody;
  return placement;
}

std::string WithoutSuggestions(absl::string_view body) {
  std::string plain;
  while (!body.empty()) {
    const absl::string_view rest = body;
    const absl::string_view line = TakeLine(body);
    const size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    const bool is_suggestion =
        ticks >= 3 && absl::StripSuffix(line.substr(ticks), "\r") == "suggestion";
    const absl::string_view whole = rest.substr(0, rest.size() - body.size());
    if (is_suggestion) {
      absl::StrAppend(&plain, line.substr(0, ticks), "\n");
    } else {
      absl::StrAppend(&plain, whole);
    }
  }
  return plain;
}

}  // namespace allreview::gateway
