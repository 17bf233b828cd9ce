#ifndef ANALYZERS_INTENT_WORDS_H_
#define ANALYZERS_INTENT_WORDS_H_

// A sentence as words that cues can be matched with.
//
//   Words("Don't use `x`, it's (MB) ≥ 2.")
//   // "don't" "use" "`" "," "it's" "(" "mb" ")" "2" "."
//
// In lower case. A code span is the word "`"; each ASCII mark that is not inside a word is a word.
// At most kMaxWords. Pure, linear.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::intent {

inline constexpr size_t kMaxWords = 300;

class Words {
 public:
  explicit Words(absl::string_view sentence);
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  size_t size() const { return words_.size(); }
  absl::string_view operator[](size_t i) const { return words_[i]; }

  // A clause ends before and after , ; : ( ) . and a dash that stands alone.
  bool IsBoundary(size_t i) const;
  // The first word of a clause, behind "and", "but" and the like, too.
  bool BeginsClause(size_t i) const;
  // A negation stands at most three words before in the clause: "not", "don't", "no", "never".
  bool IsNegated(size_t i) const;
  // The clause is a condition or asks for one: "if", "when", "unless", "raise", "check".
  bool IsConditional(size_t i) const;

 private:
  // Where the clause that holds `i` begins; at most 20 words before.
  size_t ClauseBegin(size_t i) const;

  std::string text_;
  std::vector<absl::string_view> words_;  // Into text_.
};

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_WORDS_H_
