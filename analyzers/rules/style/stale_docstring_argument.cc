// A docstring explains an argument that the function does not take.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/style/docstring_arguments.h"
#include "analyzers/rules/style/new_code.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kRemoveEntry("remove-entry", "Remove the entry", "删除该条目");
constexpr Phrase kRenameEntry("rename-entry", "Rename it to `{name}`", "改名为 `{name}`");
constexpr Phrase kPhrases[] = {kRemoveEntry, kRenameEntry};

// A class's docstring describes its constructor.
const Definition* TakerOf(const python::Module& module, const Definition& definition) {
  if (definition.kind != Definition::Kind::kClass) return &definition;
  return module.FindDefinition(absl::StrCat(definition.name, ".__init__"));
}

bool TakesAnything(const Definition& function) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [](const Parameter& p) { return p.kind == Parameter::Kind::kVarKeyword; });
}

// Names that only one of two versions takes.
std::vector<absl::string_view> OnlyIn(const Definition& a, const Definition& b) {
  std::vector<absl::string_view> names;
  for (const Parameter& parameter : a.parameters) {
    if (FindParameter(b, parameter.name) == nullptr) names.push_back(parameter.name);
  }
  return names;
}

// The parameter that is meant: the one that took the place of the removed one, else one spelled
// nearly so. Empty: nobody knows.
std::string Meant(absl::string_view name, const Definition& after, const Definition* before,
                  const DocstringArguments& documented, bool* is_rename) {
  if (before != nullptr) {
    const std::vector<absl::string_view> gone = OnlyIn(*before, after);
    const std::vector<absl::string_view> come = OnlyIn(after, *before);
    if (gone.size() == 1 && come.size() == 1 && gone[0] == name) {
      *is_rename = true;
      return std::string(come[0]);
    }
  }
  for (const Parameter& parameter : after.parameters) {
    const bool is_documented =
        std::any_of(documented.arguments.begin(), documented.arguments.end(),
                    [&](const DocumentedArgument& a) { return a.name == parameter.name; });
    if (!is_documented && EditDistance(name, parameter.name) <= 2)
      return std::string(parameter.name);
  }
  return "";
}

// One docstring, and the versions of the function that it speaks of.
struct Documented {
  const AnalysedFile& file;
  Node docstring;
  const Definition& taker;
  const Definition* before;
  DocstringArguments arguments;
};

void CheckEntry(ChangeContext& change, const Documented& of, const DocumentedArgument& argument) {
  if (FindParameter(of.taker, argument.name) != nullptr) return;
  const bool was_taken =
      of.before != nullptr && FindParameter(*of.before, argument.name) != nullptr;
  if (!was_taken && !of.file.lines.HasAdded(argument.line, argument.line)) return;
  bool is_rename = false;
  const std::string meant = Meant(argument.name, of.taker, of.before, of.arguments, &is_rename);
  Observation observation{.at = of.docstring};
  if (was_taken) observation.because = of.taker.node.child(Field::kParameters);
  observation.params = {
      {"argument", std::string(argument.name)},
      {"line", absl::StrCat(argument.line)},
      {"function", of.taker.name},
      {"remedy", meant.empty() ? kRemoveEntry : Sentence(kRenameEntry, {{"name", meant}})}};
  if (is_rename) {
    observation.edits = {{.path = of.file.after->path(),
                          .first_byte = argument.first_byte,
                          .end_byte = static_cast<int64_t>(argument.first_byte) +
                                      static_cast<int64_t>(argument.name.size()),
                          .replacement = meant}};
  }
  change.Report(of.file, std::move(observation));
}

void CheckDefinition(ChangeContext& change, const AnalysedFile& file,
                     const Definition& definition) {
  const Node docstring = DocstringOf(definition);
  if (!docstring) return;
  const Definition* taker = TakerOf(*file.after, definition);
  if (taker == nullptr || TakesAnything(*taker)) return;
  if (!file.lines.Touches(docstring) &&
      !file.lines.TouchesDefinition(taker->first_line, taker->end_line - 1)) {
    return;
  }
  const Definition* before = change.Before(*taker);
  const Documented of{file, docstring, *taker, before, ArgumentsIn(*file.after, docstring)};
  for (const DocumentedArgument& argument : of.arguments.arguments) {
    CheckEntry(change, of, argument);
  }
}

void Check(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const Definition& definition : file.after->definitions()) {
      CheckDefinition(change, file, definition);
    }
  }
}

}  // namespace

extern constinit const Rule kStaleDocstringArgument = {
    .info =
        {.id = "stale-docstring-argument",
         .title = {"Docstring explains an argument that does not exist",
                   "docstring 说明了不存在的参数"},
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message =
             {"The docstring explains `{argument}` (line {line}), which `{function}` does not take",
              "docstring 说明了 `{argument}`（第 {line} 行），而 `{function}` 并不接收它"},
         .consequence =
             {"A caller who follows the docstring passes an argument that raises TypeError",
              "按文档传参的人会遇到参数被拒绝"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why =
             "The signature changed, or the entry was copied, and the docstring was not updated.",
         .fix = "Rename or remove the entry.",
         .bad = R"py(
def pad(rows, width):
    """Pads rows.

    Args:
        rows: What to pad.
        length: To how much.
    """
    return [row.pad(width) for row in rows]
)py",
         .good = R"py(
def pad(rows, width):
    """Pads rows.

    Args:
        rows: What to pad.
        width: To how much.
    """
    return [row.pad(width) for row in rows]
)py",
         .references = {"pydoclint DOC102",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "differing-param-doc.html"}},
    .skips_tests = true,
    .check_change = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
