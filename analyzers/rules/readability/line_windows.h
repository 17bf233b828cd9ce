#ifndef ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_
#define ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_

// Runs of so many lines, to be found again by the hashes of their lines.
//
//   Windows windows(10, true);
//   windows.Add(file, lines, 0, lines.size());
//   windows.LookUp(others, [](const Windows::Place& place, size_t at) { ... });
//
// Equal hashes do not make equal lines: compare the texts of what is found.

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

  // The windows of the lines [first, end) of a file.
  void Add(size_t file, const std::vector<repository::LineFacts>& lines, size_t first, size_t end) {
    ForEach(lines, first, end, [&](size_t at, uint64_t hash) {
      std::vector<Place>& places = places_[hash];
      if (places.size() < kMaxPlaces) places.push_back({file, at});
    });
  }

  bool empty() const { return places_.empty(); }

  // Calls found(place, at) for each window of `lines` that is known.
  template <typename Found>
  void LookUp(const std::vector<repository::LineFacts>& lines, const Found& found) const {
    ForEach(lines, 0, lines.size(), [&](size_t at, uint64_t hash) {
      const auto known = places_.find(hash);
      if (known == places_.end()) return;
      for (const Place& place : known->second) found(place, at);
    });
  }

 private:
  // Of one window: what is everywhere is an idiom.
  static constexpr size_t kMaxPlaces = 16;
  static constexpr uint64_t kBase = 0x9e3779b97f4a7c15;

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
  absl::flat_hash_map<uint64_t, std::vector<Place>> places_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_LINE_WINDOWS_H_
