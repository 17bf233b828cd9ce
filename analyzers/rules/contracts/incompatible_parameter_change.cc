// A public function that callers of other repositories can no longer call as before.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Parameter;
using Parameters = std::vector<const Parameter*>;
using Kind = Parameter::Kind;

constexpr Phrase kNowNeeds("now-needs", "now needs `{name}`", "现在必须传入 `{name}`");
constexpr Phrase kKeepDefault("keep-default", "keep a default for `{name}`",
                              "为 `{name}` 保留默认值");
constexpr Phrase kRenames("renames", "renames `{old}` to `{new}`", "把 `{old}` 改名为 `{new}`");
constexpr Phrase kAcceptOld("accept-old", "accept `{name}` as a keyword for a while",
                            "在一段时间内仍接受关键字 `{name}`");
constexpr Phrase kNoLonger("no-longer", "no longer accepts `{name}`", "不再接收 `{name}`");
constexpr Phrase kKeepUnused("keep-unused",
                             "keep `{name}=None`, with a warning that it has no effect",
                             "保留 `{name}=None`，并警告它不再起作用");
constexpr Phrase kNeedsNew("needs-new", "needs the new `{name}`", "需要新参数 `{name}`");
constexpr Phrase kGiveDefault("give-default", "give `{name}` a default", "给 `{name}` 一个默认值");
constexpr Phrase kPhrases[] = {kNowNeeds, kKeepDefault, kRenames,  kAcceptOld,
                               kNoLonger, kKeepUnused,  kNeedsNew, kGiveDefault};

bool IsVariadic(const Parameter& parameter) {
  return parameter.kind == Kind::kVarPositional || parameter.kind == Kind::kVarKeyword;
}

const Parameter* Find(const Parameters& parameters, absl::string_view name) {
  for (const Parameter* parameter : parameters) {
    if (parameter->name == name && !IsVariadic(*parameter)) return parameter;
  }
  return nullptr;
}

struct Breaks {
  std::vector<Words> what;      // "no longer accepts `mask`".
  std::vector<Words> remedies;  // "keep `mask=None`, ...".
};

// What the parameter at that position is called now, when only its name changed.
const Parameter* RenamedTo(const Parameters& before, size_t i, const Parameters& after) {
  if (i >= after.size() || after[i]->kind != before[i]->kind || IsVariadic(*after[i]) ||
      before.size() != after.size() || Find(before, after[i]->name) != nullptr) {
    return nullptr;
  }
  return after[i];
}

Breaks Compare(const Definition& old, const Definition& current) {
  const Parameters before = CallerParameters(old), after = CallerParameters(current);
  const bool takes_any_keyword = HasParameterKind(current, Kind::kVarKeyword);
  Breaks breaks;
  std::set<absl::string_view> renamed;
  for (size_t i = 0; i < before.size(); ++i) {
    const Parameter& parameter = *before[i];
    if (IsVariadic(parameter)) continue;

    if (const Parameter* now = Find(after, parameter.name)) {
      if (parameter.default_value && !now->default_value) {
        breaks.what.push_back(Sentence(kNowNeeds, {{"name", parameter.name}}));
        breaks.remedies.push_back(Sentence(kKeepDefault, {{"name", parameter.name}}));
      }
      continue;
    }
    if (const Parameter* now = RenamedTo(before, i, after)) {
      renamed.insert(now->name);
      if (parameter.kind == Kind::kPositionalOnly || takes_any_keyword) continue;
      breaks.what.push_back(Sentence(kRenames, {{"old", parameter.name}, {"new", now->name}}));
      breaks.remedies.push_back(Sentence(kAcceptOld, {{"name", parameter.name}}));
    } else if (!takes_any_keyword) {
      breaks.what.push_back(Sentence(kNoLonger, {{"name", parameter.name}}));
      breaks.remedies.push_back(Sentence(kKeepUnused, {{"name", parameter.name}}));
    }
  }
  for (const Parameter* parameter : after) {
    if (IsVariadic(*parameter) || parameter->default_value || renamed.count(parameter->name) ||
        Find(before, parameter->name) != nullptr) {
      continue;
    }
    breaks.what.push_back(Sentence(kNeedsNew, {{"name", parameter->name}}));
    breaks.remedies.push_back(Sentence(kGiveDefault, {{"name", parameter->name}}));
  }
  return breaks;
}

// The method that it overrides changes as well: that one is reported.
bool FollowsBase(ChangeContext& change, const SignatureChange& changed,
                 const std::set<std::string>& changed_names) {
  if (changed.after->kind != Definition::Kind::kMethod ||
      changed.after->simple_name == "__init__") {
    return false;
  }
  const std::string name = absl::StrCat(changed.file->after->name(), ".", changed.after->name);
  for (const std::string& base : change.project().BasesOf(repository::OwnerOf(name))) {
    if (changed_names.count(absl::StrCat(base, ".", changed.after->simple_name))) return true;
  }
  return false;
}

void ReportBreaks(ChangeContext& change, const SignatureChange& changed, const Breaks& breaks) {
  Observation observation{.at = PlaceOfChange(*changed.file, *changed.after),
                          .params = {{"function", changed.after->name},
                                     {"what", WordList{Joint::kAnd, breaks.what}},
                                     {"remedy", WordList{Joint::kSemicolon, breaks.remedies}}},
                          .cause = CauseInHeader(*changed.file, *changed.after)};
  observation.evidence.push_back(SignatureDelta(changed));
  change.Report(*changed.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  SignatureChanges changes(change);
  std::set<std::string> names;
  for (const SignatureChange& changed : changes.all()) {
    names.insert(absl::StrCat(changed.file->after->name(), ".", changed.after->name));
  }
  for (const SignatureChange& changed : changes.all()) {
    if (changed.after->kind == Definition::Kind::kClass) continue;
    if (!IsPublic(*changed.file->after, *changed.after) ||
        !IsPublic(*changed.file->before, *changed.before)) {
      continue;
    }
    const Breaks breaks = Compare(*changed.before, *changed.after);
    if (breaks.what.empty() || !IsPublicPath(change, *changed.file) ||
        FollowsBase(change, changed, names)) {
      continue;
    }
    // With broken calls in this repository call-does-not-fit-signature says it already.
    if (!changes.BrokenBy(changed).empty()) continue;
    ReportBreaks(change, changed, breaks);
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kIncompatibleParameterChange = {
    .info = {.id = "incompatible-parameter-change",
             .title = {"Public function can no longer be called as before",
                       "公开函数不再支持原来的调用方式"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"The public `{function}` {what}", "公开函数 `{function}` {what}"},
             .consequence = {"Code in other repositories that calls it raises TypeError after an "
                             "upgrade, and no release supports both the old and the new call",
                             "其他仓库中调用它的代码升级后会抛出 "
                             "TypeError，而且没有任何一个版本同时支持新旧两种写法"},
             .advice = {"Stay compatible for one release: {remedy}",
                        "在一个版本内保持兼容：{remedy}"},
             .phrases = contracts::kPhrases,
             .why = "Callers outside this repository cannot change together with the function. "
                    "Removing or renaming a parameter, removing its default and adding a required "
                    "one all break them at once.",
             .fix = "Give new parameters a default, and keep accepting old names with a warning.",
             .bad = R"py(
# --- pkg/mask.py before
def make_mask(lengths, causal=False):
    return lengths
# --- pkg/mask.py after
def make_mask(lengths, causal):
    return lengths
)py",
             .good = R"py(
# --- pkg/mask.py before
def make_mask(lengths, causal=False):
    return lengths
# --- pkg/mask.py after
def make_mask(lengths, causal=False, window=None):
    return lengths
)py",
             .references = {"griffe ParameterRemovedBreakage, ParameterAddedRequiredBreakage"},
             .tier = Tier::kHint},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
