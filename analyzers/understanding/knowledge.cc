#include "analyzers/understanding/knowledge.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/answers.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/star_imports.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

absl::string_view LastPart(absl::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == absl::string_view::npos ? dotted : dotted.substr(dot + 1);
}

absl::string_view Parent(absl::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == absl::string_view::npos ? "" : dotted.substr(0, dot);
}

}  // namespace

Knowledge::Knowledge(const Program& program)
    : program_(program), dynamic_code_(program), doubts_(program) {}
Knowledge::~Knowledge() = default;

size_t Knowledge::KeyHash::operator()(const RunKey& key) const {
  size_t hash = absl::HashOf(key.first);
  for (const Value& value : key.second) hash = absl::HashOf(hash, value.hash());
  return hash;
}

const Run& Knowledge::Analyse(CodeRef code) {
  hand_ = Hand();
  return Declared(code);
}

void Knowledge::Cut() {
  ++cuts_;
  is_cut_ = true;
  Touch(static_cast<int>(questions_.size()) - 1);
}

const Run& Knowledge::CutRun() {
  Cut();
  return Unanswered();
}

int Knowledge::FindQuestion(CodeRef about, bool is_class) const {
  for (size_t i = 0; i < questions_.size(); ++i) {
    if (questions_[i].about == about && questions_[i].is_class == is_class) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

const Machine* Knowledge::MachineOf(int question, CodeRef code) const {
  const auto& machines = questions_[static_cast<size_t>(question)].machines;
  const auto machine = machines.find(code);
  return machine == machines.end() ? nullptr : machine->second.machine;
}

const Run& Knowledge::Unanswered() {
  static const Run* const unanswered = [] {
    Run* const run = new Run;
    run->returned = run->yielded = Value::Unknown();
    run->is_cut = run->communication.is_open = true;
    return run;
  }();
  return *unanswered;
}

const Plan& Knowledge::PlanOf(CodeRef code) {
  if (const auto known = plans_.find(code); known != plans_.end()) return known->second;
  Plan plan(program_.code(code));  // May be ended: absl's maps do not survive that in between.
  return plans_.emplace(code, std::move(plan)).first->second;
}

const Run& Knowledge::Declared(CodeRef code) {
  if (const Run* known = FindAnswer(&Answers::declared, code)) return *known;
  if (const int under_way = FindQuestion(code, false); under_way >= 0) {
    Meet(under_way);
    return Unanswered();
  }
  if (questions_.size() >= kMaxQuestions) {
    Touch(0);
    TakeUp({.depth = static_cast<int>(kMaxQuestions)});
    return CutRun();
  }
  Hand outer = std::exchange(hand_, Hand());
  const bool was_cut = std::exchange(is_cut_, false);
  questions_.push_back({.about = code});
  Machine machine(*this, code, NamedParameters(code), /*names_results=*/true);
  question().machines.emplace(code, RunningCode{&machine, 0});
  const size_t outer_read_depth = std::exchange(read_depth_, kReadsNone);
  Run run = machine.Execute();
  read_depth_ = outer_read_depth;
  run.is_cut = std::exchange(is_cut_, was_cut);
  EndQuestion();
  Answers& home = AnswersOf(hand_.touched);
  return Keep(home.declared, code, std::move(run), outer);
}

const Run& Knowledge::RunOf(CodeRef code, std::vector<Value> parameters) {
  // Runs are kept by what they are given: where elements lie would make each a new one.
  for (Value& parameter : parameters) parameter = parameter.WithoutMemory();
  RunKey key = {code, std::move(parameters)};
  const size_t depth = question().machines.size();
  Hand outer = std::exchange(hand_, Hand());
  const KnownRun* const known = FindAnswer(&Answers::runs, key);
  if (known != nullptr && (hand_.touched == kUntouched || depth >= known->depth)) {
    PutDown(outer);
    question().steps += known->run.price;
    is_cut_ |= known->run.is_cut;
    return IsExhausted() ? CutRun() : known->run;
  }
  hand_ = std::move(outer);
  const int number = static_cast<int>(questions_.size()) - 1;
  if (question().machines.contains(code)) {
    Touch(number);
    return Unanswered();
  }
  if (depth >= kMaxDepth || IsExhausted()) return CutRun();
  return RunAnew(std::move(key), depth);
}

const Run& Knowledge::RunAnew(RunKey key, size_t depth) {
  const CodeRef code = key.first;
  Hand outer = std::exchange(hand_, Hand());
  const bool was_cut = std::exchange(is_cut_, false);
  const int64_t steps_before = question().steps;
  Machine machine(*this, code, key.second);
  question().machines.emplace(code, RunningCode{&machine, depth});
  const size_t outer_read_depth = std::exchange(read_depth_, kReadsNone);
  Run run = machine.Execute();
  question().machines.erase(code);
  const bool reads_others = read_depth_ < depth;
  read_depth_ = reads_others ? std::min(read_depth_, outer_read_depth) : outer_read_depth;
  run.price = question().steps - steps_before;
  run.is_cut = is_cut_;
  is_cut_ |= was_cut;
  Answers& home = AnswersOf(hand_.touched);
  // Half a run is none: whether it was begun here or its price is paid must be the same.
  if (IsExhausted() || reads_others) {
    PutDown(outer);
    return IsExhausted() ? CutRun() : question().loose_runs.emplace_back(std::move(run));
  }
  return Keep(home.runs, std::move(key), {.run = std::move(run), .depth = depth}, outer).run;
}

const Run* Knowledge::RunAround(CodeRef code) {
  const uint32_t outer = program_.code(code).parent;
  if (outer == ir::kNone) return nullptr;
  const CodeRef parent = {code.file, outer};
  const int under_way = FindQuestion(parent, false);
  if (under_way < 0) return &Declared(parent);
  Meet(under_way);
  const Machine* const machine = MachineOf(under_way, parent);
  return machine == nullptr ? nullptr : &machine->run();
}

const std::vector<Value>* Knowledge::MadeWith(CodeRef code) {
  const Run* const run = RunAround(code);
  if (run == nullptr) return nullptr;
  for (const auto& [made, with] : run->definitions) {
    if (made == code.code) return &with;
  }
  return nullptr;
}

std::vector<Value> Knowledge::DeclaredParameters(CodeRef ref) {
  const ir::Code& code = program_.code(ref);
  std::vector<Value> values;
  const std::vector<Value> defaults = DefaultsOf(ref);
  for (size_t i = 0; i < code.parameters.size(); ++i) {
    const ir::Parameter& parameter = code.parameters[i];
    Value value = parameter.annotation == ir::kNone ? Value::Unknown()
                                                    : PromisedBy(ref, parameter.annotation);
    const bool is_doubted =
        !value.is_open() && doubts_.AsksWhetherNone(ref, static_cast<ir::Register>(i));
    if (is_doubted) value = value.JoinedWith(Value::None().Promised());
    if (parameter.kind == ir::Parameter::Kind::kVarPositional) {
      value = Value::Collection(Kind::kTuple, value);
    } else if (parameter.kind == ir::Parameter::Kind::kVarKeyword) {
      value = Value(Atom{.kind = Kind::kDict, .parts = {value}});
    } else if (parameter.has_default) {
      value = value.JoinedWith(defaults[i]);
    }
    values.push_back(std::move(value));
  }
  const bool is_method = code.parent != ir::kNone && !values.empty() &&
                         program_.code({ref.file, code.parent}).kind == ir::Code::Kind::kClass;
  if (is_method && code.parameters[0].annotation == ir::kNone) {
    const CodeRef a_class = {ref.file, code.parent};
    const absl::string_view first = program_.name(ref.file, code.parameters[0].name);
    if (first == "self") values[0] = Value::InstanceOf(a_class).Promised();
  }
  return values;
}

Value Knowledge::Global(uint32_t file, absl::string_view name) {
  const ir::Code& module = program_.code({file, 0});
  if (const std::optional<ir::Register> local = program_.FindLocal({file, 0}, name)) {
    const Value value = LocalOf({file, 0}, *local);
    const bool is_set_elsewhere = module.locals[*local].is_set_elsewhere || program_.IsStored(name);
    return is_set_elsewhere ? value.Opened() : value;
  }
  const Value builtin = Value::External(absl::StrCat("builtins.", name));
  if (!program_.file(file).has_star_import) return builtin;
  const StarSources sources = StarSourcesOf(program_, file, name);
  if (sources.files.empty()) return sources.is_certain ? builtin : Value::Unknown();
  Value value;
  for (uint32_t source : sources.files) value = value.JoinedWith(Global(source, name));
  return sources.is_certain ? value : value.Opened();
}

// Of a body that was given up.
Value Knowledge::OnlyImported(CodeRef ref, ir::Register local) {
  const Program::File& file = program_.file(ref.file);
  if (ref.code != 0 || file.only_imports[local] == ir::kNone) return Value::Unknown();
  const ir::Instruction& import = file.code.codes[0].instructions[file.only_imports[local]];
  return Imported(ref.file, file.code.names[import.name], import.op == ir::Op::kImportFrom,
                  {ref.file, import.line});
}

// What a name of a module or class is once its body has run.
Value Knowledge::LocalOf(CodeRef ref, ir::Register local) {
  Value value;
  if (const int under_way = FindQuestion(ref, false); under_way >= 0) {
    Meet(under_way);
    const Machine* const machine = MachineOf(under_way, ref);
    value = machine == nullptr ? Value::Unknown() : machine->BoundSoFar(local);
  } else {
    const Run& run = Declared(ref);
    const bool has_ended =
        !run.is_partial && run.locals.size() > local && run.is_reached[program_.code(ref).exit];
    value = has_ended ? run.locals[local] : OnlyImported(ref, local);
  }
  return value.Shared().HandedOver().Unnamed().Filtered(
      [](const Atom& atom) { return atom.kind != Kind::kUnbound; });
}

Value Knowledge::Enclosing(CodeRef ref, absl::string_view name) {
  const ir::Code& code = program_.code(ref);
  const std::optional<ir::Register> local = program_.FindLocal(ref, name);
  if (!local || code.locals[*local].is_set_elsewhere) return Value::Unknown();
  if (const auto machine = question().machines.find(ref); machine != question().machines.end()) {
    Touch(static_cast<int>(questions_.size()) - 1);
    read_depth_ = std::min(read_depth_, machine->second.depth);
    return Forced(machine->second.machine->BoundSoFar(*local).Shared().HandedOver());
  }
  // Whatever the outer function binds it to, whenever the inner one runs.
  const Run& run = Declared(ref);
  if (run.values.empty() || run.is_partial) return Value::Unknown();
  Value value = *local < code.parameters.size() ? DeclaredParameters(ref)[*local] : Value();
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    if (code.instructions[i].result == *local) value = value.JoinedWith(run.values[i]);
  }
  return Forced(value.Shared().HandedOver().Unnamed().Filtered(
      [](const Atom& atom) { return atom.kind != Kind::kUnbound; }));
}

Value Knowledge::Imported(uint32_t file, absl::string_view as_written, bool is_from, Place place) {
  const Program::File& importing = program_.file(file);
  if (MayBeNeighbour(file, as_written)) return Value::Unknown();
  const std::string name = python::AbsoluteName(as_written, importing.module, importing.is_package);
  if (!is_from) {
    const bool is_own = program_.IsOwnPackage(name);
    return is_own ? Value(Atom{.kind = Kind::kModule, .text = name, .origin = place})
                  : Value::External(name, place);
  }
  return Value(Atom{.kind = Kind::kReference, .text = name, .origin = place});
}

// Modules that import a name from each other in a ring have no value for it.
Value Knowledge::Forced(const Value& value) {
  if (!value.CanBe(Kind::kReference)) return value;
  Value forced;
  std::set<std::string> seen;
  std::vector<Value> waiting = {value};
  while (!waiting.empty()) {
    const Value current = std::move(waiting.back());
    waiting.pop_back();
    forced = forced.JoinedWith(
        current.Filtered([](const Atom& atom) { return atom.kind != Kind::kReference; }));
    for (const Atom& atom : current.atoms()) {
      if (atom.kind != Kind::kReference || !seen.insert(atom.text).second) continue;
      if (seen.size() > kMaxReferences) return Value::Unknown();
      waiting.push_back(OfAbsoluteName(atom.text, atom.origin));
    }
  }
  return forced.is_impossible() ? Value::Unknown() : forced;
}

// A module, or a name in one, which may be a reference again.
Value Knowledge::OfAbsoluteName(const std::string& name, Place place) {
  const std::string module(Parent(name));
  if (const std::optional<uint32_t> file = program_.FindModule(module)) {
    Value value = Global(*file, LastPart(name));
    if (value.is_impossible()) return Value::Unknown();
    const Atom* const only = value.only();
    const bool is_missing = only != nullptr && only->kind == Kind::kExternal &&
                            only->text == absl::StrCat("builtins.", LastPart(name));
    // `from . import parts` in a package: it means the module.
    const bool is_itself = only != nullptr && only->kind == Kind::kReference && only->text == name;
    if (!is_missing && !is_itself) return value;
    if (!program_.IsOwnPackage(name)) return Value::Unknown();
  }
  if (program_.IsOwnPackage(name)) {
    return Value(Atom{.kind = Kind::kModule, .text = name, .origin = place});
  }
  if (program_.IsOwnPackage(module)) return Value::Unknown();
  return Value::External(name, place);
}

}  // namespace allreview::understanding
