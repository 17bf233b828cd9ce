#include "gateway/forge/publish/suggestion.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::gateway {
namespace {

// Takes the first line off, without its end.
absl::string_view TakeLine(absl::string_view& text) {
  const absl::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return absl::StripSuffix(line, "\r");
}

// What a diff shows of the new side of a file: each line between line ends, hunks apart.
std::string NewSide(absl::string_view diff, absl::string_view path) {
  const std::string head = absl::StrCat("+++ b/", path);
  std::string side;
  bool is_file = false;
  bool is_hunk = false;
  while (!diff.empty()) {
    const absl::string_view line = TakeLine(diff);
    if (absl::StartsWith(line, "diff --git ")) {
      is_file = is_hunk = false;
    } else if (absl::StartsWith(line, "@@ ")) {
      is_hunk = true;
      if (is_file) side.append("\0\n", 2);
    } else if (!is_hunk) {
      is_file |= absl::StripSuffix(line, "\t") == head;
    } else if (is_file && !line.empty() && (line[0] == ' ' || line[0] == '+')) {
      absl::StrAppend(&side, line.substr(1), "\n");
    }
  }
  return side;
}

}  // namespace

std::optional<std::string> SuggestionIn(absl::string_view body) {
  while (!body.empty()) {
    const absl::string_view line = TakeLine(body);
    const size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    if (ticks < 3 || line.substr(ticks) != "suggestion") continue;
    std::string lines;
    while (!body.empty()) {
      const absl::string_view inner = TakeLine(body);
      if (inner == line.substr(0, ticks)) break;
      absl::StrAppend(&lines, inner, "\n");
    }
    if (lines.find_first_not_of(" \t\n") == std::string::npos) return std::nullopt;
    return lines;
  }
  return std::nullopt;
}

bool IsAccepted(const review::v1::ReviewComment& comment, const Pushed& pushed) {
  const std::optional<std::string> lines = SuggestionIn(comment.body());
  if (!lines || pushed.before.empty() || pushed.after.empty()) return false;
  const std::string wanted = absl::StrCat("\n", *lines);
  return absl::StrContains(NewSide(pushed.after, comment.path()), wanted) &&
         !absl::StrContains(NewSide(pushed.before, comment.path()), wanted);
}

}  // namespace allreview::gateway
