#include "analyzers/rules/edited_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/cpp/unit.h"
#include "analyzers/python/syntax.h"
#include "analyzers/rules/apply_edits.h"
#include "base/languages.h"
#include "base/status_macros.h"

namespace allreview::rules {
namespace {

using change::ChangedHunk;

int LineEnds(absl::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

absl::string_view Replaced(absl::string_view text, const Edit& edit) {
  return text.substr(edit.first_byte, edit.end_byte - edit.first_byte);
}

// What the parser makes no sense of.
absl::StatusOr<int> ErrorsIn(const change::ChangedFile& file, const std::string& text,
                             const syntax::ParseLimits& limits) {
  if (ReaderOf(file.language) == Reader::kCpp) {
    ASSIGN_OR_RETURN(const std::unique_ptr<cpp::Unit> unit,
                     cpp::Unit::Parse(file.path, text, limits));
    return unit->tree().error_count();
  }
  ASSIGN_OR_RETURN(const python::SyntaxTree tree, python::SyntaxTree::Parse(text, limits));
  return tree.error_count();
}

}  // namespace

EditedFile::EditedFile(const EditableFile& original, std::vector<Edit> edits)
    : original_(original), edits_(ByPlace(std::move(edits))) {}

std::unique_ptr<EditedFile> EditedFile::Make(const syntax::ParseLimits& limits,
                                             const EditableFile& file, std::vector<Edit> edits) {
  const bool is_of_file = std::all_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.path == file.changed->path;
  });
  if (!is_of_file) return nullptr;
  std::unique_ptr<EditedFile> made(new EditedFile(file, std::move(edits)));
  const syntax::TreeData& tree = *file.tree;
  std::optional<std::string> text = ApplyEdits(tree.source(), made->edits_);
  if (!text || *text == tree.source()) return nullptr;
  const absl::StatusOr<int> errors = ErrorsIn(*file.changed, *text, limits);
  if (!errors.ok() || *errors > tree.error_count()) return nullptr;
  made->FindBlocks();
  made->changed_ = *file.changed;
  made->changed_.after = *std::move(text);
  made->changed_.after_blob_id.clear();  // Nobody has stored it.
  made->changed_.hunks = made->Hunks();
  return made;
}

void EditedFile::FindBlocks() {
  const syntax::TreeData& tree = *original_.tree;
  int shift = 0;
  for (const Edit& edit : edits_) {
    const int first = tree.LineOf(static_cast<uint32_t>(edit.first_byte));
    const int last = tree.LineOf(static_cast<uint32_t>(edit.end_byte));
    if (blocks_.empty() || blocks_.back().last < first) {
      blocks_.push_back({first, last, first + shift, last + shift});
    }
    Block& block = blocks_.back();
    block.last = std::max(block.last, last);
    shift += LineEnds(edit.replacement) - LineEnds(Replaced(tree.source(), edit));
    block.new_last = block.last + shift;
  }
}

const EditedFile::Block* EditedFile::BlockAt(int line) const {
  for (const Block& block : blocks_) {
    if (block.first <= line && line <= block.last) return &block;
  }
  return nullptr;
}

int EditedFile::ShiftedLine(int line) const {
  int shift = 0;
  for (const Block& block : blocks_) {
    if (block.last < line) shift = block.new_last - block.last;
  }
  return line + shift;
}

int EditedFile::LineOfOriginal(int line) const {
  const Block* const block = BlockAt(line);
  return block == nullptr ? line : block->first;
}

int EditedFile::LineOfEdited(int line) const {
  int shift = 0;
  for (const Block& block : blocks_) {
    if (line < block.new_first) break;
    if (line <= block.new_last) return block.first;
    shift = block.new_last - block.last;
  }
  return line - shift;
}

std::vector<ChangedHunk> EditedFile::Hunks() const {
  std::vector<ChangedHunk> hunks = original_.changed->hunks;
  for (ChangedHunk& hunk : hunks) {
    for (std::vector<int>* lines : {&hunk.added, &hunk.moved}) {
      std::erase_if(*lines, [&](int line) { return BlockAt(line) != nullptr; });
      for (int& line : *lines) line = ShiftedLine(line);
    }
    const Block* const at_start = BlockAt(hunk.new_start);
    hunk.new_start = at_start != nullptr ? at_start->new_first : ShiftedLine(hunk.new_start);
  }
  for (const Block& block : blocks_) {
    ChangedHunk& hunk = hunks.emplace_back();
    hunk.new_start = block.new_first;
    hunk.new_lines = block.new_last - block.new_first + 1;
    for (int line = block.new_first; line <= block.new_last; ++line) hunk.added.push_back(line);
  }
  std::stable_sort(hunks.begin(), hunks.end(), [](const ChangedHunk& a, const ChangedHunk& b) {
    return a.new_start < b.new_start;
  });
  return hunks;
}

}  // namespace allreview::rules
