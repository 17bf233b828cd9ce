// A function whose parameters stand at other positions than before, and calls that nobody adapted.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kMisleads("misleads", "passes an argument meant for `{name}` to `{value}`",
                           "把本应传给 `{name}` 的值传给了 `{value}`");
constexpr Phrase kPhrases[] = {kMisleads};

constexpr size_t kMaxRelated = 20;

bool IsPositional(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::kPositional ||
         parameter.kind == Parameter::Kind::kPositionalOnly;
}

std::vector<const Parameter*> PositionalOf(const Definition& function) {
  std::vector<const Parameter*> positional = CallerParameters(function);
  std::erase_if(positional, [](const Parameter* parameter) { return !IsPositional(*parameter); });
  return positional;
}

int IndexOf(const std::vector<const Parameter*>& parameters, absl::string_view name) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->name == name) return static_cast<int>(i);
  }
  return -1;
}

// The first position that means another parameter than before.
struct Shift {
  int position = -1;  // -1: none, or parameters went away, which is another matter.
  const Parameter* old = nullptr;
  const Parameter* current = nullptr;
};
Shift FindShift(const Definition& before, const Definition& after) {
  const std::vector<const Parameter*> old = PositionalOf(before), current = PositionalOf(after);
  Shift shift;
  for (size_t i = 0; i < old.size(); ++i) {
    if (IndexOf(current, old[i]->name) < 0) return {};
    if (shift.position < 0 && current[i]->name != old[i]->name) {
      shift = {static_cast<int>(i), old[i], current[i]};
    }
  }
  for (const Parameter* parameter : current) {
    // Old calls fail at once: incompatible-parameter-change.
    if (IndexOf(old, parameter->name) < 0 && !parameter->default_value) return {};
  }
  return shift;
}

void CheckChange(ChangeContext& change) {
  SignatureChanges changes(change);
  for (const SignatureChange& changed : changes.all()) {
    if (changed.after->kind == Definition::Kind::kClass) continue;
    const Shift shift = FindShift(*changed.before, *changed.after);
    if (shift.position < 0) continue;
    std::vector<Range> misled = changes.UntouchedCalls(
        changed, [&](const CallSite& call) { return call.arguments.positional > shift.position; });
    if (misled.empty()) continue;
    Observation observation{.at = shift.current->node,
                            .params = {{"function", changed.after->name},
                                       {"new", std::string(shift.current->name)},
                                       {"old", std::string(shift.old->name)},
                                       {"calls", CallsText(misled)}},
                            .cause = CauseInHeader(*changed.file, *changed.after)};
    const Sentence misleads(kMisleads, {{"value", shift.current->name}, {"name", shift.old->name}});
    if (misled.size() > kMaxRelated) misled.resize(kMaxRelated);
    for (Range& call : misled) observation.related.push_back({misleads, std::move(call)});
    change.Report(*changed.file, std::move(observation));
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kParameterInsertedBeforeOthers = {
    .info =
        {.id = "parameter-inserted-before-others",
         .title = {"Argument by position reaches another parameter than before",
                   "按位置传入的实参落到了另一个形参上"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{function}` takes `{new}` where it took `{old}`, which misleads {calls}",
                     "`{function}` 原来接收 `{old}` 的位置现在是 `{new}`，会误导{calls}"},
         .consequence = {"An argument passed by position reaches a different parameter; if the "
                         "types happen to match, nothing fails",
                         "按位置传入的实参会落到另一个形参上；只要类型恰好相容，就不会有任何报错"},
         .advice =
             {"Put `{new}` at the end, or after a `*` so that it is keyword-only, or adapt "
              "the calls",
              "把 `{new}` 放到最后，或者放到 `*` 之后，使其只能以关键字传入，或者修改这些调用"},
         .phrases = contracts::kPhrases,
         .why = "Parameter positions are part of the interface. A parameter inserted before others "
                "shifts existing positional arguments to the wrong names, silently if both are "
                "flags or sizes. Only calls that certainly reach the function count, and that "
                "the change leaves as they were.",
         .fix = "Add parameters at the end, or make them keyword-only.",
         .bad = R"py(
# --- pkg/model.py before
def build(width, parallel=True, bias=True):
    return width
# --- pkg/model.py after
def build(width, dtype=None, parallel=True, bias=True):
    return width
# --- pkg/head.py unchanged
from pkg.model import build

head = build(64, False)
)py",
         .good = R"py(
# --- pkg/model.py before
def build(width, parallel=True, bias=True):
    return width
# --- pkg/model.py after
def build(width, parallel=True, bias=True, *, dtype=None):
    return width
)py",
         .references = {"griffe ParameterMovedBreakage"},
         .version = 2},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
