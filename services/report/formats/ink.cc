#include "services/report/formats/ink.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace allreview::report {
namespace {

// Empty: that of the terminal.
absl::string_view ColourOf(CodeToken token) {
  switch (token) {
    case CodeToken::kKeyword:
      return kMagenta;
    case CodeToken::kString:
      return kGreen;
    case CodeToken::kConstant:
      return kCyan;
    case CodeToken::kComment:
      return kDim;
    case CodeToken::kType:
      return kYellow;
    case CodeToken::kFunction:
      return kBlue;
    case CodeToken::kPlain:
      break;
  }
  return "";
}

bool IsSafe(absl::string_view url) {
  return !url.empty() && std::all_of(url.begin(), url.end(),
                                     [](unsigned char c) { return absl::ascii_isgraph(c); });
}

}  // namespace

std::string Ink::Paint(absl::string_view text, absl::string_view colour) const {
  if (!is_coloured_ || colour.empty() || text.empty()) return std::string(text);
  return absl::StrCat("\033[", colour, "m", text, "\033[0m");
}

std::string Ink::Link(absl::string_view text, absl::string_view url) const {
  if (!is_coloured_ || !IsSafe(url)) return std::string(text);
  return absl::StrCat("\033]8;;", url, "\033\\", text, "\033]8;;\033\\");
}

std::string Ink::Code(absl::string_view line, const LineColours& colours) const {
  std::string text;
  size_t at = 0;
  for (const Colour& colour : colours) {
    const auto first = static_cast<size_t>(colour.first);
    absl::StrAppend(&text, line.substr(at, first - at),
                    Paint(line.substr(first, colour.end - first), ColourOf(colour.token)));
    at = colour.end;
  }
  return absl::StrCat(text, line.substr(at));
}

}  // namespace allreview::report
