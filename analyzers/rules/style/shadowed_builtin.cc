// A new parameter of a public function has the name of a builtin.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kAlsoCalled("also-called", ", which the body calls", "，而函数体中还调用了它");
constexpr Phrase kPhrases[] = {kAlsoCalled};

// Those that people call; `input`, `id`, `type`, `format` and `hash` are what torch calls its own.
constexpr absl::string_view kBuiltins[] = {
    "abs",       "all",      "any",   "bool", "bytes",      "callable", "dict",  "dir",
    "enumerate", "filter",   "float", "int",  "isinstance", "iter",     "len",   "list",
    "map",       "max",      "min",   "next", "object",     "open",     "print", "range",
    "repr",      "reversed", "round", "set",  "slice",      "sorted",   "str",   "sum",
    "super",     "tuple",    "vars",  "zip"};

bool IsBuiltin(absl::string_view name) { return IsOneOf(name, kBuiltins); }

// The body calls the name: then the shadow bites or is meant.
bool IsCalled(const Definition& function, absl::string_view name) {
  for (const Node node : function.body.descendants(NodeKind::kCall)) {
    const Node callee = node.child(Field::kFunction);
    if (callee.Is(NodeKind::kIdentifier) && callee.text() == name) return true;
  }
  return false;
}

void CheckDefinition(ChangeContext& change, const AnalysedFile& file, const Definition& function) {
  if (function.kind == Definition::Kind::kClass || !IsPublic(*file.after, function)) return;
  for (const python::Parameter& parameter : function.parameters) {
    if (!IsBuiltin(parameter.name) || IsWaived(function.node, {"A002", "W0622"})) continue;
    if (IsOverride(file, function)) return;
    const bool is_called = IsCalled(function, parameter.name);
    change.Report(file, {.at = parameter.node,
                         .params = {{"name", std::string(parameter.name)},
                                    {"function", function.name},
                                    {"more", is_called ? kAlsoCalled : Words()},
                                    {"better", absl::StrCat(parameter.name, "_")}}});
  }
}

void Check(ChangeContext& change) {
  ForEachNewDefinition(change.files(), change.moves(),
                       [&](const AnalysedFile& file, const Definition& function) {
                         CheckDefinition(change, file, function);
                       });
}

}  // namespace

extern constinit const Rule kShadowedBuiltin = {
    .info = {.id = "shadowed-builtin",
             .title = {"Parameter named like a builtin", "参数与内置名同名"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"Parameter `{name}` of `{function}` hides the builtin{more}",
                         "`{function}` 的参数 `{name}` 遮蔽了同名的内置对象{more}"},
             .consequence = {"Inside the function the builtin is not accessible",
                             "函数内部无法再使用该内置对象"},
             .advice = {"Name it for what it holds, or `{better}` if no name says more",
                        "按它保存的内容来命名；想不到更合适的名称时用 `{better}`"},
             .phrases = kPhrases,
             .why = "A parameter name is hard to change later: callers use it.",
             .fix = "Rename it before others use it.",
             .bad = R"py(
def total(list, start):
    return start + len(list)
)py",
             .good = R"py(
def total(rows, start):
    return start + len(rows)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/builtin-argument-shadowing/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "redefined-builtin.html"},
             .tier = Tier::kOff},
    .check_change = Check};

}  // namespace allreview::rules
