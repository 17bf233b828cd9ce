// A new parameter that the function never reads.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/traits.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"
#include "base/name_hash.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;
using repository::Project;

constexpr Phrase kAlsoUnreadHere("also-unread-here", "also never read", "也从未读取");
constexpr Phrase kGains("gains", "gains", "新增");
constexpr Phrase kTakesIt("takes-it", "takes", "接收");
constexpr Phrase kPhrases[] = {kAlsoUnreadHere, kGains, kTakesIt};

bool IsExempt(const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::kVarPositional ||
      parameter.kind == Parameter::Kind::kVarKeyword || parameter.name.empty()) {
    return true;
  }
  const absl::string_view name = parameter.name;
  return name[0] == '_' || name == "self" || name == "cls" || name == "mcs" || name == "ctx" ||
         name == "args" || name == "kwargs" || name == "request" ||
         absl::StrContains(name, "unused") || absl::StrContains(name, "dummy");
}

// The names that no code of the body, nested functions included, reads, binds or deletes.
using Names = absl::flat_hash_set<absl::string_view, NameHash>;
Names UnusedIn(Node body, Names names) {
  for (Node node : body.descendants(NodeKind::kIdentifier)) {
    if (names.empty()) return {};
    const auto name = names.find(node.text());
    if (name != names.end() && IsVariable(node)) names.erase(name);
  }
  // locals() and vars() read everything.
  for (Node call : body.descendants(NodeKind::kCall)) {
    if (names.empty() || call.child(Field::kArguments).named_child_count() > 0) continue;
    const absl::string_view callee = call.child(Field::kFunction).text();
    if (callee == "locals" || callee == "vars") return {};
  }
  return names;
}

// Nothing but a docstring, pass, ..., raise or a constant: somebody else does the work.
bool IsStub(const Definition& function) {
  for (Node statement : function.body.named_children()) {
    const Node expression = statement.named_child(0);
    switch (statement.kind()) {
      case NodeKind::kPassStatement:
      case NodeKind::kRaiseStatement:
        continue;
      case NodeKind::kExpressionStatement:
        if (expression.Is(NodeKind::kString) || expression.Is(NodeKind::kEllipsis) ||
            expression.Is(NodeKind::kConcatenatedString)) {
          continue;
        }
        break;
      case NodeKind::kReturnStatement:
        if (!expression || expression.Is(NodeKind::kNone) || expression.Is(NodeKind::kTrue) ||
            expression.Is(NodeKind::kFalse) || expression.Is(NodeKind::kInteger) ||
            expression.Is(NodeKind::kString) || expression.Is(NodeKind::kIdentifier) ||
            expression.Is(NodeKind::kTuple) || expression.Is(NodeKind::kAttribute)) {
          continue;
        }
        break;
      default:
        break;
    }
    return false;
  }
  return true;
}

// Says itself that the parameter is there for others only.
bool IsExplained(const Module& module, const Definition& function, const Parameter& parameter) {
  const python::SyntaxTree& tree = module.tree();
  const std::string texts =
      absl::StrCat(tree.LineText(parameter.node.first_line()), "\n",
                   function.body.named_child(0).Is(NodeKind::kExpressionStatement)
                       ? function.body.named_child(0).text()
                       : "");
  for (absl::string_view word :
       {"nused", "eprecated", "gnored", "ompatib", "not used", "eserved", "igration shim"}) {
    if (absl::StrContains(texts, word)) return true;
  }
  return false;
}

bool HasKnownDecoratorsOnly(const Module& module, const Definition& function) {
  for (Node decorator : function.decorators) {
    const std::string name = module.Resolve(
        decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator);
    if (name != "builtins.staticmethod" && name != "builtins.classmethod" &&
        name != "torch.no_grad" && name != "torch.inference_mode" && name != "torch.compile" &&
        name != "functools.lru_cache" && name != "functools.cache") {
      return false;
    }
  }
  return true;
}

// The name stands somewhere in the file other than called or defined: handed over, assigned,
// replaced.
bool IsHandedOver(const Module& module, const Definition& function) {
  for (Node node : module.tree().root().descendants()) {
    if (node.text() != function.simple_name) continue;
    if (node.Is(NodeKind::kStringContent)) return true;  // setattr(module, "name", ...)
    if (!node.Is(NodeKind::kIdentifier)) continue;
    const Node parent = node.parent();
    if (parent == function.node || parent.Is(NodeKind::kKeywordArgument)) continue;
    const Node use = parent.Is(NodeKind::kAttribute) ? parent : node;
    const bool is_called = use.field() == Field::kFunction && use.parent().Is(NodeKind::kCall);
    if (!is_called && !use.parent().Is(NodeKind::kAttribute)) return true;
  }
  return false;
}

// All bases are classes of this repository without such a method, or object and nn.Module.
bool MayOverride(Project& project, const std::string& class_name, absl::string_view method) {
  for (const std::string& base : project.BasesOf(class_name)) {
    if (base == "torch.nn.Module" || base == "builtins.object" || base == "abc.ABC" ||
        absl::StartsWith(base, "typing.")) {
      continue;
    }
    if (!project.FindDefinition(base)) return true;  // Nobody knows what it prescribes.
    if (project.FindMethod(base, method)) return true;
  }
  return project.IsSubclass(class_name, "torch.nn.Module") == Project::Answer::kUnknown;
}

std::vector<absl::string_view> NamesOf(const Definition& function) {
  std::vector<absl::string_view> names;
  for (const Parameter& parameter : function.parameters) names.push_back(parameter.name);
  return names;
}

// One of several functions with the same parameters: `load_dense(state, metadata)` beside
// `load_experts(state, metadata)`. Who calls them chooses by name.
bool HasSibling(const Module& module, const Definition& function) {
  if (function.parameters.size() < 3) return false;
  const std::vector<absl::string_view> names = NamesOf(function);
  for (const Definition& other : module.definitions()) {
    if (&other == &function || other.parent != function.parent) continue;
    if (other.kind != Definition::Kind::kClass && NamesOf(other) == names) return true;
  }
  return false;
}

bool IsPrescribedName(absl::string_view name) {
  if (absl::StartsWith(name, "__") && name != "__init__") return true;
  for (absl::string_view hook : {"hook", "callback", "handler", "visit_", "on_", "fallback"}) {
    if (absl::StrContains(name, hook)) return true;
  }
  return name == "forward" || name == "backward" || name == "setup_context";
}

// What only the repository can tell; asked last.
bool IsFreeToChoose(FileContext& file, const Definition& function) {
  Project& project = file.project();
  const std::string name = file.AbsoluteName(function);
  if (function.kind == Definition::Kind::kMethod) {
    const Definition& a_class = file.module().definitions()[function.parent];
    const std::string class_name = file.AbsoluteName(a_class);
    if (!a_class.bases.empty() && MayOverride(project, class_name, function.simple_name)) {
      return false;
    }
    if (function.simple_name == "__init__") {
      return project.SubclassesOf(class_name).empty() && !project.CallersOf(class_name).empty();
    }
  }
  if (!project.FindUnique(function.simple_name)) return false;
  bool is_called = false;
  for (const Project::Call& call : project.CallersOf(name)) {
    if (call.is_reference) return false;
    is_called = true;
  }
  // What nobody calls is handed over by ways that cannot be seen, to somebody who prescribes it.
  return is_called;
}

bool IsCandidate(const FileContext& file, const Definition& function) {
  const Module& module = file.module();
  const bool is_nested = function.parent >= 0 &&
                         module.definitions()[function.parent].kind != Definition::Kind::kClass;
  return !is_nested && !function.is_conditional && function.body && !IsStub(function) &&
         !IsPrescribedName(function.simple_name) && !IsKernel(module, function) &&
         !IsAutogradMethod(module, function) && !HasSibling(module, function) &&
         HasKnownDecoratorsOnly(module, function) &&
         !absl::StrContains(module.path(), "fallback") && !IsForeignPath(module.path()) &&
         !IsKernelPath(module.path());
}

// One finding for all unused parameters of a function.
void Report(FileContext& file, const Definition& function,
            const std::vector<const Parameter*>& unused, bool is_added) {
  std::vector<absl::string_view> names;
  std::vector<Related> related;
  for (const Parameter* parameter : unused) {
    names.push_back(parameter->name);
    if (parameter == unused[0]) continue;
    related.push_back({kAlsoUnreadHere, RangeOf(file.module(), parameter->node)});
  }
  file.Report({.at = unused[0]->node,
               .params = {{"parameter", absl::StrJoin(names, "`, `")},
                          {"function", function.name},
                          {"state", is_added ? kGains : kTakesIt}},
               .related = std::move(related),
               .severity = is_added ? Severity::kP1 : Severity::kP2,
               .impact = is_added ? Impact::kHigh : Impact::kMedium});
}

void Check(FileContext& file, Node node) {
  if (node.HasError()) return;
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr || !file.IsChanged(node.child(Field::kParameters))) return;
  const Definition* before =
      file.before() == nullptr ? nullptr : file.before()->FindDefinition(function->name);
  std::vector<const Parameter*> unused;
  Names names;
  for (const Parameter& parameter : function->parameters) {
    if (IsExempt(parameter) || !file.IsChanged(parameter.node)) continue;
    if (before != nullptr && FindParameter(*before, parameter.name) != nullptr) continue;
    unused.push_back(&parameter);
    names.insert(parameter.name);
  }
  if (unused.empty()) return;
  names = UnusedIn(function->body, std::move(names));
  std::erase_if(unused,
                [&](const Parameter* parameter) { return !names.contains(parameter->name); });
  if (unused.empty() || !IsCandidate(file, *function)) return;
  if (IsHandedOver(file.module(), *function) || !IsFreeToChoose(file, *function)) return;
  std::erase_if(unused, [&](const Parameter* parameter) {
    return IsExplained(file.module(), *function, *parameter) ||
           IsWaived(parameter->node, {"ARG001", "ARG002", "unused-argument", "W0613"});
  });
  if (!unused.empty()) Report(file, *function, unused, before != nullptr);
}

}  // namespace

extern constinit const Rule kUnusedParameter = {
    .info =
        {.id = "unused-parameter",
         .title = {"New parameter that is never read", "从未读取的新参数"},
         .pillar = Pillar::kMaintainability,
         .message = {"`{function}()` {state} `{parameter}` and never reads it",
                     "`{function}()` {state} `{parameter}`，却从不读取它"},
         .consequence = {"Callers who set `{parameter}` believe that it does something",
                         "设置了 `{parameter}` 的调用方会以为它有作用"},
         .advice = {"Use `{parameter}`, remove it, or say in the docstring that it exists for "
                    "compatibility",
                    "使用 `{parameter}`，或者去掉它，或者在 docstring 中说明它是为了兼容而保留的"},
         .phrases = kPhrases,
         .why = "A parameter is a promise. If a new one is not read, usually a line was forgotten: "
                "the value is silently dropped here.",
         .fix = "Pass it to where it is needed, or remove it.",
         .bad = R"py(
def save_shards(state, path, prefix=""):
    for name, value in state.items():
        value.save(path / name)

def main(state, path):
    save_shards(state, path, prefix="model.")
)py",
         .good = R"py(
def save_shards(state, path, prefix=""):
    for name, value in state.items():
        value.save(path / (prefix + name))
)py",
         .references = {"https://docs.astral.sh/ruff/rules/unused-function-argument/",
                        "https://docs.astral.sh/ruff/rules/unused-method-argument/"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
