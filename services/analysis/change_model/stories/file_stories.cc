#include "services/analysis/change_model/stories/file_stories.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "analyzers/change/changed_texts.h"
#include "analyzers/python/module.h"
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

std::vector<int> RemovedLines(const ChangedFile& file) {
  std::vector<int> lines;
  for (const ChangedHunk& hunk : file.hunks) {
    lines.insert(lines.end(), hunk.removed.begin(), hunk.removed.end());
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The lines are sorted, as definitions are.
bool IsOutsideDefinitions(const python::Module& module, const std::vector<int>& lines) {
  size_t i = 0;
  for (const python::Definition& definition : module.definitions()) {
    if (definition.parent >= 0) continue;
    while (i < lines.size() && lines[i] < definition.first_line) ++i;
    if (i < lines.size() && lines[i] < definition.end_line) return false;
  }
  return true;
}

// Lines of the docstring of a definition.
bool IsInDocstring(const python::Definition& definition, int line) {
  const python::Node first = definition.body.named_child(0);
  return first && first.Is(python::Kind::kExpressionStatement) &&
         first.named_child(0).Is(python::Kind::kString) && first.first_line() <= line &&
         line <= first.last_line();
}

// Each of the lines is a comment, blank, or of a docstring.
bool AreWords(const python::Module& module, const std::vector<int>& lines) {
  constexpr size_t kMaxLines = 400;
  if (lines.size() > kMaxLines) return false;
  for (const int line : lines) {
    const absl::string_view text = absl::StripAsciiWhitespace(module.tree().LineText(line));
    if (text.empty() || text[0] == '#') continue;
    const bool is_docstring =
        std::any_of(module.definitions().begin(), module.definitions().end(),
                    [&](const auto& one) { return IsInDocstring(one, line); });
    if (!is_docstring) return false;
  }
  return true;
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

// Python that changes outside of functions and classes alone, or in its words, whose symbols tell
// nothing of it: the body of a script, a table of a module, docstrings. `contents` gets what the texts point to.
std::vector<ChangedText> ScriptTexts(const change::AnalysedChange& change,
                                     std::deque<std::string>& contents) {
  constexpr size_t kMaxScripts = 5, kMaxBytes = 500'000;
  std::vector<ChangedText> texts;
  for (const change::AnalysedFile& file : change.files()) {
    if (texts.size() == kMaxScripts) break;
    if (file.after == nullptr || file.before == nullptr) continue;
    if (file.after->source().size() + file.before->source().size() > kMaxBytes) continue;
    const std::vector<int> added = AllLines(*file.changed, Side::kRight);
    const std::vector<int> removed = RemovedLines(*file.changed);
    const bool is_outside =
        IsOutsideDefinitions(*file.after, added) && IsOutsideDefinitions(*file.before, removed);
    if (!is_outside && !(AreWords(*file.after, added) && AreWords(*file.before, removed))) continue;
    contents.emplace_back(file.before->source());
    contents.emplace_back(file.after->source());
    texts.push_back({.file = file.changed,
                     .language = "python",
                     .before = &contents[contents.size() - 2],
                     .after = &contents.back()});
  }
  return texts;
}

}  // namespace

std::vector<v1::FileStory> TellFiles(const change::AnalysedChange& change,
                                     const std::function<bool()>& should_stop) {
  std::vector<ChangedText> texts = change::ChangedTexts(change);
  std::stable_sort(texts.begin(), texts.end(), [](const ChangedText& a, const ChangedText& b) {
    return a.file->path < b.file->path;
  });
  const size_t others = texts.size();  // That are not Python.
  std::deque<std::string> contents;
  for (ChangedText& text : ScriptTexts(change, contents)) texts.push_back(std::move(text));
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
  texts.resize(std::min(others, stories.size()));
  AddSiblings(texts, stories);
  return stories;
}

}  // namespace allreview::analysis
