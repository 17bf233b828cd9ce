#include "analyzers/playbook/guide_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace allreview::playbook {
namespace {

// "``x``" and ":role:`x`" are code, "`x <url>`_" is a link.
std::string MarkdownOfRstLine(absl::string_view line) {
  std::string plain;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`' && i + 1 < line.size() && line[i + 1] == '`') ++i;
    if (line[i] == ':' && i + 1 < line.size() && line[i + 1] != ' ') {
      const size_t end = line.find(":`", i + 1);
      if (end != absl::string_view::npos && end < i + 12) i = end + 1;
    }
    if (line[i] == '`' && i + 1 < line.size() && line[i + 1] == '_') {
      ++i;
      continue;
    }
    const size_t link = line[i] == '`' ? line.find(" <", i) : absl::string_view::npos;
    const size_t close = line[i] == '`' ? line.find('`', i + 1) : absl::string_view::npos;
    if (close != absl::string_view::npos && close + 1 < line.size() && line[close + 1] == '_') {
      absl::StrAppend(&plain, line.substr(i + 1, std::min(link, close) - i - 1));
      i = close + 1;
      continue;
    }
    plain += line[i];
  }
  return plain;
}

}  // namespace

std::string WithoutFrontMatter(absl::string_view text) {
  std::string plain(text);
  const size_t end = absl::StartsWith(plain, "---\n") ? plain.find("\n---", 3) : std::string::npos;
  for (size_t i = 0; end != std::string::npos && i < end + 4; ++i) {
    if (plain[i] != '\n') plain[i] = ' ';
  }
  return plain;
}

std::string MarkdownOfRst(absl::string_view text) {
  std::vector<std::string> lines;
  size_t literal = std::string::npos;  // Indentation that a directive's block lies behind.
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const absl::string_view code = absl::StripAsciiWhitespace(line);
    const size_t indent = code.empty() ? 0 : static_cast<size_t>(code.data() - line.data());
    if (literal != std::string::npos && !code.empty() && indent <= literal) {
      literal = std::string::npos;
    }
    const bool is_rule = code.size() > 3 &&
                         code.find_first_not_of(code[0]) == absl::string_view::npos &&
                         !absl::ascii_isalnum(static_cast<unsigned char>(code[0]));
    if (is_rule && !lines.empty() && !lines.back().empty() && indent == 0) {
      lines.back() = absl::StrCat("# ", lines.back());
      lines.emplace_back();
      continue;
    }
    if (literal != std::string::npos || absl::StartsWith(code, "..")) {
      if (literal == std::string::npos) literal = indent;
      lines.emplace_back();
      continue;
    }
    lines.push_back(MarkdownOfRstLine(line));
  }
  return absl::StrJoin(lines, "\n");
}

}  // namespace allreview::playbook
