#include "analyzers/change/changed_texts.h"

#include <algorithm>

#include "analyzers/diff/classify.h"
#include "base/languages.h"

namespace allreview::change {
namespace {

using diff::FileClass;

constexpr size_t kMaxBytes = 1 << 20;  // Of one file.
constexpr int kMaxLine = 20'000;       // A change below that line is in a large file.
constexpr size_t kMaxFiles = 200;

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

const std::string* Given(const ChangedFile& file, Side side) {
  const std::optional<std::string>& content = side == Side::kLeft ? file.before : file.after;
  return content ? &*content : nullptr;
}

// Without an id where the side does not exist.
TreeFile TreeFileOf(const ChangedFile& file, Side side) {
  const bool is_left = side == Side::kLeft;
  if (is_left ? file.is_added : file.is_deleted) return {};
  return {is_left ? file.old_path : file.path, is_left ? file.before_blob_id : file.after_blob_id};
}

// Each question may be a round trip.
void FetchAll(const AnalysedChange& change, const std::vector<ChangedText>& texts) {
  for (const Side side : {Side::kLeft, Side::kRight}) {
    std::vector<TreeFile> files;
    for (const ChangedText& text : texts) {
      TreeFile wanted = TreeFileOf(*text.file, side);
      const bool is_asked = !wanted.blob_id.empty() && Given(*text.file, side) == nullptr;
      if (is_asked) files.push_back(std::move(wanted));
    }
    change.texts().Fetch(side, files);
  }
}

const std::string* Read(const AnalysedChange& change, const ChangedFile& file, Side side) {
  const std::string* content = Given(file, side);
  const TreeFile wanted = TreeFileOf(file, side);
  if (content == nullptr && !wanted.blob_id.empty()) content = change.texts().Read(side, wanted);
  return content != nullptr && content->size() <= kMaxBytes ? content : nullptr;
}

}  // namespace

std::vector<ChangedText> ChangedTexts(const AnalysedChange& change) {
  std::vector<ChangedText> texts;
  for (const ChangedFile& file : change.changed_files()) {
    if (ReaderOf(file.language) == Reader::kPython || file.hunks.empty() ||
        texts.size() >= kMaxFiles)
      continue;
    const diff::Classification kind = diff::Classify({.path = file.path});
    if (IsReadable(kind.file_class) && IsSmall(file)) {
      texts.push_back({.file = &file, .language = kind.language});
    }
  }
  FetchAll(change, texts);
  for (ChangedText& text : texts) {
    text.before = Read(change, *text.file, Side::kLeft);
    text.after = Read(change, *text.file, Side::kRight);
  }
  texts.erase(std::remove_if(texts.begin(), texts.end(),
                             [](const ChangedText& text) {
                               return text.before == nullptr && text.after == nullptr;
                             }),
              texts.end());
  return texts;
}

}  // namespace allreview::change
