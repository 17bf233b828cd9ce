#include "analyzers/understanding/print.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::understanding {
namespace {

// Only collectives that are known; most code may call more.
void PrintCommunication(const Communication& communication, Outline& outline) {
  std::vector<std::string> all;
  for (const Collective& one : communication.collectives) all.push_back(Describe(one));
  if (!all.empty()) outline.Add(1, absl::StrCat("runs ", absl::StrJoin(all, "; ")));
}

// What a run that was given up did not get to is none the less possible.
std::string Text(const Run& run, const Value& value) {
  return run.is_partial && value.is_impossible() ? "? (not looked at)" : value.ToText();
}

void PrintCode(Knowledge& knowledge, CodeRef ref, Outline& outline) {
  const ir::Code& code = knowledge.program().code(ref);
  const Run& run = knowledge.Analyse(ref);
  outline.Add(0, absl::StrCat(knowledge.program().FullName(ref),
                              run.is_partial ? " (given up: over its budget)"
                              : run.is_cut   ? " (something that it calls was cut short)"
                                             : ""));
  for (size_t i = 0; i < run.values.size() && !outline.is_full(); ++i) {
    Poll();
    const ir::Instruction& instruction = code.instructions[i];
    if (instruction.op != ir::Op::kCopy || instruction.result >= code.locals.size()) continue;
    const absl::string_view name =
        knowledge.program().name(ref.file, code.locals[instruction.result].name);
    outline.Add(1, absl::StrCat(instruction.line, " ", name, " = ", Text(run, run.values[i])));
  }
  for (const Failure& failure : run.failures) {
    outline.Add(1, absl::StrCat(code.instructions[failure.instruction].line,
                                failure.is_guarded ? " fails inside a try: " : " fails: ",
                                Describe(failure)));
  }
  const bool is_function =
      code.kind == ir::Code::Kind::kFunction || code.kind == ir::Code::Kind::kLambda;
  const Value returned =
      code.is_generator ? Value::Collection(Atom::Kind::kIterator, run.yielded) : run.returned;
  if (is_function) outline.Add(1, absl::StrCat("returns ", Text(run, returned)));
  PrintCommunication(run.communication, outline);
}

}  // namespace

std::string Describe(const Failure& failure) {
  const std::string object = failure.object.WithoutRanks().ToText();
  switch (failure.kind) {
    case Failure::Kind::kUnbound:
      return absl::StrCat("`", failure.name, "` has no value");
    case Failure::Kind::kAttribute:
      return absl::StrCat("no attribute `", failure.name, "` in ", object);
    case Failure::Kind::kItem:
      return absl::StrCat("nothing under ", failure.other.ToText(), " in ", object);
    case Failure::Kind::kUnpack:
      return absl::StrCat("cannot unpack ", object);
    case Failure::Kind::kCall:
    case Failure::Kind::kShape:
    case Failure::Kind::kDtype:
    case Failure::Kind::kGradient:
    case Failure::Kind::kPlacement:
      return failure.why;
    case Failure::Kind::kOperation:
      if (failure.other.is_impossible()) return absl::StrCat("operator refuses ", object);
      return absl::StrCat("operator refuses ", object, " and ", failure.other.ToText());
    case Failure::Kind::kImport:
      return absl::StrCat("nothing to import: ", failure.name);
    case Failure::Kind::kNeverEqual:
      return absl::StrCat("never equal: ", object, " and ", failure.other.ToText());
    case Failure::Kind::kAnnotation:
      return absl::StrCat("annotation of `", failure.name, "`: ", failure.other.ToText(), ", not ",
                          object);
    case Failure::Kind::kInside:
      return absl::StrCat("never comes back: ",
                          failure.innermost ? Describe(*failure.innermost) : "it raises");
    case Failure::Kind::kUnmatched:
      return absl::StrCat("only some ranks reach `", failure.name, "`: ", failure.why);
  }
  return "";
}

std::string Describe(const Collective& collective) {
  return absl::StrCat(collective.operation, " over ", absl::StrJoin(collective.spans, ", "),
                      collective.is_certain ? "" : " on some paths");
}

std::string WithNames(const Program& program, absl::string_view text) {
  std::string named;
  for (size_t at = 0; at < text.size();) {
    const size_t mark = text.find('#', at);
    absl::StrAppend(&named, text.substr(at, mark - at));
    if (mark == absl::string_view::npos) break;
    size_t end = mark + 1;
    while (end < text.size() && (absl::ascii_isdigit(text[end]) || text[end] == '.')) ++end;
    const std::vector<absl::string_view> numbers =
        absl::StrSplit(text.substr(mark + 1, end - mark - 1), '.');
    uint32_t file = 0, code = 0;
    const bool is_code = numbers.size() >= 2 && absl::SimpleAtoi(numbers[0], &file) &&
                         absl::SimpleAtoi(numbers[1], &code) && file < program.size() &&
                         code < program.file(file).code.codes.size();
    if (is_code) end = mark + 2 + numbers[0].size() + numbers[1].size();
    absl::StrAppend(&named,
                    is_code ? program.FullName({file, code}) : text.substr(mark, end - mark));
    at = end;
  }
  return named;
}

std::string Print(Knowledge& knowledge, uint32_t file) {
  return Print(knowledge, file, 1, std::numeric_limits<int>::max());
}

std::string Print(Knowledge& knowledge, uint32_t file, int first_line, int last_line) {
  Outline outline;
  const std::vector<ir::Code>& codes = knowledge.program().file(file).code.codes;
  uint32_t around = 0;  // The last code that begins before the lines.
  for (uint32_t code = 0; code < codes.size() && codes[code].line <= first_line; ++code) {
    around = code;
  }
  for (uint32_t code = 0; code < codes.size() && !outline.is_full(); ++code) {
    const bool is_asked = codes[code].line >= first_line && codes[code].line <= last_line;
    if (is_asked || code == around) PrintCode(knowledge, {file, code}, outline);
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::understanding
