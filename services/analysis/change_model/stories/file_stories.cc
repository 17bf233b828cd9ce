#include "services/analysis/change_model/stories/file_stories.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/diff/classify.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/file_places.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::ChangedFile;
using change::ChangedHunk;
using change::Side;
using diff::FileClass;

constexpr size_t kMaxBytes = 1 << 20;  // Of one file.
constexpr int kMaxLine = 20'000;       // A change below that line is in a large file.
constexpr size_t kMaxFiles = 200;      // That are read.
constexpr size_t kMaxTold = 600'000;   // Bytes of all stories.
constexpr size_t kMaxLines = 12;       // Of an excerpt.
constexpr size_t kMaxLineBytes = 200;
constexpr int kMaxPlaces = 10;

bool IsReadable(FileClass file_class) {
  switch (file_class) {
    case FileClass::kGenerated:
    case FileClass::kVendored:
    case FileClass::kLock:
    case FileClass::kBinary:
    case FileClass::kSubmodule:
    case FileClass::kSymlink:
      return false;
    default:
      return true;
  }
}

bool IsSmall(const ChangedFile& file) {
  return std::all_of(file.hunks.begin(), file.hunks.end(), [](const ChangedHunk& hunk) {
    return hunk.new_start + hunk.new_lines < kMaxLine && hunk.old_start + hunk.old_lines < kMaxLine;
  });
}

std::vector<int> NewLines(const ChangedHunk& hunk) {
  std::vector<int> lines = hunk.added;
  lines.insert(lines.end(), hunk.moved.begin(), hunk.moved.end());
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Both sides of a file. Null: not known.
struct Contents {
  const std::string* before = nullptr;
  const std::string* after = nullptr;
};

// The first of the lines that follow each other, as text.
std::string Excerpt(const std::string* content, const std::vector<int>& lines) {
  std::string excerpt;
  if (content == nullptr || lines.empty()) return excerpt;
  const std::vector<absl::string_view> all = absl::StrSplit(*content, '\n');
  for (size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i) {
    if (lines[i] != lines[0] + static_cast<int>(i)) break;
    if (lines[i] < 1 || static_cast<size_t>(lines[i]) > all.size()) break;
    absl::string_view line = absl::StripSuffix(all[lines[i] - 1], "\r");
    const bool is_long = line.size() > kMaxLineBytes;
    absl::StrAppend(&excerpt, i == 0 ? "" : "\n", line.substr(0, kMaxLineBytes),
                    is_long ? "…" : "");
  }
  return ToDisplayText(excerpt);
}

// The lines of hunks that have such lines, in order.
std::vector<int> AllLines(const ChangedFile& file, Side side) {
  std::vector<int> lines;
  for (const ChangedHunk& hunk : file.hunks) {
    const std::vector<int> own = side == Side::kRight ? NewLines(hunk) : hunk.removed;
    // What was replaced is told by what stands there now.
    const bool is_replaced = side == Side::kLeft && !NewLines(hunk).empty();
    if (!is_replaced) lines.insert(lines.end(), own.begin(), own.end());
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

class StoryTeller {
 public:
  explicit StoryTeller(const change::AnalysedChange& change) : change_(change) {}

  std::vector<v1::FileStory> Tell(const std::function<bool()>& should_stop) {
    Choose();
    Fetch();
    std::vector<v1::FileStory> stories;
    size_t told = 0;
    for (const auto& [file, language] : chosen_) {
      if (told > kMaxTold || (should_stop && should_stop())) break;
      v1::FileStory story;
      if (!TellFile(*file, language, story)) continue;
      told += story.ByteSizeLong();
      stories.push_back(std::move(story));
    }
    std::sort(stories.begin(), stories.end(),
              [](const auto& a, const auto& b) { return a.path() < b.path(); });
    return stories;
  }

 private:
  void Choose() {
    for (const ChangedFile& file : change_.changed_files()) {
      if (file.language == "python" || file.hunks.empty() || chosen_.size() >= kMaxFiles) continue;
      const diff::Classification kind = diff::Classify({.path = file.path});
      if (IsReadable(kind.file_class) && IsSmall(file)) chosen_.emplace_back(&file, kind.language);
    }
  }

  // All at once: each question may be a round trip.
  void Fetch() {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      std::vector<change::TreeFile> files;
      for (const auto& [file, language] : chosen_) {
        change::TreeFile wanted = TreeFileOf(*file, side);
        if (!wanted.blob_id.empty() && Given(*file, side) == nullptr) files.push_back(wanted);
      }
      change_.texts().Fetch(side, files);
    }
  }

  static const std::string* Given(const ChangedFile& file, Side side) {
    const std::optional<std::string>& content = side == Side::kLeft ? file.before : file.after;
    return content ? &*content : nullptr;
  }

  // Without an id where the side does not exist or has nothing to tell.
  static change::TreeFile TreeFileOf(const ChangedFile& file, Side side) {
    const bool is_left = side == Side::kLeft;
    if (is_left ? file.is_added : file.is_deleted) return {};
    return {is_left ? file.old_path : file.path,
            is_left ? file.before_blob_id : file.after_blob_id};
  }

  const std::string* Read(const ChangedFile& file, Side side) {
    const std::string* content = Given(file, side);
    const change::TreeFile wanted = TreeFileOf(file, side);
    if (content == nullptr && !wanted.blob_id.empty()) content = change_.texts().Read(side, wanted);
    return content != nullptr && content->size() <= kMaxBytes ? content : nullptr;
  }

  // Whether there is something to tell.
  bool TellFile(const ChangedFile& file, absl::string_view language, v1::FileStory& story) {
    const Contents contents = {.before = Read(file, Side::kLeft),
                               .after = Read(file, Side::kRight)};
    if (contents.before == nullptr && contents.after == nullptr) return false;
    story.set_path(file.path);
    story.set_language(std::string(language));
    AddPlaces(file, language, contents, story);
    AddExcerpt(file, contents, story);
    return true;
  }

  static void AddPlaces(const ChangedFile& file, absl::string_view language,
                        const Contents& contents, v1::FileStory& story) {
    std::vector<std::string> places;
    if (contents.after != nullptr) {
      places = PlacesOf(language, file.path, *contents.after, AllLines(file, Side::kRight));
    }
    if (contents.before != nullptr) {
      for (std::string& place :
           PlacesOf(language, file.path, *contents.before, AllLines(file, Side::kLeft))) {
        if (std::find(places.begin(), places.end(), place) == places.end()) {
          places.push_back(std::move(place));
        }
      }
    }
    for (std::string& place : places) {
      if (story.places_size() < kMaxPlaces) story.add_places(std::move(place));
    }
    story.set_more_places(static_cast<int>(places.size()) - story.places_size());
  }

  static void AddExcerpt(const ChangedFile& file, const Contents& contents, v1::FileStory& story) {
    for (const ChangedHunk& hunk : file.hunks) {
      const std::vector<int> added = NewLines(hunk);
      story.set_excerpt_before(Excerpt(contents.before, hunk.removed));
      story.set_excerpt_after(Excerpt(contents.after, added));
      if (story.excerpt_before().empty() && story.excerpt_after().empty()) continue;
      const int lines = static_cast<int>(
          std::count(story.excerpt_after().begin(), story.excerpt_after().end(), '\n'));
      const int first = added.empty() ? std::max(1, hunk.new_start) : added[0];
      *story.mutable_range() = ToProto(
          rules::Range{.path = file.path, .first_line = first, .end_line = first + lines + 1});
      return;
    }
  }

  const change::AnalysedChange& change_;
  std::vector<std::pair<const ChangedFile*, absl::string_view>> chosen_;
};

}  // namespace

std::vector<v1::FileStory> TellFiles(const change::AnalysedChange& change,
                                     const std::function<bool()>& should_stop) {
  return StoryTeller(change).Tell(should_stop);
}

}  // namespace allreview::analysis
