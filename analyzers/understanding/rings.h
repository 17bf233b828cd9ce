#ifndef ANALYZERS_UNDERSTANDING_RINGS_H_
#define ANALYZERS_UNDERSTANDING_RINGS_H_

// Questions that depend on each other: f needs what a class in it is, which needs what f binds.
// What one of them is depends on which of them was asked first, so an answer that met a ring is
// good only while nobody asks from within that ring. Private to this folder.
//
//   Rings rings;
//   rings.Join({f, a_class});      // Found while f was asked.
//   rings.RingOf(f) == rings.RingOf(a_class)
//
// Rings that share a question are one.

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

class Rings {
 public:
  using Id = uint32_t;
  using Question = std::pair<CodeRef, bool>;  // As Knowledge tells them apart.
  static constexpr Id kNone = 0xffffffff;

  // Of all of them; the number of their ring.
  Id Join(const std::vector<Question>& questions);
  // kNone: it is in none, as far as is known.
  Id RingOf(const Question& question);
  // The number that the ring has now.
  Id Current(Id ring);

 private:
  std::vector<Id> joined_;  // By ring: the one that it became part of, or itself.
  absl::flat_hash_map<Question, Id> by_question_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_RINGS_H_
