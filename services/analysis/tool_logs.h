#ifndef SERVICES_ANALYSIS_TOOL_LOGS_H_
#define SERVICES_ANALYSIS_TOOL_LOGS_H_

// Logs of other tools on their way into an analysis, and what they say of its coverage.

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/policy/ledger.h"
#include "analyzers/policy/policy.h"
#include "analyzers/rules/engine.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "proto/analysis/v1/tool_log.pb.h"
#include "sarif/log.h"
#include "sarif/read_log.h"

namespace allreview::analysis {

struct ReadToolLog {
  std::string name = {};
  std::string digest = {};  // Of its bytes.
  int64_t bytes = 0;
  absl::StatusOr<sarif::Log> log = sarif::Log();  // An error says what is wrong with it.  // An
                                                  // error says what is wrong with it.
};

// All of them, with those that are too many or too large as errors.
std::vector<ReadToolLog> ReadToolLogs(const google::protobuf::RepeatedPtrField<v1::ToolLog>& logs);

inline const std::vector<ReadToolLog>& NoToolLogs() {
  static const auto& none = *new std::vector<ReadToolLog>;
  return none;
}

// For a receipt; "": there are no logs.
std::string DigestsOf(const std::vector<ReadToolLog>& logs);

// By path, the names of tools that read the file.
using FileReaders = std::map<std::string, std::vector<std::string>>;

struct ToolQuestion {
  const change::AnalysedChange& change;
  const policy::Policy& policy;
  const std::vector<ReadToolLog>& logs;
};

// What is not among the findings.
struct ToolSaid {
  std::vector<Words> notes = {};           // One for each tool.
  std::vector<std::string> problems = {};  // Of logs that could not be read.
  FileReaders readers = {};
};

// Adds findings and suppression comments of logs that could be read to what rules found.
ToolSaid AddToolFindings(const ToolQuestion& question, rules::RulesResult& found);

// Of files in languages without rules it says which tools read them. `accepts`: these are no gaps.
void NoteReaders(const FileReaders& readers, bool accepts,
                 std::map<std::string, policy::LedgerEntry>& ledger);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_TOOL_LOGS_H_
