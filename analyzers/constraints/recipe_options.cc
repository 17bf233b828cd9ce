// Options that the program of a recipe does not take.

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/constraints/recipes.h"
#include "base/edit_distance.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using repository::IndexedFile;

std::string Normal(absl::string_view option) { return absl::StrReplaceAll(option, {{"_", "-"}}); }

absl::string_view MethodOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text()
                                       : absl::string_view();
}

// `if ignore_unknown:` around it, a parameter that is False unless a caller says otherwise, and the
// file has no such call.
bool IsSwitchedOff(const Module& module, Node call) {
  const python::Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return false;
  for (Node node = call; node && !node.Is(Kind::kFunctionDefinition); node = node.parent()) {
    if (!node.parent().Is(Kind::kIfStatement)) continue;
    const absl::string_view condition = node.parent().child(Field::kCondition).text();
    for (const python::Parameter& parameter : function->parameters) {
      if (parameter.name == condition && parameter.default_value.Is(Kind::kFalse)) return true;
    }
  }
  return false;
}

// The call hands a parser to code that may declare more.
bool HandsParserOut(repository::Project& project, const Module& module, Node call) {
  const bool gives = absl::c_any_of(python::ArgumentsOf(call).positional, [](Node argument) {
    return argument.Is(Kind::kIdentifier) && absl::StrContains(argument.text(), "parser");
  });
  if (!gives) return false;
  const std::string callee = module.Resolve(call.child(Field::kFunction));
  return !callee.empty() && !absl::StartsWith(callee, "argparse.") && callee != "isinstance" &&
         !project.FindDefinition(callee);
}

struct View {
  bool parses = false, is_open = false;
  bool is_of_fields = false;  // Options are fields of classes, which may have any type.
};

View ViewOf(repository::Project& project, const Module& module) {
  View view;
  for (Node call : module.tree().root().descendants(Kind::kCall)) {
    const absl::string_view method = MethodOf(call);
    if (method == "parse_args") view.parses = true;
    if (absl::StartsWith(method, "parse_known") && !IsSwitchedOff(module, call)) {
      view.is_open = true;
    }
    const Node count = python::KeywordArgument(call, "nargs");
    const bool has_rest = count && absl::StrContains(count.text(), "REMAINDER");
    if (method == "parse_args_into_dataclasses") view.is_of_fields = true;
    if (has_rest || method == "add_subparsers" || python::KeywordArgument(call, "parents") ||
        python::KeywordArgument(call, "ignore_unknown_args").Is(Kind::kTrue) ||
        HandsParserOut(project, module, call)) {
      view.is_open = true;
    }
  }
  return view;
}

bool IsNumber(absl::string_view type, absl::string_view text) {
  const std::string plain = absl::StrReplaceAll(text, {{"_", ""}});
  int64_t whole = 0;
  double number = 0;
  return type == "int" ? absl::SimpleAtoi(plain, &whole) : absl::SimpleAtod(plain, &number);
}

}  // namespace

RecipeChecks::Reader* RecipeChecks::ReaderOf(absl::string_view path, const Invocation& invocation) {
  CommandLine line = {.script = invocation.script};
  if (!invocation.module.empty()) {
    const IndexedFile* file = index_.FindModule(invocation.module);
    if (file == nullptr) file = index_.FindModule(absl::StrCat(invocation.module, ".__main__"));
    if (file == nullptr) return nullptr;
    line.script = file->path();
    path = "";
  }
  line.settings.assign(invocation.options.begin(), invocation.options.end());
  const IndexedFile* file = FileFor(path, line);
  const IndexedFile* script = line.script.empty() ? file : ScriptOf(path, line.script);
  if (file == nullptr || script == nullptr) return nullptr;
  const auto [at, is_new] = readers_.try_emplace(absl::StrCat(file->path(), "\n", script->path()));
  Reader& reader = at->second;
  if (!is_new) return reader.parser == nullptr ? nullptr : &reader;
  const Module* module = modules_(file->path());
  const Module* started = modules_(script->path());
  if (module == nullptr || started == nullptr) return nullptr;
  const View declared = ViewOf(project_, *module);
  const View run = ViewOf(project_, *started);
  if (declared.is_of_fields || run.is_of_fields) return nullptr;
  reader.file = file;
  reader.parser = std::make_unique<ArgumentParser>(project_, modules_, *module);
  reader.is_closed = declared.parses && !declared.is_open && !run.is_open;
  return &reader;
}

// A text of the repository's Python is exactly this option, or a field of a class, which may be
// made one, has its name. `by_name`: any word that is its name will do.
bool RecipeChecks::IsWrittenAnywhere(const std::string& option, bool by_name) {
  constexpr size_t kMaxFiles = 60;
  const auto [at, is_new] = known_.try_emplace({option, by_name}, true);
  if (!is_new) return at->second;
  const std::string word = absl::StrReplaceAll(absl::StripPrefix(option, "--"), {{"-", "_"}});
  const std::vector<IndexedFile*> files = index_.FilesWithWord(word);
  if (files.size() > kMaxFiles || (by_name && !files.empty())) return true;
  for (const IndexedFile* file : files) {
    if (absl::c_any_of(file->facts().fields,
                       [&](const repository::FieldFacts& field) { return field.name == word; })) {
      return true;
    }
    const Module* module = modules_(file->path());
    if (module == nullptr) return true;
    for (Node text : module->tree().root().descendants(Kind::kString)) {
      if (Module::StringContent(text) == option) return true;
    }
  }
  return at->second = false;
}

bool RecipeChecks::IsUnknown(const Reader& reader, const std::string& option) {
  const std::vector<std::string>& spelled = reader.parser->spelled();
  Files();
  const auto may_be = [&](const std::string& declared) {
    return declared == option || absl::StartsWith(declared, option);  // argparse completes it.
  };
  if (absl::c_any_of(spelled, may_be)) return false;
  if (absl::c_any_of(all_options_, [&](const std::string& declared) {
        return absl::StartsWith(declared, Normal(option)) && declared != Normal(option);
      })) {
    return false;
  }
  for (absl::string_view negation : {"--no-", "--no_", "--disable-"}) {
    absl::string_view name = option;
    if (!absl::ConsumePrefix(&name, negation)) continue;
    const std::string positive = absl::StrCat("--", name);
    if (IsDeclared(positive) || IsWrittenAnywhere(positive, false)) return false;
  }
  return !IsWrittenAnywhere(option, reader.parser->has_others());
}

std::string RecipeChecks::LikelyOption(const Reader& reader, const std::string& option) {
  std::vector<std::string> names = reader.parser->spelled();
  names.insert(names.end(), all_options_.begin(), all_options_.end());
  std::string likely;
  int least = std::min(3, static_cast<int>(option.size()) / 5);
  for (const std::string& name : names) {
    const int distance = EditDistance(option, name);
    if (distance >= least && !(distance == least && likely.empty())) continue;
    least = distance;
    likely = name;
  }
  return likely;
}

void RecipeChecks::AddValueProblems(const Reader& reader, const Invocation::Given& given,
                                    std::vector<OptionProblem>& problems) {
  const Option* option = reader.parser->Find(given.option);
  if (option == nullptr || !given.is_clear || option->action != Option::Action::kStore) return;
  OptionProblem problem = {.given = given, .path = reader.file->path(), .line = option->line};
  const size_t count = option->takes_many ? given.values.size() : 1;
  if (given.values.size() < count) return;
  for (size_t i = 0; i < count; ++i) {
    const std::string& value = given.values[i];
    if ((option->type == "int" || option->type == "float") && !IsNumber(option->type, value)) {
      problem.kind = OptionProblem::Kind::kNoNumber;
      problem.expected = option->type;
      problems.push_back(problem);
      return;
    }
    if (option->type == "str" && !option->choices.empty() &&
        !absl::c_linear_search(option->choices, value)) {
      problem.kind = OptionProblem::Kind::kNoChoice;
      problem.expected = absl::StrJoin(option->choices, "`, `");
      problems.push_back(problem);
      return;
    }
  }
}

// Twice in one command or array. What a later one adds to replace it is on purpose.
void RecipeChecks::AddRepeated(const Reader& reader, const Invocation& invocation,
                               std::vector<OptionProblem>& problems) {
  std::map<std::pair<int, std::string>, const Invocation::Given*> seen;
  for (const Invocation::Given& given : invocation.options) {
    const Option* option = reader.parser->Find(given.option);
    if (option == nullptr || option->action != Option::Action::kStore) continue;
    const auto [at, is_new] = seen.try_emplace({given.group, given.option}, &given);
    if (is_new) continue;
    const Invocation::Given& first = *at->second;
    if (!first.is_clear || !given.is_clear || first.values == given.values ||
        first.line == given.line) {
      continue;
    }
    problems.push_back({.kind = OptionProblem::Kind::kGivenTwice,
                        .given = given,
                        .expected = absl::StrJoin(first.values, " "),
                        .path = reader.file->path(),
                        .line = first.line});
  }
}

std::vector<OptionProblem> RecipeChecks::ProblemsOf(absl::string_view path,
                                                    const Invocation& invocation) {
  std::vector<OptionProblem> problems;
  if (invocation.options.empty()) return problems;
  const Reader* reader = ReaderOf(path, invocation);
  if (reader == nullptr) return problems;
  for (const Invocation::Given& given : invocation.options) {
    AddValueProblems(*reader, given, problems);
    if (!reader->is_closed || !IsUnknown(*reader, given.option)) continue;
    problems.push_back({.kind = OptionProblem::Kind::kUnknown,
                        .given = given,
                        .expected = LikelyOption(*reader, given.option),
                        .path = reader->file->path()});
  }
  // Of a mapping in YAML it is the key that stands there twice.
  const bool is_command = !invocation.script.empty() || !invocation.module.empty();
  if (is_command) AddRepeated(*reader, invocation, problems);
  return problems;
}

}  // namespace allreview::constraints
