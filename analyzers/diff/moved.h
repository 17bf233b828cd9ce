#ifndef ANALYZERS_DIFF_MOVED_H_
#define ANALYZERS_DIFF_MOVED_H_

// Blocks of added lines that left another place of the change, in the same file or another one:
// they are not new code.
//
//   for (const MovedBlock& block : FindMovedBlocks(diff, is_code)) { … }
//
// A block has at least three lines and forty letters or digits, so that closing brackets do not
// travel. It may have been indented anew, by the same amount in all lines. Each removed line is
// taken once: the second copy of a block is new code. Lines that were rewritten on the spot belong
// to pairing.h, not here. Time is about linear; memory is 32 bytes for each changed line.

#include <cstdint>
#include <functional>
#include <vector>

#include "analyzers/diff/model.h"

namespace allreview::diff {

struct MovedBlock {
  uint32_t new_file = 0, old_file = 0;  // Indices into Diff::files().
  uint32_t new_hunk = 0;                // Index into the hunks of the new file.
  int32_t new_line = 0, old_line = 0;   // First lines, 1-based.
  int32_t lines = 0;
  bool is_reindented = false;
};

// Sorted by (new_file, new_line). Files for which `is_considered(index)` is false take no part.
std::vector<MovedBlock> FindMovedBlocks(
    const Diff& diff, const std::function<bool(uint32_t file_index)>& is_considered);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_MOVED_H_
