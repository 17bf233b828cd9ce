#include "analyzers/diff/pairing.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "absl/container/flat_hash_map.h"
#include "analyzers/diff/tokens.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

constexpr double kThreshold = 0.5;
constexpr double kLoneThreshold = 0.35;  // One removed line, one added line: more likely a pair.
constexpr size_t kMaxTokens = 64;        // Of a line that are looked at.
constexpr int kBand = 24;                // Half the width of the diagonal that is searched.
constexpr int kMaxRows = 512;            // Of one search; longer blocks are cut.

// A line as a sorted bag of words.
struct Bag {
  struct Word {
    uint32_t hash;
    uint32_t weight;
  };
  std::vector<Word> words;
  uint32_t weight = 0;
};

Bag MakeBag(absl::string_view line) {
  constexpr size_t kMaxBytes = 1024;
  Bag bag;
  for (const Token& token : Tokenize(line.substr(0, kMaxBytes))) {
    if (token.kind == TokenKind::kSpace) continue;
    // A name says more than a bracket.
    uint32_t length = token.span.end - token.span.first;
    uint32_t weight = token.kind == TokenKind::kWord ? 1 + std::min<uint32_t>(length, 6) : 1;
    bag.words.push_back({token.hash, weight});
    bag.weight += weight;
    if (bag.words.size() == kMaxTokens) break;
  }
  std::sort(bag.words.begin(), bag.words.end(),
            [](const Bag::Word& a, const Bag::Word& b) { return a.hash < b.hash; });
  return bag;
}

double Compare(const Bag& a, const Bag& b) {
  if (a.weight == 0 || b.weight == 0) return 0;
  // Not even if the smaller one is contained in the other.
  if (2 * std::min(a.weight, b.weight) < kLoneThreshold * (a.weight + b.weight)) return 0;
  uint32_t common = 0;
  for (size_t i = 0, j = 0; i < a.words.size() && j < b.words.size();) {
    if (a.words[i].hash < b.words[j].hash) {
      ++i;
    } else if (b.words[j].hash < a.words[i].hash) {
      ++j;
    } else {
      common += std::min(a.words[i].weight, b.words[j].weight);
      ++i, ++j;
    }
  }
  return 2.0 * common / (a.weight + b.weight);
}

// Removed and added lines without context between them.
struct Block {
  std::vector<Line> before, after;
};

// Pairs of indices into a block, rising on both sides.
using Matches = std::vector<std::pair<int, int>>;

struct Gap {
  int before_first, before_end, after_first, after_end;
};

std::vector<Bag> MakeBags(const std::vector<Line>& lines, int first, int end) {
  std::vector<Bag> bags;
  bags.reserve(end - first);
  for (int i = first; i < end; ++i) bags.push_back(MakeBag(lines[i].content));
  return bags;
}

// Best alignment of a gap near its diagonal, by dynamic programming.
void AlignNearDiagonal(const Block& block, Gap gap, double threshold, Matches& matches) {
  int rows = gap.before_end - gap.before_first, columns = gap.after_end - gap.after_first;
  if (rows == 0 || columns == 0) return;
  std::vector<Bag> a = MakeBags(block.before, gap.before_first, gap.before_end);
  std::vector<Bag> b = MakeBags(block.after, gap.after_first, gap.after_end);
  int half = std::max(kBand, 1 + columns / rows);
  int width = 2 * half + 1;
  auto first_column = [&](int i) {
    return static_cast<int>(static_cast<int64_t>(i) * columns / rows) - half;
  };
  enum Step : uint8_t { kNone, kUp, kLeft, kBoth };
  std::vector<Step> steps(static_cast<size_t>(rows) * width, kNone);
  // score[j]: best of rows before this one and columns before j.
  std::vector<float> score(columns + 1, 0), previous(columns + 1, 0);
  for (int i = 0; i < rows; ++i) {
    int first = first_column(i), begin = std::max(first, 0);
    int end = std::min(first + width, columns);
    Poll(1 + columns);
    for (int j = begin; j < end; ++j) {
      float best = previous[j + 1];
      Poll(8);  // Two bags of words are compared.
      Step step = kUp;
      if (score[j] > best) best = score[j], step = kLeft;
      double similarity = Compare(a[i], b[j]);
      if (similarity >= threshold && previous[j] + similarity > best) {
        best = previous[j] + static_cast<float>(similarity);
        step = kBoth;
      }
      score[j + 1] = best;
      steps[static_cast<size_t>(i) * width + (j - first)] = step;
    }
    for (int j = end; j < columns; ++j) score[j + 1] = score[end];
    previous = score;
  }
  Matches found;
  for (int i = rows - 1, j = columns - 1; i >= 0 && j >= 0;) {
    int offset = j - first_column(i);
    if (offset < 0) {
      --i;
      continue;
    }
    Step step = offset >= width ? kLeft : steps[static_cast<size_t>(i) * width + offset];
    if (step == kBoth) found.push_back({gap.before_first + i, gap.after_first + j});
    i -= step == kBoth || step == kUp || step == kNone;
    j -= step == kBoth || step == kLeft;
  }
  matches.insert(matches.end(), found.rbegin(), found.rend());
}

// Cuts a long gap at equal heights, so that memory stays small.
void AlignGap(const Block& block, Gap gap, double threshold, Matches& matches) {
  int rows = gap.before_end - gap.before_first, columns = gap.after_end - gap.after_first;
  int parts = 1 + std::max(rows, columns) / kMaxRows;
  auto cut = [&](int first, int size, int part) {
    return first + static_cast<int>(static_cast<int64_t>(size) * part / parts);
  };
  for (int part = 0; part < parts; ++part) {
    AlignNearDiagonal(
        block,
        {cut(gap.before_first, rows, part), cut(gap.before_first, rows, part + 1),
         cut(gap.after_first, columns, part), cut(gap.after_first, columns, part + 1)},
        threshold, matches);
  }
}

// Lines that occur once on each side, and are equal there but for white space, are pairs for sure.
Matches FindAnchors(const Block& block) {
  struct Seen {
    int before = -1, after = -1;
    bool is_repeated = false;
  };
  absl::flat_hash_map<uint64_t, Seen> seen;
  auto key = [](const Line& line) {
    uint64_t hash = 0xcbf29ce484222325;
    for (char c : line.content) {
      if (!IsSpaceByte(c)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
  };
  for (size_t i = 0; i < block.before.size(); ++i) {
    PollBytes(block.before[i].content.size());
    Seen& place = seen[key(block.before[i])];
    place.is_repeated |= place.before >= 0;
    place.before = static_cast<int>(i);
  }
  for (size_t j = 0; j < block.after.size(); ++j) {
    PollBytes(block.after[j].content.size());
    Seen& place = seen[key(block.after[j])];
    place.is_repeated |= place.after >= 0;
    place.after = static_cast<int>(j);
  }
  Matches anchors;
  int last = -1;
  for (size_t i = 0; i < block.before.size(); ++i) {
    const Line& line = block.before[i];
    PollBytes(line.content.size());
    const Seen& place = seen[key(line)];
    if (place.is_repeated || place.after <= last || Trim(line.content).size() < 4) continue;
    if (!EqualsButForSpace(line.content, block.after[place.after].content)) continue;
    // One line that went far down must not keep apart all that follow it.
    int expected = static_cast<int>(i * block.after.size() / block.before.size());
    if (place.after - std::max(last, 0) > 4 * kBand &&
        std::abs(place.after - expected) > 8 * kBand) {
      continue;
    }
    last = place.after;
    anchors.push_back({static_cast<int>(i), place.after});
  }
  return anchors;
}

void PairBlock(const Block& block, std::vector<PairedLines>& pairs) {
  if (block.before.empty() || block.after.empty()) return;
  int rows = static_cast<int>(block.before.size()), columns = static_cast<int>(block.after.size());
  double threshold = rows == 1 && columns == 1 ? kLoneThreshold : kThreshold;
  Matches anchors = FindAnchors(block), matches;
  anchors.push_back({rows, columns});
  int before = 0, after = 0;
  for (auto [i, j] : anchors) {
    AlignGap(block, {before, i, after, j}, threshold, matches);
    if (i < rows) matches.push_back({i, j});
    before = i + 1;
    after = j + 1;
  }
  for (auto [i, j] : matches) pairs.push_back({block.before[i], block.after[j]});
}

}  // namespace

double Similarity(absl::string_view a, absl::string_view b) {
  return Compare(MakeBag(a), MakeBag(b));
}

std::vector<PairedLines> PairLines(const Diff& diff, const File& file, const Hunk& hunk) {
  std::vector<PairedLines> pairs;
  Block block;
  LineReader lines(diff, file, hunk);
  while (std::optional<Line> line = lines.Next()) {
    if (line->kind == ' ') {
      PairBlock(block, pairs);
      block.before.clear();
      block.after.clear();
    } else {
      (line->kind == '-' ? block.before : block.after).push_back(*line);
    }
  }
  PairBlock(block, pairs);
  return pairs;
}

}  // namespace allreview::diff
