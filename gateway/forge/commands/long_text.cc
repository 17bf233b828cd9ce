#include "gateway/forge/commands/long_text.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::gateway {
namespace {

// Room for what closes open fences and <details>.
constexpr size_t kReserve = 400;

// Where a text may end: after `size` bytes, with `fence` and `details` open.
struct End {
  size_t size = 0;
  std::string fence = {};  // "```"; empty: none is open.
  int details = 0;
};

int CountOf(absl::string_view line, absl::string_view part) {
  int count = 0;
  for (size_t at = line.find(part); at != absl::string_view::npos; at = line.find(part, at + 1)) {
    ++count;
  }
  return count;
}

size_t FenceRun(absl::string_view line) {
  size_t size = line.find_first_not_of(line.empty() ? ' ' : line[0]);
  if (size == absl::string_view::npos) size = line.size();
  bool is_fence = !line.empty() && (line[0] == '`' || line[0] == '~') && size >= 3;
  return is_fence ? size : 0;
}

// What is open after the line.
void Follow(absl::string_view line, End& end) {
  absl::string_view content = absl::StripLeadingAsciiWhitespace(line);
  size_t run = FenceRun(content);
  if (!end.fence.empty()) {
    bool is_end = run >= end.fence.size() && content[0] == end.fence[0] &&
                  absl::StripAsciiWhitespace(content.substr(run)).empty();
    if (is_end) end.fence.clear();
    return;
  }
  if (run > 0) {
    end.fence = std::string(content.substr(0, run));
    return;
  }
  end.details += CountOf(line, "<details") - CountOf(line, "</details>");
  end.details = std::max(end.details, 0);
}

std::string Closed(absl::string_view markdown, const End& end) {
  std::string text(absl::StripTrailingAsciiWhitespace(markdown.substr(0, end.size)));
  if (!end.fence.empty()) absl::StrAppend(&text, "\n", end.fence);
  for (int i = 0; i < std::min(end.details, 20); ++i) absl::StrAppend(&text, "\n</details>");
  return text;
}

}  // namespace

size_t CharactersOf(absl::string_view utf8) {
  size_t count = 0;
  for (unsigned char c : utf8) {
    if ((c & 0xC0) != 0x80) count += c >= 0xF0 ? 2 : 1;
  }
  return count;
}

std::string FoldLongText(absl::string_view markdown, size_t max_open, absl::string_view summary) {
  if (CharactersOf(markdown) <= max_open) return std::string(markdown);
  End now;
  int headings = 0;
  size_t open = 0;  // Bytes that are not folded.
  while (now.size < markdown.size()) {
    const size_t size = std::min(markdown.find('\n', now.size), markdown.size() - 1) + 1 - now.size;
    const absl::string_view line = markdown.substr(now.size, size);
    const bool is_heading = now.fence.empty() && now.details == 0 && absl::StartsWith(line, "#");
    if (is_heading && ++headings == 2) open = now.size;
    Follow(line, now);
    now.size += size;
  }
  if (CharactersOf(markdown.substr(0, open)) > max_open) open = 0;
  return absl::StrCat(markdown.substr(0, open), "<details><summary>", summary, "</summary>\n\n",
                      absl::string_view(Closed(markdown, now)).substr(open), "\n\n</details>\n");
}

std::string CutAtSection(absl::string_view markdown, size_t max_characters,
                         absl::string_view note) {
  if (CharactersOf(markdown) <= max_characters) return std::string(markdown);
  size_t used = CharactersOf(note) + kReserve;
  End section, last, now;
  while (now.size < markdown.size()) {
    size_t size = std::min(markdown.find('\n', now.size), markdown.size() - 1) + 1 - now.size;
    absl::string_view line = markdown.substr(now.size, size);
    bool is_section = now.fence.empty() && absl::StartsWith(line, "#");
    if (is_section && now.size > 0) section = now;
    used += CharactersOf(line);
    if (used > max_characters) break;
    Follow(line, now);
    now.size += size;
    last = now;
  }
  // A first section that is longer than all there is room for is cut inside.
  const End& end = section.size >= last.size / 4 && section.size > 0 ? section : last;
  return absl::StrCat(Closed(markdown, end), "\n\n", note);
}

}  // namespace allreview::gateway
