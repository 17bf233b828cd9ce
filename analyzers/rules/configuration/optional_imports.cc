#include "analyzers/rules/configuration/optional_imports.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/configuration/phrases.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::configuration {
namespace {

using python::Binding;
using python::Module;

HandlerKind KindOfName(Node name) {
  const absl::string_view text = LastName(name);
  if (text == "ImportError" || text == "ModuleNotFoundError") return HandlerKind::kImportError;
  if (text == "Exception" || text == "BaseException") return HandlerKind::kBroad;
  return HandlerKind::kOther;
}

// The module cannot be used when the import fails: nothing is optional then.
bool Leaves(Node handler) {
  for (Node node : handler.descendants()) {
    if (node.Is(NodeKind::kRaiseStatement)) return true;
    if (node.Is(NodeKind::kCall) && LastName(node) == "exit") return true;
  }
  return false;
}

bool IsGuard(Node try_statement) {
  bool catches = false;
  for (Node child : try_statement.children()) {
    if (!child.Is(NodeKind::kExceptClause)) continue;
    if (HandlerKindOf(child) == HandlerKind::kOther) continue;
    if (Leaves(child)) return false;
    catches = true;
  }
  return catches;
}

// The part of a name that says what it is about: "te", "fusion", "kitchen".
constexpr absl::string_view kGenericParts[] = {
    "have", "has", "is",   "use",    "available", "the",  "core", "utils", "torch",   "pytorch",
    "base", "get", "self", "config", "module",    "args", "not",  "none",  "megatron"};

constexpr absl::string_view kBetweenParts = "._ \t\n,()'\"";

void AddParts(absl::string_view text, std::set<std::string>* parts) {
  for (absl::string_view part : absl::StrSplit(text, absl::ByAnyChar(kBetweenParts))) {
    if (part.size() < 2) continue;
    const std::string lower = absl::AsciiStrToLower(part);
    if (!IsOneOf(lower, kGenericParts)) {
      parts->insert(lower);
    }
  }
}

// Words of the flags and of the imported modules.
std::set<std::string> SubjectOf(const OptionalImport& import) {
  std::set<std::string> parts;
  for (absl::string_view flag : import.flags) AddParts(flag, &parts);
  const Node body = import.statement.child(Field::kBody);
  for (Node statement : body.named_children()) {
    if (statement.Is(NodeKind::kImportFromStatement)) {
      AddParts(statement.child(Field::kModuleName).text(), &parts);
    } else if (statement.Is(NodeKind::kImportStatement)) {
      AddParts(statement.child(Field::kName).text(), &parts);
    }
  }
  return parts;
}

// Binding nodes of the module scope by whether they are imports of this try statement's body.
OptionalImport Collect(const Module& module, Node try_statement) {
  OptionalImport found{.statement = try_statement};
  const Node body = try_statement.child(Field::kBody);
  std::set<absl::string_view> elsewhere;
  for (const Binding& binding : module.scopes().bindings()) {
    if (binding.scope != 0) break;  // Sorted by scope.
    const bool is_inside = try_statement.Contains(binding.node);
    if (binding.kind == Binding::Kind::kImport && body.Contains(binding.node)) {
      found.names.insert(binding.name);
    } else {
      elsewhere.insert(binding.name);
      if (is_inside && binding.kind == Binding::Kind::kAssignment) found.flags.insert(binding.name);
    }
  }
  for (absl::string_view name : elsewhere) {
    if (found.names.erase(name) > 0) found.fallbacks.insert(name);
  }
  found.subject = SubjectOf(found);
  return found;
}

}  // namespace

HandlerKind HandlerKindOf(Node except_clause) {
  const Node caught = CaughtBy(except_clause);
  if (!caught) return HandlerKind::kBroad;
  if (!caught.Is(NodeKind::kTuple)) return KindOfName(caught);
  HandlerKind kind = HandlerKind::kOther;
  for (Node child : caught.named_children()) {
    const HandlerKind part = KindOfName(child);
    if (part == HandlerKind::kBroad) return part;
    if (part != HandlerKind::kOther) kind = part;
  }
  return kind;
}

Words ImportedNames(Node block) {
  std::vector<std::string> modules;
  for (Node statement : block.named_children()) {
    if (statement.Is(NodeKind::kImportFromStatement)) {
      modules.emplace_back(statement.child(Field::kModuleName).text());
    } else if (statement.Is(NodeKind::kImportStatement)) {
      Node name = statement.child(Field::kName);
      if (name.Is(NodeKind::kAliasedImport)) name = name.child(Field::kName);
      modules.emplace_back(name.text());
    }
  }
  if (modules.empty()) return "";
  std::string first = absl::StrCat("`", modules[0], "`");
  if (modules.size() == 1) return first;
  return Sentence(phrases::kNameAndMore,
                  {{"name", first}, {"count", absl::StrCat(modules.size() - 1)}});
}

std::vector<OptionalImport> OptionalImportsIn(const Module& module) {
  std::vector<OptionalImport> imports;
  for (Node statement : module.tree().root().children()) {
    if (!statement.Is(NodeKind::kTryStatement) || !IsGuard(statement)) continue;
    OptionalImport found = Collect(module, statement);
    if (!found.names.empty()) imports.push_back(std::move(found));
  }
  return imports;
}

bool IsAboutIt(const OptionalImport& import, Node condition) {
  for (absl::string_view part : absl::StrSplit(condition.text(), absl::ByAnyChar(kBetweenParts))) {
    for (const std::string& word : import.subject) {
      if (absl::EqualsIgnoreCase(part, word)) return true;
    }
  }
  return false;
}

}  // namespace allreview::rules::configuration
