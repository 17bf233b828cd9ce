// New public functions of the library without annotations; one finding for a file.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/phrases.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kUnchecked("unchecked", "Type checkers cannot check calls to them",
                            "类型检查器无法检查对它们的调用");
constexpr Phrase kPhrases[] = {kUnchecked};

constexpr size_t kMaxNames = 5;

// Its parameters belong to torch or to a compiler.
bool IsForeign(const python::Module& module, const Definition& function) {
  if (!function.parameters.empty() && function.parameters[0].name == "ctx") return true;
  if (HasDecorator(function, {"jit", "autotune", "heuristics", "setter", "overload", "fixture"})) {
    return true;
  }
  return python::TraitsOf(module, function).is_triton;
}

// What lacks an annotation: "x, return"; empty: nothing.
std::string Unannotated(const Definition& function) {
  std::vector<std::string> names;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    const bool is_self = i == 0 && function.kind == Definition::Kind::kMethod;
    const bool is_rest = parameter.kind == Parameter::Kind::kVarPositional ||
                         parameter.kind == Parameter::Kind::kVarKeyword;
    if (is_self || is_rest || parameter.name.empty() || parameter.annotation) continue;
    names.emplace_back(parameter.name);
  }
  if (!function.return_type) names.push_back("return");
  return absl::StrJoin(names, ", ");
}

int CountPublicFunctions(const AnalysedFile& file) {
  int count = 0;
  for (const Definition& definition : file.after->definitions()) {
    count += definition.kind != Definition::Kind::kClass && file.lines.Starts(definition.node) &&
             IsPublic(*file.after, definition);
  }
  return count;
}

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindUnannotatedFunctions({change.files(), change.house(), change.project(), change.moves()});
  const HouseScope scope(change.house(), "type-hints");
  std::map<const AnalysedFile*, std::vector<const Hit*>> by_file;
  for (const Hit& hit : sweep.hits) by_file[hit.file].push_back(&hit);
  for (const AnalysedFile& file : change.files()) {
    const auto found = by_file.find(&file);
    if (found == by_file.end()) continue;
    const std::vector<const Hit*>& hits = found->second;
    Observation observation{.at = hits[0]->at};
    std::vector<std::string> names;
    for (const Hit* hit : hits) {
      if (names.size() < kMaxNames) names.push_back(absl::StrCat("`", hit->name, "`"));
      if (hit != hits[0]) {
        observation.related.push_back({phrases::kAlsoHere, RangeOf(*file.after, hit->at)});
      }
    }
    if (hits.size() > kMaxNames) names.push_back("others");
    const Definition* first = file.after->EnclosingDefinition(hits[0]->at);
    observation.params = {
        {"count", absl::StrCat(hits.size())},
        {"total", absl::StrCat(std::max<int>(CountPublicFunctions(file), hits.size()))},
        {"names", absl::StrJoin(names, ", ")},
        {"missing", first == nullptr ? "" : Unannotated(*first)},
        {"effect", scope.Effect(kUnchecked)}};
    observation.severity = scope.severity();
    change.Report(file, std::move(observation));
  }
}

}  // namespace

Sweep FindUnannotatedFunctions(const SweepInput& input) {
  const HouseScope scope(input.house, "type-hints");
  Sweep sweep;
  ForEachNewDefinition(
      input.files, input.moves, [&](const AnalysedFile& file, const Definition& definition) {
        if (definition.kind == Definition::Kind::kClass || !scope.Covers(file.changed->path))
          return;
        if (!IsPublic(*file.after, definition)) return;
        ++sweep.checked;
        if (Unannotated(definition).empty() || IsForeign(*file.after, definition)) return;
        sweep.hits.push_back({&file, definition.node.child(Field::kName), definition.name});
      });
  return sweep;
}

extern constinit const Rule kUnannotatedPublicFunction = {
    .info = {.id = "unannotated-public-function",
             .title = {"Public functions without annotations", "公开函数没有类型注解"},
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"{count} of {total} new public functions lack annotations: {names}",
                         "{total} 个新的公开函数中有 {count} 个缺少类型注解：{names}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Annotate what they take and return (the first: {missing})",
                        "为它们的参数和返回值加上注解（第一个缺少：{missing}）"},
             .phrases = kPhrases,
             .why = "Callers must know the types of tensors, configurations and groups.",
             .fix = "Add annotations.",
             .bad = R"py(
# --- pkg/core/masks.py
def causal_mask(size, device):
    return make(size, device).tril()
)py",
             .good = R"py(
# --- pkg/core/masks.py
def causal_mask(size: int, device: str) -> object:
    return make(size, device).tril()
)py",
             .references = {"https://docs.astral.sh/ruff/rules/missing-type-function-argument/",
                            "https://docs.astral.sh/ruff/rules/"
                            "missing-return-type-undocumented-public-function/"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
