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
using change::FileRole;
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

bool IsToldByNoSymbol(const change::AnalysedFile& file) {
  if (file.before == nullptr) return false;
  const std::vector<int> added = AllLines(*file.changed, Side::kRight);
  const std::vector<int> removed = RemovedLines(*file.changed);
  return (IsOutsideDefinitions(*file.after, added) &&
          IsOutsideDefinitions(*file.before, removed)) ||
         (AreWords(*file.after, added) && AreWords(*file.before, removed));
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

// A statement of the module itself that does something: a registration, the body of a script.
bool Acts(python::Node statement) {
  using python::Kind;
  if (statement.Is(Kind::kExpressionStatement)) return statement.named_child(0).Is(Kind::kCall);
  const bool may_act = statement.Is(Kind::kIfStatement) || statement.Is(Kind::kForStatement) ||
                       statement.Is(Kind::kWithStatement) || statement.Is(Kind::kTryStatement);
  return may_act && !statement.descendants(Kind::kCall).empty();
}

// Whether each line, from 1, is one of a statement that acts.
std::vector<bool> ActingLines(const python::Module& module) {
  std::vector<bool> acting;
  for (const python::Node statement : module.tree().root().children()) {
    if (!Acts(statement)) continue;
    acting.resize(statement.last_line() + 1);
    std::fill(acting.begin() + statement.first_line(), acting.end(), true);
  }
  return acting;
}

void KeepActing(const python::Module* module, std::initializer_list<std::vector<int>*> sides) {
  const std::vector<bool> acting = module == nullptr ? std::vector<bool>() : ActingLines(*module);
  for (std::vector<int>* lines : sides) {
    std::erase_if(*lines, [&](int line) {
      return static_cast<size_t>(line) >= acting.size() || !acting[line];
    });
  }
}

// The file with the lines alone of statements of the module that act: its symbols tell the others.
ChangedFile ActingPart(const change::AnalysedFile& file) {
  ChangedFile part;
  part.path = file.changed->path;
  part.old_path = file.changed->old_path;
  for (const ChangedHunk& hunk : file.changed->hunks) {
    ChangedHunk kept = {.added = hunk.added, .removed = hunk.removed, .moved = hunk.moved};
    KeepActing(file.after, {&kept.added, &kept.moved});
    KeepActing(file.before, {&kept.removed});
    const bool is_empty = kept.added.empty() && kept.moved.empty() && kept.removed.empty();
    if (!is_empty) part.hunks.push_back(std::move(kept));
  }
  return part;
}

// What texts point to.
struct Scripts {
  std::deque<std::string> contents;
  std::deque<ChangedFile> parts;
};

// Python whose symbols tell nothing of a change: outside of functions and classes alone, or in its
// words (the body of a script, a table of a module, docstrings); else what its module does.
std::vector<ChangedText> ScriptTexts(const change::AnalysedChange& change, Scripts& scripts) {
  constexpr size_t kMaxScripts = 5, kMaxBytes = 500'000;
  std::vector<ChangedText> texts;
  for (const change::AnalysedFile& file : change.files()) {
    if (texts.size() == kMaxScripts) break;
    if (file.after == nullptr) continue;
    const size_t bytes = file.before == nullptr ? 0 : file.before->source().size();
    if (file.after->source().size() + bytes > kMaxBytes) continue;
    const ChangedFile* told = file.changed;
    if (!IsToldByNoSymbol(file)) {
      if (file.changed->role == FileRole::kTest) continue;
      scripts.parts.push_back(ActingPart(file));
      told = &scripts.parts.back();
      if (told->hunks.empty()) continue;
    }
    ChangedText text = {.file = told, .language = "python"};
    if (file.before != nullptr) {
      text.before = &scripts.contents.emplace_back(file.before->source());
    }
    text.after = &scripts.contents.emplace_back(file.after->source());
    texts.push_back(text);
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
  Scripts scripts;
  for (ChangedText& text : ScriptTexts(change, scripts)) texts.push_back(std::move(text));
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
