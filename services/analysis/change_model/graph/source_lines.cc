#include "services/analysis/change_model/graph/source_lines.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/change/repository_texts.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using change::Side;
using change::TreeFile;

constexpr int kMaxHeaderLines = 60;
constexpr size_t kMaxLineBytes = 400;

// Follows code through brackets and strings of one line; enough for headers of definitions.
class HeaderScanner {
 public:
  // Takes one line up to its comment or the colon that ends the header; true: it was there.
  bool Take(absl::string_view line) {
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote_ != 0) {
        if (c == quote_) quote_ = 0;
      } else if (c == '#') {
        break;
      } else if (c == '"' || c == '\'') {
        quote_ = c;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth_;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth_;
      } else if (c == ':' && depth_ <= 0) {
        return true;
      }
      text_ += c;
    }
    text_ += ' ';
    return false;
  }

  std::string Text() {
    absl::RemoveExtraAsciiWhitespace(&text_);
    return absl::StrReplaceAll(text_, {{"( ", "("}, {", )", ")"}, {",)", ")"}, {" )", ")"}});
  }

 private:
  std::string text_;
  int depth_ = 0;
  char quote_ = 0;
};

size_t IndentOf(absl::string_view line) {
  return line.size() - absl::StripLeadingAsciiWhitespace(line).size();
}

bool IsMainGuard(absl::string_view line) {
  return absl::StartsWith(line, "if __name__ ") && absl::StrContains(line, "__main__");
}

// Up to the first sentence's end, or the first blank.
std::string FirstSentence(absl::string_view text) {
  const size_t end = text.find(". ");
  return std::string(end == absl::string_view::npos ? text : text.substr(0, end + 1));
}

}  // namespace

SourceLines::SourceLines(const change::AnalysedChange& change) : change_(change) {
  for (const change::AnalysedFile& file : change.files()) {
    if (file.after != nullptr) {
      files_[{Side::kRight, file.after->path()}] = absl::StrSplit(file.after->source(), '\n');
    }
    if (file.before != nullptr) {
      files_[{Side::kLeft, file.before->path()}] = absl::StrSplit(file.before->source(), '\n');
    }
  }
}

void SourceLines::Fetch(const std::set<std::string>& paths) {
  std::vector<std::string> wanted;
  for (const std::string& path : paths) {
    if (files_.count({Side::kRight, path})) continue;
    if (fetched_ == kMaxFiles) break;
    wanted.push_back(path);
    ++fetched_;
  }
  if (wanted.empty()) return;
  std::vector<TreeFile> found;
  for (const TreeFile& file : change_.texts().List(Side::kRight, wanted)) {
    if (std::binary_search(wanted.begin(), wanted.end(), file.path)) found.push_back(file);
  }
  change_.texts().Fetch(Side::kRight, found);
  for (const TreeFile& file : found) {
    const std::string* text = change_.texts().Read(Side::kRight, file);
    if (text != nullptr) files_[{Side::kRight, file.path}] = absl::StrSplit(*text, '\n');
  }
}

const SourceLines::Lines* SourceLines::Find(Side side, absl::string_view path) const {
  const auto found = files_.find({side, std::string(path)});
  return found == files_.end() ? nullptr : &found->second;
}

std::string SourceLines::At(Side side, absl::string_view path, int line) const {
  const Lines* lines = Find(side, path);
  if (lines == nullptr || line < 1 || line > static_cast<int>(lines->size())) return "";
  return ToDisplayText(absl::StripAsciiWhitespace((*lines)[line - 1]).substr(0, kMaxLineBytes));
}

SourceLines::Header SourceLines::ReadHeader(const Lines& lines, int line) {
  if (line < 1) return {};
  HeaderScanner scanner;
  for (size_t i = line - 1; i < lines.size() && i < static_cast<size_t>(line) + kMaxHeaderLines;
       ++i) {
    if (scanner.Take(lines[i])) return {scanner.Text(), i + 1};
  }
  return {};
}

std::string SourceLines::HeaderAt(Side side, absl::string_view path, int line) const {
  const Lines* lines = Find(side, path);
  return lines == nullptr ? "" : ToDisplayText(ReadHeader(*lines, line).text);
}

bool SourceLines::IsUnderMainGuard(Side side, absl::string_view path, int line) const {
  const Lines* lines = Find(side, path);
  if (lines == nullptr) return false;
  for (int i = std::min(line, static_cast<int>(lines->size())); i >= 1; --i) {
    const absl::string_view text = (*lines)[i - 1];
    if (text.empty() || IndentOf(text) > 0 || text[0] == '#' || text[0] == ')') continue;
    return IsMainGuard(text);
  }
  return false;
}

std::string SourceLines::DocumentationAt(Side side, absl::string_view path, int line) const {
  const Lines* lines = Find(side, path);
  if (lines == nullptr) return "";
  size_t i = ReadHeader(*lines, line).end;
  if (i == 0 || i >= lines->size()) return "";
  absl::string_view first = absl::StripAsciiWhitespace((*lines)[i]);
  if (absl::StartsWith(first, "r\"")) first.remove_prefix(1);
  const absl::string_view quotes = first.substr(0, 3);
  if (quotes != "\"\"\"" && quotes != "'''") return "";
  first.remove_prefix(3);
  std::string text;
  for (absl::string_view part = first;; part = absl::StripAsciiWhitespace((*lines)[i])) {
    const size_t end = part.find(quotes);
    if (!text.empty() && part.empty()) break;
    absl::StrAppend(&text, text.empty() ? "" : " ", part.substr(0, end));
    if (end != absl::string_view::npos || ++i >= lines->size()) break;
  }
  return ToDisplayText(FirstSentence(absl::StripAsciiWhitespace(text)).substr(0, kMaxLineBytes));
}

}  // namespace allreview::analysis
