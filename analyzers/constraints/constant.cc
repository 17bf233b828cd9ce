#include "analyzers/constraints/constant.h"

#include <cmath>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::constraints {
namespace {

using Type = Constant::Type;

constexpr double kMaxNumber = 1e15;  // Above it doubles are not exact.

// Nullopt: nobody can tell.
std::optional<bool> AreEqual(const Constant& a, const Constant& b) {
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  const auto is_opaque = [](const Constant& c) {
    return c.type == Type::kObject || c.type == Type::kClass;
  };
  if (is_opaque(a) || is_opaque(b)) return std::nullopt;
  if (a.is_number() && b.is_number()) return a.number == b.number;
  // A member may be a text or a number, too.
  const bool is_member = a.type == Type::kMember || b.type == Type::kMember;
  if (is_member && a.type != b.type) {
    if (a.type == Type::kNone || b.type == Type::kNone) return false;
    return std::nullopt;
  }
  if (a.type != b.type) return false;
  if (is_member) {
    // Members of one class differ; of two classes nobody knows.
    const auto owner = [](const Constant& c) { return c.text.substr(0, c.text.rfind('.')); };
    if (a.text == b.text) return true;
    return owner(a) == owner(b) ? std::optional<bool>(false) : std::nullopt;
  }
  if (a.type != Type::kSequence) return a.text == b.text;
  if (a.text != b.text || a.elements.size() != b.elements.size()) return false;
  if (a.text == "set") return std::nullopt;  // Their order says nothing.
  for (size_t i = 0; i < a.elements.size(); ++i) {
    const std::optional<bool> equal = AreEqual(a.elements[i], b.elements[i]);
    if (!equal || !*equal) return equal;
  }
  return true;
}

std::optional<bool> IsIn(const Constant& element, const Constant& all) {
  if (!element.is_known() || !all.is_known()) return std::nullopt;
  if (all.type == Type::kText && element.type == Type::kText) {
    return absl::StrContains(all.text, element.text);
  }
  if (all.type != Type::kSequence) return std::nullopt;
  bool is_certain = true;
  for (const Constant& other : all.elements) {
    const std::optional<bool> equal = AreEqual(element, other);
    if (equal.value_or(false)) return true;
    is_certain = is_certain && equal.has_value();
  }
  return is_certain ? std::optional<bool>(false) : std::nullopt;
}

std::optional<bool> Negated(std::optional<bool> value) {
  return value ? std::optional<bool>(!*value) : std::nullopt;
}

// `is` between what is no singleton says nothing.
std::optional<bool> AreSame(const Constant& a, const Constant& b) {
  const auto is_single = [](const Constant& c) {
    return c.type == Type::kNone || c.type == Type::kBool || c.type == Type::kMember;
  };
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  if (a.type == Type::kNone || b.type == Type::kNone) return a.type == b.type;
  if (!is_single(a) && !is_single(b)) return std::nullopt;
  if (a.type != b.type)
    return a.type == Type::kMember || b.type == Type::kMember ? std::nullopt
                                                              : std::optional<bool>(false);
  return AreEqual(a, b);
}

std::string NumberText(const Constant& constant) {
  if (constant.is_whole && std::fabs(constant.number) < kMaxNumber) {
    return absl::StrCat(static_cast<int64_t>(constant.number));
  }
  std::string text = absl::StrCat(constant.number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

double FlooredRemainder(double a, double b) { return a - b * std::floor(a / b); }

}  // namespace

Constant Constant::Of(absl::string_view written) {
  written = absl::StripAsciiWhitespace(written);
  if (written.size() >= 2 && (written[0] == '"' || written[0] == '\'') &&
      written.back() == written[0]) {
    return Text(written.substr(1, written.size() - 2));
  }
  const std::string lower = absl::AsciiStrToLower(written);
  if (lower == "true" || lower == "false") return Bool(lower == "true");
  if (lower == "none" || lower == "null" || lower == "~") return None();
  double value = 0;
  if (absl::SimpleAtod(written, &value) && std::isfinite(value)) {
    return Number(value, written.find_first_of(".eE") == absl::string_view::npos);
  }
  return Text(written);
}

std::optional<bool> Constant::Truth() const {
  switch (type) {
    case Type::kNone:
      return false;
    case Type::kBool:
    case Type::kNumber:
      return number != 0;
    case Type::kText:
      return !text.empty();
    case Type::kSequence:
      return !elements.empty();
    case Type::kClass:
      return true;
    case Type::kUnknown:
    case Type::kMember:
    case Type::kObject:
      break;
  }
  return std::nullopt;
}

std::string Constant::ToText() const {
  switch (type) {
    case Type::kNone:
      return "None";
    case Type::kBool:
      return number != 0 ? "True" : "False";
    case Type::kNumber:
      return NumberText(*this);
    case Type::kText:
      return absl::StrCat("\"", text, "\"");
    case Type::kMember:
      return text;
    case Type::kSequence:
      return absl::StrCat("[",
                          absl::StrJoin(elements, ", ",
                                        [](std::string* out, const Constant& element) {
                                          absl::StrAppend(out, element.ToText());
                                        }),
                          "]");
    case Type::kUnknown:
    case Type::kClass:
    case Type::kObject:
      break;
  }
  return "?";
}

std::optional<bool> Compare(absl::string_view op, const Constant& a, const Constant& b) {
  if (op == "==") return AreEqual(a, b);
  if (op == "!=" || op == "<>") return Negated(AreEqual(a, b));
  if (op == "is") return AreSame(a, b);
  if (op == "is not") return Negated(AreSame(a, b));
  if (op == "in") return IsIn(a, b);
  if (op == "not in") return Negated(IsIn(a, b));
  if (!a.is_number() || !b.is_number()) return std::nullopt;
  if (op == "<") return a.number < b.number;
  if (op == "<=") return a.number <= b.number;
  if (op == ">") return a.number > b.number;
  if (op == ">=") return a.number >= b.number;
  return std::nullopt;
}

Constant Calculate(absl::string_view op, const Constant& a, const Constant& b) {
  if (!a.is_number() || !b.is_number()) return {};
  const bool is_whole = a.is_whole && b.is_whole;
  const bool divides = op == "/" || op == "//" || op == "%";
  if (divides && b.number == 0) return {};
  double value = 0;
  if (op == "+") {
    value = a.number + b.number;
  } else if (op == "-") {
    value = a.number - b.number;
  } else if (op == "*") {
    value = a.number * b.number;
  } else if (op == "/") {
    value = a.number / b.number;
  } else if (op == "//") {
    value = std::floor(a.number / b.number);
  } else if (op == "%") {
    value = FlooredRemainder(a.number, b.number);
  } else {
    return {};
  }
  if (!std::isfinite(value) || std::fabs(value) > kMaxNumber) return {};
  return Constant::Number(value, is_whole && op != "/");
}

}  // namespace allreview::constraints
