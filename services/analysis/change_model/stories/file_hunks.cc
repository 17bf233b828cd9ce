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
constexpr size_t kMaxLines = 40;  // Of one side of a hunk.
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

// The lines of these numbers, of which the first kMaxLines.
std::string TextOf(const Lines& all, const std::vector<int>& numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i == kMaxLines) {
      absl::StrAppend(&text, "\n…");
      break;
    }
    if (numbers[i] < 1 || static_cast<size_t>(numbers[i]) > all.size()) continue;
    const absl::string_view line = absl::StripSuffix(all[numbers[i] - 1], "\r");
    absl::StrAppend(&text, text.empty() ? "" : "\n", line.substr(0, kMaxLineBytes),
                    line.size() > kMaxLineBytes ? "…" : "");
  }
  return ToDisplayText(text);
}

// Lines of both sides of a hunk.
struct Sides {
  std::vector<int> before, after;
};

std::vector<int> Range(int start, int count, const Lines& all) {
  std::vector<int> numbers;
  for (int line = start; line < start + count && static_cast<size_t>(line) <= all.size(); ++line) {
    if (line > 0) numbers.push_back(line);
  }
  return numbers;
}

// From the first to the last changed line, so that what stands between is known to be kept; of a
// hunk too long for that the changed lines alone.
Sides SidesOf(const ChangedHunk& hunk, const Lines& before, const Lines& after,
              const std::vector<int>& added) {
  Sides sides = {.before = Range(hunk.old_start, hunk.old_lines, before),
                 .after = Range(hunk.new_start, hunk.new_lines, after)};
  const auto same = [&](int a, int b) { return before[a - 1] == after[b - 1]; };
  size_t head = 0, tail = 0;
  const size_t shorter = std::min(sides.before.size(), sides.after.size());
  while (head < shorter && same(sides.before[head], sides.after[head])) ++head;
  while (tail < shorter - head && same(sides.before.rbegin()[tail], sides.after.rbegin()[tail])) {
    ++tail;
  }
  for (std::vector<int>* side : {&sides.before, &sides.after}) {
    side->erase(side->end() - tail, side->end());
    side->erase(side->begin(), side->begin() + head);
  }
  const size_t longer = std::max(sides.before.size(), sides.after.size());
  if (longer == 0 || longer > kMaxLines) return {.before = hunk.removed, .after = added};
  return sides;
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
  const Sides sides = SidesOf(hunk, before, after, added);
  told.set_before(TextOf(before, sides.before));
  told.set_after(TextOf(after, sides.after));
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
