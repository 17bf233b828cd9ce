// A parameter was added to a function whose docstring lists the others.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/style/docstring_arguments.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

bool IsDocumented(const DocstringArguments& documented, absl::string_view name) {
  return std::any_of(documented.arguments.begin(), documented.arguments.end(),
                     [&](const DocumentedArgument& a) { return a.name == name; });
}

// forward(ctx, ...) of an autograd function: nobody calls it with keywords.
bool IsAutograd(const Definition& function) {
  return !function.parameters.empty() && function.parameters[0].name == "ctx";
}

// The entries name at least one of the parameters: they are a list of them.
bool ListsParameters(const Definition& function, const DocstringArguments& documented) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const Parameter& p) { return IsDocumented(documented, p.name); });
}

// Whose docstring speaks of the function: its own, or for a constructor that of the class.
Node DocstringFor(const python::Module& module, const Definition& function) {
  const Node own = DocstringOf(function);
  if (own || function.simple_name != "__init__" || function.parent < 0) return own;
  return DocstringOf(module.definitions()[function.parent]);
}

void CheckFunction(ChangeContext& change, const AnalysedFile& file, const Definition& function) {
  if (IsAutograd(function)) return;
  const bool is_constructor = function.simple_name == "__init__";
  const Definition& named = is_constructor && function.parent >= 0
                                ? file.after->definitions()[function.parent]
                                : function;
  if (!IsPublic(*file.after, named)) return;
  const Definition* before = change.Before(function);
  if (before == nullptr) return;
  const Node docstring = DocstringFor(*file.after, function);
  const DocstringArguments documented = ArgumentsIn(*file.after, docstring);
  if (!documented.has_section || !ListsParameters(function, documented)) return;
  for (const Parameter& parameter : function.parameters) {
    if (parameter.name.empty() || absl::StartsWith(parameter.name, "_")) continue;
    if (parameter.kind == Parameter::Kind::kVarKeyword ||
        parameter.kind == Parameter::Kind::kVarPositional) {
      continue;
    }
    if (FindParameter(*before, parameter.name) != nullptr ||
        IsDocumented(documented, parameter.name)) {
      continue;
    }
    change.Report(file, {.at = parameter.node,
                         .params = {{"parameter", std::string(parameter.name)},
                                    {"function", named.name},
                                    {"line", absl::StrCat(documented.last_line)}}});
    return;  // The first stands for all.
  }
}

void Check(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || file.changed->role == FileRole::kTest) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (definition.kind == Definition::Kind::kClass) continue;
      if (!file.lines.Touches(definition.node.child(Field::kParameters))) continue;
      CheckFunction(change, file, definition);
    }
  }
}

}  // namespace

extern constinit const Rule kUndocumentedNewParameter = {
    .info =
        {.id = "undocumented-new-parameter",
         .title = {"New parameter missing from the docstring", "docstring 中缺少新参数"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message =
             {"The docstring of `{function}` lists its arguments, but not the new `{parameter}`",
              "`{function}` 的 docstring 列出了参数，却没有新增的 `{parameter}`"},
         .consequence = {"The list looks complete but is not", "参数列表看起来完整，其实并不完整"},
         .advice = {"Add an entry for `{parameter}` after line {line}",
                    "在第 {line} 行之后补充 `{parameter}` 的条目"},
         .why = "Readers assume that a list of arguments is complete.",
         .fix = "Add the entry.",
         .bad = R"py(
# --- pkg/pad.py before
def pad(rows):
    """Pads rows.

    Args:
        rows: What to pad.
    """
    return rows
# --- pkg/pad.py after
def pad(rows, width=8):
    """Pads rows.

    Args:
        rows: What to pad.
    """
    return rows
)py",
         .good = R"py(
# --- pkg/pad.py before
def pad(rows):
    """Pads rows.

    Args:
        rows: What to pad.
    """
    return rows
# --- pkg/pad.py after
def pad(rows, width=8):
    """Pads rows.

    Args:
        rows: What to pad.
        width: To how much.
    """
    return rows
)py",
         .references = {"https://docs.astral.sh/ruff/rules/undocumented-param/"}},
    .check_change = Check};

}  // namespace allreview::rules
