#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_EDITS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_EDITS_H_

// The edits of a change as lines that say something, so that they can be held beside those of
// earlier commits.

#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"

namespace allreview::analysis {

struct EditLine {
  std::string text;  // Without blanks.
  std::string code;  // As written, without indentation.
  int line = 0;      // Of its side; 0: not known.
  int words = 0;     // Names, numbers and signs.
};
using EditLines = std::vector<EditLine>;

// Of a hunk; comments, blank lines and imports are left out.
struct ChangedEdit {
  const change::AnalysedFile* file = nullptr;
  EditLines removed, added;
  bool has_more = false;  // Lines were added that are not among `added`: they came from elsewhere.
};

// Of Python files of the product, both of whose sides are known.
std::vector<ChangedEdit> EditsOf(const change::AnalysedChange& change);
// The same of lines as they stand in a commit.
EditLines SignificantOf(const std::vector<std::string>& lines);

// Where `part` stands in `whole`, line after line; -1: nowhere, or it is empty.
int IndexOf(const EditLines& part, const EditLines& whole);
int WordsOf(const EditLines& lines);

// How an edit differs from what it replaced.
struct EditDifference {
  std::string before, after;  // The first line that differs on each side; empty: only layout does.
  std::string dropped;        // What `before` lacks, where it has nothing that `after` lacks.
};
EditDifference Compare(const EditLines& before, const EditLines& after);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_EDITS_H_
