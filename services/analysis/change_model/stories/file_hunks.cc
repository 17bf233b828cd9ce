#include "services/analysis/change_model/stories/file_hunks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/file_places.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::ChangedHunk;
using change::ChangedText;

constexpr size_t kMaxHunks = 10;
constexpr int kMaxLines = 40;  // Of one side of a hunk.
constexpr size_t kMaxLineBytes = 200;

using Lines = std::vector<absl::string_view>;

Lines LinesOf(const std::string* content) {
  if (content == nullptr) return {};
  return absl::StrSplit(*content, '\n');
}

bool IsComment(absl::string_view line) {
  return absl::StartsWith(line, "#") || absl::StartsWith(line, "//") ||
         absl::StartsWith(line, "* ");
}

int WeightOf(const Lines& all, const std::vector<int>& numbers) {
  return static_cast<int>(std::count_if(numbers.begin(), numbers.end(), [&](int number) {
    if (number < 1 || static_cast<size_t>(number) > all.size()) return false;
    const absl::string_view line = absl::StripAsciiWhitespace(all[number - 1]);
    return !line.empty() && !IsComment(line);
  }));
}

// From the first to the last of the numbers.
std::string TextOf(const Lines& all, const std::vector<int>& numbers) {
  std::string text;
  if (numbers.empty()) return text;
  const int last =
      std::min({numbers.back(), static_cast<int>(all.size()), numbers.front() + kMaxLines - 1});
  for (int number = std::max(1, numbers.front()); number <= last; ++number) {
    const absl::string_view line = absl::StripSuffix(all[number - 1], "\r");
    absl::StrAppend(&text, text.empty() ? "" : "\n", line.substr(0, kMaxLineBytes),
                    line.size() > kMaxLineBytes ? "…" : "");
  }
  if (last < numbers.back()) absl::StrAppend(&text, "\n…");
  return ToDisplayText(text);
}

std::vector<int> NewLines(const ChangedHunk& hunk) {
  std::vector<int> lines = hunk.added;
  lines.insert(lines.end(), hunk.moved.begin(), hunk.moved.end());
  std::sort(lines.begin(), lines.end());
  return lines;
}

v1::FileHunk HunkOf(const ChangedText& text, const Lines& before, const Lines& after,
                    const ChangedHunk& hunk) {
  const std::vector<int> added = NewLines(hunk);
  const bool is_gone = added.empty();
  const std::vector<int>& shown = is_gone ? hunk.removed : added;
  v1::FileHunk told;
  told.set_before(TextOf(before, hunk.removed));
  told.set_after(TextOf(after, added));
  const std::string& path = is_gone ? text.file->old_path : text.file->path;
  *told.mutable_range() = ToProto(
      rules::Range{.path = path, .first_line = shown.front(), .end_line = shown.back() + 1});
  if (is_gone) told.mutable_range()->set_side(change::v1::SIDE_LEFT);
  const std::string* content = is_gone ? text.before : text.after;
  if (content != nullptr) {
    const std::vector<std::string> places = PlacesOf(text.language, path, *content, shown);
    if (!places.empty()) told.set_place(places.front());
  }
  return told;
}

}  // namespace

void AddHunks(const ChangedText& text, v1::FileStory& story) {
  const Lines before = LinesOf(text.before), after = LinesOf(text.after);
  std::vector<std::pair<int, const ChangedHunk*>> ranked;
  for (const ChangedHunk& hunk : text.file->hunks) {
    if (hunk.added.empty() && hunk.moved.empty() && hunk.removed.empty()) continue;
    ranked.emplace_back(WeightOf(before, hunk.removed) + WeightOf(after, NewLines(hunk)), &hunk);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [weight, hunk] : ranked) {
    if (static_cast<size_t>(story.hunks_size()) == kMaxHunks) break;
    *story.add_hunks() = HunkOf(text, before, after, *hunk);
  }
  story.set_more_hunks(static_cast<int>(ranked.size()) - story.hunks_size());
}

}  // namespace allreview::analysis
