// A new public function with capitals, or a class without.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/phrases.h"

namespace allreview::rules {
namespace {

using python::Definition;

bool IsUpper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }

// `get_D`, `A_log`, `apply_to_KV`: capitals that are letters of formulas stand alone or in pairs
// between underscores.
bool HasOnlyFormulaCapitals(absl::string_view name) {
  size_t begin = 0;
  while (begin <= name.size()) {
    const size_t end = std::min(name.find('_', begin), name.size());
    const absl::string_view part = name.substr(begin, end - begin);
    const bool has_upper = std::any_of(part.begin(), part.end(), IsUpper);
    if (has_upper && part.size() > 2) return false;
    begin = end + 1;
  }
  return true;
}

bool IsMisnamed(const Definition& definition) {
  const absl::string_view name = definition.simple_name;
  if (definition.kind == Definition::Kind::kClass) {
    const bool is_lower = !IsUpper(name[0]);
    return is_lower || absl::StrContains(name, "_");
  }
  return std::any_of(name.begin(), name.end(), IsUpper) && !HasOnlyFormulaCapitals(name);
}

// Names that another library asks for.
bool IsForeign(const AnalysedFile& file, const Definition& definition) {
  if (definition.kind == Definition::Kind::kClass) {
    // class foo(ctypes.Structure), enum-like aliases: the base decides.
    return !definition.bases.empty() && !IsUpper(definition.simple_name[0]);
  }
  if (absl::StartsWith(definition.simple_name, "visit_")) return true;
  if (definition.kind != Definition::Kind::kMethod) return false;
  return !file.after->definitions()[definition.parent].bases.empty();
}

std::string Suggestion(const Definition& definition) {
  const absl::string_view name = definition.simple_name;
  std::string text;
  if (definition.kind == Definition::Kind::kClass) {
    bool is_start = true;
    for (const char c : name) {
      if (c == '_') {
        is_start = true;
        continue;
      }
      text += is_start ? absl::ascii_toupper(static_cast<unsigned char>(c)) : c;
      is_start = false;
    }
    return text;
  }
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts_word =
        IsUpper(name[i]) && i > 0 && name[i - 1] != '_' && !IsUpper(name[i - 1]);
    if (starts_word) text += '_';
    text += absl::ascii_tolower(static_cast<unsigned char>(name[i]));
  }
  return text;
}

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindUnconventionalNames({change.files(), change.house(), change.project(), change.moves()});
  for (const Hit& hit : sweep.hits) {
    const Definition* definition = hit.file->after->EnclosingDefinition(hit.at);
    if (definition == nullptr) continue;
    const bool is_class = definition->kind == Definition::Kind::kClass;
    change.Report(*hit.file,
                  {.at = hit.at,
                   .params = {{"name", std::string(definition->simple_name)},
                              {"kind", is_class ? phrases::kKindClass : phrases::kKindFunction},
                              {"style", is_class ? "CamelCase" : "snake_case"},
                              {"better", Suggestion(*definition)}}});
  }
}

}  // namespace

Sweep FindUnconventionalNames(const SweepInput& input) {
  Sweep sweep;
  ForEachNewDefinition(
      input.files, input.moves, [&](const AnalysedFile& file, const Definition& definition) {
        if (!IsLibraryPath(file.changed->path) || !IsPublic(*file.after, definition)) return;
        ++sweep.checked;
        if (!IsMisnamed(definition) || IsForeign(file, definition)) return;
        if (IsWaived(definition.node, {"N801", "N802", "C0103", "invalid-name"})) return;
        if (IsOverride(file, definition)) return;
        sweep.hits.push_back({&file, definition.node.child(Field::kName), definition.name});
      });
  return sweep;
}

extern constinit const Rule kUnconventionalName = {
    .info = {.id = "unconventional-name",
             .title = {"Name that breaks the naming convention", "命名不符合惯例"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = {"The {kind} `{name}` is not in {style}",
                         "{kind} `{name}` 不是 {style} 命名"},
             .consequence = {"Readers mistake functions for classes, and the other way round",
                             "读者会把函数当成类，或把类当成函数"},
             .advice = {"Rename it to `{better}`", "改名为 `{better}`"},
             .why = "The case of a name says what it is.",
             .fix = "Rename it before others use it.",
             .bad = R"py(
# --- pkg/core/masks.py
def causalMask(size):
    return size
)py",
             .good = R"py(
# --- pkg/core/masks.py
def causal_mask(size):
    return size
)py",
             .references = {"https://docs.astral.sh/ruff/rules/invalid-class-name/",
                            "https://docs.astral.sh/ruff/rules/invalid-function-name/"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
