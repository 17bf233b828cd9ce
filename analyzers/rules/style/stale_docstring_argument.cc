// A docstring explains an argument that the function does not take.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/style/docstring_arguments.h"
#include "analyzers/rules/style/new_code.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kEntry("entry", "`{name}` (line {line})", "`{name}`（第 {line} 行）");
constexpr Phrase kRemoveEntry("remove-entry", "Remove the entry for `{name}`",
                              "删除 `{name}` 的条目");
constexpr Phrase kRenameEntry("rename-entry", "Rename the entry for `{name}` to `{new}`",
                              "把 `{name}` 的条目改名为 `{new}`");
constexpr Phrase kPhrases[] = {kEntry, kRemoveEntry, kRenameEntry};

// What entries and parameters may share at least, to be taken for the same: "grid" of "grid_size".
constexpr size_t kMinShared = 4;

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
    if (is_documented) continue;
    const bool is_longer =
        name.size() >= kMinShared && absl::StartsWith(parameter.name, absl::StrCat(name, "_"));
    const bool is_shorter = parameter.name.size() >= kMinShared &&
                            absl::StartsWith(name, absl::StrCat(parameter.name, "_"));
    if (is_longer || is_shorter || EditDistance(name, parameter.name) <= 2) {
      return std::string(parameter.name);
    }
  }
  return "";
}

// All parameters are entries with the same ending: `x_aval` for `x`. The docstring speaks of what
// they stand for.
bool HaveCommonEnding(const Definition& taker, const DocstringArguments& documented) {
  std::set<absl::string_view> endings;
  size_t entries = 0;
  for (const DocumentedArgument& argument : documented.arguments) {
    for (const Parameter& parameter : taker.parameters) {
      absl::string_view rest = parameter.name;
      if (!absl::ConsumePrefix(&rest, argument.name) || !absl::StartsWith(rest, "_")) continue;
      endings.insert(rest);
      ++entries;
      break;
    }
  }
  return entries >= 2 && endings.size() == 1;
}

// One docstring, and the versions of the function that it speaks of.
struct Documented {
  const AnalysedFile& file;
  Node docstring;
  const Definition& taker;
  const Definition* before;
  DocstringArguments arguments;
};

// Entries that this change made wrong, or wrote so.
std::vector<DocumentedArgument> StaleEntries(const Documented& of) {
  std::vector<DocumentedArgument> stale;
  for (const DocumentedArgument& argument : of.arguments.arguments) {
    if (FindParameter(of.taker, argument.name) != nullptr) continue;
    const bool was_taken =
        of.before != nullptr && FindParameter(*of.before, argument.name) != nullptr;
    if (was_taken || of.file.lines.HasAdded(argument.line, argument.line)) {
      stale.push_back(argument);
    }
  }
  return stale;
}

// All entries of a docstring are one finding.
void Report(ChangeContext& change, const Documented& of,
            const std::vector<DocumentedArgument>& stale) {
  Observation observation{.at = of.docstring};
  std::vector<Words> entries, remedies;
  for (const DocumentedArgument& argument : stale) {
    const absl::string_view name = argument.name;
    if (of.before != nullptr && FindParameter(*of.before, name) != nullptr) {
      observation.because = of.taker.node.child(Field::kParameters);
    }
    bool is_rename = false;
    const std::string meant = Meant(name, of.taker, of.before, of.arguments, &is_rename);
    entries.push_back(Sentence(kEntry, {{"name", name}, {"line", absl::StrCat(argument.line)}}));
    remedies.push_back(meant.empty() ? Sentence(kRemoveEntry, {{"name", name}})
                                     : Sentence(kRenameEntry, {{"name", name}, {"new", meant}}));
    if (!is_rename) continue;
    const auto first = static_cast<int64_t>(argument.first_byte);
    observation.edits.push_back({.path = of.file.after->path(),
                                 .first_byte = first,
                                 .end_byte = first + std::ssize(name),
                                 .replacement = meant});
  }
  observation.params = {{"arguments", WordList{Joint::kAnd, std::move(entries)}},
                        {"function", of.taker.name},
                        {"remedy", WordList{Joint::kSemicolon, std::move(remedies)}}};
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
  const std::vector<DocumentedArgument> stale = StaleEntries(of);
  if (!stale.empty() && !HaveCommonEnding(*taker, of.arguments)) Report(change, of, stale);
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
         .message = {"The docstring explains {arguments}, which `{function}` does not take",
                     "docstring 说明了{arguments}，而 `{function}` 并不接收"},
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
                        "differing-param-doc.html"},
         .version = 2},
    .skips_tests = true,
    .check_change = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
