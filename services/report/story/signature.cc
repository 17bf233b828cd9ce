#include "services/report/story/signature.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace allreview::report {
namespace {

// Where a character stands in brackets and strings.
class Nesting {
 public:
  // Whether `c` stands outside of all of them.
  bool Take(char c) {
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
      return false;
    }
    if (c == '"' || c == '\'') {
      quote_ = c;
      return false;
    }
    if (c == '(' || c == '[' || c == '{') return depth_++ == 0;
    if (c == ')' || c == ']' || c == '}') return --depth_ == 0;
    return depth_ == 0;
  }

 private:
  int depth_ = 0;
  char quote_ = 0;
};

// Position of the first such character outside of brackets and strings.
size_t FindOutside(absl::string_view text, char wanted) {
  Nesting nesting;
  for (size_t i = 0; i < text.size(); ++i) {
    if (nesting.Take(text[i]) && text[i] == wanted) return i;
  }
  return absl::string_view::npos;
}

struct Parts {
  absl::string_view name;
  std::vector<absl::string_view> parameters;
  absl::string_view result;
};

// Nothing for text that is no definition.
bool Read(absl::string_view signature, Parts& parts) {
  absl::ConsumePrefix(&signature, "async ");
  if (!absl::ConsumePrefix(&signature, "def ") && !absl::ConsumePrefix(&signature, "class ")) {
    return false;
  }
  const size_t open = signature.find('(');
  if (open == absl::string_view::npos) {
    parts.name = absl::StripSuffix(absl::StripAsciiWhitespace(signature), ":");
    return true;
  }
  Nesting nesting;
  size_t close = open;
  while (close < signature.size()) {
    const bool is_outside = nesting.Take(signature[close]);
    if (is_outside && signature[close] == ')') break;
    ++close;
  }
  parts.name = absl::StripAsciiWhitespace(signature.substr(0, open));
  parts.parameters = SplitArguments(signature.substr(open + 1, close - open - 1));
  absl::string_view rest = close < signature.size() ? signature.substr(close + 1) : "";
  const size_t arrow = rest.find("->");
  if (arrow != absl::string_view::npos) {
    parts.result = absl::StripAsciiWhitespace(rest.substr(arrow + 2));
    parts.result = absl::StripSuffix(parts.result, ":");
  }
  return true;
}

bool IsReceiver(absl::string_view parameter) { return parameter == "self" || parameter == "cls"; }

// "x: int = 0" is "x=0".
std::string WithoutAnnotation(absl::string_view parameter) {
  const size_t equals = FindOutside(parameter, '=');
  const size_t colon = FindOutside(parameter.substr(0, equals), ':');
  const absl::string_view name = absl::StripAsciiWhitespace(
      parameter.substr(0, colon == absl::string_view::npos ? equals : colon));
  if (equals == absl::string_view::npos) return std::string(name);
  return absl::StrCat(name, "=", absl::StripAsciiWhitespace(parameter.substr(equals + 1)));
}

}  // namespace

std::vector<absl::string_view> SplitArguments(absl::string_view text) {
  std::vector<absl::string_view> arguments;
  while (!text.empty()) {
    const size_t comma = FindOutside(text, ',');
    const absl::string_view argument = absl::StripAsciiWhitespace(text.substr(0, comma));
    if (!argument.empty()) arguments.push_back(argument);
    if (comma == absl::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return arguments;
}

std::string ShortSignature(absl::string_view signature) {
  Parts parts;
  if (!Read(signature, parts)) return std::string(signature);
  if (absl::StartsWith(signature, "class ")) return std::string(parts.name);
  std::vector<std::string> names;
  for (absl::string_view parameter : parts.parameters) {
    if (!IsReceiver(parameter)) names.push_back(WithoutAnnotation(parameter));
  }
  return absl::StrCat(parts.name, "(", absl::StrJoin(names, ", "), ")");
}

std::string TypedSignature(absl::string_view signature) {
  Parts parts;
  if (!Read(signature, parts)) return std::string(signature);
  if (absl::StartsWith(signature, "class ")) return std::string(parts.name);
  std::vector<absl::string_view> parameters;
  for (absl::string_view parameter : parts.parameters) {
    if (!IsReceiver(parameter)) parameters.push_back(parameter);
  }
  return absl::StrCat(parts.name, "(", absl::StrJoin(parameters, ", "), ")",
                      parts.result.empty() ? "" : " ", parts.result);
}

std::string CallsOfName(absl::string_view code, absl::string_view name) {
  std::string calls;
  const std::string head = absl::StrCat(name, "(");
  for (size_t at = code.find(head); at != absl::string_view::npos;
       at = code.find(head, at + head.size())) {
    const char before = at == 0 ? ' ' : code[at - 1];
    if (absl::ascii_isalnum(static_cast<unsigned char>(before)) || before == '_') continue;
    int depth = 0;
    for (size_t i = at; i < code.size(); ++i) {
      if (!absl::ascii_isspace(static_cast<unsigned char>(code[i]))) calls += code[i];
      depth += (code[i] == '(') - (code[i] == ')');
      if (code[i] == ')' && depth == 0) break;
    }
  }
  return calls;
}

}  // namespace allreview::report
