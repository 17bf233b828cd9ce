// A new public class or function of the library without a docstring.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/phrases.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kSkeleton("skeleton", " and, under Args, {names}", "，并在 Args 下说明 {names}");
constexpr Phrase kMustReadCode("must-read-code", "Callers have to read the code",
                               "调用方只能去读代码");
constexpr Phrase kPhrases[] = {kSkeleton, kMustReadCode};

constexpr int kShortLines = 5;

Sweep FindMissing(const SweepInput& input, bool of_classes) {
  const HouseScope scope(input.house, of_classes ? "class-docstring" : "function-docstring");
  Sweep sweep;
  ForEachNewDefinition(
      input.files, input.moves, [&](const AnalysedFile& file, const Definition& definition) {
        const bool is_class = definition.kind == Definition::Kind::kClass;
        if (is_class != of_classes || !scope.Covers(file.changed->path)) return;
        if (!IsPublic(*file.after, definition)) return;
        ++sweep.checked;
        if (DocstringOf(definition)) return;
        const int lines = definition.end_line - definition.node.first_line();
        if (lines < kShortLines ||
            IsWaived(definition.node, {"C0115", "C0116", "D101", "D102", "D103",
                                       "missing-function-docstring", "missing-class-docstring"})) {
          return;
        }
        if (IsOverride(file, definition)) return;
        sweep.hits.push_back({&file, definition.node.child(Field::kName), definition.name});
      });
  return sweep;
}

// The parameters to write about.
Words Skeleton(const Definition& definition) {
  std::string names;
  for (const python::Parameter& parameter : definition.parameters) {
    if (parameter.name == "self" || parameter.name == "cls" || parameter.name.empty()) continue;
    absl::StrAppend(&names, names.empty() ? "`" : ", `", parameter.name, "`");
  }
  if (names.empty()) return "";
  return Sentence(kSkeleton, {{"names", names}});
}

void ReportAll(ChangeContext& change, const Sweep& sweep, absl::string_view topic) {
  const HouseScope scope(change.house(), topic);
  for (const Hit& hit : sweep.hits) {
    const Definition* definition = hit.file->after->EnclosingDefinition(hit.at);
    if (definition == nullptr) continue;
    const bool is_class = definition->kind == Definition::Kind::kClass;
    change.Report(*hit.file,
                  {.at = hit.at,
                   .params = {{"name", hit.name},
                              {"kind", is_class ? phrases::kKindClass : phrases::kKindFunction},
                              {"skeleton", is_class ? Words() : Skeleton(*definition)},
                              {"effect", scope.Effect(kMustReadCode)}},
                   .severity = scope.severity()});
  }
}

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const SweepInput input{change.files(), change.house(), change.project(), change.moves()};
  ReportAll(change, FindMissingClassDocstrings(input), "class-docstring");
  ReportAll(change, FindMissingFunctionDocstrings(input), "function-docstring");
}

}  // namespace

Sweep FindMissingClassDocstrings(const SweepInput& input) { return FindMissing(input, true); }
Sweep FindMissingFunctionDocstrings(const SweepInput& input) { return FindMissing(input, false); }

extern constinit const Rule kMissingDocstring = {
    .info = {.id = "missing-docstring",
             .title = {"Public code without a docstring", "公开代码没有 docstring"},
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"The new public {kind} `{name}` has no docstring",
                         "新的公开{kind} `{name}` 没有 docstring"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Say what `{name}` is for{skeleton}", "说明 `{name}` 的用途{skeleton}"},
             .phrases = kPhrases,
             .why = "People who did not write the library use it.",
             .fix = "Add a docstring.",
             .bad = R"py(
# --- pkg/core/masks.py
def causal_mask(size, device):
    mask = make(size, size)
    mask = mask.tril()
    mask = mask.to(device)
    return mask
)py",
             .good = R"py(
# --- pkg/core/masks.py
def causal_mask(size, device):
    """Returns a lower triangle of ones."""
    mask = make(size, size)
    mask = mask.tril()
    return mask.to(device)
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/"
                            "convention/missing-class-docstring.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/"
                            "convention/missing-function-docstring.html"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
