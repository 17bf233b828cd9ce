#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_MAKE_STATEMENT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_MAKE_STATEMENT_H_

// A statement as a value, and as the message that documents read.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"
#include "proto/analysis/v1/statement.pb.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

struct Consequence {
  v1::ChangeStatement::Kind kind = v1::ChangeStatement::KIND_UNSPECIFIED;
  std::string subject = {};  // Id of a symbol; "path:" for a file.
  absl::string_view predicate = {};
  std::string object = {};
  int weight = 0;
  Words text = {};
  std::vector<rules::Range> places = {};
};

v1::ChangeStatement ToProto(const Consequence& statement);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_MAKE_STATEMENT_H_
