#include "analyzers/rules/shared/certain_failures.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/phrases.h"

namespace allreview::rules {
namespace {

using understanding::Atom;
using understanding::CodeRef;
using understanding::Place;
using understanding::Program;
using understanding::Value;
using AtomKind = Atom::Kind;

std::string PlaceText(const Program& program, CodeRef code) {
  return absl::StrCat(program.path(code.file), ":", program.code(code).line);
}

// As its file calls it.
std::string NameOf(const Program& program, CodeRef code) {
  return std::string(program.name(code.file, program.code(code).name));
}

Words Defined(const Phrase& phrase, const Program& program, CodeRef code) {
  return Sentence(phrase, {{"name", NameOf(program, code)}, {"place", PlaceText(program, code)}});
}

Words InstanceWords(const Program& program, const Atom& atom) {
  if (!atom.code) {
    const absl::string_view name = absl::StripPrefix(atom.text, "builtins.");
    return Sentence(phrases::kInstanceOf, {{"type", name}});
  }
  const std::string name = NameOf(program, atom.code);
  if (!atom.text.empty()) return absl::StrCat("`", name, ".", atom.text, "`");
  return Sentence(phrases::kInstanceOfDefined,
                  {{"type", name}, {"place", PlaceText(program, atom.code)}});
}

Words SequenceWords(const Atom& atom) {
  const auto count = static_cast<int64_t>(atom.parts.size());
  if (atom.kind == AtomKind::kTuple) return Counted(count, phrases::kTupleOfOne, phrases::kTupleOf);
  return Counted(count, phrases::kListOfOne, phrases::kListOf);
}

Words WordsOfAtom(const Program& program, const Atom& atom) {
  switch (atom.kind) {
    case AtomKind::kNone:
      return "None";
    case AtomKind::kInstance:
      return InstanceWords(program, atom);
    case AtomKind::kFunction:
      return Defined(phrases::kTheFunction, program, atom.code);
    case AtomKind::kMethod:
      if (!atom.code) return absl::StrCat("`", atom.text, "`");  // Of a foreign class.
      return Defined(phrases::kTheMethod, program, atom.code);
    case AtomKind::kClass:
      return Defined(phrases::kTheClass, program, atom.code);
    case AtomKind::kModule:
      return Sentence(phrases::kModuleNamed, {{"name", atom.text}});
    default:
      break;
  }
  if (atom.is_constant) return absl::StrCat("`", Value(atom).ToText(), "`");
  const bool is_sequence = atom.kind == AtomKind::kTuple || atom.kind == AtomKind::kList;
  if (is_sequence && atom.is_sized) return SequenceWords(atom);
  const std::string text = Value(atom).ToText();
  return Sentence(phrases::kOfType, {{"type", text.substr(0, text.find('['))}});
}

// Where the alternatives of a value were made, as far as that is known.
void AddOrigins(const Program& program, const Value& value, DataFlowEvidence& flow) {
  std::set<Place> seen;
  for (const Atom& atom : value.atoms()) {
    if (atom.origin.line == 0 || !seen.insert(atom.origin).second) continue;
    flow.steps.push_back(
        {Sentence(phrases::kComesFromHere, {{"value", WordsOfAtom(program, atom)}}),
         {.path = program.path(atom.origin.file),
          .first_line = atom.origin.line,
          .end_line = atom.origin.line + 1}});
  }
}

// What the change did to this file broke a line that it left alone.
Cause CauseIn(const AnalysedFile& file) {
  Cause cause = {.kind = Cause::Kind::kBrokenElsewhere, .path = file.changed->path};
  if (file.changed->hunks.empty()) return cause;
  const change::ChangedHunk& hunk = file.changed->hunks[0];
  cause.hunk = 0;
  cause.first_line = hunk.new_start;
  cause.end_line = hunk.new_start + std::max(1, hunk.new_lines);
  return cause;
}

}  // namespace

std::vector<const CertainFailure*> FailuresOf(const ChangeContext& change, Failure::Kind kind) {
  std::vector<const CertainFailure*> found;
  for (const CertainFailure& failure : change.failures().all()) {
    if (failure.failure.kind == kind) found.push_back(&failure);
  }
  return found;
}

Words WordsOf(const ChangeContext& change, const Value& value) {
  WordList words = {Joint::kOr, {}};
  for (const Atom& atom : value.atoms()) {
    Words one = WordsOfAtom(change.failures().program(), atom);
    const bool is_said = std::any_of(words.items.begin(), words.items.end(),
                                     [&](const Words& w) { return w == one; });
    if (!is_said) words.items.push_back(std::move(one));
  }
  return words.items.size() == 1 ? std::move(words.items[0]) : Words(std::move(words));
}

Words ReasonOf(const ChangeContext& change, const Failure& failure, CodeRef code) {
  const Words object = WordsOf(change, failure.object);
  switch (failure.kind) {
    case Failure::Kind::kUnbound:
      return Sentence(phrases::kHasNoValue, {{"name", failure.name}});
    case Failure::Kind::kAttribute:
      return Sentence(phrases::kHasNo, {{"object", object}, {"name", failure.name}});
    case Failure::Kind::kUnpack: {
      const ir::Instruction& unpack =
          change.failures().program().code(code).instructions[failure.instruction];
      return Sentence(phrases::kTakesValues,
                      {{"object", object}, {"count", absl::StrCat(unpack.index)}});
    }
    case Failure::Kind::kItem:
      return Sentence(phrases::kNothingUnder,
                      {{"object", object}, {"key", WordsOf(change, failure.other)}});
    case Failure::Kind::kOperation:
      return Sentence(phrases::kDoNotFit,
                      {{"object", object}, {"other", WordsOf(change, failure.other)}});
    case Failure::Kind::kNeverEqual:
      return Sentence(phrases::kNeverEqual,
                      {{"object", object}, {"other", WordsOf(change, failure.other)}});
    case Failure::Kind::kImport:
      return Sentence(phrases::kNoSuchName, {{"name", failure.name}});
    default:
      return failure.why;
  }
}

Observation Observe(const ChangeContext& change, const CertainFailure& found) {
  Observation observation = {.at = found.at};
  DataFlowEvidence flow;
  AddOrigins(change.failures().program(), found.failure.object, flow);
  AddOrigins(change.failures().program(), found.failure.other, flow);
  if (!flow.steps.empty()) observation.evidence.push_back(std::move(flow));
  const bool is_changed = found.file->lines.HasAdded(found.at.first_line(), found.at.last_line());
  if (!is_changed) observation.cause = CauseIn(*found.file);
  return observation;
}

bool IsReadOfSelf(Node at) {
  return at.Is(NodeKind::kAttribute) && at.child(Field::kObject).text() == "self";
}

bool CanBeCalled(const Value& value) {
  return std::any_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
    return atom.kind == AtomKind::kFunction || atom.kind == AtomKind::kMethod ||
           atom.kind == AtomKind::kClass || atom.kind == AtomKind::kInstance ||
           atom.kind == AtomKind::kExternal;
  });
}

bool IsNone(const Value& value) { return value.IsCertainly(AtomKind::kNone); }

}  // namespace allreview::rules
