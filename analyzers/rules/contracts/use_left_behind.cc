// A change breaks code in files that it leaves alone.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/failures/uses_left_behind.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"

namespace allreview::rules {
namespace contracts {
namespace {

using failures::UseLeftBehind;

constexpr Phrase kBreaksPlace("breaks-place",
                              "breaks {place}, which the change leaves alone: {why}",
                              "破坏了改动未触及的 {place}：{why}");
constexpr Phrase kBreaksPlaces(
    "breaks-places",
    "breaks {count} places that the change leaves alone, for example {place}: {why}",
    "破坏了改动未触及的 {count} 处代码，例如 {place}：{why}");
constexpr Phrase kWithoutIt("without-it", "The removal of `{name}` {what}", "删除 `{name}` {what}");
constexpr Phrase kAsItIsNow("as-it-is-now", "The new `{name}` {what}", "新的 `{name}` {what}");
constexpr Phrase kPhrases[] = {kBreaksPlace, kBreaksPlaces, kWithoutIt, kAsItIsNow};

constexpr size_t kMaxRelated = 50;

Words WhyOf(const ChangeContext& change, const UseLeftBehind& use) {
  return ReasonOf(change, use.failure, use.code);
}

Range PlaceOf(const UseLeftBehind& use) {
  return {.path = use.path, .first_line = use.line, .end_line = use.line + 1};
}

// Calls and uses of which other rules speak, by path and line.
std::set<std::pair<std::string, int>> SaidElsewhere(ChangeContext& change) {
  std::set<std::pair<std::string, int>> said;
  SignatureChanges changes(change);
  for (const SignatureChange& changed : changes.all()) {
    for (const BrokenCall& call : changes.BrokenBy(changed)) {
      said.emplace(call.path, call.place.line);
    }
  }
  for (const AnalysedFile& file : change.files()) {
    for (const python::Binding* binding : RemovedNames(change, file)) {
      const std::string name(binding->name);
      for (const Related& use : FindUses(change, file.before->name(), name)) {
        said.emplace(use.range.path, use.range.first_line);
      }
    }
  }
  return said;
}

void ReportUses(ChangeContext& change, const std::vector<const UseLeftBehind*>& uses) {
  const failures::OutwardChange& cause = uses[0]->cause;
  const auto count = static_cast<int64_t>(uses.size());
  const Words what = Counted(count, kBreaksPlace, kBreaksPlaces,
                             {{"place", absl::StrCat(uses[0]->path, ":", uses[0]->line)},
                              {"why", WhyOf(change, *uses[0])}});
  const bool is_gone = !cause.after;
  Observation observation;
  observation.params = {{"fault", Sentence(is_gone ? kWithoutIt : kAsItIsNow,
                                           {{"name", cause.name}, {"what", what}})}};
  for (const UseLeftBehind* use : uses) {
    if (observation.related.size() == kMaxRelated) break;
    observation.related.push_back({WhyOf(change, *use), PlaceOf(*use)});
  }
  const Node node = is_gone ? cause.before : cause.after;
  const Node name = node.child(Field::kName);
  observation.at = name ? name : node;
  if (is_gone) {
    observation.cause = CauseOfRemoved(*cause.file, observation.at.first_line());
    change.ReportBefore(*cause.file, std::move(observation));
    return;
  }
  Cause broken = CauseIn(*cause.file, node.first_line(), node.last_line());
  broken.kind = Cause::Kind::kBrokenElsewhere;
  if (broken.first_line == 0) {  // Lines only went away.
    broken.first_line = node.first_line();
    broken.end_line = node.first_line() + 1;
  }
  observation.cause = std::move(broken);
  change.Report(*cause.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  const std::vector<UseLeftBehind>& all = change.failures().left_behind();
  if (all.empty()) return;
  const std::set<std::pair<std::string, int>> said = SaidElsewhere(change);
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(first, all.end(), [&](const UseLeftBehind& use) {
      return use.cause.before != first->cause.before;
    });
    std::vector<const UseLeftBehind*> uses;
    for (; first != end; ++first) {
      if (!said.contains({first->path, first->line})) uses.push_back(&*first);
    }
    if (!uses.empty()) ReportUses(change, uses);
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kUseLeftBehind = {
    .info = {.id = "use-left-behind",
             .title = {"The change breaks code that it leaves alone", "改动破坏了未触及的代码"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{fault}", "{fault}"},
             .consequence = {"That code ran before the change and fails now whenever it runs",
                             "这些代码在改动前可以运行，现在每次运行都会失败"},
             .advice = {"Change these places too, or keep what they use",
                        "同时修改这些位置，或者保留它们所用的内容"},
             .phrases = contracts::kPhrases,
             .why = "A function that returns another number of values, an attribute that is gone "
                    "or a member of an enumeration that has another name breaks files that nobody "
                    "opens in the review. What the values are is known on every way to the line "
                    "that fails, before and after the change.",
             .fix = "Change the users together with what they use.",
             .bad = R"py(
# --- pkg/ops.py before
def split(x):
    return x[0], x[1]
# --- pkg/ops.py after
def split(x):
    return x[0], x[1], len(x)
# --- pkg/use.py unchanged
from pkg.ops import split

def use(x):
    head, tail = split(x)
    return head
)py",
             .good = R"py(
# --- pkg/ops.py before
def split(x):
    return x[0], x[1]
# --- pkg/ops.py after
def split(x):
    return x[-1], x[1]
# --- pkg/use.py unchanged
from pkg.ops import split

def use(x):
    head, tail = split(x)
    return head
)py"},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
