#include "analyzers/extensions/schema.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

constexpr size_t kMaxSchemaBytes = 20'000;

// Parts between the commas that stand in no brackets and no string.
std::vector<absl::string_view> PartsOf(absl::string_view text) {
  std::vector<absl::string_view> parts;
  int depth = 0;
  char quote = 0;
  size_t first = 0;
  Poll(static_cast<int>(text.size() / 4));
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(absl::StripAsciiWhitespace(text.substr(first, i - first)));
      first = i + 1;
    }
  }
  const absl::string_view last = absl::StripAsciiWhitespace(text.substr(first));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

// "Tensor(a!)[]" as "Tensor[]".
std::string WithoutAliases(absl::string_view type) {
  std::string result;
  int depth = 0;
  for (char c : type) {
    if (c == '(') ++depth;
    if (depth == 0 && !absl::ascii_isspace(c)) result += c;
    if (c == ')') --depth;
  }
  return result;
}

std::optional<SchemaParameter> ParameterOf(absl::string_view part) {
  SchemaParameter parameter;
  // No type has an '='.
  const size_t equals = part.find('=');
  parameter.has_default = equals != absl::string_view::npos;
  part = absl::StripAsciiWhitespace(part.substr(0, equals));
  const size_t blank = part.find_last_of(" \t\n)]?");
  if (blank == absl::string_view::npos || blank + 1 == part.size()) return std::nullopt;
  parameter.name = std::string(part.substr(blank + 1));
  parameter.type = WithoutAliases(part.substr(0, blank + 1));
  if (parameter.type.empty()) return std::nullopt;
  return parameter;
}

// The closing bracket of the one at `open`. npos: none.
size_t ClosingOf(absl::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return absl::string_view::npos;
}

bool IsKnownType(absl::string_view type) {
  return type == "Tensor" || type == "int" || type == "float" || type == "bool" || type == "str";
}

// In words of schemas, as far as it is certain: "Tensor?" of c10::optional<at::Tensor>. Empty:
// unknown. "narrow": a number that operators do not take.
std::string InSchemaWords(absl::string_view cpp_type) {
  std::string type = absl::StrReplaceAll(cpp_type, {{"const ", ""},
                                                    {" const", ""},
                                                    {"&", ""},
                                                    {" ", ""},
                                                    {"::std::", ""},
                                                    {"std::", ""},
                                                    {"torch::stable::", ""},
                                                    {"torch::", ""},
                                                    {"at::", ""},
                                                    {"c10::", ""}});
  for (const auto& [prefix, mark] :
       {std::pair<absl::string_view, absl::string_view>{"optional<", "?"},
        {"vector<", "[]"},
        {"ArrayRef<", "[]"},
        {"List<", "[]"}}) {
    if (!absl::StartsWith(type, prefix) || !absl::EndsWith(type, ">")) continue;
    const absl::string_view inner =
        absl::string_view(type).substr(prefix.size(), type.size() - prefix.size() - 1);
    if (absl::StrContains(inner, "<")) return "";
    const std::string known = InSchemaWords(inner);
    return IsKnownType(known) ? absl::StrCat(known, mark) : "";
  }
  if (type == "Tensor" || type == "bool") return type;
  if (type == "int64_t" || type == "SymInt" || type == "longlong") return "int";
  if (type == "double") return "float";
  if (type == "string" || type == "string_view") return "str";
  if (type == "TensorList") return "Tensor[]";
  if (type == "IntArrayRef" || type == "SymIntArrayRef") return "int[]";
  if (type == "int" || type == "float" || type == "size_t" || type == "int32_t" ||
      type == "uint32_t" || type == "uint64_t" || type == "unsigned" || type == "unsignedint") {
    return "narrow";
  }
  return "";
}

// "int[2]" as "int[]", "SymInt" as "int".
std::string Plain(absl::string_view schema_type) {
  std::string type = absl::StrReplaceAll(schema_type, {{"SymInt", "int"}});
  const size_t open = type.find('[');
  const size_t close = type.find(']');
  if (open != std::string::npos && close != std::string::npos && close > open) {
    type.erase(open + 1, close - open - 1);
  }
  return type;
}

}  // namespace

std::optional<Schema> ParseSchema(absl::string_view text) {
  if (text.size() > kMaxSchemaBytes) return std::nullopt;
  const size_t open = text.find('(');
  if (open == absl::string_view::npos) return std::nullopt;
  const size_t close = ClosingOf(text, open);
  if (close == absl::string_view::npos) return std::nullopt;
  Schema schema{.name = std::string(absl::StripAsciiWhitespace(text.substr(0, open))),
                .parameters = {},
                .returns = {}};
  bool is_keyword_only = false;
  for (absl::string_view part : PartsOf(text.substr(open + 1, close - open - 1))) {
    if (part == "*") {
      is_keyword_only = true;
      continue;
    }
    std::optional<SchemaParameter> parameter = ParameterOf(part);
    if (!parameter) return std::nullopt;
    parameter->is_keyword_only = is_keyword_only;
    schema.parameters.push_back(*std::move(parameter));
  }
  absl::string_view returned = absl::StripAsciiWhitespace(text.substr(close + 1));
  if (!absl::ConsumePrefix(&returned, "->")) return std::nullopt;
  returned = absl::StripAsciiWhitespace(returned);
  if (absl::StartsWith(returned, "(") && ClosingOf(returned, 0) + 1 == returned.size()) {
    returned = returned.substr(1, returned.size() - 2);
  }
  for (absl::string_view part : PartsOf(returned)) {
    schema.returns.push_back(WithoutAliases(part.substr(0, part.find(' '))));
  }
  return schema;
}

bool IsOtherType(absl::string_view schema_type, absl::string_view cpp_type, bool is_stable) {
  const std::string wanted = Plain(schema_type);
  const std::string given = InSchemaWords(cpp_type);
  absl::string_view base = wanted;
  absl::ConsumeSuffix(&base, "?");
  absl::ConsumeSuffix(&base, "[]");
  if (given.empty() || !IsKnownType(base)) return false;
  if (given == "narrow") return !is_stable && !absl::EndsWith(base, "]");
  absl::string_view given_base = given;
  absl::ConsumeSuffix(&given_base, "?");
  absl::ConsumeSuffix(&given_base, "[]");
  if (base != given_base) return !is_stable || base == "Tensor" || given_base == "Tensor";
  // Whether something optional may be left out is not asked: at::Tensor may be undefined.
  return absl::StrContains(wanted, "[]") != absl::StrContains(given, "[]");
}

}  // namespace allreview::extensions
