#ifndef ANALYZERS_CONSTRAINTS_CONSTANT_H_
#define ANALYZERS_CONSTRAINTS_CONSTANT_H_

// A value that validation computes with: None, bools, numbers, strings, members of enumerations,
// sequences of these, and objects. What is not known is kUnknown, and so is all that comes of it.
//
//   Constant::Of("8")  ->  the number 8, a whole one
//   Compare("<", Constant::Number(4), Constant::Number(8))  ->  true
//
// Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::constraints {

struct Constant {
  enum class Type { kUnknown, kNone, kBool, kNumber, kText, kMember, kSequence, kClass, kObject };
  Type type = Type::kUnknown;
  double number = 0;      // Of a number, and 0 or 1 of a bool.
  bool is_whole = false;  // An int, not a float.
  std::string text =
      {};  // Of a text; "Backend.flash" of a member; "list" of a sequence; a class's name.
  std::vector<Constant> elements = {};
  int object = -1;

  static Constant None() { return {.type = Type::kNone}; }
  static Constant Bool(bool value) {
    return {.type = Type::kBool, .number = value ? 1.0 : 0.0, .is_whole = true};
  }
  static Constant Number(double value, bool is_whole = true) {
    return {.type = Type::kNumber, .number = value, .is_whole = is_whole};
  }
  static Constant Text(absl::string_view text) {
    return {.type = Type::kText, .text = std::string(text)};
  }
  // A "list", "tuple", "set", or an empty "dict".
  static Constant Sequence(absl::string_view kind, std::vector<Constant> elements) {
    return {.type = Type::kSequence, .text = std::string(kind), .elements = std::move(elements)};
  }
  // A literal as Python or a recipe writes it; a word without quotes is a text.
  static Constant Of(absl::string_view written);

  bool is_known() const { return type != Type::kUnknown; }
  bool is_number() const { return type == Type::kNumber || type == Type::kBool; }
  // Nullopt: unknown.
  std::optional<bool> Truth() const;
  // As Python writes it.
  std::string ToText() const;
  friend bool operator==(const Constant& a, const Constant& b) = default;
};

// Python's `a op b` for ==, !=, is, is not, <, <=, >, >=, in, not in. Nullopt: unknown, or it
// raises.
std::optional<bool> Compare(absl::string_view op, const Constant& a, const Constant& b);

// Python's `a op b` for + - * / // % ** of numbers; unknown for all else, and where it raises.
Constant Calculate(absl::string_view op, const Constant& a, const Constant& b);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_CONSTANT_H_
