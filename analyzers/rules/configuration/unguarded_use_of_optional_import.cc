// A name that only exists when an optional import worked, used without asking.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/optional_imports.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Definition;
using python::Module;

// HAVE_TE, _has_apex, is_wandb_available
bool LooksLikeFlag(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StrContains(lower, "have_") || absl::StrContains(lower, "has_") ||
         absl::StrContains(lower, "available") || absl::StrContains(lower, "installed");
}

// Some name in [first, end) of the nodes tells whether the import worked.
bool AsksInside(const OptionalImport& import, Node where, uint32_t end) {
  for (uint32_t i = where.index(); i < end; ++i) {
    const Node node = where.tree()->node(i);
    if (!node.Is(NodeKind::kIdentifier)) continue;
    if (import.flags.count(node.text()) || LooksLikeFlag(node.text())) return true;
  }
  return false;
}

bool Asks(const OptionalImport& import, Node where) {
  return where && AsksInside(import, where, where.subtree_end());
}

// __init__ of the class refuses to go on without the import, or it inherits from it.
bool ClassAsks(const OptionalImport& import, Node a_class) {
  for (Node node : a_class.child(Field::kSuperclasses).descendants()) {
    if (import.names.count(node.text())) return true;
  }
  for (Node node : a_class.child(Field::kBody).children()) {
    const Node function =
        node.Is(NodeKind::kDecoratedDefinition) ? node.child(Field::kDefinition) : node;
    if (!function.Is(NodeKind::kFunctionDefinition)) continue;
    const absl::string_view name = function.child(Field::kName).text();
    const bool makes = name == "__init__" || name == "__new__" || name == "__post_init__";
    if (makes && Asks(import, function)) return true;
  }
  return false;
}

// A failure inside of the try statement's body is taken care of.
bool IsCaught(Node try_statement, Node node) {
  if (!try_statement.child(Field::kBody).Contains(node)) return false;
  for (Node child : try_statement.children()) {
    if (!child.Is(NodeKind::kExceptClause)) continue;
    const Node caught = CaughtBy(child);
    if (HandlerKindOf(child) != HandlerKind::kOther ||
        absl::StrContains(caught.text(), "NameError")) {
      return true;
    }
  }
  return false;
}

// Something around the node, or before it in its function, asks.
bool IsGuarded(const OptionalImport& import, Node node) {
  for (Node around = node.parent(); around; around = around.parent()) {
    switch (around.kind()) {
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
      case NodeKind::kWhileStatement:
        if (Asks(import, around.child(Field::kCondition))) return true;
        break;
      case NodeKind::kConditionalExpression:
      case NodeKind::kBooleanOperator:
        if (Asks(import, around)) return true;
        break;
      case NodeKind::kTryStatement:
        if (IsCaught(around, node)) return true;
        break;
      case NodeKind::kFunctionDefinition:
        if (AsksInside(import, around, node.index())) return true;
        break;
      case NodeKind::kDecoratedDefinition:
        if (AsksInside(import, around, around.child(Field::kDefinition).index())) return true;
        break;
      case NodeKind::kClassDefinition:
        if (ClassAsks(import, around)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

bool FileAsks(const OptionalImport& import, const repository::IndexedFile& file) {
  for (absl::string_view flag : import.flags) {
    if (file.HasIdentifier(flag)) return true;
  }
  const absl::string_view words = repository::IdentifiersOfFacts(file.encoded_facts());
  return absl::StrContains(words, "HAVE_") || absl::StrContains(words, "HAS_");
}

// All places known to use the definition lie in code that asks.
bool CallersAsk(FileContext& file, const OptionalImport& import, const Definition& definition) {
  repository::Project& project = file.project();
  std::vector<repository::Call> calls = project.CallersOf(file.AbsoluteName(definition));
  if (const Definition* a_class = file.module().EnclosingClass(definition.node)) {
    for (repository::Call& call : project.CallersOf(file.AbsoluteName(*a_class))) {
      calls.push_back(std::move(call));
    }
  }
  bool has_caller = false;
  for (const repository::Call& call : calls) {
    const repository::Found caller = project.FindDefinition(call.caller);
    if (!caller) continue;
    if (caller.path == file.module().path()) {
      // In this file the text tells.
      const Definition* other = file.module().FindDefinition(caller.definition->name);
      if (other == nullptr || !Asks(import, other->node)) return false;
    } else if (!FileAsks(import, *caller.file)) {
      return false;
    }
    has_caller = true;
  }
  return has_caller;
}

// Evaluated when the function is called: not a decorator, default or annotation.
const Definition* FunctionRunning(const Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr || !function->body.Contains(node)) return nullptr;
  for (Node around = node; around != function->body; around = around.parent()) {
    if (around.Is(NodeKind::kType)) return nullptr;
  }
  return function;
}

void Report(FileContext& file, const OptionalImport& import, const Definition& function,
            Node node) {
  const std::string flag = import.flags.empty() ? "" : std::string(*import.flags.begin());
  file.Report(
      {.at = node,
       .params = {{"name", std::string(node.text())},
                  {"line", absl::StrCat(import.statement.first_line())},
                  {"function", std::string(function.simple_name)},
                  {"remedy", flag.empty() ? "bind a fallback in the except clause, or raise "
                                            "ImportError with a hint when it is missing"
                                          : absl::StrCat("begin with `if not ", flag,
                                                         ": raise ImportError(...)`")}},
       .related = {
           {"bound only when this import works", RangeOf(file.module(), import.statement)}}});
}

void Check(FileContext& file, Node root) {
  const Module& module = file.module();
  if (file.is_test()) return;
  const std::vector<OptionalImport> imports = OptionalImportsIn(module);
  if (imports.empty()) return;
  std::map<absl::string_view, const OptionalImport*> by_name;
  for (const OptionalImport& import : imports) {
    for (absl::string_view name : import.names) by_name[name] = &import;
  }
  std::set<std::pair<const Definition*, absl::string_view>> reported;
  for (Node node : root.descendants()) {
    if (!node.Is(NodeKind::kIdentifier)) continue;
    const auto found = by_name.find(node.text());
    if (found == by_name.end() || !file.IsChanged(node) || !IsVariable(node)) continue;
    if (module.scopes().LookUp(node, node.text()) != 0) continue;
    const Definition* function = FunctionRunning(module, node);
    if (function == nullptr || IsGuarded(*found->second, node)) continue;
    if (CallersAsk(file, *found->second, *function)) continue;
    if (!reported.emplace(function, node.text()).second) continue;
    Report(file, *found->second, *function, node);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnguardedUseOfOptionalImport = {
    .info = {.id = "unguarded-use-of-optional-import",
             .title = "Optional import used without asking whether it is there",
             .category = "configuration",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message =
                 "`{function}` uses `{name}`, which exists only when the import at line {line} "
                 "works",
             .consequence = "Without the package `{function}` raises NameError for `{name}`, which "
                            "does not say what to install",
             .advice = "In `{function}`: {remedy}",
             .why = "The handler of the import lets the program go on without binding the name. "
                    "What asks for the flag of the import (in the function, its class's __init__, "
                    "a decorator, or its callers), or catches the error, is left out.",
             .fix = "Check the flag where the feature begins, and say what to install.",
             .bad = "try:\n"
                    "    import fused\n"
                    "    HAVE_FUSED = True\n"
                    "except ImportError:\n"
                    "    HAVE_FUSED = False\n\n\n"
                    "def norm(x):\n"
                    "    return fused.norm(x)\n",
             .good = "try:\n"
                     "    import fused\n"
                     "    HAVE_FUSED = True\n"
                     "except ImportError:\n"
                     "    HAVE_FUSED = False\n\n\n"
                     "def norm(x):\n"
                     "    if not HAVE_FUSED:\n"
                     "        raise ImportError(\"pip install fused\")\n"
                     "    return fused.norm(x)\n",
             .references = {"catalogue: general OPT-GUARD"}},
    .kinds = {NodeKind::kModule},
    .check = configuration::Check};

}  // namespace allreview::rules
