#include "services/analysis/change_model/stories/file_siblings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/line_difference.h"
#include "base/poll.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/file_places.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::ChangedText;

constexpr size_t kMinLines = 8;         // That a block and its copy share.
constexpr size_t kMaxBlockLines = 400;  // A longer block is not compared.
constexpr size_t kMaxAllLines = 40'000;
constexpr size_t kMaxUsers = 20;  // Blocks that have a line: it tells nothing when more do.
constexpr int kMaxDifferences = 6;
constexpr size_t kMaxShownLines = 6;  // Of one side of a difference.

struct Line {
  absl::string_view text;  // Stripped.
  int number = 0;
};

struct Block {
  size_t file = 0;  // Index of its text.
  std::string name;
  std::vector<Line> lines;
  size_t new_lines = 0;  // Of them.

  bool is_new() const { return new_lines * 5 >= lines.size() * 4; }
};

bool Tells(absl::string_view line) {
  const auto letters = std::count_if(line.begin(), line.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c));
  });
  return letters > 2 && !absl::StartsWith(line, "#") && !absl::StartsWith(line, "//") &&
         !absl::StartsWith(line, "*");
}

std::set<int> AddedLines(const change::ChangedFile& file) {
  std::set<int> added;
  for (const change::ChangedHunk& hunk : file.hunks) {
    added.insert(hunk.added.begin(), hunk.added.end());
  }
  return added;
}

// The blocks of the new side, in order; those too short or long to compare are left out.
void AddBlocks(const ChangedText& text, size_t file, std::vector<Block>& blocks) {
  const std::set<int> added = AddedLines(*text.file);
  Block block;
  const auto finish = [&] {
    const bool is_fit = block.lines.size() >= kMinLines && block.lines.size() <= kMaxBlockLines;
    if (is_fit) blocks.push_back(std::move(block));
    block = {};
  };
  ReadPlaces(text.language, text.file->path, *text.after,
             [&](int number, absl::string_view line, std::string place) {
               Poll();
               if (place != block.name) finish();
               line = absl::StripAsciiWhitespace(line);
               block.file = file;
               block.name = std::move(place);
               if (!block.name.empty() && Tells(line)) {
                 block.lines.push_back({line, number});
                 block.new_lines += added.count(number);
               }
               return true;
             });
  finish();
}

// Which blocks have a line, in their order; each once.
using Users = absl::flat_hash_map<absl::string_view, std::vector<size_t>>;

Users UsersOf(const std::vector<Block>& blocks) {
  Users users;
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (const Line& line : blocks[i].lines) {
      std::vector<size_t>& of_line = users[line.text];
      const bool is_known = !of_line.empty() && of_line.back() == i;
      if (!is_known && of_line.size() <= kMaxUsers) of_line.push_back(i);
    }
  }
  return users;
}

struct Match {
  size_t copy = 0, original = 0;
  size_t shared = 0;
};

// The block that shares most lines with a new one.
Match BestFor(size_t copy, const std::vector<Block>& blocks, const Users& users) {
  std::map<size_t, size_t> shared;
  for (const Line& line : blocks[copy].lines) {
    const std::vector<size_t>& of_line = users.at(line.text);
    if (of_line.size() > kMaxUsers) continue;
    for (size_t other : of_line) {
      // Of two new blocks the later one is the copy.
      const bool is_original = other != copy && (!blocks[other].is_new() || other < copy);
      if (is_original) ++shared[other];
    }
  }
  Match best{.copy = copy};
  for (const auto& [other, count] : shared) {
    if (count > best.shared) best = {copy, other, count};
  }
  const bool is_copy =
      best.shared >= kMinLines && best.shared * 10 >= blocks[copy].lines.size() * 6;
  return is_copy ? best : Match{};
}

std::vector<absl::string_view> TextsOf(const Block& block) {
  std::vector<absl::string_view> texts;
  for (const Line& line : block.lines) texts.push_back(line.text);
  return texts;
}

std::string Shown(const std::vector<Line>& lines) {
  std::vector<absl::string_view> texts;
  for (const Line& line : lines) {
    if (texts.size() == kMaxShownLines) {
      texts.push_back("…");
      break;
    }
    texts.push_back(line.text.substr(0, 200));
  }
  return ToDisplayText(absl::StrJoin(texts, "\n"));
}

// What the copy has instead of what the original has.
void AddDifferences(const ChangedText& text, const Block& copy, const Block& original,
                    v1::FileStory& story) {
  std::vector<Line> before, after;
  const auto flush = [&] {
    if ((before.empty() && after.empty()) || story.against_sibling_size() >= kMaxDifferences)
      return;
    v1::FileHunk& hunk = *story.add_against_sibling();
    hunk.set_place(copy.name);
    hunk.set_before(Shown(before));
    hunk.set_after(Shown(after));
    const int first = after.empty() ? 0 : after.front().number;
    if (first > 0) {
      *hunk.mutable_range() = ToProto(rules::Range{
          .path = text.file->path, .first_line = first, .end_line = after.back().number + 1});
    }
    before.clear();
    after.clear();
  };
  for (const LineStep& step : LineDifference(TextsOf(original), TextsOf(copy), kMaxBlockLines)) {
    switch (step.fate) {
      case LineStep::Fate::kStays:
        flush();
        break;
      case LineStep::Fate::kGoes:
        before.push_back(original.lines[step.index]);
        break;
      case LineStep::Fate::kComes:
        after.push_back(copy.lines[step.index]);
        break;
    }
  }
  flush();
}

}  // namespace

void AddSiblings(const std::vector<ChangedText>& texts, std::vector<v1::FileStory>& stories) {
  std::vector<Block> blocks;
  size_t lines = 0;
  for (size_t i = 0; i < texts.size() && lines < kMaxAllLines; ++i) {
    if (texts[i].after == nullptr) continue;
    AddBlocks(texts[i], i, blocks);
    lines += static_cast<size_t>(std::count(texts[i].after->begin(), texts[i].after->end(), '\n'));
  }
  const Users users = UsersOf(blocks);
  std::map<size_t, Match> best;  // By file.
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!blocks[i].is_new()) continue;
    const Match match = BestFor(i, blocks, users);
    Match& of_file = best[blocks[i].file];
    if (match.shared > of_file.shared) of_file = match;
  }
  for (const auto& [file, match] : best) {
    if (match.shared == 0) continue;
    const Block& original = blocks[match.original];
    stories[file].set_sibling(absl::StrCat(texts[original.file].file->path, ":", original.name));
    AddDifferences(texts[file], blocks[match.copy], original, stories[file]);
  }
}

}  // namespace allreview::analysis
