#include "services/report/story/other_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/line_difference.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/story/place_code.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;
using analysis::v1::FileHunk;
using analysis::v1::FileStory;

using Lines = std::vector<absl::string_view>;

constexpr size_t kMaxDiffed = 60;  // Lines of a side; longer ones stand as they are.
constexpr size_t kMinLines = 4;    // A hunk in fewer lines tells nothing.
constexpr size_t kMaxStatements = 12;
constexpr size_t kMaxSiblingLines = 24;

Lines LinesOf(absl::string_view text) {
  if (text.empty()) return {};
  return absl::StrSplit(text, '\n');
}

std::string Head(Language language, const FileStory& file) {
  constexpr Phrase kHead("**{path}**{language}\n", "**{path}**{language}\n");
  return Say(language, kHead,
             {{"path", MarkdownCode(Shorten(file.path(), 160))},
              {"language", InBrackets(language, MarkdownText(file.language()))}});
}

std::string Known(Language language, const ChangeModel& model, const FileStory& file) {
  constexpr Phrase kMore("- … and {count} more of the kind.\n", "- ……另有 {count} 处同类改动。\n");
  std::string text;
  size_t told = 0;
  for (const ChangeStatement& statement : model.statements()) {
    const bool is_key = statement.kind() == ChangeStatement::KIND_CONFIGURATION;
    if (!is_key || statement.subject() != file.path()) continue;
    if (++told > kMaxStatements) continue;
    absl::StrAppend(&text, "- ", StatementMarkdown(language, statement, WithPlace::kYes), "\n");
  }
  if (told > kMaxStatements) {
    text += Say(language, kMore, {{"count", absl::StrCat(told - kMaxStatements)}});
  }
  return text.empty() ? "" : absl::StrCat("\n", text);
}

std::string Code(const FileStory& file, const FileHunk& hunk, size_t max_lines) {
  const Indents indents = file.language() == "python" ? Indents::kFollow : Indents::kMatter;
  return MarkdownCodeBlock(HunkDiff(hunk.before(), hunk.after(), max_lines, indents), "diff");
}

std::string Hunks(Language language, const FileStory& file, size_t max_lines) {
  constexpr Phrase kAt("At {place}, in {name}:\n\n", "位于 {place}（{name}）：\n\n");
  constexpr Phrase kPlain("At {place}:\n\n", "位于 {place}：\n\n");
  constexpr Phrase kMore("Not shown: {count} smaller edits.\n",
                         "另有 {count} 处较小的改动未列出。\n");
  constexpr Phrase kOneMore("Not shown: one smaller edit.\n", "另有 1 处较小的改动未列出。\n");
  std::string text;
  int left_out = file.more_hunks();
  for (const FileHunk& hunk : file.hunks()) {
    if (max_lines < kMinLines) {
      ++left_out;
      continue;
    }
    const std::string place = PlaceCode(language, hunk.range());
    absl::StrAppend(
        &text, "\n",
        hunk.place().empty()
            ? Say(language, kPlain, {{"place", place}})
            : Say(language, kAt,
                  {{"place", place}, {"name", MarkdownCode(Shorten(CleanLine(hunk.place()), 80))}}),
        Code(file, hunk, max_lines));
    const size_t lines = std::max(LinesOf(hunk.before()).size(), LinesOf(hunk.after()).size());
    max_lines -= std::min(max_lines, lines + 1);
  }
  if (left_out > 0) {
    absl::StrAppend(&text, "\n",
                    left_out == 1 ? std::string(kOneMore.In(language))
                                  : Say(language, kMore, {{"count", absl::StrCat(left_out)}}));
  }
  return text;
}

std::string Sibling(Language language, const FileStory& file) {
  constexpr Phrase kSame("\nThe new {name} repeats {original} line by line.\n",
                         "\n新增的 {name} 与 {original} 逐行相同。\n");
  constexpr Phrase kNear("\nThe new {name} is {original} again but for these places:\n\n",
                         "\n新增的 {name} 与 {original} 的区别仅在于：\n\n");
  if (file.sibling().empty() || file.against_sibling().empty()) return "";
  const auto [path, name] = std::pair<absl::string_view, absl::string_view>(
      absl::StrSplit(file.sibling(), absl::MaxSplits(':', 1)));
  const std::string original =
      path == file.path() ? MarkdownCode(name) : MarkdownCode(absl::StrCat(path, ": ", name));
  const std::string copy = MarkdownCode(Shorten(file.against_sibling(0).place(), 80));
  std::string diff;
  for (const FileHunk& hunk : file.against_sibling()) {
    absl::StrAppend(&diff, diff.empty() ? "" : "  …\n",
                    HunkDiff(hunk.before(), hunk.after(), kMaxSiblingLines));
  }
  if (diff.empty()) return Say(language, kSame, {{"name", copy}, {"original", original}});
  return absl::StrCat(Say(language, kNear, {{"name", copy}, {"original", original}}),
                      MarkdownCodeBlock(diff, "diff"));
}

// The first lines; where all of them are gone, half of them, and the first lines that came.
void Cut(std::vector<std::string>& lines, size_t max_lines) {
  if (lines.size() <= max_lines) return;
  const auto is_new = [](const std::string& line) { return line[0] == '+'; };
  const auto end = lines.begin() + static_cast<ptrdiff_t>(max_lines);
  const auto first_new = std::find_if(lines.begin(), lines.end(), is_new);
  if (first_new == lines.end() || first_new < end) {
    lines.resize(max_lines);
    lines.push_back("  …");
    return;
  }
  const size_t half = max_lines / 2, rest = lines.end() - first_new;
  std::vector<std::string> cut(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(half));
  cut.push_back("  …");
  cut.insert(cut.end(), first_new,
             first_new + static_cast<ptrdiff_t>(std::min(rest, max_lines - half)));
  if (rest > max_lines - half) cut.push_back("  …");
  lines = std::move(cut);
}

}  // namespace

std::string HunkDiff(absl::string_view before, absl::string_view after, size_t max_lines,
                     Indents indents) {
  const Lines old_lines = LinesOf(before), new_lines = LinesOf(after);
  const auto compared = [&](Lines lines) {
    if (indents == Indents::kMatter) return lines;
    for (absl::string_view& line : lines) line = absl::StripAsciiWhitespace(line);
    return lines;
  };
  std::vector<std::string> shown;
  for (const LineStep& step :
       LineDifference(compared(old_lines), compared(new_lines), kMaxDiffed)) {
    const bool is_gone = step.fate == LineStep::Fate::kGoes;
    const absl::string_view mark = is_gone                               ? "- "
                                   : step.fate == LineStep::Fate::kComes ? "+ "
                                                                         : "  ";
    shown.push_back(absl::StrCat(mark, is_gone ? old_lines[step.index] : new_lines[step.index]));
  }
  Cut(shown, max_lines);
  for (std::string& line : shown) absl::StripTrailingAsciiWhitespace(&line);
  return shown.empty() ? "" : absl::StrCat(CleanBlock(absl::StrJoin(shown, "\n")), "\n");
}

std::string OtherFileMarkdown(Language language, const ChangeModel& model, const FileStory& file,
                              size_t max_lines) {
  const std::string text = absl::StrCat(Known(language, model, file),
                                        Hunks(language, file, max_lines), Sibling(language, file));
  // What a Python file has beside edits is told of its definitions, or where it moved.
  const bool is_told = text.empty() && file.language() == "python";
  return is_told ? "" : absl::StrCat(Head(language, file), text);
}

}  // namespace allreview::report
