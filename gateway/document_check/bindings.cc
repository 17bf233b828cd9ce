#include "gateway/document_check/bindings.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/names.h"

namespace allreview::document_check {
namespace {

size_t IndentOf(absl::string_view line) {
  const size_t indent = line.find_first_not_of(" \t");
  return indent == absl::string_view::npos ? line.size() : indent;
}

// "def f(", "class f:", "f = 1", "f: int".
bool DefinesHere(absl::string_view line, absl::string_view name) {
  line = absl::StripAsciiWhitespace(line);
  absl::ConsumePrefix(&line, "async ");
  const bool is_definition =
      absl::ConsumePrefix(&line, "def ") || absl::ConsumePrefix(&line, "class ");
  if (!absl::ConsumePrefix(&line, name)) return false;
  if (!line.empty() && IsNameByte(line[0])) return false;
  if (is_definition) return true;
  line = absl::StripLeadingAsciiWhitespace(line);
  return (absl::StartsWith(line, "=") && !absl::StartsWith(line, "==")) ||
         absl::StartsWith(line, ":");
}

// The lines below the header of a class, as long as they are indented further.
std::vector<absl::string_view> BodyOf(const std::vector<absl::string_view>& lines,
                                      absl::string_view name) {
  std::vector<absl::string_view> body;
  size_t indent = 0;
  bool is_inside = false;
  for (absl::string_view line : lines) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty()) continue;
    if (is_inside && IndentOf(line) <= indent && text[0] != ')' && text[0] != '#') break;
    if (is_inside) {
      body.push_back(line);
    } else if (absl::StartsWith(text, absl::StrCat("class ", name)) && DefinesHere(line, name)) {
      is_inside = true;
      indent = IndentOf(line);
    }
  }
  return body;
}

bool ImportsIt(const std::vector<absl::string_view>& lines, absl::string_view name) {
  bool is_open = false;  // In the brackets of an import.
  for (absl::string_view line : lines) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    const bool begins = absl::StartsWith(text, "import ") ||
                        (absl::StartsWith(text, "from ") && absl::StrContains(text, " import "));
    if (!begins && !is_open) continue;
    const size_t import = begins ? text.find("import ") + 7 : 0;
    if (HasName(text.substr(import), name)) return true;
    is_open = (is_open || absl::StrContains(text, "(")) && !absl::StrContains(text, ")");
  }
  return false;
}

// One of the lines that are indented least defines it, or one in an `if` or `try` among these.
bool DefinesAmong(const std::vector<absl::string_view>& lines, absl::string_view name) {
  size_t inside = absl::string_view::npos;  // Indent of the definition that the walk is in.
  for (absl::string_view line : lines) {
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    const size_t indent = IndentOf(line);
    if (inside != absl::string_view::npos && indent > inside) continue;
    inside = absl::string_view::npos;
    if (DefinesHere(line, name)) return true;
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    const bool opens = absl::StartsWith(text, "def ") || absl::StartsWith(text, "class ") ||
                       absl::StartsWith(text, "async def ");
    if (opens) inside = indent;
  }
  return false;
}

}  // namespace

bool Binds(absl::string_view source, absl::string_view name) {
  if (absl::StartsWith(name, "-")) {
    return absl::StrContains(source, absl::StrCat("\"", name, "\"")) ||
           absl::StrContains(source, absl::StrCat("'", name, "'"));
  }
  std::vector<absl::string_view> lines = absl::StrSplit(source, '\n');
  const std::vector<absl::string_view> parts = absl::StrSplit(name, '.');
  for (size_t i = 0; i + 1 < parts.size(); ++i) lines = BodyOf(lines, parts[i]);
  return DefinesAmong(lines, parts.back()) || (parts.size() == 1 && ImportsIt(lines, name));
}

}  // namespace allreview::document_check
