#include "analyzers/extensions/macro_bindings.h"

#include <map>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

bool IsWordByte(char c) { return absl::ascii_isalnum(c) || c == '_'; }

// End of the identifier, number, string or single byte that begins at `at`.
size_t TokenEnd(absl::string_view text, size_t at) {
  size_t end = at + 1;
  if (IsWordByte(text[at])) {
    while (end < text.size() && IsWordByte(text[end])) ++end;
  } else if (text[at] == '"' || text[at] == '\'') {
    while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
    end = end < text.size() ? end + 1 : text.size();
  }
  Poll(1 + static_cast<int>(end - at) / 16);
  return end;
}

// Arguments between brackets; `at` is the opening one and becomes what follows the closing one.
// Empty, with `at` unmoved: it never closes.
std::vector<std::string> TakeArguments(absl::string_view text, size_t& at) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (size_t i = at; i < text.size();) {
    const size_t end = TokenEnd(text, i);
    const char c = text[i];
    const bool is_bracket = c == '(' || c == ')' || c == '{' || c == '}' || c == '[' || c == ']';
    if (is_bracket) depth += c == '(' || c == '{' || c == '[' ? 1 : -1;
    if (depth == 0) {
      at = end;
      for (std::string& argument : arguments) absl::StripAsciiWhitespace(&argument);
      return arguments;
    }
    if (c == ',' && depth == 1) {
      arguments.emplace_back();
    } else if (i != at) {
      absl::StrAppend(&arguments.back(), c == '\n' ? " " : text.substr(i, end - i));
    }
    i = end;
  }
  return {};
}

// One macro's text with its parameters replaced, on one line.
std::string Expanded(const cpp::Macro& macro, const std::vector<std::string>& arguments) {
  std::map<absl::string_view, absl::string_view> by_name;
  for (size_t i = 0; i < macro.parameters.size() && i < arguments.size(); ++i) {
    by_name.emplace(macro.parameters[i], arguments[i]);
  }
  const absl::string_view text = macro.value;
  std::string out;
  bool is_quoted = false;  // After a #.
  for (size_t i = 0; i < text.size();) {
    const size_t end = TokenEnd(text, i);
    const absl::string_view token = text.substr(i, end - i);
    i = end;
    if (token == "#") {
      if (i < text.size() && text[i] == '#') {
        absl::StripTrailingAsciiWhitespace(&out);
        for (++i; i < text.size() && absl::ascii_isspace(text[i]);) ++i;
      } else {
        is_quoted = true;
      }
      continue;
    }
    if (token == "\\" || token == "\n" || token == "\r") {
      out += ' ';
      continue;
    }
    const auto argument = by_name.find(token);
    if (argument == by_name.end()) {
      absl::StrAppend(&out, token);
    } else if (is_quoted) {
      absl::StrAppend(&out, "\"", argument->second, "\"");
    } else {
      absl::StrAppend(&out, argument->second);
    }
    is_quoted = false;
  }
  return out;
}

bool Binds(const cpp::Macro& macro) {
  return macro.is_function &&
         (absl::StrContains(macro.value, ".def") || absl::StrContains(macro.value, ".impl"));
}

}  // namespace

std::string WithBindingsExpanded(const cpp::Unit& unit) {
  std::map<absl::string_view, const cpp::Macro*> macros;
  for (const cpp::Macro& macro : unit.macros()) {
    Poll();
    if (Binds(macro)) macros[macro.name] = &macro;
  }
  if (macros.empty()) return "";
  const absl::string_view source = unit.source();
  const size_t limit = 2 * source.size() + (size_t{1} << 20);
  std::string out;
  int expansions = 0;
  bool is_directive = false;
  for (size_t i = 0; i < source.size();) {
    if (i == 0 || source[i - 1] == '\n') {
      const size_t word = source.find_first_not_of(" \t", i);
      const bool continues = is_directive && i >= 2 && source[i - 2] == '\\';
      is_directive = continues || (word != absl::string_view::npos && source[word] == '#');
    }
    // An apostrophe of a comment must not hide what follows.
    const size_t end = source[i] == '\'' ? i + 1 : TokenEnd(source, i);
    const absl::string_view token = source.substr(i, end - i);
    const auto macro = is_directive ? macros.end() : macros.find(token);
    size_t after = end;
    if (macro != macros.end() && after < source.size() && source[after] == '(') {
      const std::vector<std::string> arguments = TakeArguments(source, after);
      if (after != end) {
        const absl::string_view call = source.substr(i, after - i);
        absl::StrAppend(&out, Expanded(*macro->second, arguments),
                        std::string(absl::c_count(call, '\n'), '\n'));
        i = after;
        ++expansions;
        if (out.size() > limit) return "";
        continue;
      }
    }
    absl::StrAppend(&out, token);
    i = end;
  }
  return expansions > 0 ? out : "";
}

}  // namespace allreview::extensions
