// Callers of what the change adds: those who were left behind, and functions that nobody calls.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/reach.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxLeft = 4;  // More: another use of the function, that the change leaves alone.
constexpr size_t kMaxFunctions = 40;

// The name by which callers know it: a class for its constructor.
struct Callee {
  std::string absolute, simple;
};

Callee CalleeOf(const python::Module& module, const Definition& function) {
  if (function.simple_name != "__init__" || function.parent < 0) {
    return {absl::StrCat(module.name(), ".", function.name), std::string(function.simple_name)};
  }
  const Definition& a_class = module.definitions()[function.parent];
  return {absl::StrCat(module.name(), ".", a_class.name), std::string(a_class.simple_name)};
}

// A call in the product, and whether it passes the parameter.
struct Caller {
  std::string name, path;
  int line = 0;
};
struct Callers {
  std::vector<Caller> passing, left;
};

const AnalysedFile* FindChanged(const Inquiry& inquiry, absl::string_view path) {
  for (const AnalysedFile& file : inquiry.change().files()) {
    if (file.changed->path == path) return &file;
  }
  return nullptr;
}

// The call of the changed file that stands there. Null: none does.
Node CallAt(const AnalysedFile& file, absl::string_view callee, int line) {
  if (file.after == nullptr) return Node();
  for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
    if (call.first_line() == line && CalleeName(call) == callee) return call;
  }
  return Node();
}

bool IsInReach(const python::Arguments& arguments, size_t position) {
  return arguments.has_star || arguments.has_double_star || arguments.positional.size() > position;
}

// Who calls it, certainly; a file that did not change cannot pass what is new.
Callers CallersOf(Inquiry& inquiry, const Callee& callee, absl::string_view parameter,
                  size_t position) {
  Callers callers;
  for (const repository::Call& call : inquiry.change().project().CallersOf(callee.absolute)) {
    if (call.is_reference || call.confidence == repository::Confidence::kLow) continue;
    if (!paths::IsProductSource(call.path)) continue;
    Caller caller{call.caller, call.path, call.place.line};
    const AnalysedFile* file = FindChanged(inquiry, call.path);
    if (file == nullptr) {
      callers.left.push_back(std::move(caller));
      continue;
    }
    const Node at = CallAt(*file, callee.simple, call.place.line);
    if (!at) continue;
    if (python::KeywordArgument(at, parameter)) {
      callers.passing.push_back(std::move(caller));
    } else if (!IsInReach(python::ArgumentsOf(at), position)) {
      callers.left.push_back(std::move(caller));
    }
  }
  return callers;
}

bool HadParameter(const Definition& function, absl::string_view name) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const python::Parameter& p) { return p.name == name; });
}

std::string PlaceOf(const Caller& caller) { return absl::StrCat(caller.path, ":", caller.line); }

// Some callers pass the new parameter, and others do not.
void AskAboutLeftCallers(Inquiry& inquiry, const FunctionPair& pair) {
  const bool is_method = pair.after->kind == Definition::Kind::kMethod;
  const Callee callee = CalleeOf(*pair.file->after, *pair.after);
  for (size_t i = 0; i < pair.after->parameters.size(); ++i) {
    const python::Parameter& parameter = pair.after->parameters[i];
    if (!parameter.default_value || HadParameter(*pair.before, parameter.name)) continue;
    const Callers callers = CallersOf(inquiry, callee, parameter.name, i - (is_method ? 1 : 0));
    if (callers.passing.empty() || callers.left.empty() || callers.left.size() > kMaxLeft) continue;
    inquiry.Ask(
        *pair.file, parameter.node,
        {.kind = "caller-left-behind",
         .about = std::string(parameter.name),
         .weight = 74,
         .text = Sentence(phrases::kAskLeftCaller, {{"name", std::string(parameter.name)},
                                                    {"function", callee.simple},
                                                    {"passing", PlaceOf(callers.passing[0])},
                                                    {"left", PlaceOf(callers.left[0])},
                                                    {"value", CodeOf(parameter.default_value)}}),
         .also = {{.path = callers.left[0].path,
                   .first_line = callers.left[0].line,
                   .end_line = callers.left[0].line + 1}}});
    return;
  }
}

bool IsForOthers(const Definition& function) {
  return !function.decorators.empty() || absl::StartsWith(function.simple_name, "__") ||
         function.simple_name == "main" || function.simple_name == "forward";
}

// A new function that nobody calls, or tests alone.
void AskAboutUncalled(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  if (IsForOthers(function) || !inquiry.change().moves().IsNew(function)) return;
  const python::Module& module = *touched.file->after;
  const bool is_nested = function.parent >= 0 &&
                         module.definitions()[function.parent].kind != Definition::Kind::kClass;
  if (is_nested) return;
  const reach::FunctionReach& reached =
      inquiry.change().reach().ReachOf(absl::StrCat(module.name(), ".", function.name));
  const bool is_nobody = reached.state == reach::FunctionReach::State::kNobody;
  if (!is_nobody && reached.state != reach::FunctionReach::State::kOnly) return;
  inquiry.Ask(*touched.file, function.node.child(Field::kName),
              {.kind = "nobody-calls-it",
               .about = function.name,
               .weight = 70,
               .text = Sentence(is_nobody ? phrases::kAskNobodyCalls : phrases::kAskOnlyTestsCall,
                                {{"function", function.name}})});
}

}  // namespace

void AskAboutCallers(Inquiry& inquiry) {
  if (!inquiry.change().index().is_complete()) return;
  size_t asked = 0;
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop() || ++asked > kMaxFunctions) break;
    AskAboutLeftCallers(inquiry, pair);
  }
  asked = 0;
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop() || ++asked > kMaxFunctions) return;
    AskAboutUncalled(inquiry, touched);
  }
}

}  // namespace allreview::analysis
