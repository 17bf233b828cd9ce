#include "analyzers/rules/walk.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/file_check.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/walk_parts.h"
#include "base/work_budget.h"

namespace allreview::rules {
namespace {

std::vector<FunctionExtent> FunctionsOf(const python::Module& module) {
  std::vector<FunctionExtent> functions;
  for (const python::Definition& definition : module.definitions()) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    functions.push_back({definition.first_line,
                         definition.end_line - 1,
                         {definition.outer.first_byte(), definition.outer.end_byte()}});
  }
  return functions;
}

// Rules that see a file as a whole. Returns why one could not see all of it; empty: all could.
std::string CheckWhole(const Subscriptions& subscriptions, const AnalysedFile& file,
                       FileFacts& facts, const std::vector<Interval>& intervals,
                       Stopwatch* stopwatch, std::vector<Finding>* findings) {
  std::string over_budget;
  const std::function<bool()> should_stop = [&] { return stopwatch->IsUpNow(); };
  for (const Rule* rule : subscriptions.of_files()) {
    if (intervals.empty() || stopwatch->IsUpNow()) break;
    FileContext context(file, facts, *rule, findings);
    const absl::Status status = rule->file_check->Check({context, intervals, should_stop});
    if (!status.ok() && over_budget.empty()) {
      over_budget = absl::StrCat("rule `", rule->info.id, "`: ", status.message());
    }
  }
  return over_budget;
}

void Visit(const Subscriptions& subscriptions, const AnalysedFile& file, FileFacts& facts,
           const std::vector<Interval>& intervals, Stopwatch* stopwatch,
           std::vector<Finding>* findings) {
  if (intervals.empty()) return;
  const python::SyntaxTree& tree = file.after->tree();
  const NamesInFile names(subscriptions.python().names(), *file.after);
  const bool is_test = file.changed->role == FileRole::kTest;
  VisitNodes(subscriptions.python(), tree, names, intervals, is_test, stopwatch,
             [&](const Rule& rule, const std::vector<uint32_t>& nodes) {
               FileContext context(file, facts, rule, findings);
               for (uint32_t i : nodes) {
                 Poll();
                 if (stopwatch->IsUp()) return;
                 rule.check(context, tree.node(i));
               }
             });
}

// One version of a file as if all of it were new.
AnalysedFile WholeVersion(const AnalysedFile& file, const python::Module* version) {
  return {.changed = file.changed,
          .after = version,
          .lines = ChangedLines::All(version->tree().line_count()),
          .project = file.project,
          .reach = file.reach};
}

std::vector<Finding> FindAnywhere(const Subscriptions& subscriptions, const AnalysedFile& whole,
                                  Stopwatch* stopwatch, const FindingLimits& limits) {
  FindingList findings(limits);
  FileFacts facts(*whole.after, stopwatch->options().values);
  const FindingList::Scope scope(&findings);
  const std::vector<Interval> all = {{0, static_cast<uint32_t>(whole.after->source().size())}};
  Visit(subscriptions, whole, facts, all, stopwatch, findings.findings());
  CheckWhole(subscriptions, whole, facts, all, stopwatch, findings.findings());
  return findings.Take();
}

}  // namespace

Subscriptions::Subscriptions(const std::vector<const Rule*>& rules) {
  for (const Rule* rule : rules) {
    if (rule->concern == Concern::kNewOccurrences) counting_.insert(rule->info.id);
    if (rule->file_check != nullptr) of_files_.push_back(rule);
    KindSet python, cpp;
    for (NodeKind kind : rule->kinds) python.Add(static_cast<uint8_t>(kind));
    for (cpp::Kind kind : rule->cpp_kinds) cpp.Add(static_cast<uint8_t>(kind));
    if (rule->check != nullptr) python_.Add(rule, std::move(python));
    if (rule->check_cpp != nullptr) cpp_.Add(rule, std::move(cpp));
  }
}

WalkResult WalkFile(const Subscriptions& subscriptions, const WalkOptions& options,
                    const FindingLimits& finding_limits, const AnalysedFile& file) {
  Stopwatch stopwatch(options);
  KnownFindings known(subscriptions, file.before != nullptr, [&](Side side) {
    const python::Module* const version = side == Side::kLeft ? file.before : file.after;
    return FindAnywhere(subscriptions, WholeVersion(file, version), &stopwatch, finding_limits);
  });
  return Walk(&stopwatch, finding_limits, &known, [&](std::vector<Finding>* findings) {
    FileFacts facts(*file.after, options.values);
    const std::vector<Interval> intervals =
        IntervalsToVisit(file.lines, file.after->tree(), FunctionsOf(*file.after));
    Visit(subscriptions, file, facts, intervals, &stopwatch, findings);
    return CheckWhole(subscriptions, file, facts, intervals, &stopwatch, findings);
  });
}

std::vector<Finding> FindBefore(const Subscriptions& subscriptions, const WalkOptions& options,
                                const FindingLimits& finding_limits, const AnalysedFile& file) {
  Stopwatch stopwatch(options);
  return FindAnywhere(subscriptions, WholeVersion(file, file.before), &stopwatch, finding_limits);
}

}  // namespace allreview::rules
