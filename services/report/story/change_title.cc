#include "services/report/story/change_title.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "services/report/story/file_text.h"

namespace allreview::report {
namespace {

constexpr size_t kMaxBytes = 300;

// Without "[core][dev] " in front.
std::string WithoutTags(absl::string_view title) {
  absl::string_view rest = title;
  while (absl::StartsWith(rest, "[")) {
    const size_t end = rest.find(']');
    if (end == absl::string_view::npos || end > 30) break;
    rest = absl::StripLeadingAsciiWhitespace(rest.substr(end + 1));
    absl::ConsumePrefix(&rest, ":");
    rest = absl::StripLeadingAsciiWhitespace(rest);
  }
  return std::string(rest.empty() ? title : rest);
}

// Without "feat(router): " and "GROUP/project!12 - ", which name a kind and a number.
std::string WithoutPrefix(const std::string& title) {
  const size_t dash = title.find(" - ");
  if (dash != std::string::npos && title.find(' ') == dash && title.find_first_of("!#") < dash) {
    return title.substr(dash + 3);
  }
  const size_t colon = title.find(": ");
  if (colon == std::string::npos) return title;
  const absl::string_view kind = absl::string_view(title).substr(0, title.find_first_of("(!:"));
  for (absl::string_view one : {"feat", "feature", "enh", "perf", "refactor", "chore", "style"}) {
    if (kind == one && title.find(' ') > colon) return title.substr(colon + 2);
  }
  return title;
}

}  // namespace

// Without the "(#12)" that forges put behind a title, and without its period.
std::string WithoutNumbers(std::string title) {
  for (;;) {
    while (!title.empty() && (title.back() == '.' || title.back() == ' ')) title.pop_back();
    const size_t open = title.rfind('(');
    if (!absl::EndsWith(title, ")") || open == std::string::npos) return title;
    absl::string_view inside = absl::string_view(title).substr(open + 1);
    inside.remove_suffix(1);
    const bool is_number = inside.size() > 1 && (inside[0] == '#' || inside[0] == '!') &&
                           std::all_of(inside.begin() + 1, inside.end(),
                                       [](unsigned char c) { return absl::ascii_isdigit(c); });
    if (!is_number) return title;
    title.resize(open);
  }
}

std::string TitleOf(const change::v1::ChangeInfo& change) {
  std::string title = WithoutPrefix(WithoutTags(WithoutNumbers(CleanLine(change.title()))));
  // "Merge branch 'x' into 'y'" tells less than anything else does.
  if (absl::StartsWith(title, "Merge ")) return "";
  // "fix the router", but neither "ci: …" nor "top_k is …".
  const size_t word = std::min(title.find(' '), title.size());
  const bool is_word = std::all_of(title.begin(), title.begin() + static_cast<ptrdiff_t>(word),
                                   [](unsigned char c) { return absl::ascii_islower(c); });
  if (is_word && word > 0) title[0] = absl::ascii_toupper(static_cast<unsigned char>(title[0]));
  return Shorten(title, kMaxBytes);
}

int WordsInTitle(absl::string_view title, absl::string_view name) {
  constexpr size_t kFewLetters = 4;
  const std::string words = absl::AsciiStrToLower(title);
  std::string word;
  int count = 0;
  for (size_t i = 0; i <= name.size(); ++i) {
    const bool ends = i == name.size() || name[i] == '_' ||
                      (absl::ascii_isupper(static_cast<unsigned char>(name[i])) && !word.empty() &&
                       absl::ascii_islower(static_cast<unsigned char>(word.back())));
    if (ends) {
      absl::AsciiStrToLower(&word);
      if (word.size() >= kFewLetters && absl::StrContains(words, word)) ++count;
      word.clear();
    }
    if (i < name.size() && name[i] != '_') word += name[i];
  }
  return count;
}

}  // namespace allreview::report
