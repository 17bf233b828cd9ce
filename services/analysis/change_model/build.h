#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_BUILD_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_BUILD_H_

// What a change does to the program, from its trees before and after and the repository's index.
// What its author says of it (intent.h) is not part of it. What each field means stands in
// proto/analysis/v1/change_model.proto.
//
//   v1::ChangeModel model = BuildChangeModel(change, {.is_detailed = true});
//
// Without details only the changed files are looked at; with them the index is asked.
// Deterministic. Runs on the calling thread.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/change/v1/history.pb.h"

namespace allreview::test_plan {
class TestsOfChange;  // analyzers/test_plan/tests_of_change.h
}  // namespace allreview::test_plan
namespace allreview::values {
class ValuesOfChange;  // analyzers/values/values_of_change.h
}  // namespace allreview::values

namespace allreview::analysis {

struct ModelOptions {
  bool is_detailed = false;
  // Polled often: true when nobody waits any more. The model is then what there is so far.
  std::function<bool()> should_stop = {};
  // Of this change. Null: nothing is said that needs to know them.
  values::ValuesOfChange* values = nullptr;
  test_plan::TestsOfChange* tests = nullptr;  // Likewise.
  // What the last commits did to the changed files. May be null.
  const google::protobuf::RepeatedPtrField<change::v1::LineCommit>* lines = nullptr;
};

v1::ChangeModel BuildChangeModel(const change::AnalysedChange& change, const ModelOptions& options);

// What an earlier commit says of the reason, where the author gives none.
void AddBackground(const change::AnalysedChange& change, const ModelOptions& options,
                   v1::Intent* intent);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_BUILD_H_
