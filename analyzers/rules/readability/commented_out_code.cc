// A change that turns code which ran before into comments.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/commented_code.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using intent::CommentLine;
using python::Module;
using python::SyntaxTree;

constexpr Phrase kOneLine("a-line-that-ran", "1 line that ran before", "1 行原来会运行的代码");
constexpr Phrase kManyLines("lines-that-ran", "{count} lines that ran before",
                            "{count} 行原来会运行的代码");
constexpr Phrase kHereToo("commented-here-too", "here, too: {lines}", "这里也有：{lines}");
constexpr Phrase kPhrases[] = {kOneLine, kManyLines, kHereToo};

constexpr size_t kMaxRelated = 20;
constexpr size_t kMaxCodeBytes = 80;
// What is shorter is a bracket, an `else:`.
constexpr size_t kMinBytes = 6;
constexpr size_t kMinWordsOfReason = 3;

// Lines of code, without their indentation, that the file had more often before.
std::map<absl::string_view, int> LinesGone(const Module& before, const Module& after) {
  std::map<absl::string_view, int> gone;
  const auto count = [&](const SyntaxTree& tree, int change) {
    for (int line = 1; line <= tree.line_count(); ++line) {
      const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
      if (text.size() >= kMinBytes && text[0] != '#') gone[text] += change;
    }
  };
  count(before.tree(), 1);
  count(after.tree(), -1);
  return gone;
}

bool IsReason(absl::string_view text) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  return words.size() >= kMinWordsOfReason && !intent::LooksLikeCode(text);
}

// One block of comments with code in it.
struct Block {
  const AnalysedFile* file = nullptr;
  Node first;
  int lines = 0;
};

class Search {
 public:
  explicit Search(const AnalysedFile& file) : file_(file), tree_(file.after->tree()) {}

  // Blocks of new comments that hold what went away. Not those that say why.
  std::vector<Block> Find() {
    std::vector<Block> blocks;
    int seen = 0;
    for (const int line : file_.lines.added()) {
      if (line <= seen) continue;
      const std::vector<CommentLine> comments = intent::CommentBlockAt(tree_, line);
      if (comments.empty()) continue;
      seen = comments.back().line;
      if (!gone_) gone_ = LinesGone(*file_.before, *file_.after);
      const Block block = Read(comments);
      if (block.lines > 0) blocks.push_back(block);
    }
    return blocks;
  }

 private:
  Block Read(const std::vector<CommentLine>& comments) {
    Block block;
    block.file = &file_;
    bool has_reason = false;
    for (const CommentLine& comment : comments) {
      const absl::string_view text = absl::StripAsciiWhitespace(comment.text);
      const auto gone = gone_->find(text);
      const bool is_new = file_.lines.HasAdded(comment.line, comment.line);
      if (is_new && gone != gone_->end() && gone->second > 0) {
        --gone->second;
        if (block.lines++ == 0) block.first = CommentNode(comment.line);
      } else if (IsReason(text)) {
        has_reason = true;
      }
    }
    const bool is_meant = has_reason || !block.first.Is(NodeKind::kComment) ||
                          IsWaived(block.first, {"ERA001", "eradicate"});
    return is_meant ? Block() : block;
  }

  Node CommentNode(int line) const {
    const size_t column = tree_.LineText(line).find('#');
    return tree_.NodeAt(tree_.LineStart(line) + static_cast<uint32_t>(column));
  }

  const AnalysedFile& file_;
  const SyntaxTree& tree_;
  std::optional<std::map<absl::string_view, int>> gone_;  // From the first comment on.
};

Sentence LinesText(int count) { return Counted(count, kOneLine, kManyLines); }

void CheckChange(ChangeContext& change) {
  std::vector<Block> blocks;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.after == nullptr) continue;
    if (IsForeignPath(file.after->path())) continue;
    for (const Block& block : Search(file).Find()) blocks.push_back(block);
  }
  if (blocks.empty()) return;
  int lines = 0;
  for (const Block& block : blocks) lines += block.lines;
  const Block& first = blocks.front();
  Observation observation{.at = first.first,
                          .params = {{"lines", LinesText(lines)},
                                     {"code", OneLine(first.first).substr(0, kMaxCodeBytes)}},
                          .kind = Kind::kQuestion};
  for (size_t i = 1; i < std::min(blocks.size(), kMaxRelated); ++i) {
    observation.related.push_back({Sentence(kHereToo, {{"lines", LinesText(blocks[i].lines)}}),
                                   RangeOf(*blocks[i].file->after, blocks[i].first)});
  }
  change.Report(*first.file, std::move(observation));
}

}  // namespace

extern constinit const Rule kCommentedOutCode = {
    .info = {.id = "commented-out-code",
             .title = {"Code that ran before is commented out", "原来会运行的代码被注释掉"},
             .pillar = Pillar::kReadability,
             .message = {"This change comments out {lines}, from `{code}` on",
                         "这次改动从 `{code}` 起注释掉了 {lines}"},
             .consequence = {"What it did no longer happens, and nobody can tell whether that was "
                             "meant or was left from a try",
                             "它原来做的事不再发生，而且没人知道这是有意的，还是调试时留下的"},
             .advice = {"If that is meant, delete it, or say above it when it comes back; if not, "
                        "restore it",
                        "如果是有意的，请删除它，或者在上面说明何时恢复；如果不是，请恢复它"},
             .phrases = kPhrases,
             .why = "Code in comments is not compiled, tested or renamed; whether it should run is "
                    "a question that only the author can answer. All places of a change are one "
                    "finding. Nothing is said where words in the same comment give a reason, and "
                    "of comments that never were code of this file: linters look for those.",
             .fix = "Delete it, restore it, or say why it stays.",
             .bad = R"py(
# --- pkg/step.py before
def step(optimizer, loss):
    loss = scale(loss)
    loss.backward()
    optimizer.step()
# --- pkg/step.py after
def step(optimizer, loss):
    # loss = scale(loss)
    loss.backward()
    optimizer.step()
)py",
             .good = R"py(
# --- pkg/step.py before
def step(optimizer, loss):
    loss = scale(loss)
    loss.backward()
    optimizer.step()
# --- pkg/step.py after
def step(optimizer, loss):
    loss.backward()
    optimizer.step()
)py",
             .references = {"https://rules.sonarsource.com/python/RSPEC-125/"},
             .version = 2},
    .check_change = CheckChange};

}  // namespace allreview::rules
