#include "analyzers/constraints/recipes.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/paths/paths.h"

namespace allreview::constraints {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using repository::Found;
using repository::IndexedFile;

bool IsParsing(Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view name = function.Is(Kind::kAttribute)
                                     ? function.child(Field::kAttribute).text()
                                     : absl::string_view();
  return name == "parse_args" || name == "parse_known_args";
}

// f(args): a loop over dataclasses.fields(), and a call with `**`.
bool MakesConfiguration(const python::Module& module, const Definition& definition) {
  if (definition.kind != Definition::Kind::kFunction || definition.parameters.empty() ||
      definition.parameters[0].name != "args") {
    return false;
  }
  for (Node loop : definition.body.descendants(Kind::kForStatement)) {
    const Node over = loop.child(Field::kRight);
    if (over.Is(Kind::kCall) && module.Calls(over, "dataclasses.fields")) return true;
  }
  return false;
}

// Names of functions of the file that the body calls.
std::set<absl::string_view> CalledIn(Node body) {
  std::set<absl::string_view> called;
  for (Node call : body.descendants(Kind::kCall)) {
    const Node function = call.child(Field::kFunction);
    if (function.Is(Kind::kIdentifier)) called.insert(function.text());
  }
  return called;
}

}  // namespace

RecipeChecks::Program* RecipeChecks::ProgramFor(absl::string_view path, const CommandLine& line) {
  const IndexedFile* file = FileFor(path, line);
  if (file == nullptr) return nullptr;
  const auto [at, is_new] = programs_.try_emplace(file->path());
  Program& program = at->second;
  if (!is_new) return program.entries.empty() ? nullptr : &program;
  const python::Module* module = modules_(file->path());
  if (module == nullptr) return nullptr;
  program.parser = std::make_unique<ArgumentParser>(project_, modules_, *module);
  FindEntries(*file, &program);
  AddMakers(*file, &program);
  return program.entries.empty() ? nullptr : &program;
}

// Functions that parse, or call one that does, and that no other of these calls.
void RecipeChecks::FindEntries(const IndexedFile& file, Program* program) {
  const python::Module& module = *modules_(file.path());
  std::map<absl::string_view, std::set<absl::string_view>> calls;
  std::set<absl::string_view> parsing;
  for (const Definition& definition : module.definitions()) {
    if (definition.kind != Definition::Kind::kFunction || definition.parent >= 0) continue;
    calls[definition.simple_name] = CalledIn(definition.body);
    for (Node call : definition.body.descendants(Kind::kCall)) {
      if (IsParsing(call)) parsing.insert(definition.simple_name);
    }
  }
  for (int round = 0; round < 3; ++round) {
    for (const auto& [name, called] : calls) {
      const bool parses = std::any_of(called.begin(), called.end(), [&](absl::string_view other) {
        return parsing.count(other) > 0;
      });
      if (parses) parsing.insert(name);
    }
  }
  for (absl::string_view name : parsing) {
    const bool is_called = std::any_of(parsing.begin(), parsing.end(), [&](absl::string_view by) {
      return by != name && calls[by].count(name) > 0;
    });
    if (is_called) continue;
    const Found entry = project_.FindDefinition(absl::StrCat(module.name(), ".", name));
    if (!entry) continue;
    program->entries.push_back(entry);
    AddDefaultsOfCallers(entry.name, 0, program);
    AddCallers(entry, program);
  }
}

// Functions of the same folder that make a configuration of all that was parsed.
void RecipeChecks::AddMakers(const IndexedFile& file, Program* program) {
  const std::string folder = file.path().substr(0, file.path().rfind('/') + 1);
  for (const IndexedFile* other : index_.FilesWithIdentifier("fields")) {
    const bool is_beside =
        other->path().substr(0, other->path().rfind('/') + 1) == folder && !folder.empty();
    const python::Module* module = is_beside ? modules_(other->path()) : nullptr;
    if (module == nullptr) continue;
    for (const Definition& definition : module->definitions()) {
      if (definition.parent >= 0 || !MakesConfiguration(*module, definition)) continue;
      const Found maker =
          project_.FindDefinition(absl::StrCat(module->name(), ".", definition.name));
      if (maker) program->makers.push_back(maker);
    }
  }
}

// Functions of the product that call an entry.
void RecipeChecks::AddCallers(const Found& entry, Program* program) {
  for (const repository::Call& call : project_.CallersOf(entry.name)) {
    if (!paths::IsProductSource(call.path) || call.is_reference) continue;
    const Found caller = project_.FindDefinition(call.caller);
    if (!caller || caller.definition->kind != Definition::Kind::kFunction) continue;
    program->callers.push_back(caller);
    AddDefaultsOfCallers(caller.name, 0, program);
  }
}

// Callers may hand over defaults: `parse(args_defaults={"tokenizer_type": "GPT2"})`. Some hand on
// what they are given.
void RecipeChecks::AddDefaultsOfCallers(const std::string& function, int depth, Program* program) {
  constexpr int kMaxDepth = 3;
  for (const repository::Call& caller : project_.CallersOf(function)) {
    const python::Module* module = modules_(caller.path);
    if (module == nullptr || depth >= kMaxDepth) {
      program->is_known = false;
      return;
    }
    Node call = module->tree().NodeAt(caller.place.first_byte);
    while (call && !call.Is(Kind::kCall)) call = call.parent();
    if (!call) continue;
    for (Node keyword : python::ArgumentsOf(call).keywords) {
      if (!absl::StrContains(keyword.child(Field::kName).text(), "default")) continue;
      AddDefaults(*module, keyword.child(Field::kValue), depth, program);
    }
  }
}

void RecipeChecks::AddDefaults(const python::Module& module, Node value, int depth,
                               Program* program) {
  if (value.Is(Kind::kDictionary)) {
    for (Node pair : value.named_children()) {
      if (!pair.Is(Kind::kPair)) continue;
      program->given_elsewhere.emplace(python::Module::StringContent(pair.child(Field::kKey)));
    }
    return;
  }
  const Definition* function = module.EnclosingFunction(value);
  const bool is_parameter =
      function != nullptr && absl::c_any_of(function->parameters, [&](const python::Parameter& p) {
        return p.name == value.text();
      });
  if (!is_parameter) {
    program->is_known = false;
    return;
  }
  AddDefaultsOfCallers(absl::StrCat(module.name(), ".", function->name), depth + 1, program);
}

// What the recipe gives, by destination.
RecipeChecks::Given RecipeChecks::GivenBy(const Program& program, const CommandLine& line) {
  Given given = {.is_complete = line.is_complete};
  for (const Setting& setting : line.settings) {
    const Option* option = program.parser->Find(setting.option);
    if (option == nullptr) {
      given.is_complete = given.is_complete && IsDeclared(setting.option);
      continue;
    }
    ++given.known;
    const bool is_flag =
        option->action == Option::Action::kTrue || option->action == Option::Action::kFalse;
    if (is_flag && !setting.values.empty()) given.is_complete = false;
    const auto [at, is_new] = given.values.emplace(
        option->destination, std::pair(ConstantOf(*option, setting), &setting));
    if (!is_new) at->second.first = {};
  }
  return given;
}

Known RecipeChecks::ValueOf(absl::string_view path, const Program& program, const Given& given,
                            const std::string& name, Interpreter* interpreter) {
  if (const auto value = given.values.find(name); value != given.values.end()) {
    const auto& [constant, setting] = value->second;
    if (!constant.is_known()) return {};
    const int reason = interpreter->NewReason({.origin = Reason::Origin::kGiven,
                                               .name = setting->option,
                                               .path = std::string(path),
                                               .line = setting->line,
                                               .value = absl::StrJoin(setting->values, " ")});
    return {constant, {reason}};
  }
  const Default* initial = program.parser->FindDefault(name);
  const bool is_certain = initial != nullptr && given.is_complete && program.is_known &&
                          program.given_elsewhere.count(name) == 0;
  if (!is_certain) return {};
  Known value = initial->value ? interpreter->EvaluateIn(*initial->module, initial->value)
                               : Known{initial->constant, {}};
  if (!value.is_known()) return {};
  value.reasons.insert(interpreter->NewReason({.origin = Reason::Origin::kDefault,
                                               .name = name,
                                               .path = initial->module->path(),
                                               .line = initial->line,
                                               .value = value.value.ToText()}));
  return value;
}

// All of the functions that look at the options refuse them: how the last one does.
RecipeChecks::Verdict RecipeChecks::VerdictOf(const std::vector<Found>& entries,
                                              absl::string_view path, const Program& program,
                                              const Given& given) {
  constexpr int kFewDecisions = 5;
  Verdict verdict;
  for (const Found& entry : entries) {
    Interpreter interpreter(project_, modules_);
    const int parsed = interpreter.NewObject({.initial = [&](absl::string_view name) {
      return ValueOf(path, program, given, std::string(name), &interpreter);
    }});
    interpreter.RunProgram(entry, parsed);
    const bool looks = interpreter.decisions() >= kFewDecisions;
    // A function that only parses leaves arguments that others still change.
    for (const Found& maker : program.makers) {
      if (looks) interpreter.RunOn(maker, parsed);
    }
    files_.insert(interpreter.files().begin(), interpreter.files().end());
    if (interpreter.refusal() != nullptr) {
      verdict.refusal = *interpreter.refusal();
    } else if (looks) {
      return {.is_accepted = true};
    }
  }
  return verdict;
}

bool RecipeChecks::IsUnderstood(const Given& given, const CommandLine& line) {
  return given.known * 10 >= line.settings.size() * 6;
}

std::string RecipeChecks::KindOf(absl::string_view path, const CommandLine& line,
                                 const std::set<std::string>& names) {
  const Program* program = ProgramFor(path, line);
  if (program == nullptr) return "";
  const Given given = GivenBy(*program, line);
  if (!IsUnderstood(given, line)) return "";
  std::string kind = absl::StrCat(program->entries[0].path, given.is_complete ? "" : " and others");
  for (const auto& [name, value] : given.values) {
    if (names.count(name) == 0) continue;
    absl::StrAppend(&kind, "\n", name, "=",
                    value.first.is_known() ? value.first.ToText() : std::string("?"));
  }
  return kind;
}

std::optional<Refusal> RecipeChecks::RefusalOf(absl::string_view path, const CommandLine& line) {
  const Program* program = ProgramFor(path, line);
  if (program == nullptr) return std::nullopt;
  const Given given = GivenBy(*program, line);
  if (!IsUnderstood(given, line)) return std::nullopt;
  const Verdict verdict = VerdictOf(program->entries, path, *program, given);
  if (verdict.refusal || verdict.is_accepted) return verdict.refusal;
  // A function that only parses is called by one that looks at what it returns.
  return VerdictOf(program->callers, path, *program, given).refusal;
}

}  // namespace allreview::constraints
