#include "services/report/pseudo_code/pseudo_code.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/left_out.h"
#include "services/report/pseudo_code/selection.h"
#include "services/report/pseudo_code/statement_lines.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kSmallFunction = 14;  // Steps that are shown even where nothing changed.
constexpr size_t kMaxRemovedRun = 8;
constexpr size_t kMaxCommentLines = 60;

constexpr Phrase kMore("... ({what})", "... （{what}）");
constexpr Phrase kRemoved("... ({count} removed)", "... （删除了 {count} 条语句）");

struct Line {
  char mark = ' ';
  int depth = 0;
  std::string text;
  bool is_header = false;
  bool is_comment = false;  // Does not count for the limit of lines.
  bool begins = true;       // A statement, or the comment above it.
};

// "ValueError" of "raise ValueError(...) from e".
std::string RaisedName(absl::string_view code) {
  absl::ConsumePrefix(&code, "raise");
  while (absl::ConsumePrefix(&code, " ")) continue;
  return CleanLine(code.substr(0, code.find_first_of("( \n")));
}

size_t CommentLines(const std::vector<Line>& lines) {
  return static_cast<size_t>(
      std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.is_comment; }));
}

class Writer {
 public:
  Writer(const FunctionStory& story, std::vector<bool> quiet, Language language,
         const PseudoCodeLimits& limits)
      : story_(story), quiet_(std::move(quiet)), language_(language), limits_(limits) {}

  std::vector<Line> Write(Detail detail) { return Write(SelectSteps(story_, detail, quiet_)); }

  std::vector<Line> Write(const std::vector<bool>& shown) {
    lines_.clear();
    left_out_ = 0;
    last_comment_.clear();
    for (int i = 0; i < story_.steps_size();) i = shown[i] ? Show(i, shown) : Hide(i, shown);
    return WithBodies();
  }

  int left_out() const { return left_out_; }

 private:
  // A header whose statements are all noise still holds something.
  std::vector<Line> WithBodies() const {
    std::vector<Line> lines;
    for (size_t i = 0; i < lines_.size(); ++i) {
      lines.push_back(lines_[i]);
      const bool has_body = i + 1 < lines_.size() && lines_[i + 1].depth > lines_[i].depth;
      if (lines_[i].is_header && lines_[i].mark != '-' && !has_body) {
        lines.push_back({' ', lines_[i].depth + 1, "..."});
      }
    }
    return lines;
  }

  const Step& At(int i) const { return story_.steps(i); }

  int Show(int i, const std::vector<bool>& shown) {
    if (At(i).status() == Step::STATUS_REMOVED) return ShowRemoved(i, shown);
    if (FoldsIntoRequire(i)) {
      const std::string condition = ConditionOf(At(i));
      lines_.push_back(
          {MarkOf(At(i)), At(i).depth(),
           absl::StrCat("require ", Negated(condition), "  # ", RaisedName(At(i + 1).code()))});
      return i + 2;
    }
    const Step& step = At(i);
    const bool has_comment = AddComment(step, step.depth());
    const std::vector<StatementLine> whole = LinesOf(step, limits_.max_width);
    for (size_t at = 0; at < whole.size(); ++at) {
      const bool is_last = at + 1 == whole.size();
      lines_.push_back({.mark = whole[at].mark,
                        .depth = step.depth(),
                        .text = whole[at].text,
                        .is_header = is_last && IsHeader(step),
                        .begins = at == 0 && !has_comment});
    }
    return i + 1;
  }

  // What the author says of a changed statement, whole, in lines of the width.
  bool AddComment(const Step& step, int depth) {
    if (!IsTouched(step) || step.comment().empty()) return false;
    const std::string comment = CleanLine(step.comment());
    if (comment == last_comment_ || CommentLines(lines_) > kMaxCommentLines) return false;
    last_comment_ = comment;
    std::string line;
    // Whether the comment of a changed statement changed with it nobody knows.
    const char mark = step.status() == Step::STATUS_CHANGED ? ' ' : MarkOf(step);
    bool begins = true;
    const auto end_line = [&] {
      lines_.push_back({mark, depth, absl::StrCat("# ", line), false, true, begins});
      begins = false;
      line.clear();
    };
    for (absl::string_view word : absl::StrSplit(comment, ' ', absl::SkipEmpty())) {
      if (!line.empty() && line.size() + word.size() >= limits_.max_width) end_line();
      absl::StrAppend(&line, line.empty() ? "" : " ", word);
    }
    if (!line.empty()) end_line();
    return true;
  }

  // The first statements of a run that is gone; the others are counted.
  int ShowRemoved(int i, const std::vector<bool>& shown) {
    int end = i;
    while (end < story_.steps_size() && At(end).status() == Step::STATUS_REMOVED) ++end;
    size_t told = 0;
    int untold = 0;
    for (int at = i; at < end; ++at) {
      if (quiet_[at]) continue;
      if (shown[at] && told < kMaxRemovedRun) {
        lines_.push_back({'-', At(at).depth(), LinesOf(At(at), limits_.max_width).front().text});
        ++told;
      } else {
        ++untold;
      }
    }
    if (untold > 0) {
      lines_.push_back(
          {'-', At(i).depth(), Say(language_, kRemoved, {{"count", absl::StrCat(untold)}})});
      left_out_ += untold;
    }
    return end;
  }

  // A run of statements that are not shown becomes one line, or none when they do nothing.
  int Hide(int i, const std::vector<bool>& shown) {
    int hidden = 0, depth = 1 << 20, first_depth = -1;
    char mark = ' ';
    const int begin = i;
    std::vector<const Step*> touched;
    for (; i < story_.steps_size() && !shown[i]; ++i) {
      if (IsNothing(At(i)) && !IsHeader(At(i))) continue;
      ++hidden;
      // What a new function logs is left out without a count.
      if (IsTouched(At(i)) && !quiet_[i]) {
        mark = touched.empty() || mark == MarkOfRun(At(i)) ? MarkOfRun(At(i)) : ' ';
        touched.push_back(&At(i));
      }
      if (first_depth < 0) first_depth = At(i).depth();
      depth = std::min(depth, At(i).depth());
    }
    // A line that says that one is left out is as long as that one.
    if (hidden == 1 && touched.size() == 1 && !IsHeader(*touched[0]) && mark == '+') {
      for (StatementLine& line : LinesOf(*touched[0], limits_.max_width)) {
        lines_.push_back({line.mark, touched[0]->depth(), std::move(line.text)});
      }
      return i;
    }
    left_out_ += static_cast<int>(touched.size());
    const bool opens_block = begin > 0 && shown[begin - 1] && first_depth > At(begin - 1).depth();
    const std::string text =
        touched.empty() ? "..."
                        : Say(language_, kMore, {{"what", LeftOutText(language_, touched)}});
    if (hidden > 0) lines_.push_back({mark, opens_block ? first_depth : depth, text});
    if (opens_block && depth < first_depth) lines_.push_back({' ', depth, "..."});
    return i;
  }

  // "~" is said of what only moved.
  static char MarkOfRun(const Step& step) {
    return step.status() == Step::STATUS_CHANGED ? ' ' : MarkOf(step);
  }

  static std::string ConditionOf(const Step& step) {
    const std::string text = Condense(step.code(), 400);
    absl::string_view condition = text;
    absl::ConsumePrefix(&condition, "if ");
    absl::ConsumeSuffix(&condition, ":");
    return std::string(condition);
  }

  // `if X: raise E` without an else.
  bool FoldsIntoRequire(int i) const {
    const Step& step = At(i);
    if (step.kind() != Step::KIND_IF || !absl::StartsWith(step.code(), "if ")) return false;
    if (i + 1 >= story_.steps_size() || At(i + 1).kind() != Step::KIND_RAISE) return false;
    if (At(i + 1).depth() != step.depth() + 1) return false;
    // Of what changed both sides are told.
    const bool is_one = At(i + 1).status() == step.status();
    if (step.status() == Step::STATUS_CHANGED || !is_one) return false;
    if (i + 2 == story_.steps_size()) return true;
    const Step& next = At(i + 2);
    const bool is_clause = next.kind() == Step::KIND_ELSE || absl::StartsWith(next.code(), "elif");
    return next.depth() < step.depth() || (next.depth() == step.depth() && !is_clause);
  }

  const FunctionStory& story_;
  const std::vector<bool> quiet_;
  const Language language_;
  const PseudoCodeLimits limits_;
  std::vector<Line> lines_;
  std::string last_comment_;
  int left_out_ = 0;
};

// The least that is cut from the lines of the outline when even that is too long: whole statements.
void CutMiddle(std::vector<Line>& lines, size_t max_lines, Language language, int& left_out) {
  if (lines.size() <= max_lines) return;
  constexpr Phrase kCount("{count} more", "另有 {count} 条语句");
  size_t begin = max_lines * 2 / 3;
  while (begin > 0 && !lines[begin].begins) --begin;
  size_t end = begin + (lines.size() - max_lines + 1);
  while (end < lines.size() && !lines[end].begins) ++end;
  const auto cut = std::count_if(lines.begin() + begin, lines.begin() + end,
                                 [](const Line& line) { return line.begins; });
  left_out += static_cast<int>(cut);
  lines.erase(lines.begin() + begin, lines.begin() + end);
  const std::string count = Say(language, kCount, {{"count", absl::StrCat(cut)}});
  lines.insert(lines.begin() + begin, {' ', 0, Say(language, kMore, {{"what", count}})});
}

}  // namespace

bool IsTouched(const Step& step) {
  return step.status() != Step::STATUS_KEPT && step.status() != Step::STATUS_UNSPECIFIED;
}

bool IsAllNew(const FunctionStory& story) {
  return std::all_of(story.steps().begin(), story.steps().end(),
                     [](const Step& step) { return step.status() == Step::STATUS_ADDED; });
}

PseudoCode WritePseudoCode(const FunctionStory& story, absl::string_view head, Language language,
                           const PseudoCodeLimits& limits) {
  PseudoCode result;
  // What an edit logs goes before anything else of it does.
  Writer whole(story, QuietOf(story), language, limits);
  Writer silent(story, NoiseOf(story), language, limits);
  const std::pair<Writer*, Detail> ways[] = {
      {&whole, Detail::kAll},      {&whole, Detail::kContext},  {&whole, Detail::kChanges},
      {&silent, Detail::kContext}, {&silent, Detail::kChanges}, {&silent, Detail::kShallow},
      {&silent, Detail::kOutline}};
  std::vector<Line> lines;
  const bool is_small = static_cast<size_t>(story.steps_size()) <= kSmallFunction;
  for (const auto& [writer, detail] : ways) {
    if (detail == Detail::kAll && !is_small) continue;
    lines = writer->Write(detail);
    result.left_out = writer->left_out();
    if (lines.size() - CommentLines(lines) + 1 <= limits.max_lines) break;
  }
  if (lines.empty()) return result;
  CutMiddle(lines, limits.max_lines - 1 + CommentLines(lines), language, result.left_out);
  result.left_out += story.left_out();
  result.has_marks = !IsAllNew(story);
  const absl::string_view margin = result.has_marks ? "  " : "";
  result.text = absl::StrCat(margin, Condense(head, limits.max_width), "\n");
  for (const Line& line : lines) {
    if (result.has_marks) absl::StrAppend(&result.text, std::string(1, line.mark), " ");
    absl::StrAppend(&result.text, std::string(2 * (line.depth + 1), ' '), line.text, "\n");
  }
  return result;
}

}  // namespace allreview::report
