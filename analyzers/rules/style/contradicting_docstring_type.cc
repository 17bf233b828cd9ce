// A docstring gives an argument another type than its annotation does.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/style/docstring_arguments.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kSaysSo("docstring-says-so", "the docstring says `{type}`",
                         "docstring 写的是 `{type}`");
constexpr Phrase kPhrases[] = {kSaysSo};

struct Spelling {
  absl::string_view written, type;
};

// Names of types of which no value of one is a value of another.
constexpr Spelling kTypes[] = {
    {"int", "int"},        {"integer", "int"}, {"str", "str"},       {"string", "str"},
    {"float", "float"},    {"bool", "bool"},   {"boolean", "bool"},  {"list", "list"},
    {"dict", "dict"},      {"tuple", "tuple"}, {"tensor", "Tensor"}, {"torch.tensor", "Tensor"},
    {"dictionary", "dict"}};

absl::string_view TypeOfWord(absl::string_view word) {
  const std::string lower = absl::AsciiStrToLower(word);
  for (const Spelling& spelling : kTypes) {
    if (spelling.written == lower) return spelling.type;
  }
  return "";
}

// The part of a type that says what the value is: "list" of "Optional[List[int]]". Empty: several
// types, or one that is not among kTypes.
absl::string_view PlainType(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  absl::ConsumePrefix(&text, "typing.");
  if (absl::ConsumePrefix(&text, "Optional[")) absl::ConsumeSuffix(&text, "]");
  if (absl::ConsumeSuffix(&text, "| None")) text = absl::StripTrailingAsciiWhitespace(text);
  if (absl::ConsumePrefix(&text, "None |")) text = absl::StripLeadingAsciiWhitespace(text);
  absl::ConsumePrefix(&text, "typing.");
  if (absl::EndsWith(text, "]")) text = text.substr(0, text.find('['));
  return TypeOfWord(text);
}

// "int" of "int, optional", "`int`, defaults to 4", "Optional[int]".
absl::string_view DocumentedType(absl::string_view text) {
  const size_t comma = text.find(',');
  if (comma != absl::string_view::npos) {
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(text.substr(comma + 1));
    const bool is_note = absl::StartsWith(rest, "optional") ||
                         absl::StartsWith(rest, "*optional") || absl::StartsWith(rest, "default") ||
                         absl::StartsWith(rest, "required");
    if (is_note) text = text.substr(0, comma);
  }
  text = absl::StripAsciiWhitespace(text);
  while (absl::ConsumePrefix(&text, "`") && absl::ConsumeSuffix(&text, "`")) continue;
  return PlainType(text);
}

// What is documented may be narrower: Python takes an int for a float, a bool for an int.
bool Contradict(absl::string_view documented, absl::string_view annotated) {
  if (documented.empty() || annotated.empty() || documented == annotated) return false;
  if (documented == "int" && annotated == "float") return false;
  return documented != "bool" || annotated != "int";
}

void CheckDefinition(ChangeContext& change, const AnalysedFile& file,
                     const Definition& definition) {
  if (definition.kind == Definition::Kind::kClass) return;
  const Node docstring = DocstringOf(definition);
  if (!docstring) return;
  for (const DocumentedArgument& argument : ArgumentsIn(*file.after, docstring).arguments) {
    const Parameter* parameter = FindParameter(definition, argument.name);
    const bool is_plain = parameter != nullptr && parameter->annotation &&
                          parameter->kind != Parameter::Kind::kVarPositional &&
                          parameter->kind != Parameter::Kind::kVarKeyword;
    if (!is_plain || argument.type.empty()) continue;
    const bool is_new = file.lines.Touches(parameter->annotation);
    if (!is_new && !file.lines.HasAdded(argument.line, argument.line)) continue;
    const absl::string_view annotated = PlainType(parameter->annotation.text());
    if (!Contradict(DocumentedType(argument.type), annotated)) continue;
    change.Report(file, {.at = parameter->annotation,
                         .params = {{"argument", std::string(argument.name)},
                                    {"function", definition.name},
                                    {"annotation", OneLine(parameter->annotation)},
                                    {"type", std::string(argument.type)},
                                    {"line", absl::StrCat(argument.line)}},
                         .because = is_new ? Node() : docstring,
                         .related = {{Sentence(kSaysSo, {{"type", argument.type}}),
                                      {.path = file.after->path(),
                                       .first_line = argument.line,
                                       .end_line = argument.line + 1}}}});
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

extern constinit const Rule kContradictingDocstringType = {
    .info =
        {.id = "contradicting-docstring-type",
         .title = {"Docstring and annotation give different types",
                   "docstring 与类型注解给出的类型不同"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message = {"`{argument}` of `{function}` is annotated `{annotation}`, and the docstring "
                     "calls it `{type}` (line {line})",
                     "`{function}` 的 `{argument}` 标注为 `{annotation}`，而 docstring（第 {line} "
                     "行）写的是 `{type}`"},
         .consequence = {"Callers cannot tell which of the two `{function}` takes",
                         "调用者无法判断 `{function}` 究竟接收哪一种"},
         .advice = {"Correct whichever is wrong; a docstring beside annotations need not repeat "
                    "types",
                    "改正其中错误的一处；有注解时 docstring 不必重复类型"},
         .phrases = kPhrases,
         .why = "A type in a docstring is not checked by any tool, so it stays behind when the "
                "signature changes or is copied from another function.",
         .fix = "Keep one of the two.",
         .bad = R"py(
def scale(values: dict[str, float], factor: float) -> None:
    """Scales values in place.

    Args:
        values (list): What to scale.
        factor (float): By how much.
    """
)py",
         .good = R"py(
def scale(values: dict[str, float], factor: float) -> None:
    """Scales values in place.

    Args:
        values (dict): What to scale.
        factor (float): By how much.
    """
)py",
         .references = {"pydoclint DOC105"}},
    .skips_tests = true,
    .check_change = Check};

}  // namespace allreview::rules
