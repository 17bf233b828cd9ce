#include "analyzers/diff/complexity.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/diff/classify.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/python_code.h"
#include "analyzers/diff/tokens.h"
#include "base/languages.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

enum class CommentStyle { kNone, kHash, kSlashes, kDashes, kPython };

CommentStyle StyleOf(absl::string_view language) {
  if (language.empty()) return CommentStyle::kHash;
  if (language == "python" || language == "cython") return CommentStyle::kPython;
  const ProgrammingLanguage* const known = FindLanguage(language);
  const CommentMark mark = known == nullptr ? CommentMark::kNone : known->comment;
  static constexpr CommentStyle kStyles[] = {CommentStyle::kNone, CommentStyle::kHash,
                                             CommentStyle::kSlashes, CommentStyle::kDashes};
  return kStyles[static_cast<size_t>(mark)];
}

// `/* … */` over lines, `//`.
int64_t CountSlashes(const std::vector<SideLine>& lines) {
  int64_t count = 0;
  bool is_in_comment = !lines.empty() && absl::StartsWith(lines[0].content, "* ");
  for (const SideLine& line : lines) {
    PollBytes(line.content.size());
    absl::string_view rest = line.content;
    bool is_code = false;
    while (!rest.empty()) {
      if (is_in_comment) {
        size_t end = rest.find("*/");
        if (end == absl::string_view::npos) break;
        rest = Trim(rest.substr(end + 2));
        is_in_comment = false;
      } else if (absl::StartsWith(rest, "//")) {
        break;
      } else if (absl::StartsWith(rest, "/*")) {
        is_in_comment = true;
        rest.remove_prefix(2);
      } else {
        is_code = true;
        size_t begin = rest.find("/*");
        if (begin == absl::string_view::npos || absl::StrContains(rest.substr(0, begin), "//"))
          break;
        rest.remove_prefix(begin);
      }
    }
    count += line.is_changed && is_code;
  }
  return count;
}

int64_t CountPrefixed(const std::vector<SideLine>& lines, CommentStyle style) {
  int64_t count = 0;
  for (const SideLine& line : lines) {
    bool is_comment = (style == CommentStyle::kHash && absl::StartsWith(line.content, "#")) ||
                      (style == CommentStyle::kDashes && absl::StartsWith(line.content, "--"));
    count += line.is_changed && !line.content.empty() && !is_comment;
  }
  return count;
}

int64_t CountSide(const std::vector<SideLine>& lines, CommentStyle style) {
  if (style == CommentStyle::kPython) return CountPythonCode(lines);
  if (style == CommentStyle::kSlashes) return CountSlashes(lines);
  return CountPrefixed(lines, style);
}

bool IsDocumentationFile(absl::string_view path) {
  return absl::EndsWithIgnoreCase(path, ".md") || absl::EndsWithIgnoreCase(path, ".rst") ||
         absl::EndsWithIgnoreCase(path, ".txt");
}

int64_t CountSides(const Diff& diff, const File& file, CommentStyle style) {
  int64_t count = 0;
  std::vector<SideLine> before, after;
  for (const Hunk& hunk : diff.hunks(file)) {
    before.clear();
    after.clear();
    LineReader lines(diff, file, hunk);
    while (std::optional<Line> line = lines.Next()) {
      SideLine side{Trim(line->content), line->kind != ' '};
      if (line->kind != '+') before.push_back(side);
      if (line->kind != '-') after.push_back(side);
    }
    count += CountSide(before, style) + CountSide(after, style);
  }
  return count;
}

}  // namespace

int64_t CountRealLines(const Diff& diff, const File& file) {
  CommentStyle style = StyleOf(Classify(diff, file).language);
  if (style != CommentStyle::kNone) return CountSides(diff, file, style);
  int64_t count = 0;  // Golden values and the like: no need to keep the lines.
  for (const Hunk& hunk : diff.hunks(file)) {
    LineReader lines(diff, file, hunk);
    while (std::optional<Line> line = lines.Next()) {
      count += line->kind != ' ' && !Trim(line->content).empty();
    }
  }
  return count;
}

Complexity MeasureComplexity(const Diff& diff) {
  Complexity result;
  for (const File& file : diff.files()) {
    if (IsDocumentationFile(file.new_path) || file.hunk_count == 0) continue;
    bool is_test = absl::StrContains(absl::AsciiStrToLower(file.new_path), "test");
    (is_test ? result.test_lines : result.code_lines) += CountRealLines(diff, file);
  }
  result.score = result.code_lines + result.test_lines / 10;
  result.label = result.code_lines + result.test_lines == 0 ? "docs-only"
                 : result.score < 100                       ? "low"
                 : result.score < 500                       ? "medium"
                                                            : "high";
  return result;
}

}  // namespace allreview::diff
