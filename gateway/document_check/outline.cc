#include "gateway/document_check/outline.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::document_check {
namespace {

struct Fence {
  size_t prefix = 0;  // Bytes before it, of a list or quote.
  absl::string_view marks;
  absl::string_view info;
};

std::optional<Fence> FenceOf(absl::string_view line) {
  const size_t start = line.find_first_not_of(" >");
  if (start == absl::string_view::npos || (line[start] != '`' && line[start] != '~')) return {};
  size_t end = line.find_first_not_of(line[start], start);
  if (end == absl::string_view::npos) end = line.size();
  if (end - start < 3) return {};
  return Fence{start, line.substr(start, end - start),
               absl::StripAsciiWhitespace(line.substr(end))};
}

bool Closes(const Fence& fence, absl::string_view opening_marks) {
  return fence.info.empty() && absl::StartsWith(fence.marks, opening_marks);
}

// "4.2" of "4.2 Call chain" and "4.2. Call chain".
std::string NumberOf(absl::string_view text) {
  const size_t end = text.find_first_not_of("0123456789.");
  absl::string_view number = text.substr(0, end);
  while (absl::EndsWith(number, ".")) number.remove_suffix(1);
  const bool is_number = !number.empty() && absl::ascii_isdigit(number[0]) &&
                         (end == absl::string_view::npos || text[end] == ' ');
  return is_number ? std::string(number) : "";
}

std::optional<Heading> HeadingOf(int line, absl::string_view text) {
  const size_t level = std::min(text.find_first_not_of('#'), text.size());
  if (level < 1 || level > 6 || level >= text.size() || text[level] != ' ') return {};
  const absl::string_view title = absl::StripAsciiWhitespace(text.substr(level));
  return Heading{line, static_cast<int>(level), NumberOf(title), title};
}

bool IsTableRow(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "|");
}

bool IsTableRule(absl::string_view line) {
  return IsTableRow(line) && absl::StrContains(line, "---") &&
         line.find_first_not_of("|-: ") == absl::string_view::npos;
}

class Reader {
 public:
  Outline Read(absl::string_view markdown) {
    std::vector<absl::string_view> lines = absl::StrSplit(markdown, '\n');
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    outline_.line_count = static_cast<int>(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) TakeLine(static_cast<int>(i) + 1, lines[i]);
    if (is_in_block_) outline_.blocks.back().end_line = outline_.line_count + 1;
    CollectTables();
    return std::move(outline_);
  }

 private:
  void TakeLine(int number, absl::string_view line) {
    const std::optional<Fence> fence = FenceOf(line);
    if (is_in_block_) {
      Block& block = outline_.blocks.back();
      if (fence && Closes(*fence, marks_)) {
        block.is_closed = true;
        block.end_line = number + 1;
        is_in_block_ = false;
      } else {
        absl::StrAppend(&block.text, line.substr(std::min(prefix_, line.size())), "\n");
      }
      return;
    }
    if (fence) {
      const std::vector<absl::string_view> words = absl::StrSplit(fence->info, ' ');
      Block& block = outline_.blocks.emplace_back();
      block.line = number;
      block.language = std::string(words[0]);
      marks_ = fence->marks;
      prefix_ = fence->prefix;
      is_in_block_ = true;
      return;
    }
    outline_.lines.push_back({number, line});
    if (std::optional<Heading> heading = HeadingOf(number, line)) {
      outline_.headings.push_back(*std::move(heading));
    }
  }

  void CollectTables() {
    const std::vector<TextLine>& lines = outline_.lines;
    for (size_t i = 1; i < lines.size(); ++i) {
      if (!IsTableRule(lines[i].text) || !IsTableRow(lines[i - 1].text)) continue;
      Table table{.line = lines[i - 1].line};
      for (size_t j = i + 1; j < lines.size() && IsTableRow(lines[j].text); ++j) ++table.rows;
      outline_.tables.push_back(table);
    }
  }

  Outline outline_;
  bool is_in_block_ = false;
  absl::string_view marks_;
  size_t prefix_ = 0;
};

}  // namespace

Outline ReadOutline(absl::string_view markdown) { return Reader().Read(markdown); }

std::vector<absl::string_view> CodeSpans(absl::string_view line) {
  std::vector<absl::string_view> spans;
  while (true) {
    const size_t open = line.find('`');
    if (open == absl::string_view::npos) return spans;
    size_t end = line.find_first_not_of('`', open);
    if (end == absl::string_view::npos) return spans;
    const absl::string_view marks = line.substr(open, end - open);
    const size_t close = line.find(marks, end);
    if (close == absl::string_view::npos) {
      line.remove_prefix(end);
      continue;
    }
    spans.push_back(absl::StripAsciiWhitespace(line.substr(end, close - end)));
    line.remove_prefix(close + marks.size());
  }
}

}  // namespace allreview::document_check
