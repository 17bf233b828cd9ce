#include "review/shown_lines.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "analyzers/diff/unified_diff.h"
#include "base/utf8.h"

namespace allreview {
namespace {

// A hunk of the parser with the accessors of the message.
struct ParsedHunk {
  const diff::Hunk& hunk;
  int old_start() const { return hunk.old_start; }
  int old_lines() const { return hunk.old_lines; }
  int new_start() const { return hunk.new_start; }
  int new_lines() const { return hunk.new_lines; }
};

}  // namespace

template <typename Hunk>
void ShownLines::AddHunk(const std::string& path, const Hunk& hunk) {
  const auto add = [](int first, int lines, std::vector<Lines>& side) {
    if (lines > 0) side.push_back({first, first + lines});
  };
  File& file = files_[path];
  add(hunk.old_start(), hunk.old_lines(), file.left);
  add(hunk.new_start(), hunk.new_lines(), file.right);
}

ShownLines::ShownLines(const review::v1::Review& review) {
  for (const review::v1::FileSummary& file : review.files()) {
    files_[file.entry().new_path()];
    for (const review::v1::HunkRange& hunk : file.hunks()) AddHunk(file.entry().new_path(), hunk);
  }
}

ShownLines ShownLines::OfDiff(absl::string_view text) {
  ShownLines lines;
  const diff::Diff diff = diff::ParseUnifiedDiff(text);
  for (const diff::File& file : diff.files()) {
    const std::string path = ToPathText(file.new_path);
    lines.files_[path];
    // The line numbers of a combined diff are those of several parents.
    if (file.parents > 1) continue;
    for (const diff::Hunk& hunk : diff.hunks(file)) lines.AddHunk(path, ParsedHunk{hunk});
  }
  return lines;
}

ShownLines ShownLines::OfPatches(const std::map<std::string, std::string>& patches) {
  ShownLines lines;
  for (const auto& [path, patch] : patches) {
    lines.files_[path];
    const diff::Diff diff = diff::ParseUnifiedDiff(patch, {.fragment_path = path});
    for (const diff::File& file : diff.files()) {
      for (const diff::Hunk& hunk : diff.hunks(file)) lines.AddHunk(path, ParsedHunk{hunk});
    }
  }
  return lines;
}

void ShownLines::Intersect(const ShownLines& other) {
  const auto intersect = [](std::vector<Lines>& ours, const std::vector<Lines>& theirs) {
    std::vector<Lines> both;
    for (const Lines& a : ours) {
      for (const Lines& b : theirs) {
        const Lines shared = {std::max(a.first, b.first), std::min(a.end, b.end)};
        if (shared.first < shared.end) both.push_back(shared);
      }
    }
    ours = std::move(both);
  };
  for (auto& [path, file] : files_) {
    intersect(file.left, other.HunksOf(path, change::v1::SIDE_LEFT));
    intersect(file.right, other.HunksOf(path, change::v1::SIDE_RIGHT));
  }
}

const std::vector<ShownLines::Lines>& ShownLines::HunksOf(const std::string& path,
                                                          change::v1::Side side) const {
  static const std::vector<Lines>* const kNone = new std::vector<Lines>;
  const auto file = files_.find(path);
  if (file == files_.end()) return *kNone;
  return side == change::v1::SIDE_LEFT ? file->second.left : file->second.right;
}

bool ShownLines::AreInOneHunk(const std::string& path, change::v1::Side side, int first,
                              int last) const {
  const std::vector<Lines>& hunks = HunksOf(path, side);
  return std::any_of(hunks.begin(), hunks.end(), [&](const Lines& hunk) {
    return hunk.first <= first && first <= last && last < hunk.end;
  });
}

int ShownLines::Nearest(const std::string& path, change::v1::Side side, int line) const {
  int nearest = 0, distance = std::numeric_limits<int>::max();
  for (const Lines& hunk : HunksOf(path, side)) {
    const int here = std::clamp(line, hunk.first, hunk.end - 1);
    if (std::abs(here - line) >= distance) continue;
    nearest = here;
    distance = std::abs(here - line);
  }
  return nearest;
}

}  // namespace allreview
