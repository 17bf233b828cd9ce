#ifndef ANALYZERS_RULES_EDITED_FILE_H_
#define ANALYZERS_RULES_EDITED_FILE_H_

// A changed file as it would be with edits applied to its right side.
//
//   std::unique_ptr<EditedFile> edited = EditedFile::Make(limits, file, finding.edits);
//   if (edited == nullptr) return;  // They do not fit the file, or damage it.
//   files.push_back(edited->changed());
//
// Lines that edits touch and lines that they make correspond in blocks; what the edits make counts
// as new code. The file must outlive it.

#include <memory>
#include <vector>

#include "analyzers/change/changed_file.h"
#include "analyzers/rules/finding.h"
#include "analyzers/syntax/tree_data.h"
#include "analyzers/syntax/versioned_parse.h"

namespace allreview::rules {

// A file of any language that edits may change.
struct EditableFile {
  const change::ChangedFile* changed = nullptr;
  const syntax::TreeData* tree = nullptr;  // After the change.
};

class EditedFile {
 public:
  // Null when the edits speak of another file, do not fit, or make a text that cannot be parsed as
  // well as before.
  static std::unique_ptr<EditedFile> Make(const syntax::ParseLimits& limits,
                                          const EditableFile& file, std::vector<Edit> edits);
  EditedFile(const EditedFile&) = delete;
  EditedFile& operator=(const EditedFile&) = delete;

  const change::ChangedFile& changed() const { return changed_; }
  // What one line is in both versions: a line of a block is the block's first in the original.
  int LineOfOriginal(int line) const;
  int LineOfEdited(int line) const;

 private:
  // Lines that edits touch, inclusive, in the original and as they are afterwards.
  struct Block {
    int first = 0, last = 0;
    int new_first = 0, new_last = 0;
  };

  EditedFile(const EditableFile& original, std::vector<Edit> edits);
  void FindBlocks();
  const Block* BlockAt(int line) const;
  // Of a line of the original that is in no block.
  int ShiftedLine(int line) const;
  std::vector<change::ChangedHunk> Hunks() const;

  const EditableFile original_;
  std::vector<Edit> edits_;  // By place.
  std::vector<Block> blocks_;
  change::ChangedFile changed_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_EDITED_FILE_H_
