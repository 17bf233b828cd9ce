#include "services/analysis/change_model/stories/file_stories.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analyzers/change/changed_texts.h"
#include "services/analysis/change_model/stories/file_hunks.h"
#include "services/analysis/change_model/stories/file_places.h"
#include "services/analysis/change_model/stories/file_siblings.h"

namespace allreview::analysis {
namespace {

using change::ChangedFile;
using change::ChangedHunk;
using change::ChangedText;
using change::Side;

constexpr size_t kMaxTold = 600'000;  // Bytes of all stories.
constexpr int kMaxPlaces = 10;

// The lines of hunks that have such lines, in order.
std::vector<int> AllLines(const ChangedFile& file, Side side) {
  std::vector<int> lines;
  for (const ChangedHunk& hunk : file.hunks) {
    const bool is_new = !hunk.added.empty() || !hunk.moved.empty();
    if (side == Side::kRight) {
      lines.insert(lines.end(), hunk.added.begin(), hunk.added.end());
      lines.insert(lines.end(), hunk.moved.begin(), hunk.moved.end());
    } else if (!is_new) {  // What was replaced is told by what stands there now.
      lines.insert(lines.end(), hunk.removed.begin(), hunk.removed.end());
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void AddPlaces(const ChangedText& text, v1::FileStory& story) {
  std::vector<std::string> places;
  const ChangedFile& file = *text.file;
  if (text.after != nullptr) {
    places = PlacesOf(text.language, file.path, *text.after, AllLines(file, Side::kRight));
  }
  if (text.before != nullptr) {
    for (std::string& place :
         PlacesOf(text.language, file.path, *text.before, AllLines(file, Side::kLeft))) {
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

}  // namespace

std::vector<v1::FileStory> TellFiles(const change::AnalysedChange& change,
                                     const std::function<bool()>& should_stop) {
  std::vector<ChangedText> texts = change::ChangedTexts(change);
  std::stable_sort(texts.begin(), texts.end(), [](const ChangedText& a, const ChangedText& b) {
    return a.file->path < b.file->path;
  });
  std::vector<v1::FileStory> stories;
  size_t told = 0;
  for (const ChangedText& text : texts) {
    if (told > kMaxTold || (should_stop && should_stop())) break;
    v1::FileStory story;
    story.set_path(text.file->path);
    story.set_language(std::string(text.language));
    AddPlaces(text, story);
    AddHunks(text, story);
    if (story.hunks_size() > 0) *story.mutable_range() = story.hunks(0).range();
    told += story.ByteSizeLong();
    stories.push_back(std::move(story));
  }
  texts.resize(stories.size());
  AddSiblings(texts, stories);
  return stories;
}

}  // namespace allreview::analysis
