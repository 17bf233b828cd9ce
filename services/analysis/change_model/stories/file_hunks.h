#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_HUNKS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_HUNKS_H_

// The hunks of a file that is not Python, the weightiest first: a reader of few lines must see
// those that do the work. Weight is the number of changed lines that are neither blank nor
// comments.

#include "analyzers/change/changed_texts.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Fills `hunks` and `more_hunks`. Both sides of a hunk run from its first to its last changed line.
void AddHunks(const change::ChangedText& text, v1::FileStory& story);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_HUNKS_H_
