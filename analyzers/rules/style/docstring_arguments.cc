#include "analyzers/rules/style/docstring_arguments.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/names.h"

namespace allreview::rules {
namespace {

size_t IndentOf(absl::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == absl::string_view::npos ? line.size() : first;
}

bool IsArgumentHeading(absl::string_view text) {
  return text == "Args:" || text == "Arguments:" || text == "Parameters:" || text == "Params:";
}

// Length of the name that an entry begins with ("name:", "*names (int): ..."); 0: no entry.
size_t NameLength(absl::string_view text) {
  size_t end = 0;
  while (end < text.size() && IsNameByte(text[end])) ++end;
  if (end == 0 || absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) return 0;
  absl::string_view rest = text.substr(end);
  while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
  if (!rest.empty() && rest[0] == '(') {
    int depth = 0;
    size_t i = 0;
    for (; i < rest.size(); ++i) {
      depth += (rest[i] == '(') - (rest[i] == ')');
      if (depth == 0) break;
    }
    if (i == rest.size()) return 0;
    rest.remove_prefix(i + 1);
  } else if (rest.size() != text.size() - end) {
    return 0;  // "name is": prose.
  }
  return absl::StartsWith(rest, ":") && !absl::StartsWith(rest, "::") ? end : 0;
}

}  // namespace

DocstringArguments ArgumentsIn(const python::Module& module, python::Node docstring) {
  DocstringArguments result;
  if (!docstring) return result;
  const python::SyntaxTree& tree = module.tree();
  size_t heading_indent = 0, entry_indent = 0;
  for (int line = docstring.first_line(); line <= docstring.last_line(); ++line) {
    const absl::string_view raw = tree.LineText(line);
    const absl::string_view text = absl::StripAsciiWhitespace(raw);
    const size_t indent = IndentOf(raw);
    if (!result.has_section) {
      if (!IsArgumentHeading(text)) continue;
      result.has_section = true;
      heading_indent = indent;
      continue;
    }
    if (text.empty()) continue;
    if (indent <= heading_indent) break;
    if (entry_indent == 0) entry_indent = indent;
    if (indent < entry_indent) break;
    if (indent > entry_indent) {
      result.last_line = line;
      continue;
    }
    result.last_line = line;
    size_t at = indent;
    while (at < raw.size() && (raw[at] == '*' || raw[at] == '`' || raw[at] == '\\')) ++at;
    const size_t length = NameLength(raw.substr(at));
    if (length == 0) continue;
    DocumentedArgument argument = {.name = raw.substr(at, length),
                                   .first_byte = tree.LineStart(line) + static_cast<uint32_t>(at),
                                   .line = line};
    const size_t open = raw.find_first_not_of(' ', at + length);
    if (open < raw.size() && raw[open] == '(') {
      argument.type = raw.substr(open + 1, raw.find("):", open) - open - 1);
      argument.type_byte = tree.LineStart(line) + static_cast<uint32_t>(open) + 1;
    }
    result.arguments.push_back(argument);
  }
  return result;
}

bool HasSection(absl::string_view docstring, absl::string_view name) {
  const std::string heading = absl::StrCat(name, ":");
  for (absl::string_view line : absl::StrSplit(docstring, '\n')) {
    if (absl::StripAsciiWhitespace(line) == heading) return true;
  }
  return false;
}

}  // namespace allreview::rules
