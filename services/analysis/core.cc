#include "services/analysis/core.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/policy/suppression.h"
#include "analyzers/rules/measured_rules.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/version.h"
#include "base/work_budget.h"
#include "services/analysis/change_model/build.h"
#include "services/analysis/change_model/intent.h"
#include "services/analysis/changed_expressions.h"
#include "services/analysis/conversion.h"
#include "services/analysis/playbook.h"

namespace allreview::analysis {
namespace {

using policy::CoverageState;
using policy::LedgerEntry;
using Ledger = std::map<std::string, LedgerEntry>;

const rules::RuleSetting kOff = {.is_enabled = false};

CoverageState ToState(rules::Coverage::State state) {
  switch (state) {
    case rules::Coverage::State::kReviewed:
      return CoverageState::kReviewed;
    case rules::Coverage::State::kUnsupported:
      return CoverageState::kUnsupported;
    case rules::Coverage::State::kNotFetched:
      return CoverageState::kNotFetched;
    case rules::Coverage::State::kTimedOut:
      return CoverageState::kTimedOut;
    case rules::Coverage::State::kOverBudget:
      return CoverageState::kOverBudget;
  }
  return CoverageState::kNotFetched;
}

// What the engine says of each file is added to what was known before it ran.
void MergeCoverage(const std::vector<rules::Coverage>& coverage, bool is_stopped,
                   const std::vector<std::string>& accepted_languages, Ledger& ledger) {
  policy::LedgerInput input;
  input.accepted_languages = accepted_languages;
  input.gap_reason = "the rule engine did not report this file";
  for (const auto& [path, entry] : ledger) {
    input.files.push_back({path, entry.file_class, entry.language});
    input.reported.push_back(entry);
  }
  for (const rules::Coverage& file : coverage) {
    if (ledger.count(file.path) == 0) continue;
    LedgerEntry entry{.path = file.path, .hunk = -1, .state = ToState(file.state)};
    entry.reason = file.reason;
    if (is_stopped && entry.state == CoverageState::kReviewed) {
      entry.state = CoverageState::kTimedOut;
      entry.reason = "time was up before every rule had run";
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
                                   const rules::AnalysisResult& result) {
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

// Turns findings into messages, with what only the service knows of them.
class FindingWriter {
 public:
  FindingWriter(const AnalysisRequest& request, const std::vector<rules::RuleInfo>& rules,
                const policy::Policy& policy)
      : policy_(policy) {
    for (const rules::ChangedFile& file : request.files.files) files_.emplace(file.path, &file);
    for (const rules::RuleInfo& rule : rules) severities_.emplace(rule.id, rule.severity);
  }

  finding::v1::Finding Write(const rules::Finding& finding) const {
    finding::v1::Finding proto = ToProto(finding);
    const auto origin = policy_.severity_origins.find(finding.rule_id);
    const auto severity = severities_.find(finding.rule_id);
    const bool is_by_policy = origin != policy_.severity_origins.end();
    proto.set_severity_source(is_by_policy ? origin->second : "rule");
    proto.set_rule_severity(is_by_policy && severity != severities_.end()
                                ? ToProto(severity->second)
                                : proto.severity());
    for (finding::v1::Edit& edit : *proto.mutable_edits()) {
      const auto file = files_.find(edit.path());
      if (file != files_.end()) edit.set_expected_blob_id(file->second->after_blob_id);
    }
    if (!proto.has_excerpt()) SetExcerpt(finding.range, proto);
    return proto;
  }

 private:
  void SetExcerpt(const rules::Range& range, finding::v1::Finding& proto) const {
    const auto file = files_.find(range.path);
    if (file == files_.end() || range.first_line < 1 || range.side != rules::Side::kRight ||
        !file->second->after) {
      return;
    }
    constexpr int kAround = 2;
    constexpr size_t kMaxBytesOfLine = 400;
    const Lines& lines = LinesOf(*file->second);
    const int first = std::max(1, range.first_line - kAround);
    proto.mutable_excerpt()->set_first_line(first);
    for (int line = first; line <= range.first_line + kAround && line <= std::ssize(lines);
         ++line) {
      absl::string_view text = lines[line - 1];
      absl::ConsumeSuffix(&text, "\r");
      proto.mutable_excerpt()->add_lines(ToDisplayText(text.substr(0, kMaxBytesOfLine)));
    }
  }

  // Of its text after the change. Split once: a file may have thousands of findings.
  using Lines = std::vector<absl::string_view>;
  const Lines& LinesOf(const rules::ChangedFile& file) const {
    const auto [known, is_new] = lines_.try_emplace(&file);
    if (is_new && !file.after->empty()) {
      known->second = absl::StrSplit(absl::StripSuffix(*file.after, "\n"), '\n');
    }
    return known->second;
  }

  const policy::Policy& policy_;
  std::map<std::string, const rules::ChangedFile*> files_;
  std::map<absl::string_view, rules::Severity> severities_;
  mutable std::map<const rules::ChangedFile*, Lines> lines_;
};

bool IsBefore(const finding::v1::Finding& a, const finding::v1::Finding& b) {
  return std::make_tuple(absl::string_view(a.range().path()), a.range().first_line(),
                         a.range().first_column(), absl::string_view(a.rule_id())) <
         std::make_tuple(absl::string_view(b.range().path()), b.range().first_line(),
                         b.range().first_column(), absl::string_view(b.rule_id()));
}

std::vector<finding::v1::Finding> WriteFindings(const FindingWriter& writer,
                                                const rules::AnalysisResult& result,
                                                const policy::SuppressionResult& suppressed) {
  std::vector<finding::v1::Finding> findings;
  for (const rules::Finding& finding : result.findings) findings.push_back(writer.Write(finding));
  for (const policy::AppliedSuppression& applied : suppressed.applied) {
    finding::v1::Finding& finding = findings[applied.finding];
    finding.set_shown(finding::v1::SHOWN_SUPPRESSED);
    *finding.mutable_suppression()->mutable_range() = ToProto(applied.range);
    finding.mutable_suppression()->set_reason(applied.reason);
    finding.mutable_suppression()->set_until(applied.until);
  }
  for (const rules::Finding& finding : suppressed.findings) {
    findings.push_back(writer.Write(finding));
  }
  std::stable_sort(findings.begin(), findings.end(), IsBefore);
  return findings;
}

// A tree without another that it is compared with.
bool IsScan(const change::v1::ChangeInfo& change) {
  return !change.head_commit().empty() && change.base_commit().empty();
}

rules::Description DescriptionOf(const change::v1::ChangeInfo& change) {
  rules::Description description{
      .title = change.title(), .body = change.body(), .commit_messages = {}};
  for (const change::v1::Commit& commit : change.commits()) {
    description.commit_messages.push_back(absl::StrCat(commit.subject(), "\n", commit.body()));
  }
  return description;
}

// Shares of the CPU time of a review; see the engine's own.
constexpr double kModelShare = 0.25, kOtherShare = 0.15;

WorkBudget::Limits BudgetOf(const AnalysisRequest& request) {
  constexpr int64_t kMemoryOfContent = 30;  // Its tree, its facts, and what is derived from them.
  constexpr int64_t kMemoryOfFile = 64 << 10;
  const ReviewBudget& budget = request.budget;
  const auto files = static_cast<int64_t>(request.files.files.size());
  int64_t bytes = 0;
  for (const rules::ChangedFile& file : request.files.files) {
    bytes += static_cast<int64_t>((file.before ? file.before->size() : 0) +
                                  (file.after ? file.after->size() : 0));
  }
  const int64_t more_files = std::max<int64_t>(files - 1, 0);
  return {.cpu_seconds =
              budget.cpu_seconds + static_cast<double>(more_files) * budget.cpu_seconds_of_file,
          .net_bytes = budget.memory_bytes + bytes * kMemoryOfContent + files * kMemoryOfFile,
          .is_cancelled = request.should_stop};
}

// Runs a phase within its share of the thread's budget. What it cuts off is in `cut`.
void RunPhase(const std::string& part, double share, std::vector<CutPart>* cut,
              const std::function<void()>& work) {
  WorkBudget budget("this phase", WorkBudget::Share(share));
  const absl::Status status = RunWithin(budget, absl::StrCat("the ", part), work);
  if (!status.ok()) cut->push_back({part, status});
}

// Each part is one message, which must fit into what gRPC takes (host/limits.h). A part
// that does not is left out as a whole.
template <typename Part>
void BoundPart(const std::string& name, Part& part, std::vector<CutPart>* cut) {
  constexpr size_t kMaxBytes = 48 << 20;
  const size_t bytes = part.ByteSizeLong();
  if (bytes <= kMaxBytes) return;
  part.Clear();
  cut->push_back(
      {name, absl::ResourceExhaustedError(absl::StrCat("it takes ", bytes >> 20, " MiB, at most ",
                                                       kMaxBytes >> 20, " MiB are sent"))});
}

void SetIntent(const AnalysisRequest& request, const rules::Description& description,
               v1::ChangeModel& model) {
  IntentInput input{.description = description, .symbols = &model.symbols()};
  for (const auto& [path, entry] : request.files.ledger) {
    input.files.push_back({path, entry.file_class});
  }
  *model.mutable_intent() = DeriveIntent(input);
}

}  // namespace

AnalysisOutput RunAnalysis(const AnalysisRequest& request) {
  const organisation_rules::RuleSet& organisation = *request.selection.rules;
  const std::vector<rules::RuleInfo> rules = AllRules(request.engine, organisation);
  const policy::Policy& policy = request.selection.policy;
  rules::AnalysisInput input{.files = request.files.files,
                             .description = DescriptionOf(request.change),
                             .is_scan = IsScan(request.change),
                             .repository = request.repository,
                             .cache = request.cache,
                             .spelling = request.spelling,
                             .settings = policy.rules,
                             .extra_rules = organisation.rules(),
                             .threads = request.threads,
                             .on_progress = request.on_progress,
                             .should_stop = request.should_stop,
                             .cpu_seconds = request.cpu_seconds};
  input.limits.max_file_bytes = request.max_file_bytes;
  if (request.is_playbook && input.is_scan && request.files.files.empty()) {
    // The repository itself is asked about: there is nothing that a rule could look at.
    for (const rules::RuleInfo& rule : rules) input.settings[std::string(rule.id)] = kOff;
  }
  std::optional<IndexGaps> gaps;
  if (request.repository != nullptr) {
    gaps.emplace(*request.repository);
    input.repository = &*gaps;
  }
  AnalysisOutput output;
  WorkBudget review("the review", BudgetOf(request));
  std::vector<CutPart>* const cut = &output.cut;
  input.on_analysed = [&](const rules::AnalysedChange& change) {
    if (gaps) output.index_gap = gaps->Find(change.index, request.files.files);
    RunPhase("change model", kModelShare, cut, [&] {
      output.model = BuildChangeModel(
          change, {.is_detailed = request.is_detailed, .should_stop = request.should_stop});
    });
    if (request.is_playbook) {
      RunPhase("playbook", kModelShare, cut,
               [&] { output.playbook = DerivePlaybook(change, request.change); });
    }
    if (request.wants_expressions) {
      RunPhase("tensor expressions", kOtherShare, cut,
               [&] { output.expressions = ExtractExpressions(change); });
    }
  };
  rules::AnalysisResult result;
  policy::SuppressionResult suppressed;
  {
    const BudgetScope scope(&review);
    result = request.engine.analyze(input);
  }
  const bool is_stopped = request.should_stop && request.should_stop();
  MergeCoverage(result.coverage, is_stopped, policy.accepted_unsupported, request.files.ledger);
  {
    const BudgetScope scope(&review);
    RunPhase("suppressions", kOtherShare, cut,
             [&] { suppressed = Suppress(request, rules, policy, request.files.ledger, result); });
    for (const std::string& reason : suppressed.cuts) {
      cut->push_back({"findings about suppressions", absl::ResourceExhaustedError(reason)});
    }
    RunPhase("intent of the change", kOtherShare, cut,
             [&] { SetIntent(request, input.description, output.model); });
    RunPhase("suppressions of tensor expressions", kOtherShare, cut,
             [&] { AttachSuppressions(result.directives, request.today, output.expressions); });
  }
  output.policy = ToProto(policy, PolicyKeys::kSet);
  if (!suppressed.dates.empty()) {
    // The receipt covers the date in the only way in which it matters.
    output.policy.set_hash(
        Sha256Hex(absl::StrCat(policy.hash, "\n", suppressed.dates)).substr(0, 16));
  }
  BoundPart("change model", output.model, cut);
  if (output.playbook) BoundPart("playbook", *output.playbook, cut);
  BoundPart("tensor expressions", output.expressions, cut);
  output.findings = WriteFindings(FindingWriter(request, rules, policy), result, suppressed);
  for (const auto& [path, entry] : request.files.ledger) output.ledger.push_back(ToProto(entry));
  output.house = ToProto(result.house);
  output.tests = ToProto(result.tests);
  BoundPart("house rules", output.house, cut);
  BoundPart("tests of the change", output.tests, cut);
  output.done.set_rules_hash(RulesHashOf(request.engine, request.selection));
  output.done.set_engine_version(std::string(kEngineVersion));
  output.done.set_files_parsed(result.files_parsed);
  output.done.set_facts_cached(result.facts_cached);
  return output;
}

}  // namespace allreview::analysis
