#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/print.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

absl::string_view NameOf(Binding::Kind kind) {
  switch (kind) {
    case Binding::Kind::kImport:
      return "import";
    case Binding::Kind::kDefinition:
      return "definition";
    case Binding::Kind::kParameter:
      return "parameter";
    case Binding::Kind::kAssignment:
      return "assignment";
    case Binding::Kind::kAugmented:
      return "augmented assignment";
    case Binding::Kind::kLoop:
      return "loop";
    case Binding::Kind::kWith:
      return "with";
    case Binding::Kind::kExcept:
      return "except";
    case Binding::Kind::kPattern:
      return "pattern";
    case Binding::Kind::kDelete:
      return "del";
  }
  return "?";
}

absl::string_view NameOf(Scope::Kind kind) {
  switch (kind) {
    case Scope::Kind::kModule:
      return "module";
    case Scope::Kind::kClass:
      return "class";
    case Scope::Kind::kFunction:
      return "function";
    case Scope::Kind::kLambda:
      return "lambda";
    case Scope::Kind::kComprehension:
      return "comprehension";
  }
  return "?";
}

std::string Describe(const Scope& scope) {
  std::string line(NameOf(scope.kind));
  const Node name = scope.owner.child(Field::kName);
  if (name) absl::StrAppend(&line, " ", name.text());
  if (scope.owner) absl::StrAppend(&line, " ", Position(scope.owner));
  if (!scope.globals.empty()) {
    absl::StrAppend(&line, ", global ", absl::StrJoin(scope.globals, " "));
  }
  if (!scope.nonlocals.empty()) {
    absl::StrAppend(&line, ", nonlocal ", absl::StrJoin(scope.nonlocals, " "));
  }
  return line;
}

std::string Describe(const Module& module, const Binding& binding) {
  std::string line =
      absl::StrCat(binding.name, " = ", NameOf(binding.kind), " ", Position(binding.node));
  if (binding.is_in_handler) absl::StrAppend(&line, " in a handler");
  if (!binding.imported.empty()) {
    absl::StrAppend(&line, " of ", module.Absolute(binding.imported));
  }
  if (binding.kind == Binding::Kind::kAssignment && binding.value) {
    absl::StrAppend(&line, " ", Excerpt(binding.value.text()));
  }
  return line;
}

// Scopes by their parents, and bindings by their scopes.
struct Nesting {
  explicit Nesting(const Scopes& scopes)
      : inner(scopes.scopes().size()), bindings(scopes.scopes().size()) {
    for (uint32_t i = 1; i < scopes.scopes().size(); ++i) {
      inner[scopes.scopes()[i].parent].push_back(i);
    }
    for (const Binding& binding : scopes.bindings()) bindings[binding.scope].push_back(&binding);
  }
  std::vector<std::vector<uint32_t>> inner;
  std::vector<std::vector<const Binding*>> bindings;
};

}  // namespace

std::string PrintScopes(const Module& module) {
  const Scopes& scopes = module.scopes();
  const Nesting nesting(scopes);
  Outline outline;
  struct Step {
    uint32_t scope;
    int depth;
  };
  std::vector<Step> open;
  if (!scopes.scopes().empty()) open.push_back({0, 0});
  while (!open.empty() && !outline.is_full()) {
    Poll();
    const Step step = open.back();
    open.pop_back();
    outline.Add(step.depth, Describe(scopes.scopes()[step.scope]));
    for (const Binding* binding : nesting.bindings[step.scope]) {
      outline.Add(step.depth + 1, Describe(module, *binding));
    }
    const std::vector<uint32_t>& inner = nesting.inner[step.scope];
    for (auto it = inner.rbegin(); it != inner.rend(); ++it) open.push_back({*it, step.depth + 1});
  }
  for (const std::string& star : scopes.star_imports()) {
    outline.Add(0, absl::StrCat("star import of ", module.Absolute(star)));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::python
