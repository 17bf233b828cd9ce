#include "services/analysis/analyse.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/intent/intent_of_change.h"
#include "analyzers/policy/suppression.h"
#include "analyzers/rules/house/report_house.h"
#include "analyzers/rules/measured_rules.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "analyzers/values/values_of_change.h"
#include "base/hash.h"
#include "base/version.h"
#include "base/work_budget.h"
#include "proto/change/v1/scan.h"
#include "sentences/phrases/analysis.h"
#include "sentences/phrases/coverage.h"
#include "sentences/phrases/tools/other_tools.h"
#include "services/analysis/change_model/build.h"
#include "services/analysis/change_model/intent/intent.h"
#include "services/analysis/changed_expressions.h"
#include "services/analysis/conversion/conversion.h"
#include "services/analysis/finding_writer.h"
#include "services/analysis/playbook.h"

namespace allreview::analysis {
namespace {

using policy::CoverageState;
using policy::LedgerEntry;
using Ledger = std::map<std::string, LedgerEntry>;

const rules::RuleSetting kOff = {.is_enabled = false};

CoverageState ToState(change::Coverage::State state) {
  switch (state) {
    case change::Coverage::State::kReviewed:
      return CoverageState::kReviewed;
    case change::Coverage::State::kUnsupported:
      return CoverageState::kUnsupported;
    case change::Coverage::State::kNotFetched:
      return CoverageState::kNotFetched;
    case change::Coverage::State::kTimedOut:
      return CoverageState::kTimedOut;
    case change::Coverage::State::kOverBudget:
      return CoverageState::kOverBudget;
  }
  return CoverageState::kNotFetched;
}

// What the engine says of each file is added to what was known before it ran.
void MergeCoverage(const std::vector<change::Coverage>& coverage, bool is_stopped,
                   const std::vector<std::string>& accepted_languages, Ledger& ledger) {
  policy::LedgerInput input;
  input.accepted_languages = accepted_languages;
  input.gap_reason = phrases::kEngineDidNotReportFile;
  for (const auto& [path, entry] : ledger) {
    input.files.push_back({path, entry.file_class, entry.language});
    input.reported.push_back(entry);
  }
  for (const change::Coverage& file : coverage) {
    if (ledger.count(file.path) == 0) continue;
    LedgerEntry entry{.path = file.path, .hunk = -1, .state = ToState(file.state)};
    entry.reason = file.reason;
    if (is_stopped && entry.state == CoverageState::kReviewed) {
      entry.state = CoverageState::kTimedOut;
      entry.reason = phrases::kTimeUpBeforeAllRules;
    }
    input.reported.push_back(std::move(entry));
  }
  ledger.clear();
  for (LedgerEntry& entry : policy::MergeLedger(input)) {
    entry.stage = "analysis";
    ledger.emplace(entry.path, std::move(entry));
  }
}

policy::SuppressionResult Suppress(const AnalysisRequest& request,
                                   const std::vector<rules::RuleInfo>& rules,
                                   const policy::Policy& policy, const Ledger& ledger,
                                   const rules::RulesResult& result) {
  policy::SuppressionInput input{
      .findings = result.findings, .directives = result.directives, .files = request.files.files};
  for (const rules::RuleInfo& rule : rules) {
    const std::string id(rule.id);
    input.rule_ids.push_back(id);
    const auto setting = policy.rules.find(id);
    const rules::Tier tier = setting == policy.rules.end()
                                 ? rule.tier
                                 : rules::EffectiveTier(rule.tier, setting->second);
    if (tier == rules::Tier::kOff) input.silent_rules.insert(id);
  }
  // Whether a comment about a measurement is of use is known only when that has run.
  for (const rules::MeasuredRule& rule : rules::MeasuredRules()) {
    input.silent_rules.emplace(rule.info.id);
  }
  for (const auto& [path, entry] : ledger) {
    if (entry.state == CoverageState::kReviewed) input.reviewed_paths.insert(path);
  }
  input.settings = policy.rules;
  input.today = request.today;
  return policy::ApplySuppressions(input);
}

change::Description DescriptionOf(const change::v1::ChangeInfo& change) {
  change::Description description{
      .title = change.title(), .body = change.body(), .commit_messages = {}};
  for (const change::v1::Commit& commit : change.commits()) {
    description.commit_messages.push_back(absl::StrCat(commit.subject(), "\n", commit.body()));
  }
  return description;
}

// Shares of the CPU time of a review that its phases may take: what comes later finds some left.
// With those of the engines they are more than all, for no change is costly in every way.
constexpr double kReportsShare = 0.15, kModelShare = 0.25, kOtherShare = 0.15;

WorkBudget::Limits BudgetOf(const AnalysisRequest& request) {
  constexpr int64_t kMemoryOfContent = 30;  // Its tree, its facts, and what is derived from them.
  constexpr int64_t kMemoryOfFile = 64 << 10;
  const ReviewBudget& budget = request.budget;
  const auto files = static_cast<int64_t>(request.files.files.size());
  int64_t bytes = 0;
  for (const change::ChangedFile& file : request.files.files) {
    bytes += static_cast<int64_t>((file.before ? file.before->size() : 0) +
                                  (file.after ? file.after->size() : 0));
  }
  for (const ReadToolLog& log : request.tool_logs) bytes += log.bytes;
  const int64_t more_files = std::max<int64_t>(files - 1, 0);
  return {.cpu_seconds =
              budget.cpu_seconds + static_cast<double>(more_files) * budget.cpu_seconds_of_file,
          .net_bytes = budget.memory_bytes + bytes * kMemoryOfContent + files * kMemoryOfFile,
          .is_cancelled = request.should_stop};
}

// Runs a phase within its share of the thread's budget, and tells what that cuts off.
void RunPhase(const Phrase& part, double share, AnalysisOutput& output,
              const std::function<void()>& work) {
  WorkBudget budget("this phase", WorkBudget::Share(share));
  const absl::Status status = RunWithin(budget, absl::StrCat("the ", English(part)), work);
  if (!status.ok()) output.cut.push_back({part, status});
}

// Each part is one message, which must fit into what gRPC takes (host/limits.h). A part
// that does not is left out as a whole.
template <typename Part>
void BoundPart(const Phrase& name, Part& part, AnalysisOutput& output) {
  constexpr size_t kMaxBytes = 48 << 20;
  const size_t bytes = part.ByteSizeLong();
  if (bytes <= kMaxBytes) return;
  part.Clear();
  output.cut.push_back(
      {name, absl::ResourceExhaustedError(absl::StrCat("it takes ", bytes >> 20, " MiB, at most ",
                                                       kMaxBytes >> 20, " MiB are sent"))});
}

void SetIntent(const AnalysisRequest& request, const change::AnalysedChange& change,
               v1::ChangeModel& model) {
  const bool wants_code = request.is_detailed && !change.is_scan();
  intent::IntentOfChange said(change);
  IntentInput input{.description = change.description(),
                    .symbols = &model.symbols(),
                    .functions = &model.functions(),
                    .said = wants_code ? &said.all() : nullptr};
  for (const auto& [path, entry] : request.files.ledger) {
    input.files.push_back({path, entry.file_class});
  }
  *model.mutable_intent() = DeriveIntent(input);
  AddBackground(change, {.is_detailed = request.is_detailed, .lines = request.lines},
                model.mutable_intent());
}

change::AnalysedChange Parse(const AnalysisRequest& request, change::RepositoryReader* reader) {
  return request.engine.parse_change({.files = request.files.files,
                                      .description = DescriptionOf(request.change),
                                      .is_scan = change::v1::IsScan(request.change),
                                      .repository = reader,
                                      .cache = request.cache,
                                      .limits = {.max_file_bytes = request.max_file_bytes},
                                      .keep_for_queries = !request.selection.rules->empty(),
                                      .threads = request.threads,
                                      .on_progress = request.on_progress,
                                      .cpu_seconds = request.cpu_seconds});
}

rules::RuleSettings SettingsOf(const AnalysisRequest& request,
                               const std::vector<rules::RuleInfo>& rules) {
  rules::RuleSettings settings = request.selection.policy.rules;
  if (request.is_playbook && change::v1::IsScan(request.change) && request.files.files.empty()) {
    // The repository itself is asked about: there is nothing that a rule could look at.
    for (const rules::RuleInfo& rule : rules) settings[std::string(rule.id)] = kOff;
  }
  return settings;
}

// What the repository's own rules and the tests say of the change.
void WriteReports(const rules::RulesInput& input, rules::RulesResult& found,
                  AnalysisOutput& output) {
  WorkBudget budget("this phase", WorkBudget::Share(kReportsShare));
  const absl::Status status = RunWithin(budget, "the house rules and the tests", [&] {
    output.house = ToProto(rules::ReportHouse(input, found.findings));
    output.tests = ToProto(input.tests.Verify(test_plan::StyleOf(input.house.policy())));
  });
  for (change::Coverage& file : found.coverage) change::NoteCut(status, &file);
}

bool IsReportedIn(const policy::Policy& policy, absl::string_view path) {
  return policy.paths.empty() || policy::LiesIn(path, policy.paths);
}

// What is found elsewhere is nobody's question.
void KeepReported(const policy::Policy& policy, std::vector<rules::Finding>& findings) {
  std::erase_if(findings, [&](const rules::Finding& finding) {
    return !IsReportedIn(policy, finding.range.path);
  });
}

void KeepReported(const policy::Policy& policy, numerics::v1::ChangedExpressions& expressions) {
  auto& list = *expressions.mutable_expressions();
  const auto is_elsewhere = [&](const numerics::v1::ChangedExpression& expression) {
    return !IsReportedIn(policy, expression.after().range().path());
  };
  list.erase(std::remove_if(list.begin(), list.end(), is_elsewhere), list.end());
}

// What documents are made from.
void WriteFacts(const AnalysisRequest& request, const change::AnalysedChange& change,
                values::ValuesOfChange& values, test_plan::TestsOfChange& tests,
                AnalysisOutput& output) {
  RunPhase(phrases::kPartChangeModel, kModelShare, output, [&] {
    output.model = BuildChangeModel(change, {.is_detailed = request.is_detailed,
                                             .should_stop = request.should_stop,
                                             .values = &values,
                                             .tests = &tests,
                                             .lines = request.lines});
  });
  RunPhase(phrases::kPartIntent, kOtherShare, output,
           [&] { SetIntent(request, change, output.model); });
  if (request.is_playbook) {
    RunPhase(phrases::kPartPlaybook, kModelShare, output,
             [&] { output.playbook = DerivePlaybook(change, request.change, request.history); });
  }
  if (request.wants_expressions) {
    RunPhase(phrases::kPartTensorExpressions, kOtherShare, output,
             [&] { output.expressions = ExtractExpressions(change, values); });
    KeepReported(request.selection.policy, output.expressions);
  }
}

// All phases that need the trees of the change, which live no longer than this call.
rules::RulesResult RunPhases(const AnalysisRequest& request,
                             const std::vector<rules::RuleInfo>& infos, AnalysisOutput& output) {
  std::optional<IndexGaps> gaps;
  if (request.repository != nullptr) gaps.emplace(*request.repository);
  const change::AnalysedChange change = Parse(request, gaps ? &*gaps : nullptr);
  house::HouseOfChange house(change);
  test_plan::TestsOfChange tests(change);
  values::ValuesOfChange values(change);
  const rules::RulesInput input{.change = change,
                                .house = house,
                                .tests = tests,
                                .values = values,
                                .spelling = request.spelling,
                                .settings = SettingsOf(request, infos),
                                .extra_rules = request.selection.rules->rules(),
                                .omits_edits = request.omits_edits};
  rules::RulesResult found = request.engine.run_rules(input);
  if (found.is_complete) WriteReports(input, found, output);
  if (gaps) output.index_gap = gaps->Find(change.index(), request.files.files);
  WriteFacts(request, change, values, tests, output);
  if (request.engine.check_edits) {
    found.findings = request.engine.check_edits(input, std::move(found.findings));
  }
  rules::FinishFindings(input, &found);
  KeepReported(request.selection.policy, found.findings);
  if (!request.tool_logs.empty()) {
    RunPhase(phrases::kPartOtherTools, kOtherShare, output, [&] {
      output.tools = AddToolFindings({change, request.selection.policy, request.tool_logs}, found);
    });
  }
  output.done.set_files_parsed(change.files_parsed());
  output.done.set_facts_cached(change.facts_cached());
  return found;
}

// What remains when the trees are gone.
policy::SuppressionResult RunClosingPhases(const AnalysisRequest& request,
                                           const std::vector<rules::RuleInfo>& rules,
                                           const rules::RulesResult& found,
                                           AnalysisOutput& output) {
  policy::SuppressionResult suppressed;
  RunPhase(phrases::kPartSuppressions, kOtherShare, output, [&] {
    suppressed = Suppress(request, rules, request.selection.policy, request.files.ledger, found);
    KeepReported(request.selection.policy, suppressed.findings);
  });
  for (const std::string& reason : suppressed.cuts) {
    output.cut.push_back({phrases::kPartSuppressionFindings, absl::ResourceExhaustedError(reason)});
  }
  RunPhase(phrases::kPartExpressionSuppressions, kOtherShare, output,
           [&] { AttachSuppressions(found.directives, request.today, output.expressions); });
  return suppressed;
}

}  // namespace

AnalysisOutput RunAnalysis(const AnalysisRequest& request) {
  const policy::Policy& policy = request.selection.policy;
  const std::vector<rules::RuleInfo> rules = AllRules(request.engine, *request.selection.rules);
  AnalysisOutput output;
  rules::RulesResult found;
  policy::SuppressionResult suppressed;
  WorkBudget review("the review", BudgetOf(request));
  {
    const BudgetScope scope(&review);
    found = RunPhases(request, rules, output);
  }
  const bool is_stopped = request.should_stop && request.should_stop();
  MergeCoverage(found.coverage, is_stopped, policy.accepted_unsupported, request.files.ledger);
  NoteReaders(output.tools.readers, policy.accepts_external, request.files.ledger);
  {
    const BudgetScope scope(&review);
    suppressed = RunClosingPhases(request, rules, found, output);
  }
  output.policy = ToProto(policy, PolicyKeys::kSet);
  // The receipt covers the date in the only way in which it matters, and what other tools said.
  const std::string circumstances = absl::StrCat(suppressed.dates, DigestsOf(request.tool_logs));
  if (!circumstances.empty()) {
    output.policy.set_hash(Sha256Hex(absl::StrCat(policy.hash, "\n", circumstances)).substr(0, 16));
  }
  output.findings = WriteFindings({request.files.files, rules, policy}, found.findings, suppressed);
  for (const auto& [path, entry] : request.files.ledger) output.ledger.push_back(ToProto(entry));
  BoundPart(phrases::kPartChangeModel, output.model, output);
  if (output.playbook) BoundPart(phrases::kPartPlaybook, *output.playbook, output);
  BoundPart(phrases::kPartTensorExpressions, output.expressions, output);
  BoundPart(phrases::kPartHouseRules, output.house, output);
  BoundPart(phrases::kPartTests, output.tests, output);
  output.done.set_rules_hash(RulesHashOf(request.engine, request.selection));
  output.done.set_engine_version(std::string(kEngineVersion));
  output.cpu_seconds = review.cpu_seconds();
  return output;
}

}  // namespace allreview::analysis
