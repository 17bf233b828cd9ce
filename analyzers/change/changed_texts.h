#ifndef ANALYZERS_CHANGE_CHANGED_TEXTS_H_
#define ANALYZERS_CHANGE_CHANGED_TEXTS_H_

// The changed files that are not Python, as text: documents, recipes, workflows, scripts, kernels.
//
//   for (const ChangedText& text : ChangedTexts(change)) Show(text.file->path, *text.after);
//
// Contents are read from the repository unless the change brings them, all at once. Left out: files
// that are large, binary or made by machines, those without hunks, and what is beyond 200 files.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/changed_file.h"

namespace allreview::change {

// Lives as long as the change. At least one side is known.
struct ChangedText {
  const ChangedFile* file = nullptr;
  absl::string_view language;           // "yaml", "cuda"…; empty: not known.
  const std::string* before = nullptr;  // Null: it does not exist, or is not known.
  const std::string* after = nullptr;
};

// In the order of the change.
std::vector<ChangedText> ChangedTexts(const AnalysedChange& change);

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_CHANGED_TEXTS_H_
