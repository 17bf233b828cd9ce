// A public function whose parameters stand at other positions than before.

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
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
constexpr Phrase kAlsoShifted("also-shifted", "`{function}` takes `{new}` where it took `{old}`",
                              "`{function}` 原来接收 `{old}` 的位置现在是 `{new}`");
constexpr Phrase kAnyPositionalCallers("any-positional-callers",
                                       "callers that pass arguments by position",
                                       "按位置传参的调用方");
constexpr Phrase kOneCall("one-call", "1 call in this repository ({place})",
                          "本仓库的 1 处调用（{place}）");
constexpr Phrase kManyCalls("many-calls", "{count} calls in this repository, for example {place}",
                            "本仓库的 {count} 处调用，例如 {place}");
constexpr Phrase kJustThis("just-this", ",", "，");
constexpr Phrase kAndMoreFunctions("and-more-functions",
                                   ", as {count} more functions of the file do with theirs,",
                                   "（该文件还有 {count} 个函数有同样的变化），");
constexpr Phrase kPhrases[] = {kMisleads,  kAlsoShifted, kAnyPositionalCallers, kOneCall,
                               kManyCalls, kJustThis,    kAndMoreFunctions};

constexpr size_t kMaxRelated = 20;
constexpr size_t kMaxSingle = 3;  // More in one file are one finding.

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

bool IsNewCode(ChangeContext& change, const CallSite& call) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.changed->path != call.file.path()) continue;
    return file.lines.HasAdded(call.place.line, call.place.end_line - 1);
  }
  return false;
}

// Calls that nobody touched and that now give the argument to another parameter.
std::vector<Related> FindMisled(ChangeContext& change, SignatureChanges& changes,
                                const SignatureChange& changed, const Shift& shift) {
  std::vector<Related> misled;
  changes.ForEachCall(changed, [&](const CallSite& call) {
    if (call.arguments.positional <= shift.position || IsNewCode(change, call)) return;
    misled.push_back(
        {Sentence(kMisleads, {{"value", shift.current->name}, {"name", shift.old->name}}),
         RangeOf(call.file.path(), call.place)});
  });
  std::sort(misled.begin(), misled.end(), [](const Related& a, const Related& b) {
    return std::tie(a.range.path, a.range.first_byte) < std::tie(b.range.path, b.range.first_byte);
  });
  return misled;
}

struct Moved {
  const SignatureChange* changed = nullptr;
  Shift shift;
  std::vector<Related> misled;
};

void Report(ChangeContext& change, Moved moved, const std::vector<Moved>& others) {
  const SignatureChange& changed = *moved.changed;
  const Shift& shift = moved.shift;
  std::vector<Related>& misled = moved.misled;
  for (const Moved& other : others) {
    misled.push_back({Sentence(kAlsoShifted, {{"function", other.changed->after->name},
                                              {"new", other.shift.current->name},
                                              {"old", other.shift.old->name}}),
                      RangeOf(*other.changed->file->after, other.shift.current->node)});
  }
  const bool has_calls = misled.size() > others.size();
  const size_t calls_count = misled.size() - others.size();
  const Sentence calls =
      !has_calls
          ? Sentence(kAnyPositionalCallers)
          : Counted(
                static_cast<int64_t>(calls_count), kOneCall, kManyCalls,
                {{"place", absl::StrCat(misled[0].range.path, ":", misled[0].range.first_line)}});
  Observation observation{
      .at = shift.current->node,
      .params = {{"function", changed.after->name},
                 {"others", others.empty() ? kJustThis
                                           : Sentence(kAndMoreFunctions,
                                                      {{"count", absl::StrCat(others.size())}})},
                 {"new", std::string(shift.current->name)},
                 {"old", std::string(shift.old->name)},
                 {"calls", calls}},
      .cause = CauseInHeader(*changed.file, *changed.after)};
  if (has_calls) {
    observation.severity = Severity::kP1;
    observation.impact = Impact::kHigh;
    observation.confidence = Confidence::kHigh;
  }
  if (misled.size() > kMaxRelated) misled.resize(kMaxRelated);
  observation.related = std::move(misled);
  change.Report(*changed.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  SignatureChanges changes(change);
  std::map<const AnalysedFile*, std::vector<Moved>> silent;  // Without calls that it misleads.
  for (const SignatureChange& changed : changes.all()) {
    if (changed.after->kind == Definition::Kind::kClass) continue;
    const Shift shift = FindShift(*changed.before, *changed.after);
    if (shift.position < 0 || !IsPublic(*changed.file->after, *changed.after) ||
        !IsPublicPath(change, *changed.file)) {
      continue;
    }
    Moved moved = {&changed, shift, FindMisled(change, changes, changed, shift)};
    if (moved.misled.empty()) {
      silent[changed.file].push_back(std::move(moved));
    } else {
      Report(change, std::move(moved), {});
    }
  }
  for (auto& [file, all] : silent) {
    if (all.size() > kMaxSingle) {
      Report(change, all[0], {all.begin() + 1, all.end()});
    } else {
      for (Moved& moved : all) Report(change, std::move(moved), {});
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kParameterInsertedBeforeOthers = {
    .info =
        {.id = "parameter-inserted-before-others",
         .title = {"Parameters of a public function change position", "公开函数的参数位置改变"},
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message =
             {"`{function}` takes `{new}` where it took `{old}`{others} which misleads {calls}",
              "`{function}` 原来接收 `{old}` 的位置现在是 `{new}`{others}会误导{calls}"},
         .consequence = {"An argument passed by position reaches a different parameter; if the "
                         "types happen to match, nothing fails",
                         "按位置传入的实参会落到另一个形参上；只要类型恰好相容，就不会有任何报错"},
         .advice = {"Put `{new}` at the end, or after a `*` so that it is keyword-only",
                    "把 `{new}` 放到最后，或者放到 `*` 之后，使其只能按名字传入"},
         .phrases = contracts::kPhrases,
         .why = "Parameter positions are part of the interface. A parameter inserted before others "
                "shifts existing positional arguments to the wrong names, silently if both are "
                "flags or sizes.",
         .fix = "Add parameters at the end, or make them keyword-only.",
         .bad = R"py(
# --- pkg/model.py before
def build(width, parallel=True, bias=True):
    return width
# --- pkg/model.py after
def build(width, dtype=None, parallel=True, bias=True):
    return width
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
         .tier = Tier::kHint},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
