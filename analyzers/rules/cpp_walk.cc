// Shows the nodes of files of C++ and CUDA to the rules.

#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/walk.h"
#include "analyzers/rules/walk_parts.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

std::vector<FunctionExtent> FunctionsOf(const cpp::Unit& unit) {
  std::vector<FunctionExtent> functions;
  for (const cpp::Function& function : unit.functions()) {
    functions.push_back({function.first_line,
                         function.end_line - 1,
                         {function.outer.first_byte(), function.outer.end_byte()}});
  }
  return functions;
}

void Visit(const Subscriptions& subscriptions, const AnalysedCppFile& file,
           const std::vector<Interval>& intervals, Stopwatch* stopwatch,
           std::vector<Finding>* findings) {
  if (intervals.empty() || subscriptions.cpp().all().empty()) return;
  const cpp::SyntaxTree& tree = file.after->tree();
  const NamesInFile names(subscriptions.cpp().names(), *file.after);
  const bool is_test = file.changed->role == FileRole::kTest;
  VisitNodes(subscriptions.cpp(), tree, names, intervals, is_test, stopwatch,
             [&](const Rule& rule, const std::vector<uint32_t>& nodes) {
               CppContext context(file, rule, findings);
               for (uint32_t i : nodes) {
                 Poll();
                 if (stopwatch->IsUp()) return;
                 rule.check_cpp(context, tree.node(i));
               }
             });
}

// What is found in one version of a file as if all of it were new.
std::vector<Finding> FindAnywhere(const Subscriptions& subscriptions, const AnalysedCppFile& file,
                                  const cpp::Unit& version, Stopwatch* stopwatch,
                                  const FindingLimits& limits) {
  const AnalysedCppFile whole = {.changed = file.changed,
                                 .after = &version,
                                 .lines = ChangedLines::All(version.tree().line_count())};
  FindingList findings(limits);
  const FindingList::Scope scope(&findings);
  const std::vector<Interval> all = {{0, static_cast<uint32_t>(version.source().size())}};
  Visit(subscriptions, whole, all, stopwatch, findings.findings());
  return findings.Take();
}

}  // namespace

WalkResult WalkFile(const Subscriptions& subscriptions, const WalkOptions& options,
                    const FindingLimits& finding_limits, const AnalysedCppFile& file) {
  Stopwatch stopwatch(options);
  KnownFindings known(subscriptions, file.before != nullptr, [&](Side side) {
    const cpp::Unit& version = side == Side::kLeft ? *file.before : *file.after;
    return FindAnywhere(subscriptions, file, version, &stopwatch, finding_limits);
  });
  return Walk(&stopwatch, finding_limits, &known, [&](std::vector<Finding>* findings) {
    const std::vector<Interval> intervals =
        IntervalsToVisit(file.lines, file.after->tree(), FunctionsOf(*file.after));
    Visit(subscriptions, file, intervals, &stopwatch, findings);
    return std::string();
  });
}

std::vector<Finding> FindBefore(const Subscriptions& subscriptions, const WalkOptions& options,
                                const FindingLimits& finding_limits, const AnalysedCppFile& file) {
  Stopwatch stopwatch(options);
  return FindAnywhere(subscriptions, file, *file.before, &stopwatch, finding_limits);
}

}  // namespace allreview::rules
