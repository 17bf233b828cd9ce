#ifndef ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_
#define ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_

// Runs of so many lines, to be found again by the hashes of their lines.
//
//   Windows windows(10, true);
//   windows.Add(file, lines, 0, lines.size());
//   windows.LookUp(others, [](const Windows::Place& place, size_t at) { ... });
//
// Equal hashes do not make equal lines: compare the texts of what is found.
//
// Most windows of a repository stand in one place. Who adds very many of them notes all first,
// those to be looked up, too; of what was noted once nothing is kept, and nothing is found:
//
//   for (each file) windows.Note(lines);

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzers/repository/significant_lines.h"

namespace allreview::rules {

inline uint16_t HashOf(const repository::LineFacts& line, bool is_exact) {
  return is_exact ? line.text : line.shape;
}

// Windows of `size` lines by a hash of their lines' hashes.
class Windows {
 public:
  Windows(int size, bool is_exact) : size_(static_cast<size_t>(size)), is_exact_(is_exact) {
    for (int i = 1; i < size; ++i) leaving_ *= kBase;
  }

  struct Place {
    size_t file, at;
  };

  // Makes room for the windows of that many lines.
  void Reserve(size_t lines) {
    chains_.reserve(lines);
    places_.reserve(lines);
  }

  void Note(const std::vector<repository::LineFacts>& lines) {
    if (noted_.empty()) noted_.resize(kNotes, 0);
    ForEach(lines, 0, lines.size(), [&](size_t, uint64_t hash) {
      uint8_t& times = noted_[NoteOf(hash)];
      times = static_cast<uint8_t>(times == 0 ? 1 : 2);
    });
  }

  // The windows of the lines [first, end) of a file.
  void Add(size_t file, const std::vector<repository::LineFacts>& lines, size_t first, size_t end) {
    ForEach(lines, first, end, [&](size_t at, uint64_t hash) {
      if (StandsAlone(hash)) return;
      const auto [known, is_new] = chains_.try_emplace(hash);
      Chain& chain = known->second;
      if (chain.count == kMaxPlaces) return;
      const uint32_t added = static_cast<uint32_t>(places_.size());
      places_.push_back({{file, at}, 0});
      (is_new ? chain.first : places_[chain.last].next) = added;
      chain.last = added;
      ++chain.count;
    });
  }

  // Calls found(place, at) for each window of `lines` that is known.
  template <typename Found>
  void LookUp(const std::vector<repository::LineFacts>& lines, const Found& found) const {
    ForEach(lines, 0, lines.size(), [&](size_t at, uint64_t hash) {
      if (StandsAlone(hash)) return;
      const auto known = chains_.find(hash);
      if (known == chains_.end()) return;
      uint32_t next = known->second.first;
      for (uint32_t i = 0; i < known->second.count; ++i, next = places_[next].next) {
        found(places_[next].place, at);
      }
    });
  }

 private:
  // Places of one window: lines that are everywhere are an idiom.
  static constexpr uint32_t kMaxPlaces = 16;
  static constexpr uint64_t kBase = 0x9e3779b97f4a7c15;
  // A megabyte: few of some hundred thousand windows share a note.
  static constexpr int kNoteBits = 20;
  static constexpr size_t kNotes = size_t{1} << kNoteBits;

  static size_t NoteOf(uint64_t hash) { return hash >> (64 - kNoteBits); }
  bool StandsAlone(uint64_t hash) const { return !noted_.empty() && noted_[NoteOf(hash)] < 2; }

  template <typename Visit>
  void ForEach(const std::vector<repository::LineFacts>& lines, size_t first, size_t end,
               const Visit& visit) const {
    uint64_t hash = 0;
    for (size_t i = first; i < end; ++i) {
      if (i - first >= size_) hash -= (HashOf(lines[i - size_], is_exact_) + 1) * leaving_;
      hash = hash * kBase + HashOf(lines[i], is_exact_) + 1;
      if (i - first + 1 >= size_) visit(i + 1 - size_, hash);
    }
  }

  size_t size_;
  bool is_exact_;
  uint64_t leaving_ = 1;
  // The places of one window, in the order in which they were added: indices in places_.
  struct Chain {
    uint32_t first = 0, last = 0, count = 0;
  };
  struct Link {
    Place place;
    uint32_t next;
  };
  absl::flat_hash_map<uint64_t, Chain> chains_;
  std::vector<Link> places_;
  std::vector<uint8_t> noted_;  // By the first bits of a hash: 1 for once, 2 for more often.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_
