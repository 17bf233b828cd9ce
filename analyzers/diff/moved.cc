#include "analyzers/diff/moved.h"

#include <algorithm>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/tokens.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

constexpr int kMinLines = 3;
constexpr int kMinLetters = 40;
constexpr int kMinGramLetters = 10;  // Of three lines that may begin a search.
constexpr int kMaxCandidates = 24;   // Places that are tried for one line.
constexpr uint32_t kNone = 0xFFFFFFFF;

// A changed line. Lines of one run stand below each other.
struct Entry {
  uint32_t offset, size;  // Of the trimmed content in the text.
  uint32_t hash;
  uint32_t file;
  int32_t line;
  uint32_t hunk;
  uint32_t block;        // Changed lines without context between them.
  uint32_t indent : 20;  // Bytes of white space before the content.
  uint32_t letters : 11;
  uint32_t is_taken : 1;
};

class Finder {
 public:
  Finder(const Diff& diff, const std::function<bool(uint32_t)>& is_considered) : diff_(diff) {
    uint32_t index = 0;
    for (const File& file : diff.files()) {
      if (is_considered(index)) AddFile(file, index);
      ++index;
    }
  }

  std::vector<MovedBlock> Find() {
    std::vector<MovedBlock> moved;
    if (removed_.size() < kMinLines || added_.size() < kMinLines) return moved;
    IndexRemoved();
    for (size_t i = 0; i + kMinLines <= added_.size();) {
      Poll();
      std::optional<Match> match = FindMatch(i);
      if (!match) {
        ++i;
        continue;
      }
      moved.push_back(Take(*match));
      i = match->added + match->lines;
    }
    return moved;
  }

 private:
  struct Match {
    size_t removed = 0, added = 0;
    int lines = 0;
  };

  void AddFile(const File& file, uint32_t index) {
    uint32_t hunk_index = 0;
    for (const Hunk& hunk : diff_.hunks(file)) {
      ++block_;
      LineReader lines(diff_, file, hunk);
      while (std::optional<Line> line = lines.Next()) {
        if (line->kind == ' ') {
          ++block_;
        } else {
          AddLine(*line, index, hunk_index);
        }
      }
      ++hunk_index;
    }
  }

  void AddLine(const Line& line, uint32_t file, uint32_t hunk) {
    absl::string_view content = Trim(line.content);
    bool is_added = line.kind == '+';
    Entry entry{};
    entry.offset =
        content.empty() ? 0 : static_cast<uint32_t>(content.data() - diff_.text().data());
    entry.size = static_cast<uint32_t>(content.size());
    uint64_t hash = HashBytes(content);
    entry.hash = static_cast<uint32_t>(hash ^ hash >> 32);
    entry.file = file;
    entry.line = is_added ? line.new_line : line.old_line;
    entry.hunk = hunk;
    entry.block = block_;
    size_t indent = content.empty() ? 0 : content.data() - line.content.data();
    entry.indent = static_cast<uint32_t>(std::min<size_t>(indent, (1 << 20) - 1));
    auto letters = std::count_if(content.begin(), content.end(), absl::ascii_isalnum);
    entry.letters = static_cast<uint32_t>(std::min<int64_t>(letters, 2047));
    (is_added ? added_ : removed_).push_back(entry);
  }

  absl::string_view Content(const Entry& entry) const {
    return diff_.text().substr(entry.offset, entry.size);
  }

  static bool IsNext(const Entry& a, const Entry& b) {
    return a.file == b.file && a.hunk == b.hunk && a.block == b.block && a.line + 1 == b.line;
  }

  // Key of three lines below each other; nothing where they are too poor to begin a search.
  static std::optional<uint64_t> Gram(const std::vector<Entry>& entries, size_t i) {
    if (i + kMinLines > entries.size()) return std::nullopt;
    const Entry &a = entries[i], &b = entries[i + 1], &c = entries[i + 2];
    if (a.size == 0 || !IsNext(a, b) || !IsNext(b, c) ||
        a.letters + b.letters + c.letters < kMinGramLetters) {
      return std::nullopt;
    }
    return (uint64_t{a.hash} * 0x9E3779B97F4A7C15 + b.hash) * 0xC2B2AE3D27D4EB4F + c.hash;
  }

  void IndexRemoved() {
    next_.assign(removed_.size(), kNone);
    for (size_t i = removed_.size(); i-- > 0;) {
      Poll();
      std::optional<uint64_t> gram = Gram(removed_, i);
      if (!gram) continue;
      auto [place, is_new] = first_.try_emplace(*gram, static_cast<uint32_t>(i));
      if (is_new) continue;
      next_[i] = place->second;
      place->second = static_cast<uint32_t>(i);
    }
  }

  bool AreEqual(const Entry& a, const Entry& b) const {
    return a.hash == b.hash && a.size == b.size && Content(a) == Content(b);
  }

  // Whether the added entry can be the removed one, if their indents differ by `shift`. A blank
  // line fits any shift.
  bool Fits(size_t removed, size_t added, int64_t shift) const {
    const Entry &a = removed_[removed], &b = added_[added];
    PollBytes(a.size);
    if (a.is_taken || b.is_taken || !AreEqual(a, b)) return false;
    return a.size == 0 || int64_t{b.indent} - a.indent == shift;
  }

  // The longest block around a pair of places; it grows in both directions.
  Match Grow(size_t removed, size_t added) const {
    int64_t shift = int64_t{added_[added].indent} - removed_[removed].indent;
    Match match{removed, added, 0};
    if (!Fits(removed, added, shift)) return match;
    size_t lines = 1;
    while (removed + lines < removed_.size() && added + lines < added_.size() &&
           IsNext(removed_[removed + lines - 1], removed_[removed + lines]) &&
           IsNext(added_[added + lines - 1], added_[added + lines]) &&
           Fits(removed + lines, added + lines, shift)) {
      ++lines;
    }
    while (match.removed > 0 && match.added > 0 &&
           IsNext(removed_[match.removed - 1], removed_[match.removed]) &&
           IsNext(added_[match.added - 1], added_[match.added]) &&
           Fits(match.removed - 1, match.added - 1, shift)) {
      --match.removed, --match.added, ++lines;
    }
    match.lines = static_cast<int>(lines);
    return match;
  }

  bool IsSignificant(const Match& match) const {
    if (match.lines < kMinLines) return false;
    int letters = 0, rich_lines = 0;
    Poll(match.lines);
    for (int k = 0; k < match.lines; ++k) {
      letters += added_[match.added + k].letters;
      rich_lines += added_[match.added + k].letters >= 4;
    }
    return letters >= kMinLetters && rich_lines >= kMinLines;
  }

  std::optional<Match> FindMatch(size_t added) const {
    if (added_[added].is_taken) return std::nullopt;
    std::optional<uint64_t> gram = Gram(added_, added);
    if (!gram) return std::nullopt;
    auto place = first_.find(*gram);
    if (place == first_.end()) return std::nullopt;
    Match best;
    uint32_t removed = place->second;
    for (int tried = 0; removed != kNone && tried < kMaxCandidates; ++tried) {
      // On the spot: a rewritten block, not a moved one.
      if (removed_[removed].block != added_[added].block) {
        Match match = Grow(removed, added);
        if (match.lines > best.lines) best = match;
      }
      removed = next_[removed];
    }
    return IsSignificant(best) ? std::optional<Match>(best) : std::nullopt;
  }

  MovedBlock Take(const Match& match) {
    MovedBlock block;
    const Entry &before = removed_[match.removed], &after = added_[match.added];
    block.new_file = after.file;
    block.old_file = before.file;
    block.new_hunk = after.hunk;
    block.new_line = after.line;
    block.old_line = before.line;
    block.lines = match.lines;
    for (int k = 0; k < match.lines; ++k) {
      Entry &from = removed_[match.removed + k], &to = added_[match.added + k];
      block.is_reindented |= from.size > 0 && from.indent != to.indent;
      from.is_taken = to.is_taken = 1;
    }
    return block;
  }

  const Diff& diff_;
  uint32_t block_ = 0;
  std::vector<Entry> removed_, added_;
  absl::flat_hash_map<uint64_t, uint32_t> first_;  // Gram → first removed entry.
  std::vector<uint32_t> next_;                     // With the same gram.
};

}  // namespace

std::vector<MovedBlock> FindMovedBlocks(
    const Diff& diff, const std::function<bool(uint32_t file_index)>& is_considered) {
  return Finder(diff, is_considered).Find();
}

}  // namespace allreview::diff
