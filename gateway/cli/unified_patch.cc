#include "gateway/cli/unified_patch.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::cli {
namespace {

constexpr size_t kContext = 3;

// Each with its line end.
std::vector<absl::string_view> SplitLines(absl::string_view text) {
  std::vector<absl::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end == absl::string_view::npos ? end : end + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

// Lines [first, end) of the old text become others.
struct Replacement {
  size_t first = 0, end = 0;
  std::string text;
};

class Patch {
 public:
  Patch(absl::string_view text, const std::vector<ByteEdit>& edits)
      : text_(text), lines_(SplitLines(text)) {
    for (absl::string_view line : lines_) starts_.push_back(line.data() - text.data());
    starts_.push_back(text.size());
    for (size_t i = 0; i < edits.size();) i = AddReplacement(edits, i);
  }

  std::string Hunks() {
    std::string hunks;
    int64_t shift = 0;
    for (size_t i = 0; i < replacements_.size();) {
      size_t next = i + 1;
      while (next < replacements_.size() &&
             replacements_[next].first <= replacements_[next - 1].end + 2 * kContext) {
        ++next;
      }
      AddHunk(i, next, shift, hunks);
      i = next;
    }
    return hunks;
  }

 private:
  // One replacement for the edits from `i` on that share lines. Returns the edit after them.
  size_t AddReplacement(const std::vector<ByteEdit>& edits, size_t i) {
    LineSpan span = LinesOf(text_, edits[i]);
    std::vector<ByteEdit> shared;
    for (; i < edits.size(); ++i) {
      const LineSpan of_edit = LinesOf(text_, edits[i]);
      if (!shared.empty() && of_edit.first > span.last) break;
      span.last = std::max(span.last, of_edit.last);
      shared.push_back(edits[i]);
    }
    const size_t end = std::min(span.last + 1, lines_.size());
    const size_t from = starts_[span.first];
    for (ByteEdit& edit : shared) {
      edit.first -= static_cast<int64_t>(from);
      edit.end -= static_cast<int64_t>(from);
    }
    Keep({span.first, end, ApplyEdits(text_.substr(from, starts_[end] - from), shared)});
    return i;
  }

  // Without lines that stay what they are.
  void Keep(Replacement replacement) {
    std::vector<absl::string_view> made = SplitLines(replacement.text);
    size_t first = 0, last = made.size();
    while (replacement.first < replacement.end && first < last &&
           lines_[replacement.first] == made[first]) {
      ++replacement.first, ++first;
    }
    while (replacement.first < replacement.end && first < last &&
           lines_[replacement.end - 1] == made[last - 1]) {
      --replacement.end, --last;
    }
    std::string text;
    for (size_t i = first; i < last; ++i) absl::StrAppend(&text, made[i]);
    if (replacement.first == replacement.end && text.empty()) return;
    replacement.text = std::move(text);
    replacements_.push_back(std::move(replacement));
  }

  // Replacements [i, end), whose context touches. `shift`: lines that those before have added.
  void AddHunk(size_t i, size_t end, int64_t& shift, std::string& hunks) const {
    const size_t first = replacements_[i].first - std::min(replacements_[i].first, kContext);
    const size_t last = std::min(replacements_[end - 1].end + kContext, lines_.size());
    std::string body;
    size_t at = first;
    int64_t added = 0;
    for (; i < end; ++i) {
      const Replacement& replacement = replacements_[i];
      for (; at < replacement.first; ++at) AddLine(' ', lines_[at], body);
      for (; at < replacement.end; ++at) AddLine('-', lines_[at], body);
      const std::vector<absl::string_view> made = SplitLines(replacement.text);
      for (absl::string_view line : made) AddLine('+', line, body);
      added += static_cast<int64_t>(made.size() + replacement.first) -
               static_cast<int64_t>(replacement.end);
    }
    for (; at < last; ++at) AddLine(' ', lines_[at], body);
    const auto lines = static_cast<int64_t>(last - first);
    absl::StrAppend(&hunks, "@@ -", RangeText(static_cast<int64_t>(first), lines), " +",
                    RangeText(static_cast<int64_t>(first) + shift, lines + added), " @@\n", body);
    shift += added;
  }

  // A range without lines names the line before it.
  static std::string RangeText(int64_t first, int64_t lines) {
    return absl::StrCat(lines == 0 ? first : first + 1, ",", lines);
  }

  static void AddLine(char mark, absl::string_view line, std::string& body) {
    absl::StrAppend(&body, absl::string_view(&mark, 1), line,
                    absl::EndsWith(line, "\n") ? "" : "\n\\ No newline at end of file\n");
  }

  const absl::string_view text_;
  const std::vector<absl::string_view> lines_;
  std::vector<size_t> starts_;  // Of each line, and the end.
  std::vector<Replacement> replacements_;
};

}  // namespace

LineSpan LinesOf(absl::string_view text, const ByteEdit& edit) {
  const auto line_of = [&](int64_t byte) {
    const absl::string_view head = text.substr(0, byte);
    return static_cast<size_t>(std::count(head.begin(), head.end(), '\n'));
  };
  return {line_of(edit.first), line_of(edit.end)};
}

std::string ApplyEdits(absl::string_view text, const std::vector<ByteEdit>& edits) {
  std::string result;
  int64_t done = 0;
  for (const ByteEdit& edit : edits) {
    absl::StrAppend(&result, text.substr(done, edit.first - done), edit.replacement);
    done = edit.end;
  }
  absl::StrAppend(&result, text.substr(done));
  return result;
}

std::string UnifiedPatch(absl::string_view path, absl::string_view text,
                         const std::vector<ByteEdit>& edits) {
  const std::string hunks = Patch(text, edits).Hunks();
  if (hunks.empty()) return "";
  // As git does it: a tab ends a name with blanks.
  const absl::string_view tab = absl::StrContains(path, ' ') ? "\t" : "";
  return absl::StrCat("diff --git a/", path, " b/", path, "\n--- a/", path, tab, "\n+++ b/", path,
                      tab, "\n", hunks);
}

}  // namespace allreview::cli
