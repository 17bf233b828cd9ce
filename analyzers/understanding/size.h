#ifndef ANALYZERS_UNDERSTANDING_SIZE_H_
#define ANALYZERS_UNDERSTANDING_SIZE_H_

// A whole number as a formula: a polynomial with integer coefficients over named numbers.
//
//   const Size b = Size::Named(1, "b"), h = Size::Named(2, "h");
//   (b * h * Size::Constant(4)).DividedBy(h)   ->  4*b
//   h.FloorDividedBy(Size::Constant(3))        ->  h//3, a number of its own
//   Size::CertainlyDiffer(b + Size::Constant(1), b)   ->  true
//
// Formulas are kept in a normal form, so equal polynomials are equal objects. Formulas that differ
// may still be the same number when the program runs: only a difference that is a constant is
// certain. Past kMaxTerms terms, kMaxFactors factors or 64 bits a size is unknown.
//
// Immutable and cheap to copy; safe from many threads.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::understanding {

class Size {
 public:
  static constexpr size_t kMaxTerms = 6;
  static constexpr size_t kMaxFactors = 6;
  static constexpr int kMaxQuotients = 2;  // In each other.

  Size() = default;  // Unknown.
  static Size Constant(int64_t number);
  // The number that `id` stands for; not 0. `name` is for readers and takes no part in comparisons.
  static Size Named(uint64_t id, absl::string_view name);
  // The number under that name in `object`, which is itself one of the numbers or stands for an
  // object: config.hidden_size. Unknown past kMaxQuotients.
  static Size AttributeOf(const Size& object, absl::string_view name);

  bool is_known() const { return is_known_; }
  bool is_named() const { return terms_ != nullptr; }  // Something in it has a name.
  std::optional<int64_t> constant() const {
    return is_known_ && terms_ == nullptr ? std::optional(constant_) : std::nullopt;
  }

  // Unknown as soon as a part is.
  friend Size operator+(const Size& a, const Size& b);
  friend Size operator-(const Size& a, const Size& b);
  friend Size operator*(const Size& a, const Size& b);
  // The quotient where it is exact for all numbers, else unknown.
  Size DividedBy(const Size& divisor) const;
  // Python's `a // b`: the exact quotient, or a number of its own.
  Size FloorDividedBy(const Size& divisor) const;

  // They differ by a constant that is not 0.
  static bool CertainlyDiffer(const Size& a, const Size& b);
  // `a >= b`, whatever the numbers are: of a tensor sizes are not negative, a group has a rank or
  // more, and ranks are below the size of their group. See OfGroup and RankIn.
  static bool IsAtLeast(const Size& a, const Size& b);
  // How many ranks a group has, and the rank in it; -1, perhaps, for who is no member. `group` is
  // below kMaxGroup, and stands for the same group in all of them.
  static constexpr uint64_t kMaxGroup = uint64_t{1} << 44;
  static Size OfGroup(uint64_t group, absl::string_view name);
  static Size RankIn(uint64_t group, absl::string_view name, bool is_member);
  // The same formula. Unknown sizes are equal to each other here.
  friend bool operator==(const Size& a, const Size& b);
  size_t hash() const;
  // "8", "4*b*h", "s - 1", "?".
  std::string ToText() const;

 private:
  struct Symbol;
  struct Term;
  struct Terms;
  static int Compare(const Size& a, const Size& b);
  static int Compare(const Symbol& a, const Symbol& b);
  static int Compare(const Term& a, const Term& b);
  static Size Sum(std::vector<Term> terms);
  static Size OfSymbol(Symbol symbol);
  static std::optional<Term> Product(const Term& a, const Term& b);
  static std::optional<Term> Quotient(const Term& a, const Term& b);
  static std::optional<int64_t> LeastOf(const Symbol& symbol);
  static std::optional<int64_t> LeastOf(const Term& term);
  std::vector<Term> terms() const;
  int quotients() const;

  bool is_known_ = false;
  int64_t constant_ = 0;
  std::shared_ptr<const Terms> terms_;  // Null: it is `constant_`.
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_SIZE_H_
