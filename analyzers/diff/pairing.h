#ifndef ANALYZERS_DIFF_PAIRING_H_
#define ANALYZERS_DIFF_PAIRING_H_

// Which removed line of a hunk became which added one.
//
//   for (const PairedLines& pair : PairLines(diff, file, hunk)) {
//     LineChange change = CompareLines(pair.before.content, pair.after.content);
//   }
//
// Within a block of changed lines without context between them, lines are paired in order so that
// the sum of their similarities is greatest. Lines that share less than half of their words stay
// alone. Cost is linear in the hunk: of a large block only lines at about the same height, or of
// equal text but for white space, are compared.

#include <vector>

#include "analyzers/diff/lines.h"
#include "analyzers/diff/model.h"

namespace allreview::diff {

struct PairedLines {
  Line before, after;
};

// In the order of the hunk.
std::vector<PairedLines> PairLines(const Diff& diff, const File& file, const Hunk& hunk);

// 0 (no word in common) to 1, without regard to white space and the order of words.
double Similarity(absl::string_view a, absl::string_view b);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_PAIRING_H_
