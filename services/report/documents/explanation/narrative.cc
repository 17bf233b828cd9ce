#include "services/report/documents/explanation/narrative.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/documents/explanation/clauses.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/pseudo_code.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kMaxClauses = 6;
constexpr size_t kLongBlock = 12;  // Statements after which the next outer one begins a new block.

struct Block {
  std::vector<const Step*> steps;
  std::vector<const Step*> around;  // Kept headers, outermost first.
};

// The headers around each statement are tracked by depth; a touched header opens a block.
std::vector<Block> BlocksOf(const FunctionStory& story, bool is_all_new) {
  std::vector<Block> blocks;
  std::vector<const Step*> headers;  // By depth; nullptr: none.
  bool is_open = false;
  const std::vector<bool> noise = NoiseOf(story);
  for (int at = 0; at < story.steps_size(); ++at) {
    const Step& step = story.steps(at);
    if (noise[at]) continue;
    const size_t depth = static_cast<size_t>(std::max(0, step.depth()));
    if (headers.size() <= depth) headers.resize(depth + 1, nullptr);
    std::fill(headers.begin() + depth, headers.end(), nullptr);
    if (!IsTouched(step)) {
      is_open = false;
    } else {
      const bool starts_part = is_all_new && depth == 0 && is_open &&
                               (IsHeaderStep(step) || blocks.back().steps.back()->depth() > 0) &&
                               !IsClauseStep(step);
      const bool is_long = is_open && blocks.back().steps.size() >= kLongBlock &&
                           depth <= static_cast<size_t>(blocks.back().steps.front()->depth());
      // What the headers around a block do not hold does not belong to it.
      const bool is_outside =
          is_open && depth < static_cast<size_t>(blocks.back().steps.front()->depth());
      if (!is_open || starts_part || is_long || is_outside) {
        Block& block = blocks.emplace_back();
        for (size_t i = 0; i < depth; ++i) {
          if (headers[i] != nullptr) block.around.push_back(headers[i]);
        }
      }
      is_open = true;
      blocks.back().steps.push_back(&step);
    }
    if (IsHeaderStep(step) && step.status() != Step::STATUS_REMOVED) headers[depth] = &step;
  }
  return blocks;
}

// Lines of the right side; of the left when everything is gone.
change::v1::SourceRange Extent(const Block& block) {
  change::v1::SourceRange extent;
  const bool is_gone = std::all_of(block.steps.begin(), block.steps.end(), [](const Step* step) {
    return step->status() == Step::STATUS_REMOVED;
  });
  for (const Step* step : block.steps) {
    if (!is_gone && step->status() == Step::STATUS_REMOVED) continue;
    const change::v1::SourceRange& range = step->range();
    const int end = std::max(range.end_line(), range.first_line() + 1);
    if (extent.path().empty()) {
      extent = range;
      extent.set_end_line(end);
      continue;
    }
    extent.set_first_line(std::min(extent.first_line(), range.first_line()));
    extent.set_end_line(std::max(extent.end_line(), end));
  }
  return extent;
}

std::string Label(Language language, const Block& block) {
  constexpr Phrase kNew("**New**", "**新增**");
  constexpr Phrase kGone("**Removed**", "**删除**");
  constexpr Phrase kChanged("**Changed**", "**修改**");
  constexpr Phrase kMoved("**Moved**", "**移动**");
  constexpr Phrase kRewritten("**Rewritten**", "**改写**");
  const Step::Status status = block.steps.front()->status();
  for (const Step* step : block.steps) {
    if (step->status() != status) return std::string(kRewritten.In(language));
  }
  switch (status) {
    case Step::STATUS_ADDED:
      return std::string(kNew.In(language));
    case Step::STATUS_REMOVED:
      return std::string(kGone.In(language));
    case Step::STATUS_MOVED:
      return std::string(kMoved.In(language));
    default:
      return std::string(kChanged.In(language));
  }
}

// Names that simple assignments in a row set: one clause instead of many.
std::string Computes(Language language, const std::vector<std::string>& names) {
  constexpr Phrase kComputes("computes {names}", "计算 {names}");
  return Say(language, kComputes, {{"names", CodeList(language, names, 6)}});
}

// Statements in a row that are gone.
std::string Drops(Language language, const std::vector<std::string>& statements) {
  constexpr Phrase kDrops("removes {statements}", "删除 {statements}");
  return Say(language, kDrops, {{"statements", CodeList(language, statements, 3)}});
}

bool IsPlainAssignment(const Step& step) {
  return step.kind() == Step::KIND_ASSIGNMENT && step.status() == Step::STATUS_ADDED &&
         !step.writes().empty() && step.parallelism().empty();
}

class BlockText {
 public:
  explicit BlockText(Language language) : language_(language) {}

  std::string Tell(const Block& block) {
    for (size_t i = 0; i < block.steps.size();) i = Add(block.steps, i);
    if (!pending_.empty()) Push("");
    std::string text = absl::StrJoin(clauses_, Semicolon(language_));
    if (untold_ > 0) {
      constexpr Phrase kMore("{text}; and {count}", "{text}；此外还有 {count}");
      constexpr Noun kStatement = {"more statement", "more statements", "条语句"};
      text =
          Say(language_, kMore, {{"text", text}, {"count", Count(language_, untold_, kStatement)}});
    }
    return text;
  }

 private:
  // The index behind the statements that were told.
  size_t Add(const std::vector<const Step*>& steps, size_t i) {
    const Step& step = *steps[i];
    const bool is_plain_header = IsHeaderStep(step) && step.status() == Step::STATUS_ADDED;
    if (is_plain_header) {
      const std::string header = HeaderClause(language_, step);
      if (!header.empty()) pending_.push_back(header);
      return i + 1;
    }
    size_t end = i;
    std::vector<std::string> names;
    while (end < steps.size() && IsPlainAssignment(*steps[end]) &&
           steps[end]->depth() == step.depth()) {
      names.insert(names.end(), steps[end]->writes().begin(), steps[end]->writes().end());
      ++end;
    }
    if (end - i > 2) {
      Push(Computes(language_, names), end - i);
      return end;
    }
    while (end < steps.size() && steps[end]->status() == Step::STATUS_REMOVED) {
      names.push_back(Condense(steps[end]->code(), 60));
      ++end;
    }
    if (end - i > 1 && step.status() == Step::STATUS_REMOVED) {
      Push(Drops(language_, names), end - i);
      return end;
    }
    Push(StepClause(language_, step));
    return i + 1;
  }

  void Push(const std::string& clause, size_t statements = 1) {
    if (clauses_.size() >= kMaxClauses) {
      untold_ += statements;
      pending_.clear();
      return;
    }
    const absl::string_view comma = language_ == Language::kChinese ? "，" : ", ";
    std::string text = absl::StrJoin(pending_, comma);
    pending_.clear();
    if (!text.empty() && !clause.empty()) absl::StrAppend(&text, comma);
    clauses_.push_back(text + clause);
  }

  const Language language_;
  std::vector<std::string> clauses_, pending_;
  size_t untold_ = 0;
};

std::string Around(Language language, const Block& block) {
  std::vector<std::string> parts;
  for (const Step* header : block.around) {
    std::string part = HeaderClause(language, *header);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  // The innermost two say enough.
  if (parts.size() > 2) parts.erase(parts.begin(), parts.end() - 2);
  return absl::StrJoin(parts, language == Language::kChinese ? "，" : ", ");
}

// What the author wrote above the code, and what the called functions say of themselves.
std::string Notes(Language language, const Block& block, bool is_all_new) {
  constexpr Phrase kComment("Comment: {text}.", "此处注释：{text}。");
  constexpr Phrase kComments("Comments: {text}.", "此处注释：{text}。");
  constexpr size_t kMaxComments = 3;
  std::vector<std::string> comments;
  for (const Step* step : block.steps) {
    // The pseudo-code of a new function holds its comments.
    if (is_all_new || step->comment().empty() || step->status() == Step::STATUS_REMOVED) continue;
    std::string quoted = Quoted(step->comment());
    const bool is_told = std::find(comments.begin(), comments.end(), quoted) != comments.end();
    if (!is_told && comments.size() < kMaxComments) comments.push_back(std::move(quoted));
  }
  std::string text = comments.empty()
                         ? ""
                         : Say(language, comments.size() == 1 ? kComment : kComments,
                               {{"text", absl::StrJoin(comments, Semicolon(language))}});
  std::vector<std::string> callees;
  for (const Step* step : block.steps) {
    const std::string note = CalleeNote(language, *step);
    if (note.empty() || std::find(callees.begin(), callees.end(), note) != callees.end()) continue;
    if (callees.size() < 2) callees.push_back(note);
  }
  if (callees.empty()) return text;
  return absl::StrCat(text, text.empty() || language == Language::kChinese ? "" : " ",
                      absl::StrJoin(callees, Semicolon(language)),
                      language == Language::kChinese ? "。" : ".");
}

std::string ItemText(Language language, const Block& block, bool is_all_new) {
  constexpr Phrase kItem("{head}: {what}.{notes}", "{head}：{what}。{notes}");
  std::vector<std::string> head;
  if (!is_all_new) head.push_back(Label(language, block));
  const std::string place = PlaceCode(language, Extent(block));
  if (!place.empty()) head.push_back(place);
  if (std::string around = Around(language, block); !around.empty()) head.push_back(around);
  const std::string notes = Notes(language, block, is_all_new);
  return Say(
      language, kItem,
      {{"head", absl::StrJoin(head, language == Language::kChinese ? "，" : ", ")},
       {"what", BlockText(language).Tell(block)},
       {"notes",
        notes.empty() || language == Language::kChinese ? notes : absl::StrCat(" ", notes)}});
}

}  // namespace

std::string NarrativeMarkdown(Language language, const FunctionStory& story, size_t max_blocks) {
  const bool is_all_new =
      std::all_of(story.steps().begin(), story.steps().end(),
                  [](const Step& step) { return step.status() == Step::STATUS_ADDED; });
  const std::vector<Block> blocks = BlocksOf(story, is_all_new);
  std::string text;
  size_t untold = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i >= max_blocks) {
      untold += blocks[i].steps.size();
      continue;
    }
    absl::StrAppend(&text, i + 1, ". ", ItemText(language, blocks[i], is_all_new), "\n");
  }
  if (untold > 0) {
    constexpr Phrase kUntold(
        "\nChanged statements of this function that are not listed: {count}.\n",
        "\n该函数另有 {count} 条有改动的语句未列出。\n");
    text += Say(language, kUntold, {{"count", absl::StrCat(untold)}});
  }
  return text;
}

}  // namespace allreview::report::explanation
