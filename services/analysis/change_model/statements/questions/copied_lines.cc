// Copies that lines show, in files of any language: a new block that repeats another, a test that
// carries a copy of what it tests.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "base/poll.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

using change::ChangedFile;

constexpr size_t kMaxBytes = 1 << 20;  // Of one file.
constexpr size_t kMaxFiles = 100;
constexpr size_t kMinBytesOfLine = 12;
constexpr size_t kMinLines = 14;   // Of a block.
constexpr size_t kMinCopied = 8;   // Lines of a test.
constexpr double kMinShare = 0.7;  // Of a block's lines.
constexpr size_t kManyLines = 30;  // So many are no chance, whatever stands between them.
constexpr double kMinShareOfMany = 0.55;
constexpr double kMinOfTest = 0.25;  // Of a test's lines: the rest are its cases.

struct File {
  const ChangedFile* changed = nullptr;
  std::string extension;
  std::vector<std::string> lines;  // Without the blanks around; empty: says nothing.
};

bool SaysSomething(absl::string_view line) {
  if (line.size() < kMinBytesOfLine) return false;
  for (absl::string_view start : {"//", "#", "*", "/*", "import ", "from ", "using ", "return"}) {
    if (absl::StartsWith(line, start)) return false;
  }
  return std::any_of(line.begin(), line.end(), absl::ascii_isalpha);
}

std::string ExtensionOf(absl::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == absl::string_view::npos ? "" : std::string(path.substr(dot + 1));
}

// Code, and recipes that hold some; no prose and no data.
bool IsCode(absl::string_view extension) {
  for (absl::string_view known : {"cu", "cuh", "cpp", "cc", "c", "h", "hpp", "sh", "bash", "yml",
                                  "yaml", "rs", "go", "java", "js", "ts"}) {
    if (extension == known) return true;
  }
  return false;
}

std::optional<File> Read(const Inquiry& inquiry, const ChangedFile& changed) {
  if (changed.is_deleted) return std::nullopt;
  File file{.changed = &changed, .extension = ExtensionOf(changed.path), .lines = {}};
  if (!IsCode(file.extension)) return std::nullopt;
  const std::string* text = changed.after
                                ? &*changed.after
                                : inquiry.change().texts().Read(change::Side::kRight, changed.path);
  if (text == nullptr || text->size() > kMaxBytes) return std::nullopt;
  PollBytes(text->size());
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    file.lines.emplace_back(SaysSomething(line) ? line : "");
  }
  return file;
}

// Lines that follow each other, all new: 1-based, the end exclusive.
struct Block {
  const File* file = nullptr;
  int first = 0, end = 0;
};

std::vector<Block> AddedBlocks(const File& file) {
  std::vector<Block> blocks;
  for (const change::ChangedHunk& hunk : file.changed->hunks) {
    for (int line : hunk.added) {
      if (!blocks.empty() && blocks.back().end == line) {
        ++blocks.back().end;
      } else {
        blocks.push_back({&file, line, line + 1});
      }
    }
  }
  return blocks;
}

struct Position {
  const File* file = nullptr;
  int line = 0;
  bool IsIn(const Block& block) const {
    return file == block.file && line >= block.first && line < block.end;
  }
};
using Positions = std::map<absl::string_view, std::vector<Position>>;  // Two of each at most.

Positions Index(const std::vector<File>& files) {
  Positions positions;
  for (const File& file : files) {
    for (size_t i = 0; i < file.lines.size(); ++i) {
      if (file.lines[i].empty()) continue;
      std::vector<Position>& known = positions[file.lines[i]];
      if (known.size() < 2) known.push_back({&file, static_cast<int>(i) + 1});
    }
  }
  return positions;
}

// What of a block stands elsewhere, too.
struct Copy {
  size_t lines = 0, copied = 0;
  Position first;  // Of the original.
};

template <typename IsOriginal>
Copy Compare(const Block& block, const Positions& positions, const IsOriginal& is_original) {
  Copy copy;
  for (int line = block.first; line < block.end; ++line) {
    if (static_cast<size_t>(line) > block.file->lines.size()) break;
    const std::string& text = block.file->lines[line - 1];
    if (text.empty()) continue;
    ++copy.lines;
    const auto found = positions.find(text);
    if (found == positions.end()) continue;
    for (const Position& position : found->second) {
      if (position.IsIn(block) || !is_original(position)) continue;
      ++copy.copied;
      if (copy.first.file == nullptr) copy.first = position;
      break;
    }
  }
  return copy;
}

v1::ChangeStatement Asked(const Block& block, absl::string_view kind, int weight) {
  v1::ChangeStatement asked;
  asked.set_predicate(std::string(kind));
  asked.set_weight(weight);
  asked.set_subject(absl::StrCat(block.file->changed->path, ":"));
  change::v1::SourceRange& place = *asked.add_places();
  place.set_path(block.file->changed->path);
  place.set_side(change::v1::SIDE_RIGHT);
  place.set_first_line(block.first);
  place.set_end_line(block.end);
  return asked;
}

Words LinesOf(const Copy& copy, const Phrase& phrase) {
  return Sentence(phrase,
                  {{"copied", absl::StrCat(copy.copied)},
                   {"lines", absl::StrCat(copy.lines)},
                   {"place", absl::StrCat(copy.first.file->changed->path, ":", copy.first.line)}});
}

}  // namespace

void AskAboutCopiedLines(Inquiry& inquiry) {
  std::vector<File> files;
  for (const ChangedFile& changed : inquiry.change().changed_files()) {
    if (files.size() == kMaxFiles || inquiry.should_stop()) break;
    if (std::optional<File> file = Read(inquiry, changed)) files.push_back(*std::move(file));
  }
  const Positions positions = Index(files);
  for (const File& file : files) {
    const bool is_test = absl::StrContains(file.changed->path, "test");
    for (const Block& block : AddedBlocks(file)) {
      const Copy of_product = Compare(block, positions, [&](const Position& position) {
        return position.file != &file && !absl::StrContains(position.file->changed->path, "test");
      });
      if (is_test && of_product.copied >= kMinCopied &&
          of_product.copied >= of_product.lines * kMinOfTest) {
        inquiry.AskOfFile(Asked(block, "test-copies-what-it-tests", 77),
                          LinesOf(of_product, phrases::kAskTestCopies));
        continue;
      }
      const Copy copy = Compare(block, positions, [&](const Position& position) {
        return position.file->extension == file.extension &&
               (position.file != &file || position.line < block.first);
      });
      const bool is_recipe = file.extension == "yml" || file.extension == "yaml";
      const double share = copy.copied < kManyLines ? kMinShare : kMinShareOfMany;
      if (is_recipe || copy.copied < kMinLines || copy.copied < copy.lines * share) continue;
      inquiry.AskOfFile(Asked(block, "one-more-copy", 61), LinesOf(copy, phrases::kAskCopy));
    }
  }
}

}  // namespace allreview::analysis
