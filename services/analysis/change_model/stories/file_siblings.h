#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_SIBLINGS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_SIBLINGS_H_

// New blocks of files that are not Python which are nearly copies of others: a kernel and its
// variant, a script and the step of a workflow that it repeats. Blocks are functions, and what
// stands below one key.
//
//   AddSiblings(texts, stories);   // stories[i] is of texts[i].
//
// Lines are compared without their indentation; blank ones, comments and lone brackets do not
// count. A copy shares six tenths of its lines, and at least eight. About linear in the lines of
// the changed files; what is beyond 40,000 lines is not compared.

#include <vector>

#include "analyzers/change/changed_texts.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Fills `sibling` and `against_sibling` of the story whose file has the larger copy; each file
// names its best one.
void AddSiblings(const std::vector<change::ChangedText>& texts,
                 std::vector<v1::FileStory>& stories);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_SIBLINGS_H_
