#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_STORIES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_STORIES_H_

// What changed in files that are not Python: where, and how it begins.
//
// Places come from file_places.h: around the new lines on the right side, around those that are
// gone on the left one. Contents are read from the repository unless the change brings them; of
// files that are large, binary or made by machines nothing is read, and a file of which nothing is
// known has no story.

#include <functional>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Sorted by path. Ends early when the stories get long for a message, or `should_stop` says so.
std::vector<v1::FileStory> TellFiles(const change::AnalysedChange& change,
                                     const std::function<bool()>& should_stop);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_STORIES_H_
