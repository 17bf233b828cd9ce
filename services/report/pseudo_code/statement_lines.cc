#include "services/report/pseudo_code/statement_lines.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/line_difference.h"
#include "review/display_text.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/difference.h"

namespace allreview::report {
namespace {

using analysis::v1::Step;

constexpr size_t kAll = 1 << 20;
constexpr size_t kMaxLines = 24;     // Of one statement; longer ones are tables.
constexpr size_t kMaxCompared = 80;  // Lines of a changed one, of which most are left out.
constexpr size_t kMaxWidth = 160;

std::vector<std::string> Split(absl::string_view code) {
  std::vector<std::string> lines = absl::StrSplit(CleanBlock(code), '\n');
  for (std::string& line : lines) absl::StripTrailingAsciiWhitespace(&line);
  while (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string OnOneLine(const Step& step, absl::string_view code, size_t width) {
  std::string text = Condense(code, width);
  if (step.kind() == Step::KIND_ASSERT && absl::StartsWith(text, "assert ")) {
    text = text.substr(7);
    return absl::StrCat("require ", WithoutParentheses(text.substr(0, FindOutside(text, ", "))));
  }
  if (IsHeader(step) && !absl::EndsWith(text, ":")) text += ':';
  return text;
}

std::vector<std::string> Whole(const Step& step, absl::string_view code, size_t width) {
  std::string line = OnOneLine(step, code, kAll);
  // Of what only stands around the change, and of what is gone, the gist is enough.
  const bool is_touched = step.status() == Step::STATUS_ADDED ||
                          step.status() == Step::STATUS_CHANGED ||
                          step.status() == Step::STATUS_MOVED;
  if (line.size() <= width || !is_touched) {
    return {OnOneLine(step, code, step.status() == Step::STATUS_REMOVED ? kMaxWidth : width)};
  }
  std::vector<std::string> lines = Split(code);
  if (lines.size() > 1 && lines.size() <= kMaxLines) return lines;
  return {OnOneLine(step, code, kMaxWidth)};
}

std::string WithoutBlanks(absl::string_view code) {
  std::string text;
  for (const char c : code) {
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) text += c;
  }
  return text;
}

// Lines that stay between others of a long statement say nothing; its first one and its last one
// say what it is.
std::vector<StatementLine> Difference(const std::vector<std::string>& before,
                                      const std::vector<std::string>& after) {
  const std::vector<absl::string_view> old_lines(before.begin(), before.end());
  const std::vector<absl::string_view> new_lines(after.begin(), after.end());
  std::vector<StatementLine> lines;
  size_t stays = 0;
  const std::vector<LineStep> steps = LineDifference(old_lines, new_lines, kMaxCompared);
  for (size_t i = 0; i < steps.size(); ++i) {
    const LineStep& step = steps[i];
    const bool is_kept = step.fate == LineStep::Fate::kStays;
    const bool is_edge = i == 0 || i + 1 == steps.size();
    stays = is_kept && !is_edge ? stays + 1 : 0;
    if (stays > 1) {
      const size_t indent = after[step.index].find_first_not_of(' ');
      if (stays == 2) lines.back().text = std::string(std::min<size_t>(indent, 40), ' ') + "...";
      continue;
    }
    const bool is_gone = step.fate == LineStep::Fate::kGoes;
    lines.push_back({is_kept   ? ' '
                     : is_gone ? '-'
                               : '+',
                     is_gone ? before[step.index] : after[step.index]});
  }
  return lines;
}

}  // namespace

char MarkOf(const Step& step) {
  switch (step.status()) {
    case Step::STATUS_ADDED:
      return '+';
    case Step::STATUS_REMOVED:
      return '-';
    case Step::STATUS_CHANGED:
    case Step::STATUS_MOVED:
      return '~';
    default:
      return ' ';
  }
}

bool IsHeader(const Step& step) {
  return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE ||
         step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_WITH ||
         step.kind() == Step::KIND_TRY || step.kind() == Step::KIND_MATCH ||
         step.kind() == Step::KIND_DEFINITION;
}

std::vector<StatementLine> LinesOf(const Step& step, size_t width) {
  const bool is_changed = step.status() == Step::STATUS_CHANGED && !step.code_before().empty() &&
                          WithoutBlanks(step.code_before()) != WithoutBlanks(step.code());
  std::vector<StatementLine> lines;
  if (!is_changed) {
    for (std::string& line : Whole(step, step.code(), width)) {
      lines.push_back({MarkOf(step), std::move(line)});
    }
    return lines;
  }
  const std::string before = OnOneLine(step, step.code_before(), kAll);
  const std::string after = OnOneLine(step, step.code(), kAll);
  if (before != after && before.size() <= width && after.size() <= width) {
    return {{'-', before}, {'+', after}};
  }
  // Both as written, so that their lines compare.
  const std::vector<std::string> old_lines = Split(step.code_before());
  const std::vector<std::string> new_lines = Split(step.code());
  if (std::max(old_lines.size(), new_lines.size()) <= kMaxCompared) {
    return Difference(old_lines, new_lines);
  }
  auto [gone, come] = CondensePair(step.code_before(), step.code(), kMaxWidth);
  return {{'-', std::move(gone)}, {'+', std::move(come)}};
}

}  // namespace allreview::report
