#ifndef SERVICES_ANALYSIS_ANALYSE_H_
#define SERVICES_ANALYSIS_ANALYSE_H_

// One analysis without its transport: sequences the phases (parse, rules, reports, model, playbook,
// expressions, other tools, suppressions, intent), which know nothing of each other, and merges
// what they say.
//
//   AnalysisOutput output = RunAnalysis({.engine = engine, .files = files, .change = info, …});
//
// Findings are sorted by (path, line, column, rule), ledger entries by path. The output does not
// depend on `threads`. Pure but for the repository and the cache.
//
// Everything runs within one budget of CPU time and memory (base/work_budget.h), which should_stop
// ends, too. What that cuts off is told: a file by its ledger entry, all else by `cut`. When
// should_stop has become true, no file counts as reviewed: rules that look across files may not
// have run to their end.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/repository_reader.h"
#include "proto/analysis/v1/analysis.pb.h"
#include "services/analysis/change_intake.h"
#include "services/analysis/index_gaps.h"
#include "services/analysis/options.h"
#include "services/analysis/rule_engine.h"
#include "services/analysis/rule_selection.h"
#include "services/analysis/tool_logs.h"

namespace allreview::analysis {

struct AnalysisRequest {
  const RuleEngine& engine;
  ChangedFiles& files;  // Contents may be moved out of it.
  const change::v1::ChangeInfo& change;
  const Selection& selection;  // Rules of organisations, and the policy.
  change::RepositoryReader* repository = nullptr;
  change::FactsCache* cache = nullptr;
  const spelling::Dictionary* spelling = nullptr;
  int64_t max_file_bytes = 4 << 20;
  int threads = 1;
  std::string today = {};                    // YYYY-MM-DD, for suppressions with a date.
  std::function<double()> cpu_seconds = {};  // Of the calling thread, for the limit of each file.
  std::function<void(absl::string_view message, int64_t done, int64_t total)> on_progress = {};
  std::function<bool()> should_stop = {};
  ReviewBudget budget = {};
  bool is_detailed = false;  // Of the model.
  bool is_playbook = false;  // Of a tree without files, all that is wanted.
  // For it; may be null.
  const google::protobuf::RepeatedPtrField<change::v1::PastCommit>* history = nullptr;
  // What the last commits did to the changed files; may be null.
  const google::protobuf::RepeatedPtrField<change::v1::LineCommit>* lines = nullptr;
  bool wants_expressions = false;
  bool omits_edits = false;
  const std::vector<ReadToolLog>& tool_logs = NoToolLogs();
};

// A part of the output that is not there, or not all there, because the budget ended the work.
struct CutPart {
  Phrase part;          // "change model".
  absl::Status status;  // Why.
};

struct AnalysisOutput {
  v1::ResolvedPolicy policy;
  std::vector<finding::v1::Finding> findings;
  std::vector<change::v1::LedgerEntry> ledger;
  v1::ChangeModel model;
  v1::HouseRules house;
  v1::TestEvidence tests;
  std::optional<v1::Playbook> playbook;          // When it was wanted.
  numerics::v1::ChangedExpressions expressions;  // When they were.
  v1::Done done;
  std::vector<CutPart> cut;
  ToolSaid tools;  // What became of the results of other tools.
  IndexGap index_gap;
  double cpu_seconds = 0;
};

AnalysisOutput RunAnalysis(const AnalysisRequest& request);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_ANALYSE_H_
