#include "analyzers/rules/dead_findings.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/python/module.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/repository_index.h"
#include "base/work_budget.h"
#include "sentences/phrases/dead_code.h"

namespace allreview::rules {
namespace {

// Null: it is no Python, or gone.
const repository::IndexedFile* FileAt(const change::AnalysedChange& change,
                                      const std::string& path) {
  const repository::IndexedFile* const file = change.index().FindModule(python::ModuleNameOf(path));
  return file != nullptr && file->path() == path ? file : nullptr;
}

// Of a file that was there before: the change gives the class or function its name, so that nobody
// can have used it yet.
bool IsNamedAnew(const change::AnalysedChange& change, const Finding& finding) {
  const std::string outer = finding.symbol.substr(0, finding.symbol.find('.'));
  const auto& files = change.files();
  return std::any_of(files.begin(), files.end(), [&](const change::AnalysedFile& file) {
    return file.changed->path == finding.range.path && file.before != nullptr &&
           file.before->FindDefinition(outer) == nullptr;
  });
}

// Where it fails: at the finding, or in what a change of its place breaks elsewhere.
bool FailsInDeadCode(const change::AnalysedChange& change, const Finding& finding) {
  const bool is_elsewhere = finding.cause.kind == Cause::Kind::kBrokenElsewhere ||
                            finding.cause.kind == Cause::Kind::kRemovedLine;
  if (!is_elsewhere) {
    const repository::IndexedFile* const file = FileAt(change, finding.range.path);
    return file != nullptr && !finding.symbol.empty() && !IsNamedAnew(change, finding) &&
           change.reach().IsDead(*file, finding.symbol);
  }
  return !finding.related.empty() &&
         std::all_of(finding.related.begin(), finding.related.end(), [&](const Related& place) {
           const repository::IndexedFile* const file = FileAt(change, place.range.path);
           return file != nullptr && change.reach().IsUnloaded(*file);
         });
}

}  // namespace

void LowerDead(const change::AnalysedChange& change, std::vector<Finding>& findings) {
  constexpr double kShare = 0.1;  // Of what one file may take. Out of time the rest stays severe.
  WorkBudget budget("this phase", WorkBudget::Share(kShare));
  RunWithin(budget, "the search for code that nothing runs", [&] {
    for (Finding& finding : findings) {
      Poll();
      if (finding.severity > Severity::kP1 || finding.kind != Kind::kDefect) continue;
      if (!FailsInDeadCode(change, finding)) continue;
      finding.severity = Severity::kP2;
      finding.related.push_back({allreview::phrases::kNothingRunsIt, finding.range});
    }
  }).IgnoreError();
}

}  // namespace allreview::rules
