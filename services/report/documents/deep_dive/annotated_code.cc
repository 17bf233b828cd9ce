#include "services/report/documents/deep_dive/annotated_code.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "review/display_text.h"
#include "services/report/documents/deep_dive/chosen_steps.h"
#include "services/report/documents/deep_dive/step_notes.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/left_out.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/signature.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kMaxLineBytes = 240;
constexpr size_t kMaxCommentBytes = 96;
constexpr size_t kMaxSignatureBytes = 160;  // With its annotations.
constexpr int kMaxRemovedLines = 8;         // Of one run.

bool IsKept(const Step& step) { return step.status() == Step::STATUS_KEPT; }

class Annotator {
 public:
  Annotator(Language language, const analysis::v1::ChangeModel& model, const ChangedSymbol& symbol,
            const FunctionStory& story, int max_lines)
      : language_(language),
        symbol_(symbol),
        story_(story),
        notes_(language, model, story),
        max_lines_(max_lines) {}

  AnnotatedCode Annotate() {
    AddSignature();
    const std::vector<bool> shown = ChooseSteps(story_, notes_);
    for (int i = 0; i < story_.steps_size();) {
      if (lines_ >= max_lines_) {
        result_.steps_left_out += story_.steps_size() - i;
        break;
      }
      if (shown[i]) {
        AddStep(i++);
      } else {
        i = Skip(i, shown);
      }
    }
    result_.steps_left_out += story_.left_out();
    result_.lines = lines_;
    return std::move(result_);
  }

 private:
  void AddLine(int depth, absl::string_view text) {
    const std::string indent(4 * std::max(0, depth), ' ');
    absl::StrAppend(&result_.code, indent, Shorten(text, kMaxLineBytes), "\n");
    ++lines_;
  }

  // A comment in lines of at most kMaxCommentBytes where it has blanks.
  void AddComment(int depth, absl::string_view text) {
    std::string line;
    for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
      if (!line.empty() && line.size() + 1 + word.size() > kMaxCommentBytes) {
        AddLine(depth, absl::StrCat("# ", line));
        line.clear();
        line.push_back(' ');  // What goes on stands further in.
      }
      absl::StrAppend(&line, line.empty() ? "" : " ", word);
    }
    if (!line.empty()) AddLine(depth, absl::StrCat("# ", line));
  }

  void AddSignature() {
    const std::string& signature = symbol_.signature_after();
    if (signature.empty()) return AddLine(0, absl::StrCat("# ", symbol_.name()));
    std::string line = CleanLine(signature);
    if (line.size() > kMaxSignatureBytes) line = absl::StrCat("def ", ShortSignature(line));
    AddLine(0, absl::StrCat(line, absl::EndsWith(line, ":") ? "" : ":"));
    for (const analysis::v1::Delta& delta : symbol_.deltas()) {
      const bool is_of_signature = delta.kind() == analysis::v1::Delta::KIND_PARAMETER ||
                                   delta.kind() == analysis::v1::Delta::KIND_DEFAULT;
      if (!is_of_signature || symbol_.status() == ChangedSymbol::STATUS_ADDED) continue;
      constexpr Phrase kSignature("Signature: {what}", "签名：{what}");
      AddComment(1, Say(language_, kSignature,
                        {{"what", CleanLine(WithoutMarks(DeltaClause(language_, delta)))}}));
    }
  }

  // A run of statements that are not shown; says what changed ones of them do.
  int Skip(int i, const std::vector<bool>& shown) {
    std::vector<const Step*> touched;
    int depth = story_.steps(i).depth();
    bool is_nothing = true;
    for (; i < story_.steps_size() && !shown[i]; ++i) {
      if (IsNothing(story_.steps(i))) continue;
      depth = is_nothing ? story_.steps(i).depth() : std::min(depth, story_.steps(i).depth());
      is_nothing = false;
      if (!IsKept(story_.steps(i)) && !quiet_[i]) touched.push_back(&story_.steps(i));
    }
    if (is_nothing) return i;
    AddLine(depth + 1, touched.empty()
                           ? "# ..."
                           : absl::StrCat("# ... (", LeftOutText(language_, touched), ")"));
    group_ = Step::STATUS_KEPT;
    return i;
  }

  void AddStep(int i) {
    const Step& step = story_.steps(i);
    const bool has_title = AddTitle(i);
    if (step.status() == Step::STATUS_REMOVED) return AddRemoved(i);
    if (!step.comment().empty() && !has_title && !IsKept(step)) {
      AddComment(step.depth() + 1, CleanLine(step.comment()));
    }
    for (const std::string& note : notes_.For(step)) {
      AddComment(step.depth() + 1, note);
    }
    AddCode(step);
  }

  // "# Step 2 (new): why"; whether it holds the author's comment.
  bool AddTitle(int i) {
    const Step& step = story_.steps(i);
    if (step.status() == Step::STATUS_KEPT) {
      group_ = Step::STATUS_KEPT;
      return false;
    }
    const bool is_new_function = symbol_.status() == ChangedSymbol::STATUS_ADDED;
    // Within a run of removed code a comment is a part of it.
    const bool is_inside = step.status() == Step::STATUS_REMOVED && group_ == step.status() &&
                           step.depth() > removed_depth_;
    const bool begins = group_ != step.status() || (StartsBlock(i) && !is_inside);
    group_ = step.status();
    if (!begins || (is_new_function && step.comment().empty())) return false;
    constexpr Phrase kTitle("Step {number}{status}{text}", "步骤 {number}{status}{text}");
    const std::string status =
        is_new_function ? "" : InBrackets(language_, StatusWord(step.status()));
    const std::string comment = CleanLine(step.comment());
    AddComment(step.depth() + 1,
               Say(language_, kTitle,
                   {{"number", absl::StrCat(++number_)},
                    {"status", status},
                    {"text", comment.empty() ? "" : absl::StrCat(Colon(language_), comment)}}));
    return true;
  }

  // A comment of the author at the outer level begins something.
  bool StartsBlock(int i) const {
    const Step& step = story_.steps(i);
    if (step.comment().empty() || i == 0) return i == 0;
    return step.depth() <= story_.steps(i - 1).depth();
  }

  absl::string_view StatusWord(Step::Status status) const {
    constexpr Phrase kNew("new", "新增");
    constexpr Phrase kRemoved("removed", "删除");
    constexpr Phrase kMoved("moved", "移动");
    constexpr Phrase kChanged("changed", "修改");
    if (status == Step::STATUS_ADDED) return kNew.In(language_);
    if (status == Step::STATUS_REMOVED) return kRemoved.In(language_);
    if (status == Step::STATUS_MOVED) return kMoved.In(language_);
    return kChanged.In(language_);
  }

  // Code that is gone, as comments; the first lines of a long run.
  void AddRemoved(int i) {
    const bool continues = i > 0 && story_.steps(i - 1).status() == Step::STATUS_REMOVED;
    const Step& step = story_.steps(i);
    if (!continues) {
      removed_lines_ = 0;
      removed_depth_ = step.depth();
    }
    const std::string indent(4 * std::max(0, step.depth() - removed_depth_), ' ');
    const std::string code = CleanBlock(step.code());
    for (absl::string_view line : absl::StrSplit(code, '\n')) {
      if (removed_lines_ < kMaxRemovedLines) {
        AddLine(removed_depth_ + 1, absl::StrCat("# - ", indent, line));
      }
      ++removed_lines_;
    }
    const bool is_last =
        i + 1 == story_.steps_size() || story_.steps(i + 1).status() != Step::STATUS_REMOVED;
    if (is_last) AddRemovedCount(step.depth());
  }

  // Marks, in a changed statement of several lines, which lines are gone and which are new.
  void AddCode(const Step& step) {
    std::vector<std::string> lines = absl::StrSplit(CleanBlock(step.code()), '\n');
    // Of what only stands around the change the gist is enough.
    if (IsKept(step) && lines.size() > 2) lines = {Condense(step.code(), kMaxCommentBytes)};
    if (!step.code_before().empty()) MarkLines(step, lines);
    std::string facts = step.shape();
    if (!step.dtype().empty()) absl::StrAppend(&facts, facts.empty() ? "" : " ", step.dtype());
    if (!step.parallelism().empty()) {
      absl::StrAppend(&facts, facts.empty() ? "" : ", ", step.parallelism());
    }
    if (!facts.empty()) absl::StrAppend(&lines.back(), "  # ", CleanLine(facts));
    for (const std::string& line : lines) AddLine(step.depth() + 1, line);
  }

  void MarkLines(const Step& step, std::vector<std::string>& lines) {
    constexpr Phrase kNew("  # new", "  # 新增");
    const std::vector<std::string> before = absl::StrSplit(CleanBlock(step.code_before()), '\n');
    const std::set<std::string> old_items = ItemsOf(step.code_before());
    const std::set<std::string> new_items = ItemsOf(step.code());
    removed_lines_ = 0;
    for (const std::string& line : before) {
      const bool is_kept = before.size() > 1 && AreAmong(ItemsOf(line), new_items);
      if (is_kept || ++removed_lines_ > kMaxRemovedLines) continue;
      AddLine(step.depth() + 1, absl::StrCat("# - ", line));
    }
    AddRemovedCount(step.depth());
    if (lines.size() == 1) return;
    for (std::string& line : lines) {
      if (!AreAmong(ItemsOf(line), old_items)) absl::StrAppend(&line, kNew.In(language_));
    }
  }

  // What stands between commas and brackets: the same when a statement is only wrapped otherwise.
  static std::set<std::string> ItemsOf(absl::string_view code) {
    std::set<std::string> items;
    for (absl::string_view item : absl::StrSplit(code, absl::ByAnyChar(",()[]{}\n"))) {
      item = absl::StripAsciiWhitespace(item);
      if (!item.empty()) items.emplace(item);
    }
    return items;
  }

  static bool AreAmong(const std::set<std::string>& items, const std::set<std::string>& others) {
    return std::includes(others.begin(), others.end(), items.begin(), items.end());
  }

  void AddRemovedCount(int depth) {
    if (removed_lines_ <= kMaxRemovedLines) return;
    constexpr Phrase kMore("# - … ({count} more lines)", "# - ……另有 {count} 行");
    AddLine(depth + 1,
            Say(language_, kMore, {{"count", absl::StrCat(removed_lines_ - kMaxRemovedLines)}}));
  }

  const Language language_;
  const ChangedSymbol& symbol_;
  const FunctionStory& story_;
  const StepNotes notes_;
  const std::vector<bool> quiet_ = QuietOf(story_);
  const int max_lines_;
  AnnotatedCode result_;
  Step::Status group_ = Step::STATUS_KEPT;  // Of the step before.
  int lines_ = 0, number_ = 0;
  int removed_lines_ = 0, removed_depth_ = 0;  // Of the run of removed steps.
};

}  // namespace

AnnotatedCode Annotate(Language language, const analysis::v1::ChangeModel& model,
                       const ChangedSymbol& symbol, const FunctionStory& story, int max_lines) {
  return Annotator(language, model, symbol, story, max_lines).Annotate();
}

}  // namespace allreview::report::deep_dive
