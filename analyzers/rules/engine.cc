#include "analyzers/rules/engine.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/failures/failures_of_change.h"
#include "analyzers/repository/parallel.h"
#include "analyzers/rules/dead_findings.h"
#include "analyzers/rules/directives.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/moved_findings.h"
#include "analyzers/rules/replaced_findings.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/text_coverage.h"
#include "analyzers/rules/walk.h"
#include "analyzers/values/values_of_change.h"
#include "base/hash.h"
#include "base/mutex.h"
#include "base/work_budget.h"
#include "sentences/phrases/coverage.h"

namespace allreview::rules {
namespace {

using change::AnalysedChange;
using change::Coverage;
using change::NoteCut;

struct FileResult {
  Coverage coverage;
  std::vector<Finding> findings;
  std::vector<DirectiveComment> directives;
};

Tier TierOf(const RulesInput& input, const RuleInfo& rule) {
  const auto setting = input.settings.find(std::string(rule.id));
  return setting == input.settings.end() ? rule.tier : EffectiveTier(rule.tier, setting->second);
}

// Share of the CPU time of an analysis that rules which look at the whole change may take.
constexpr double kChangeShare = 0.3;
// The same, for the search for what certainly fails.
constexpr double kFailuresShare = 0.2;
// The same, for findings in code that only moved.
constexpr double kMovedShare = 0.1;
// CPU time for the comments of one file, as a share of that for its rules.
constexpr double kCommentsShare = 0.1;

template <typename File>
void CheckFile(const Subscriptions& subscriptions, const WalkOptions& options, const File& file,
               FileResult* result) {
  if (file.after == nullptr) return;
  WalkResult walk = WalkFile(subscriptions, options, FindingLimits(), file);
  result->findings = std::move(walk.findings);
  NoteCut(walk.status, &result->coverage);
  if (!walk.is_complete) {
    result->coverage.state = Coverage::State::kTimedOut;
    result->coverage.reason = Sentence(allreview::phrases::kRulesTookTooLong,
                                       {{"seconds", absl::StrCat(options.seconds)}});
  } else if (!walk.over_budget.empty()) {
    result->coverage.state = Coverage::State::kOverBudget;
    result->coverage.reason = walk.over_budget;
  }
}

void Sort(std::vector<Finding>* findings) {
  const auto key = [](const Finding& f) {
    return std::tie(f.range.path, f.range.first_line, f.range.first_column, f.rule_id,
                    f.range.end_byte, f.problem);
  };
  std::stable_sort(findings->begin(), findings->end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

void SortByPlace(std::vector<DirectiveComment>& comments) {
  const auto key = [](const DirectiveComment& c) { return std::tie(c.path, c.line, c.column); };
  absl::c_stable_sort(comments, [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

// What a list of findings leaves out is missing from the review of its file.
void SetCuts(const FindingList& list, std::vector<FileResult>* results) {
  for (const FindingList::Cut& cut : list.cuts()) {
    for (FileResult& file : *results) {
      if (file.coverage.path == cut.path) {
        NoteCut(absl::ResourceExhaustedError(cut.reason), &file.coverage);
      }
    }
  }
}

// Notes for each file why the work for it was ended.
void NoteCuts(const std::vector<absl::Status>& statuses, std::vector<FileResult>* results) {
  for (size_t i = 0; i < statuses.size(); ++i) NoteCut(statuses[i], &(*results)[i].coverage);
}

// The phases that look at one file at a time: rules, comments that accept findings.
std::vector<FileResult> CheckFiles(const AnalysedChange& change, const WalkOptions& options,
                                   const Subscriptions& subscriptions) {
  const std::vector<AnalysedFile>& files = change.files();
  std::vector<FileResult> results(files.size());
  for (size_t i = 0; i < files.size(); ++i) results[i].coverage = change.coverage()[i];
  const auto check = [&](size_t i) { CheckFile(subscriptions, options, files[i], &results[i]); };
  NoteCuts(change.ForEachFile("the rules", check), &results);
  // Their own time: a file whose rules were ended keeps findings, which comments accept as ever.
  const auto collect = [&](size_t i) {
    if (files[i].after != nullptr) results[i].directives = CollectDirectives(*files[i].after);
  };
  NoteCuts(change.ForEachFileAnew("the comments for AllReview", kCommentsShare, collect), &results);
  return results;
}

// The same for files of C++ and CUDA.
std::vector<FileResult> CheckCppFiles(const AnalysedChange& change, const WalkOptions& options,
                                      const Subscriptions& subscriptions) {
  const std::vector<change::AnalysedCppFile>& files = change.cpp_files();
  std::vector<FileResult> results(files.size());
  for (size_t i = 0; i < files.size(); ++i) results[i].coverage = change.cpp_coverage()[i];
  const auto check = [&](size_t i) { CheckFile(subscriptions, options, files[i], &results[i]); };
  NoteCuts(change.ForEachCppFile("the rules", check), &results);
  const auto collect = [&](size_t i) {
    if (files[i].after != nullptr) results[i].directives = CollectDirectives(*files[i].after);
  };
  NoteCuts(change.ForEachCppFileAnew("the comments for AllReview", kCommentsShare, collect),
           &results);
  if (change.is_scan()) return results;
  const auto drop = [&](size_t i) {
    const bool is_whole = results[i].coverage.state == Coverage::State::kReviewed;
    if (!is_whole || results[i].findings.empty()) return;
    results[i].findings =
        WithoutReplaced(subscriptions, options, files[i], std::move(results[i].findings));
  };
  NoteCuts(change.ForEachCppFileAnew("the comparison with replaced code", kMovedShare, drop),
           &results);
  return results;
}

// Takes out what a change only carried from one place to another. Out of time: such findings stay.
std::vector<FileResult> WithoutMoved(const AnalysedChange& change, const WalkOptions& options,
                                     const std::vector<const Rule*>& rules,
                                     std::vector<FileResult> results) {
  const auto has_findings = [](const FileResult& file) { return !file.findings.empty(); };
  if (change.is_scan() || std::none_of(results.begin(), results.end(), has_findings)) {
    return results;
  }
  WorkBudget budget("this phase", WorkBudget::Share(kMovedShare));
  RunWithin(budget, "the comparison with code that moved", [&] {
    MovedFindings moved(change, rules, options);
    for (size_t i = 0; i < results.size(); ++i) {
      std::vector<Finding>& findings = results[i].findings;
      // Rules that had not enough time for a file have none for it as it was either.
      const bool is_whole = results[i].coverage.state == Coverage::State::kReviewed;
      if (is_whole && !findings.empty()) findings = moved.Drop(change.files()[i], findings);
    }
  }).IgnoreError();
  return results;
}

// What is not seen in time is not known to be sound.
std::vector<FileResult> WithFailures(failures::FailuresOfChange& failures,
                                     std::vector<FileResult> results) {
  WorkBudget budget("this phase", WorkBudget::Share(kFailuresShare));
  const absl::Status status =
      RunWithin(budget, "the search for what certainly fails", [&] { failures.Find(); });
  for (size_t i = failures.files_seen(); i < results.size(); ++i) {
    NoteCut(status, &results[i].coverage);
  }
  return results;
}

// The last phase: rules that look at the change as a whole, side by side. False: it was ended, and
// no file has been seen by all rules.
bool CheckChange(const RulesInput& input, const std::vector<const Rule*>& rules, SharedWork& shared,
                 std::vector<FileResult>* results, std::vector<Finding>* all) {
  std::vector<FindingList> findings(rules.size());
  WorkBudget budget("this phase", WorkBudget::Share(kChangeShare));
  const absl::Status status = RunWithin(budget, "the rules that look at the whole change", [&] {
    const auto& on_progress = input.change.input().on_progress;
    std::atomic<int64_t> done = 0;
    repository::ParallelFor(rules.size(), input.change.input().threads, [&](size_t i) {
      if (rules[i]->check_change != nullptr) {
        const FindingList::Scope scope(&findings[i]);
        ChangeContext context(input, shared, *rules[i], findings[i].findings());
        rules[i]->check_change(context);
      }
      if (on_progress) on_progress("rules for the whole change", ++done, std::ssize(rules));
    });
  });
  for (FindingList& of_rule : findings) {
    SetCuts(of_rule, results);
    std::vector<Finding> taken = of_rule.Take();
    std::move(taken.begin(), taken.end(), std::back_inserter(*all));
  }
  for (FileResult& file : *results) NoteCut(status, &file.coverage);
  return status.ok();
}

// Keeps the most severe findings of those that are more than anybody can be sent. They stay in
// their order.
void BoundFindings(const FindingLimits& limits, std::vector<Coverage>* coverage,
                   std::vector<Finding>* findings) {
  std::vector<size_t> order(findings->size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return (*findings)[a].severity < (*findings)[b].severity;
  });
  std::vector<bool> is_kept(findings->size(), false);
  std::map<std::string, int64_t> dropped;  // By path.
  int64_t bytes = 0;
  int kept = 0;
  for (size_t i : order) {
    bytes += BytesOf((*findings)[i]);
    is_kept[i] = kept < limits.of_review && bytes <= limits.of_review_bytes;
    kept += is_kept[i];
    if (!is_kept[i]) ++dropped[(*findings)[i].range.path];
  }
  if (dropped.empty()) return;
  std::vector<Finding> left;
  for (size_t i = 0; i < findings->size(); ++i) {
    if (is_kept[i]) left.push_back(std::move((*findings)[i]));
  }
  const size_t all = findings->size();
  *findings = std::move(left);
  const absl::Status reason = absl::ResourceExhaustedError(
      absl::StrCat("there are ", all, " findings, and a review lists ", kept));
  for (Coverage& file : *coverage) {
    const auto lost = dropped.find(file.path);
    if (lost == dropped.end()) continue;
    NoteCut(absl::ResourceExhaustedError(absl::StrCat(
                lost->second, " findings of this file are not listed: ", reason.message())),
            &file);
  }
}

void ApplySettings(const RulesInput& input, std::vector<Finding>* findings) {
  std::set<absl::string_view> hints;
  for (const Rule* rule : EnabledRules(input)) {
    if (TierOf(input, rule->info) == Tier::kHint) hints.insert(rule->info.id);
  }
  for (Finding& finding : *findings) {
    finding.is_hint = hints.count(finding.rule_id) > 0;
    const auto setting = input.settings.find(finding.rule_id);
    if (setting != input.settings.end() && setting->second.severity) {
      finding.severity = *setting->second.severity;
    }
  }
}

void AddRecipes(RecipesRead read, RulesResult* result) {
  std::move(read.coverage.begin(), read.coverage.end(), std::back_inserter(result->coverage));
  std::move(read.directives.begin(), read.directives.end(), std::back_inserter(result->directives));
  std::stable_sort(result->directives.begin(), result->directives.end(),
                   [](const DirectiveComment& a, const DirectiveComment& b) {
                     return std::tie(a.path, a.line) < std::tie(b.path, b.line);
                   });
}

}  // namespace

std::vector<const Rule*> EnabledRules(const RulesInput& input) {
  std::vector<const Rule*> rules;
  for (const Rule* rule : AllRules()) {
    if (TierOf(input, rule->info) != Tier::kOff) rules.push_back(rule);
  }
  for (const Rule* rule : input.extra_rules) {
    if (TierOf(input, rule->info) != Tier::kOff) rules.push_back(rule);
  }
  return rules;
}

RulesResult RunRules(const RulesInput& input) {
  RulesResult result;
  // What is done outside of all phases moves results about, and takes no longer than they are many.
  const std::vector<const Rule*> rules = EnabledRules(input);
  const Subscriptions subscriptions(rules);
  const WalkOptions options = {.seconds = input.change.input().limits.file_seconds,
                               .cpu_seconds = input.change.input().cpu_seconds,
                               .values = &input.values};
  std::vector<FileResult> files =
      WithoutMoved(input.change, options, rules, CheckFiles(input.change, options, subscriptions));
  std::vector<FileResult> cpp_files = CheckCppFiles(input.change, options, subscriptions);
  const auto take = [&](FileResult& file) {
    std::move(file.findings.begin(), file.findings.end(), std::back_inserter(result.findings));
    std::move(file.directives.begin(), file.directives.end(),
              std::back_inserter(result.directives));
  };
  for (std::vector<FileResult>* all : {&files, &cpp_files}) absl::c_for_each(*all, take);
  SortByPlace(result.directives);
  failures::FailuresOfChange failures(input.change, input.values);
  files = WithFailures(failures, std::move(files));
  std::move(cpp_files.begin(), cpp_files.end(), std::back_inserter(files));
  SharedWork shared = {.failures = failures, .values = input.values};
  result.is_complete = CheckChange(input, rules, shared, &files, &result.findings);
  LowerDead(input.change, result.findings);
  for (FileResult& file : files) result.coverage.push_back(std::move(file.coverage));
  if (result.is_complete) AddRecipes(ReadRecipes(input.change), &result);
  return result;
}

void FinishFindings(const RulesInput& input, RulesResult* result) {
  Sort(&result->findings);
  BoundFindings(FindingLimits(), &result->coverage, &result->findings);
  SetFingerprints(&result->findings);
  ApplySettings(input, &result->findings);
}

std::vector<RuleInfo> ListRules() {
  std::vector<RuleInfo> infos;
  for (const Rule* rule : AllRules()) infos.push_back(rule->info);
  return infos;
}

std::string RulesHash() {
  std::string text;
  for (const Rule* rule : AllRules()) {
    const RuleInfo& info = rule->info;
    const std::string numbers = absl::StrCat(
        static_cast<int>(info.severity), ",", static_cast<int>(info.impact), ",",
        static_cast<int>(info.pillar), ",", static_cast<int>(info.confidence), ",", info.version,
        ",", static_cast<int>(info.tier), ",", static_cast<int>(rule->concern));
    for (absl::string_view part :
         {info.id, info.title.en, info.category, info.message.en, info.consequence.en,
          info.advice.en, absl::string_view(numbers)}) {
      absl::StrAppend(&text, part, absl::string_view("\0", 1));
    }
  }
  return Sha256Hex(text).substr(0, 16);
}

}  // namespace allreview::rules
