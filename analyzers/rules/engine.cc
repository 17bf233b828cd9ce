#include "analyzers/rules/engine.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzers/house/test_launcher.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/parallel.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/directives.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/house_of_change.h"
#include "analyzers/rules/house_status.h"
#include "analyzers/rules/repository_texts.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/serial_reader.h"
#include "analyzers/rules/walk.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "base/hash.h"
#include "base/work_budget.h"

namespace allreview::rules {
namespace {

struct FileResult {
  Coverage coverage;
  std::vector<Finding> findings;
  std::vector<DirectiveComment> directives;
};

Tier TierOf(const AnalysisInput& input, const RuleInfo& rule) {
  const auto setting = input.settings.find(std::string(rule.id));
  return setting == input.settings.end() ? rule.tier : EffectiveTier(rule.tier, setting->second);
}

std::vector<const Rule*> EnabledRules(const AnalysisInput& input) {
  std::vector<const Rule*> rules;
  for (const Rule* rule : AllRules()) {
    if (TierOf(input, rule->info) != Tier::kOff) rules.push_back(rule);
  }
  for (const Rule* rule : input.extra_rules) {
    if (TierOf(input, rule->info) != Tier::kOff) rules.push_back(rule);
  }
  return rules;
}

python::ParseLimits LimitsOf(const Limits& limits, bool keep_for_queries = false) {
  return {.max_bytes = limits.max_file_bytes,
          .max_nodes = limits.max_nodes,
          .max_depth = limits.max_depth,
          .keep_for_queries = keep_for_queries};
}

std::vector<python::VersionedParse::Edit> EditsOf(const std::vector<ChangedHunk>& hunks) {
  std::vector<python::VersionedParse::Edit> edits;
  for (const ChangedHunk& hunk : hunks) {
    // A hunk without lines on one side names the line after which the others stand.
    edits.push_back({.old_line = hunk.old_start + (hunk.old_lines == 0),
                     .old_lines = hunk.old_lines,
                     .new_line = hunk.new_start + (hunk.new_lines == 0),
                     .new_lines = hunk.new_lines});
  }
  return edits;
}

// Parses one side; null when it is over a limit, and then `coverage` says why.
std::unique_ptr<python::Module> ParseSide(absl::string_view path, const std::string& text,
                                          const python::ParseLimits& limits,
                                          python::VersionedParse* versions, Coverage* coverage) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse(path, text, limits, versions);
  if (module.ok()) return *std::move(module);
  coverage->state = Coverage::State::kOverBudget;
  coverage->reason = std::string(module.status().message());
  return nullptr;
}

// Around what the parser made no sense of, the rest may mean something else than was read. It
// happens on valid code, too, though on less than one file in a thousand: no finding, but a gap.
void NoteErrors(const python::SyntaxTree& tree, Coverage* coverage) {
  if (tree.error_count() == 0) return;
  int line = 0;
  for (uint32_t i = 0; i < tree.size() && line == 0; ++i) {
    const python::Node node = tree.node(i);
    if (node.Is(NodeKind::kError) || node.IsMissing()) line = node.first_line();
  }
  coverage->state = Coverage::State::kUnsupported;
  coverage->reason = absl::StrCat("line ", line, " could not be read as Python");
}

void ParseFile(const AnalysisInput& input, AnalysedFile* file, Coverage* coverage) {
  const ChangedFile& changed = *file->changed;
  python::VersionedParse versions(EditsOf(changed.hunks));
  const python::ParseLimits limits = LimitsOf(input.limits, !input.extra_rules.empty());
  if (changed.before) {
    Coverage ignored;  // What is reviewed is the right side.
    file->before =
        ParseSide(changed.old_path.empty() ? changed.path : changed.old_path, *changed.before,
                  limits, &versions, changed.is_deleted ? coverage : &ignored);
  }
  const std::optional<std::string>& reviewed = changed.is_deleted ? changed.before : changed.after;
  if (!reviewed) {
    coverage->state = Coverage::State::kNotFetched;
    coverage->reason = absl::StrCat("the content of the ", changed.is_deleted ? "left" : "right",
                                    " side is not known");
    return;
  }
  if (!changed.is_deleted) {
    file->after = ParseSide(changed.path, *changed.after, limits, &versions, coverage);
    file->lines = ChangedLines(changed.hunks);
    if (file->after != nullptr) NoteErrors(file->after->tree(), coverage);
  }
}

// Shares of the CPU time of an analysis that its phases may take: what comes later finds some left.
// Together they are more than all, for no change is costly in every way.
constexpr double kFilesShare = 0.8, kChangeShare = 0.3, kReportsShare = 0.15;
// CPU time for the comments of one file, as a share of that for its rules.
constexpr double kCommentsShare = 0.1;

// Enters why the work for a file was ended, unless an earlier phase said it.
void SetCut(const absl::Status& status, Coverage* coverage) {
  if (status.ok() || coverage->state != Coverage::State::kReviewed) return;
  coverage->state =
      absl::IsResourceExhausted(status) ? Coverage::State::kOverBudget : Coverage::State::kTimedOut;
  coverage->reason = std::string(status.message());
}

void WalkFile(const AnalysisInput& input, const Subscriptions& subscriptions, AnalysedFile& file,
              FileResult* result) {
  if (file.after != nullptr) {
    WalkResult walk = WalkFile(subscriptions, {input.limits.file_seconds, input.cpu_seconds},
                               FindingLimits(), &file);
    result->findings = std::move(walk.findings);
    SetCut(walk.status, &result->coverage);
    if (!walk.is_complete) {
      result->coverage.state = Coverage::State::kTimedOut;
      result->coverage.reason = absl::StrCat("the rules took longer than the limit of ",
                                             input.limits.file_seconds, " s for one file");
    } else if (!walk.over_budget.empty()) {
      result->coverage.state = Coverage::State::kOverBudget;
      result->coverage.reason = walk.over_budget;
    }
    file.facts.reset();  // Nobody asks after the walk; the next file takes the memory.
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

std::vector<const ChangedFile*> PythonFiles(const AnalysisInput& input) {
  std::vector<const ChangedFile*> files;
  for (const ChangedFile& file : input.files) {
    if (file.language == "python") files.push_back(&file);
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const ChangedFile* a, const ChangedFile* b) { return a->path < b->path; });
  return files;
}

// Facts of what the change leaves behind. Asked for while other threads walk over the files and
// move their modules about, which stay where they are.
std::vector<std::unique_ptr<repository::IndexedFile>> FactsAfter(
    const std::vector<const ChangedFile*>& files, const std::vector<const python::Module*>& modules,
    int threads) {
  using repository::IndexedFile;
  std::vector<std::unique_ptr<IndexedFile>> facts(files.size());
  repository::ParallelFor(files.size(), threads, [&](size_t i) {
    facts[i] = modules[i] == nullptr ? std::make_unique<IndexedFile>(files[i]->path, "")
                                     : std::make_unique<IndexedFile>(
                                           files[i]->path, repository::FactsOf(*modules[i]));
  });
  return facts;
}

repository::Source SourceOf(const AnalysisInput& input, RepositoryReader* reader) {
  repository::Source source;
  source.threads = input.threads;
  source.limits = LimitsOf(input.limits);
  if (reader != nullptr) {
    source.list = [reader]() -> absl::StatusOr<std::vector<repository::Source::File>> {
      absl::StatusOr<std::vector<TreeFile>> list = reader->ListFiles(Side::kRight, {".py"});
      if (!list.ok()) return list.status();
      std::vector<repository::Source::File> files;
      for (TreeFile& file : *list) {
        files.emplace_back(std::move(file.path), std::move(file.blob_id));
      }
      return files;
    };
    source.read = [reader](const std::vector<repository::Source::File>& files,
                           const auto& receive) {
      std::vector<TreeFile> wanted;
      for (const auto& [path, blob_id] : files) wanted.push_back({path, blob_id});
      return reader->Read(Side::kRight, wanted,
                          [&](const TreeFile& file, absl::StatusOr<std::string> content) {
                            receive({file.path, file.blob_id}, std::move(content));
                          });
    };
  }
  if (FactsCache* cache = input.cache) {
    source.get = [cache](const std::vector<std::string>& ids) { return cache->Get(ids); };
    source.put = [cache](const auto& facts) { cache->Put(facts); };
  }
  if (input.on_progress) {
    source.on_progress = [&input](int64_t done, int64_t total) {
      input.on_progress("indexing the repository", done, total);
    };
  }
  return source;
}

// What one file may take in all phases that look at it alone.
using FileBudgets = std::vector<std::unique_ptr<WorkBudget>>;

FileBudgets BudgetsOf(const AnalysisInput& input, size_t files, double share) {
  WorkBudget::Limits limits;
  if (input.cpu_seconds) limits.cpu_seconds = share * input.limits.file_seconds;
  FileBudgets budgets(files);
  for (auto& budget : budgets) budget = std::make_unique<WorkBudget>("the file", limits);
  return budgets;
}

// Calls work for each file within its budget; says how many were done.
int64_t ForEachFile(const AnalysisInput& input, absl::string_view phase, const FileBudgets& budgets,
                    std::vector<FileResult>* results, const std::function<void(size_t)>& work) {
  std::atomic<int64_t> done = 0;
  repository::ParallelFor(results->size(), input.threads, [&](size_t i) {
    const absl::Status status = RunWithin(*budgets[i], phase, [&] { work(i); });
    SetCut(status, &(*results)[i].coverage);
    done += status.ok();
  });
  return done;
}

// What a list of findings leaves out is missing from the review of its file.
void SetCuts(const FindingList& list, std::vector<FileResult>* results) {
  for (const FindingList::Cut& cut : list.cuts()) {
    for (FileResult& file : *results) {
      if (file.coverage.path == cut.path) {
        SetCut(absl::ResourceExhaustedError(cut.reason), &file.coverage);
      }
    }
  }
}

// The phases that look at one file at a time: parse, rules, comments that accept findings.
void CheckFiles(const AnalysisInput& input, const Subscriptions& subscriptions,
                repository::Project& project, std::vector<const python::Module*>* modules,
                std::vector<AnalysedFile>* files, std::vector<FileResult>* results) {
  WorkBudget all("this phase", WorkBudget::Share(kFilesShare));
  FileBudgets budgets, comment_budgets;
  {
    const BudgetScope scope(&all);
    budgets = BudgetsOf(input, files->size(), 1);
    ForEachFile(input, "the parser", budgets, results,
                [&](size_t i) { ParseFile(input, &(*files)[i], &(*results)[i].coverage); });
  }
  for (AnalysedFile& file : *files) {
    modules->push_back(file.after.get());
    file.project = &project;
  }
  int64_t done = 0;
  {
    const BudgetScope scope(&all);
    done = ForEachFile(input, "the rules", budgets, results, [&](size_t i) {
      WalkFile(input, subscriptions, (*files)[i], &(*results)[i]);
    });
  }
  // Its own time: a file whose rules were ended keeps findings, which comments accept as ever.
  comment_budgets = BudgetsOf(input, files->size(), kCommentsShare);
  ForEachFile(input, "the comments for AllReview", comment_budgets, results, [&](size_t i) {
    if ((*files)[i].after == nullptr) return;
    (*results)[i].directives = CollectDirectives(*(*files)[i].after);
  });
  if (input.on_progress) input.on_progress("analysed files", done, std::ssize(*files));
}

// The last phase: rules that look at the change as a whole, side by side. False: it was ended, and
// no file has been seen by all rules.
bool CheckChange(const AnalysisInput& input, const std::vector<const Rule*>& rules,
                 const AnalysedChange& change, std::vector<FileResult>* results,
                 std::vector<Finding>* all) {
  std::vector<FindingList> findings(rules.size());
  WorkBudget budget("this phase", WorkBudget::Share(kChangeShare));
  const absl::Status status = RunWithin(budget, "the rules that look at the whole change", [&] {
    repository::ParallelFor(rules.size(), input.threads, [&](size_t i) {
      if (rules[i]->check_change == nullptr) return;
      const FindingList::Scope scope(&findings[i]);
      ChangeContext context(change, *rules[i], findings[i].findings());
      rules[i]->check_change(context);
    });
  });
  for (FindingList& of_rule : findings) {
    SetCuts(of_rule, results);
    std::vector<Finding> taken = of_rule.Take();
    std::move(taken.begin(), taken.end(), std::back_inserter(*all));
  }
  for (FileResult& file : *results) SetCut(status, &file.coverage);
  return status.ok();
}

// Keeps the most severe findings of those that are more than anybody can be sent. They stay in
// their order.
void BoundFindings(const FindingLimits& limits, std::vector<FileResult>* results,
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
  for (FileResult& file : *results) {
    const auto lost = dropped.find(file.coverage.path);
    if (lost == dropped.end()) continue;
    SetCut(absl::ResourceExhaustedError(absl::StrCat(
               lost->second, " findings of this file are not listed: ", reason.message())),
           &file.coverage);
  }
}

void ApplySettings(const AnalysisInput& input, const std::vector<const Rule*>& rules,
                   std::vector<Finding>* findings) {
  std::set<absl::string_view> hints;
  for (const Rule* rule : rules) {
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

// As the repository's documents start tests; else as everybody does.
test_plan::CommandStyle StyleOf(const house::Policy& policy) {
  test_plan::CommandStyle style;
  const std::optional<house::TestLauncher> launcher = house::FindTestLauncher(policy);
  if (!launcher) return style;
  style.launcher = launcher->prefix;
  style.distributed = launcher->ranks;
  style.module = launcher->module;
  return style;
}

}  // namespace

AnalysisResult Analyze(const AnalysisInput& input) {
  // Ends the work when nobody waits any more, whatever the budget of the caller is.
  WorkBudget own("the analysis", {.is_cancelled = input.should_stop});
  const BudgetScope scope(&own);
  AnalysisResult result;
  // What is done outside of all phases moves results about, and takes no longer than they are many.
  const std::vector<const Rule*> rules = EnabledRules(input);
  const Subscriptions subscriptions(rules);
  const std::vector<const ChangedFile*> files = PythonFiles(input);

  std::vector<AnalysedFile> analysed(files.size());
  std::vector<FileResult> results(files.size());
  for (size_t i = 0; i < files.size(); ++i) {
    analysed[i].changed = files[i];
    results[i].coverage.path = files[i]->path;
  }
  std::vector<Finding> findings;
  std::optional<SerialReader> serial;
  if (input.repository != nullptr) serial.emplace(*input.repository);
  RepositoryReader* const reader = serial ? &*serial : nullptr;
  std::vector<const python::Module*> modules;
  repository::RepositoryIndex index(SourceOf(input, reader),
                                    [&] { return FactsAfter(files, modules, input.threads); });
  repository::Project project(&index);
  CheckFiles(input, subscriptions, project, &modules, &analysed, &results);
  for (FileResult& file : results) {
    std::move(file.findings.begin(), file.findings.end(), std::back_inserter(findings));
    std::move(file.directives.begin(), file.directives.end(),
              std::back_inserter(result.directives));
  }
  for (const AnalysedFile& file : analysed) {
    result.files_parsed += (file.after != nullptr) + (file.before != nullptr);
  }
  RepositoryTexts texts(reader);
  AnalysedChange change{analysed, input.files, input.description, index, project, texts};
  change.is_scan = input.is_scan;
  HouseOfChange house(change);
  change.house = &house;
  change.spelling = input.spelling;
  test_plan::TestsOfChange tests(change);
  std::mutex tests_mutex;
  change.tests = &tests;
  change.tests_mutex = &tests_mutex;
  // What the rules left half done is not asked again.
  if (CheckChange(input, rules, change, &results, &findings)) {
    WorkBudget budget("this phase", WorkBudget::Share(kReportsShare));
    const absl::Status status = RunWithin(budget, "the house rules and the tests", [&] {
      result.house = ReportHouse(change, rules, findings);
      result.tests = tests.Verify(StyleOf(house.policy()));
    });
    for (FileResult& file : results) SetCut(status, &file.coverage);
  }
  if (input.on_analysed) input.on_analysed(change);
  result.files_parsed += index.files_parsed();
  result.facts_cached = index.files_cached();
  Sort(&findings);
  BoundFindings(FindingLimits(), &results, &findings);
  SetFingerprints(&findings);
  ApplySettings(input, rules, &findings);
  result.findings = std::move(findings);
  for (FileResult& file : results) result.coverage.push_back(std::move(file.coverage));
  return result;
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
