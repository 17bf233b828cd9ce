#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_FILE_STATEMENTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_FILE_STATEMENTS_H_

// Statements about changed files that hold keys and values: which settings of a recipe change from
// what to what, what the steps of a GitHub workflow gain, lose and hand on, which versions of
// packages are required and how many files import them.
//
//   AddFileStatements(change, should_stop, &model);
//
// The subject of a statement is the path. A file that is no YAML or JSON as base/yaml.h reads it
// has no statements. About linear in the files; polls should_stop between them.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

void AddFileStatements(const change::AnalysedChange& change,
                       const std::function<bool()>& should_stop, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_FILE_STATEMENTS_H_
