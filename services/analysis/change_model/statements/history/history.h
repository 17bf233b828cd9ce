#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_HISTORY_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_HISTORY_H_

// What the last commits did to the lines that a change touches, and what that says of the change.
//
//   AddHistory(change, past, &model)
//   // KIND_QUESTION "This puts `x.sum()` back in place of `x.mean()`, an edit of `47cf750b` …"
//   AddBackgroundOf(change, past, model.mutable_intent())
//   // SOURCE_COMMIT, STATE_GONE: "Disable tuning of wgrad to avoid a hang (#12)"
//
// An edit is taken back where the change puts all of its old lines in place of all of its new
// ones, or removes what a fix had added and nothing else, and the author says nothing of it.

#include <string>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/change/v1/history.pb.h"

namespace allreview::analysis {

using LineCommits = google::protobuf::RepeatedPtrField<change::v1::LineCommit>;  // Newest first.

void AddHistory(const change::AnalysedChange& change, const LineCommits& past,
                v1::ChangeModel* model);

// The commit of which the change is the opposite: all that it added goes and all that it removed
// comes back, but for a few lines. A statement; its id, or "". Part of AddHistory.
std::string AddReverted(const change::AnalysedChange& change, const LineCommits& past,
                        v1::ChangeModel* model);

// A file that changed with one of this change nearly always, and still has what this replaces: a
// question. Part of AddHistory.
void AddCompanions(const change::AnalysedChange& change, const LineCommits& past,
                   v1::ChangeModel* model);

// The subject of the commit that the replaced lines came with, or that made the same edit beside
// it, where that tells a reason and the author of the change tells none.
void AddBackgroundOf(const change::AnalysedChange& change, const LineCommits& past,
                     v1::Intent* intent);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_HISTORY_HISTORY_H_
