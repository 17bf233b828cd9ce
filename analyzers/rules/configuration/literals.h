#ifndef ANALYZERS_RULES_CONFIGURATION_LITERALS_H_
#define ANALYZERS_RULES_CONFIGURATION_LITERALS_H_

// Values of defaults and choices as far as their text tells.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::rules::configuration {

struct Literal {
  enum class Type { kUnknown, kNone, kBool, kInteger, kFloat, kString };
  Type type = Type::kUnknown;
  double number = 0;      // Value of a number; 1 for True, 0 for False.
  std::string text = {};  // Value of a string.

  bool is_known() const { return type != Type::kUnknown; }
  bool is_number() const { return type == Type::kInteger || type == Type::kFloat; }
};

// Parses source text: `1e-5`, `'bf16'`, `True`. Anything but a plain literal is kUnknown.
Literal ParseLiteral(absl::string_view text);
// Python's ==, but for True and 1. False when one of them is unknown.
bool AreEqual(const Literal& a, const Literal& b);
// "an integer"

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_LITERALS_H_
