#include "analyzers/rules/configuration/literals.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"

namespace allreview::rules::configuration {
namespace {

using Type = Literal::Type;

Literal ParseString(absl::string_view text) {
  if (text.size() < 2 || text.front() != text.back()) return {};
  const absl::string_view content = text.substr(1, text.size() - 2);
  if (content.find('\\') != absl::string_view::npos ||
      content.find(text.front()) != absl::string_view::npos) {
    return {};
  }
  return {.type = Type::kString, .text = std::string(content)};
}

Literal ParseNumber(absl::string_view text) {
  if (text.find_first_not_of("0123456789.eE_+-") != absl::string_view::npos) return {};
  if (text.find_first_of("0123456789") == absl::string_view::npos) return {};
  Literal literal;
  if (!absl::SimpleAtod(absl::StrReplaceAll(text, {{"_", ""}}), &literal.number)) return {};
  literal.type =
      text.find_first_of(".eE") == absl::string_view::npos ? Type::kInteger : Type::kFloat;
  return literal;
}

}  // namespace

Literal ParseLiteral(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return {};
  if (text == "None") return {.type = Type::kNone};
  if (text == "True") return {.type = Type::kBool, .number = 1};
  if (text == "False") return {.type = Type::kBool};
  if (text.front() == '"' || text.front() == '\'') return ParseString(text);
  return ParseNumber(text);
}

bool AreEqual(const Literal& a, const Literal& b) {
  if (!a.is_known() || !b.is_known()) return false;
  if (a.is_number() && b.is_number()) return a.number == b.number;
  return a.type == b.type && a.number == b.number && a.text == b.text;
}

absl::string_view NameOf(Type type) {
  switch (type) {
    case Type::kNone:
      return "None";
    case Type::kBool:
      return "a bool";
    case Type::kInteger:
      return "an integer";
    case Type::kFloat:
      return "a float";
    case Type::kString:
      return "a string";
    case Type::kUnknown:
      break;
  }
  return "unknown";
}

}  // namespace allreview::rules::configuration
