#include "tests/fakes/github_anchors.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::fakes {
namespace {

// More cells of the table of common subsequences: the lines between count as rewritten.
constexpr size_t kMaxCells = 4'000'000;

// First line of "-12,3" or "+12".
int FirstLine(absl::string_view range) {
  int first = 0;
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(range.substr(1), absl::MaxSplits(',', 1));
  (void)absl::SimpleAtoi(parts.first, &first);
  return first;
}

const FakeDiffLine* FindLine(const std::vector<FakeDiffLine>& lines, absl::string_view side,
                             int number) {
  for (const FakeDiffLine& line : lines) {
    if (number > 0 && (side == "LEFT" ? line.old_line : line.new_line) == number) return &line;
  }
  return nullptr;
}

std::string Complaint(absl::string_view what) {
  return absl::StrCat("Pull request review thread ", what);
}

// For each of `left`, the index in `right` of its partner in a longest common subsequence, or -1.
std::vector<int> Partners(const std::vector<absl::string_view>& left,
                          const std::vector<absl::string_view>& right) {
  std::vector<int> partners(left.size(), -1);
  const size_t width = right.size() + 1;
  if ((left.size() + 1) * width > kMaxCells) return partners;
  std::vector<int> longest((left.size() + 1) * width, 0);
  for (size_t i = left.size(); i-- > 0;) {
    for (size_t j = right.size(); j-- > 0;) {
      longest[i * width + j] =
          left[i] == right[j] ? longest[(i + 1) * width + j + 1] + 1
                              : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  for (size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i] == right[j]) {
      partners[i++] = static_cast<int>(j++);
    } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return partners;
}

}  // namespace

std::vector<FakeDiffLine> DiffLines(absl::string_view hunks) {
  std::vector<FakeDiffLine> lines;
  int hunk = -1, old_line = 0, new_line = 0;
  for (absl::string_view text : absl::StrSplit(hunks, '\n')) {
    if (text.empty() || text[0] == '\\') continue;
    if (absl::StartsWith(text, "@@ ")) {
      std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
      ++hunk;
      old_line = FirstLine(words[1]);
      new_line = FirstLine(words[2]);
      continue;
    }
    FakeDiffLine line{.hunk = hunk, .text = std::string(text)};
    if (text[0] != '+') line.old_line = old_line++;
    if (text[0] != '-') line.new_line = new_line++;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string AnchorProblem(const std::vector<FakeChange>& changes, const FakeAnchor& anchor) {
  const auto change = std::find_if(changes.begin(), changes.end(), [&](const FakeChange& change) {
    return change.path == anchor.path;
  });
  if (change == changes.end()) return Complaint("path is invalid");
  if (change->hunks.empty()) return Complaint("diff hunk can't be blank");
  const std::vector<FakeDiffLine> lines = DiffLines(change->hunks);
  const FakeDiffLine* last = FindLine(lines, anchor.side, anchor.line);
  if (last == nullptr) return Complaint("line must be part of the diff");
  if (anchor.start_line == 0) return "";
  const std::string& start_side = anchor.start_side.empty() ? anchor.side : anchor.start_side;
  const FakeDiffLine* first = FindLine(lines, start_side, anchor.start_line);
  if (first == nullptr) return Complaint("start line must be part of the diff");
  if (first->hunk != last->hunk) {
    return Complaint("start line must be part of the same hunk as the line.");
  }
  return first < last ? "" : Complaint("start line must precede the end line.");
}

std::string DiffHunkOf(const FakeChange& change, const FakeAnchor& anchor) {
  const std::vector<FakeDiffLine> lines = DiffLines(change.hunks);
  const FakeDiffLine* last = FindLine(lines, anchor.side, anchor.line);
  if (last == nullptr) return "";
  int hunk = -1;
  std::string text;
  for (absl::string_view line : absl::StrSplit(change.hunks, '\n')) {
    if (absl::StartsWith(line, "@@ ") && ++hunk == last->hunk) text = std::string(line);
  }
  for (const FakeDiffLine& line : lines) {
    if (line.hunk == last->hunk && &line <= last) absl::StrAppend(&text, "\n", line.text);
  }
  return text;
}

std::optional<int> MovedLine(absl::string_view before, absl::string_view after, int line) {
  std::vector<absl::string_view> left = absl::StrSplit(before, '\n');
  std::vector<absl::string_view> right = absl::StrSplit(after, '\n');
  size_t shorter = std::min(left.size(), right.size()), head = 0, tail = 0;
  while (head < shorter && left[head] == right[head]) ++head;
  while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) {
    ++tail;
  }
  const size_t index = static_cast<size_t>(line) - 1;
  if (line < 1 || index >= left.size()) return std::nullopt;
  if (index < head) return line;
  if (index >= left.size() - tail) return line + static_cast<int>(right.size() - left.size());
  const std::vector<int> partners = Partners({left.begin() + head, left.end() - tail},
                                             {right.begin() + head, right.end() - tail});
  const int partner = partners[index - head];
  if (partner < 0) return std::nullopt;
  return static_cast<int>(head) + partner + 1;
}

}  // namespace allreview::fakes
