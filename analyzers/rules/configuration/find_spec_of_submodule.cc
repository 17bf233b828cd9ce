// find_spec("a.b") imports `a` first, and raises where there is no `a`.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/manifest.h"
#include "analyzers/rules/configuration/optional_imports.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

// As many modules that import a package at once show that the project is not run without it.
constexpr int kUsual = 3;

// The package among what the statement imports.
bool Imports(Node statement, absl::string_view package) {
  const auto is_it = [&](Node name) {
    if (name.Is(NodeKind::kAliasedImport)) name = name.child(Field::kName);
    return name.Is(NodeKind::kDottedName) && name.named_child(0).text() == package;
  };
  if (statement.Is(NodeKind::kImportFromStatement)) {
    return is_it(statement.child(Field::kModuleName));
  }
  if (!statement.Is(NodeKind::kImportStatement)) return false;
  for (Node name : statement.named_children()) {
    if (is_it(name)) return true;
  }
  return false;
}

// find_spec("a"), is_a_available(), HAVE_A.
bool AsksFor(Node condition, absl::string_view package) {
  for (Node string : condition.descendants(NodeKind::kString)) {
    if (Module::StringContent(string) == package) return true;
  }
  const auto names_it = [&](Node name) {
    return name.Is(NodeKind::kIdentifier) &&
           absl::StrContains(absl::AsciiStrToLower(name.text()), absl::AsciiStrToLower(package));
  };
  if (names_it(condition)) return true;
  for (Node name : condition.descendants(NodeKind::kIdentifier)) {
    if (names_it(name)) return true;
  }
  return false;
}

bool IsNegative(Node condition) {
  const absl::string_view text = condition.text();
  if (absl::StrContains(text, "is not None")) return false;
  return absl::StrContains(text, "not ") || absl::StrContains(text, "is None");
}

// The path goes on behind the statement only where the package is there.
bool LeavesWithout(Node statement, absl::string_view package) {
  if (Imports(statement, package)) return true;
  if (statement.Is(NodeKind::kAssertStatement)) return AsksFor(statement, package);
  if (!statement.Is(NodeKind::kIfStatement)) return false;
  const Node condition = statement.child(Field::kCondition);
  if (!IsNegative(condition) || !AsksFor(condition, package)) return false;
  const Node last = LastStatement(statement.child(Field::kConsequence));
  return last.Is(NodeKind::kReturnStatement) || last.Is(NodeKind::kRaiseStatement) ||
         last.Is(NodeKind::kContinueStatement);
}

bool IsCaughtBy(Node statement) {
  for (Node clause : statement.children()) {
    const bool is_handler = clause.Is(NodeKind::kExceptClause);
    if (is_handler && HandlerKindOf(clause) != HandlerKind::kOther) return true;
  }
  return false;
}

// The condition is about the package, and holds where it is there, or where it is not.
bool Tells(Node condition, absl::string_view package, bool holds) {
  return AsksFor(condition, package) && IsNegative(condition) != holds;
}

// `parent` runs `node` only where the package is there, or takes the error.
bool IsGuardedBy(Node parent, Node node, absl::string_view package) {
  switch (parent.kind()) {
    case NodeKind::kTryStatement:
      return node.field() == Field::kBody && IsCaughtBy(parent);
    case NodeKind::kWithStatement:
      return absl::StrContains(parent.child(NodeKind::kWithClause).text(), "suppress(");
    case NodeKind::kBooleanOperator:
      return node.field() == Field::kRight && Tells(parent.child(Field::kLeft), package,
                                                    parent.child(Field::kOperator).text() == "and");
    case NodeKind::kConditionalExpression: {
      const Node condition = parent.named_child(1);
      return condition != node && Tells(condition, package, parent.named_child(0) == node);
    }
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return node.field() != Field::kCondition &&
             Tells(parent.child(Field::kCondition), package, node.field() != Field::kAlternative);
    default:
      return false;
  }
}

bool IsGuarded(Node call, absl::string_view package) {
  for (Node node = call; node.parent(); node = node.parent()) {
    const Node parent = node.parent();
    if (IsGuardedBy(parent, node, package)) return true;
    if (!parent.Is(NodeKind::kBlock) && !parent.Is(NodeKind::kModule)) continue;
    for (Node before : parent.named_children()) {
      if (before.index() >= node.index()) break;
      if (LeavesWithout(before, package)) return true;
    }
  }
  return false;
}

bool IsImportedForCertain(const Module& module, absl::string_view package) {
  for (Node statement : module.tree().root().named_children()) {
    if (Imports(statement, package)) return true;
  }
  return false;
}

// Compared with None, negated, or a condition.
bool IsTested(Node value) {
  while (value.parent().Is(NodeKind::kParenthesizedExpression)) value = value.parent();
  const Node parent = value.parent();
  if (parent.Is(NodeKind::kComparisonOperator)) return absl::StrContains(parent.text(), "None");
  if (parent.Is(NodeKind::kArgumentList)) {
    return parent.parent().child(Field::kFunction).text() == "bool";
  }
  return parent.Is(NodeKind::kNotOperator) || parent.Is(NodeKind::kBooleanOperator) ||
         value.field() == Field::kCondition;
}

// The question is whether the module is there: at once, or by a name that is asked later.
bool AsksWhetherThere(const Module& module, Node call) {
  if (IsTested(call)) return true;
  const Node parent = call.parent();
  if (!parent.Is(NodeKind::kAssignment) && !parent.Is(NodeKind::kNamedExpression)) return false;
  if (parent.Is(NodeKind::kNamedExpression)) return IsTested(parent);
  const Node name = parent.child(Field::kLeft);
  if (!name.Is(NodeKind::kIdentifier)) return false;
  const python::Definition* function = module.EnclosingFunction(call);
  const Node code = function == nullptr ? module.tree().root() : function->body;
  for (Node other : code.descendants(NodeKind::kIdentifier)) {
    if (other.index() > call.index() && other.text() == name.text() && IsTested(other)) return true;
  }
  return false;
}

// The repository has the package, or several of its modules are not without it.
bool IsAlwaysThere(ChangeContext& change, absl::string_view package) {
  const std::string prefix = absl::StrCat(package, ".");
  int importers = 0;
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    const std::string path = absl::StrCat("/", file->path());
    if (absl::StrContains(path, absl::StrCat("/", package, "/")) ||
        absl::EndsWith(path, absl::StrCat("/", package, ".py"))) {
      return true;
    }
    if (!file->HasIdentifier(package) || paths::IsTestPath(file->path())) continue;
    const auto& imports = file->facts().imports;
    importers += std::any_of(imports.begin(), imports.end(), [&](const auto& import) {
      const bool is_certain = import.is_module_level && !import.is_guarded;
      return is_certain && (import.target == package || absl::StartsWith(import.target, prefix));
    });
  }
  return importers >= kUsual;
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (Node call : file.after->CallsOf({"find_spec"})) {
      if (!file.lines.Touches(call)) continue;
      if (!file.after->Calls(call, "importlib.util.find_spec")) continue;
      const Node name = python::Argument(call, 0, "name");
      const std::string dotted(Module::StringContent(name));
      const size_t dot = dotted.find('.');
      if (dot == std::string::npos || dot == 0) continue;
      const std::string package = dotted.substr(0, dot);
      if (IsStandardModule(package) || !AsksWhetherThere(*file.after, call)) continue;
      if (IsGuarded(call, package) || IsImportedForCertain(*file.after, package)) continue;
      if (IsAlwaysThere(change, package)) continue;
      change.Report(file, {.at = call, .params = {{"package", package}, {"module", dotted}}});
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kFindSpecOfSubmodule = {
    .info = {.id = "find-spec-of-submodule",
             .title = {"find_spec of a submodule whose package may be missing",
                       "对可能未安装的包的子模块调用 find_spec"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`find_spec(\"{module}\")` imports `{package}` first and raises "
                         "ModuleNotFoundError without it, instead of returning None",
                         "`find_spec(\"{module}\")` 会先导入 `{package}`，没有安装时抛出 "
                         "ModuleNotFoundError，而不是返回 None"},
             .consequence =
                 {"Where `{package}` is not installed, the check crashes the program "
                  "instead of choosing the other branch",
                  "在没有安装 `{package}` 的环境里，这个检查会让程序崩溃，而不是走另一条分支"},
             .advice = {"Ask for `find_spec(\"{package}\")` first, or catch `ModuleNotFoundError`",
                        "先判断 `find_spec(\"{package}\")`，或者捕获 `ModuleNotFoundError`"},
             .why = "find_spec finds a submodule by the path of its package, which it imports for "
                    "that. Only the last part of the name may be missing. Not reported: calls in "
                    "a try statement that takes the error, behind a question about the package, "
                    "and for packages of the repository, of Python itself, or that the file or "
                    "several other modules import unconditionally.",
             .fix = "Test the package first, or catch ModuleNotFoundError.",
             .bad = R"py(
import importlib.util


def has_fast_attention():
    return importlib.util.find_spec("flash_attn.cute") is not None
)py",
             .good = R"py(
import importlib.util


def has_fast_attention():
    if importlib.util.find_spec("flash_attn") is None:
        return False
    return importlib.util.find_spec("flash_attn.cute") is not None
)py",
             .references =
                 {"https://docs.python.org/3/library/importlib.html#importlib.util.find_spec"}},
    .skips_tests = true,
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
