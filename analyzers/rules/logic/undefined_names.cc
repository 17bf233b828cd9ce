#include "analyzers/rules/logic/undefined_names.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/name_hash.h"

namespace allreview::rules::logic {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using python::Scope;

// Builtins of Python 3.8 to 3.14, and what every module and class body has.
// clang-format off
constexpr absl::string_view kPythonNames[] = {
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
    "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning",
    "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError",
    "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup", "False",
    "FileExistsError", "FileNotFoundError", "FloatingPointError", "FutureWarning",
    "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError",
    "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "ProcessLookupError",
    "PythonFinalizationError", "RecursionError", "ReferenceError", "ResourceWarning",
    "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError",
    "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "True",
    "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError", "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError",
    "Warning", "WindowsError", "ZeroDivisionError", "_IncompleteInputError", "__annotate__",
    "__annotations__", "__build_class__", "__builtins__", "__cached__", "__class__",
    "__conditional_annotations__", "__debug__", "__dict__", "__doc__", "__file__",
    "__firstlineno__", "__import__", "__loader__", "__module__", "__name__", "__package__",
    "__path__", "__qualname__", "__spec__", "__static_attributes__", "abs", "aiter", "all",
    "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable",
    "chr", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict",
    "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter", "float", "format",
    "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int",
    "isinstance", "issubclass", "iter", "len", "license", "list", "locals", "map", "max",
    "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
    "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted",
    "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip"};
// clang-format on

bool IsComprehension(Kind kind) {
  return kind == Kind::kListComprehension || kind == Kind::kSetComprehension ||
         kind == Kind::kDictionaryComprehension || kind == Kind::kGeneratorExpression;
}

// Part of a dotted name in an import or a pattern. Of `case Mode.TRAIN` and `case Point(x=0)` the
// first part is read; a single name in a pattern is bound.
bool IsReadInDottedName(Node identifier) {
  const Node dotted = identifier.parent();
  if (dotted.named_child(0) != identifier) return false;
  const Kind around = dotted.parent().kind();
  if (around == Kind::kClassPattern) return true;
  return (around == Kind::kCasePattern || around == Kind::kKeywordPattern) &&
         dotted.named_child_count() > 1;
}

// The identifier is a variable whose value is wanted, or a target, which is bound anyway.
bool IsRead(Node identifier) {
  const Node parent = identifier.parent();
  switch (parent.kind()) {
    case Kind::kAttribute:
      return identifier.field() != Field::kAttribute;
    case Kind::kKeywordArgument:
    case Kind::kDefaultParameter:
    case Kind::kTypedDefaultParameter:
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
      return identifier.field() != Field::kName;
    case Kind::kDottedName:
      return IsReadInDottedName(identifier);
    case Kind::kAliasedImport:
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
    case Kind::kFutureImportStatement:
    case Kind::kParameters:
    case Kind::kLambdaParameters:
    case Kind::kTypedParameter:
    case Kind::kListSplatPattern:
    case Kind::kDictionarySplatPattern:
    case Kind::kSplatPattern:
    case Kind::kGlobalStatement:
    case Kind::kNonlocalStatement:
    case Kind::kKeywordPattern:
    case Kind::kMemberType:
    case Kind::kTypeParameter:
      return false;
    default:
      return true;
  }
}

// The first iterable of a comprehension is evaluated outside of it: in a class body it sees the
// class.
Node PlaceOf(Node identifier) {
  Node place = identifier;
  for (Node node = identifier; node.parent(); node = node.parent()) {
    if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kBlock)) break;
    const Node clause = node.parent();
    if (!clause.Is(Kind::kForInClause) || node.field() != Field::kRight) continue;
    const Node comprehension = clause.parent();
    if (IsComprehension(comprehension.kind()) &&
        comprehension.child(Kind::kForInClause) == clause) {
      place = comprehension.parent();
    }
  }
  return place;
}

// `def f[T](x: T)`, `class C[T]`, `type Pair[T] = ...` around it bind the name.
bool IsTypeParameter(Node identifier) {
  for (Node node = identifier.parent(); node; node = node.parent()) {
    Node parameters;
    if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition)) {
      parameters = node.child(Field::kTypeParameters);
    } else if (node.Is(Kind::kTypeAliasStatement)) {
      parameters = node.child(Field::kLeft);
    }
    if (parameters && MentionsName(parameters.text(), identifier.text())) return true;
  }
  return false;
}

bool CatchesNameError(Node try_statement) {
  for (Node clause : try_statement.children()) {
    if (!clause.Is(Kind::kExceptClause)) continue;
    const Node caught = clause.child(Field::kValue);
    if (!caught || absl::StrContains(caught.text(), "NameError") ||
        MentionsName(caught.text(), "Exception")) {
      return true;
    }
  }
  return false;
}

// Only one version of Python, a type checker, or nobody runs the branch.
bool IsSpecialCondition(absl::string_view condition) {
  for (absl::string_view word : {"version", "PY2", "PY3", "TYPE_CHECKING", "get_ipython", "globals",
                                 "locals", "platform", "name == 'nt'"}) {
    if (absl::StrContains(condition, word)) return true;
  }
  return condition == "False" || condition == "0";
}

// Nobody evaluates the annotation: `from __future__ import annotations`, or of a local variable.
bool IsIdleAnnotation(const Module& module, Node type) {
  if (type.parent().Is(Kind::kAssignment) && module.EnclosingFunction(type) != nullptr) {
    return true;
  }
  for (Node statement : module.tree().root().children()) {
    if (statement.Is(Kind::kFutureImportStatement) &&
        absl::StrContains(statement.text(), "annotations")) {
      return true;
    }
  }
  return false;
}

bool IsJump(Node statement) {
  return statement.Is(Kind::kReturnStatement) || statement.Is(Kind::kRaiseStatement) ||
         statement.Is(Kind::kBreakStatement) || statement.Is(Kind::kContinueStatement);
}

// Behind a jump of the same block: it never runs.
bool IsBehindJump(Node statement) {
  const Node block = statement.parent();
  if (!block.Is(Kind::kBlock)) return false;
  for (Node sibling : block.children()) {
    if (sibling == statement) return false;
    if (IsJump(sibling)) return true;
  }
  return false;
}

// Something around the name says that it may well be missing, or that the code does not run.
bool IsExcused(const Module& module, Node identifier) {
  for (Node inner = identifier, node = inner.parent(); node; inner = node, node = node.parent()) {
    if (node.Is(Kind::kType) && IsIdleAnnotation(module, node)) return true;
    if (IsBehindJump(inner)) return true;
    if (node.Is(Kind::kTryStatement) && inner.field() == Field::kBody && CatchesNameError(node)) {
      return true;
    }
    if (node.Is(Kind::kIfStatement) || node.Is(Kind::kElifClause) ||
        node.Is(Kind::kConditionalExpression)) {
      const Node condition = node.Is(Kind::kConditionalExpression) ? node.named_child(1)
                                                                   : node.child(Field::kCondition);
      if (IsSpecialCondition(condition.text())) return true;
    }
    if (node.Is(Kind::kWithClause)) continue;
    if (node.Is(Kind::kWithStatement) && inner.field() == Field::kBody) {
      const absl::string_view header = node.child(Kind::kWithClause).text();
      if (absl::StrContains(header, "raises") || absl::StrContains(header, "Raises") ||
          absl::StrContains(header, "suppress")) {
        return true;
      }
    }
  }
  return false;
}

// `name: int` without a value somewhere: whoever declares it has a way to give it one.
std::set<absl::string_view> DeclaredNames(const Module& module) {
  std::set<absl::string_view> names;
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kAssignment) && !node.child(Field::kRight)) {
      names.insert(node.child(Field::kLeft).text());
    }
  }
  return names;
}

// The file may bind names that its text does not show.
bool MakesNames(const Module& module) {
  if (!module.scopes().star_imports().empty() || module.tree().error_count() > 0 ||
      python::IsTemplate(module)) {
    return true;
  }
  if (absl::StrContains(module.source(), "sys.modules[__name__]")) return true;
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kExecStatement)) return true;
    if (!node.Is(Kind::kCall)) continue;
    const absl::string_view name = node.child(Field::kFunction).text();
    if (name == "exec" || name == "globals" || name == "execfile" || name == "vars") return true;
    // IntEnum._convert_("Name", __name__, ...), setattr(sys.modules[__name__], ...).
    if (absl::EndsWith(name, "_convert_") || absl::EndsWith(name, "_convert")) return true;
    if (name == "setattr" && absl::StrContains(node.text(), "module")) return true;
  }
  return false;
}

// Shells, notebooks and translations put these among the builtins.
bool IsInjected(absl::string_view name) {
  for (absl::string_view injected :
       {"_", "get_ipython", "display", "reveal_type", "reveal_locals", "ngettext", "__IPYTHON__"}) {
    if (name == injected) return true;
  }
  return false;
}

}  // namespace

bool IsPythonName(absl::string_view name) {
  using Names = absl::flat_hash_set<absl::string_view, NameHash, NameEqual>;
  static const Names& names = *new Names(std::begin(kPythonNames), std::end(kPythonNames));
  return names.contains(name);
}

std::vector<Node> UndefinedNames(const Module& module) {
  // Most names are known everywhere in the file, or only name attributes.
  enum : uint8_t { kNotAsked, kEverywhere, kSomewhere };
  constexpr uint32_t kNone = 0xffffffff;
  struct Known {
    uint8_t where = kNotAsked;
    uint32_t use_scope = kNone;  // Where it has a meaning.
  };
  std::vector<Known> all(module.identifiers().names().size());
  const python::Scopes& scopes = module.scopes();
  std::vector<Node> names;
  module.identifiers().ForEach([&](Node node, uint32_t number) {
    Known& known = all[number];
    if (known.where == kEverywhere || !IsRead(node)) return;
    const absl::string_view name = node.text();
    if (known.where == kNotAsked) {
      const bool is_everywhere = !scopes.BindingsOf(0, name).empty() || IsPythonName(name);
      known.where = is_everywhere ? kEverywhere : kSomewhere;
      if (is_everywhere) return;
    }
    const uint32_t use_scope = scopes.ScopeOf(node);
    if (known.use_scope == use_scope) return;
    if (scopes.MeaningIn(use_scope, name).scope < 0) {
      names.push_back(node);
    } else {
      known.use_scope = use_scope;
    }
  });
  if (names.empty()) return names;
  const std::set<absl::string_view> declared = DeclaredNames(module);
  // Few are left, so that the costly questions come last.
  std::erase_if(names, [&](Node node) {
    const Node place = PlaceOf(node);
    return (place != node && module.scopes().LookUp(place, node.text()) >= 0) ||
           IsInjected(node.text()) || declared.count(node.text()) > 0 || IsTypeParameter(node) ||
           IsExcused(module, node);
  });
  if (!names.empty() && MakesNames(module)) names.clear();
  return names;
}

std::vector<std::string> VisibleNames(const Module& module, Node place) {
  std::vector<std::string> names;
  const python::Scopes& scopes = module.scopes();
  uint32_t scope = scopes.ScopeOf(place);
  for (bool is_first = true;; is_first = false) {
    const Scope& current = scopes.scopes()[scope];
    if (is_first || current.kind != Scope::Kind::kClass) {
      // Those of a scope stand together, and of them those of a name.
      const std::vector<python::Binding>& all = scopes.bindings();
      for (auto binding = std::lower_bound(all.begin(), all.end(), scope,
                                           [](const python::Binding&candidate, uint32_t wanted) {
                                             return candidate.scope < wanted;
                                           });
           binding != all.end() && binding->scope == scope; ++binding) {
        if (names.empty() || names.back() != binding->name) names.emplace_back(binding->name);
      }
    }
    if (scope == 0) break;
    scope = current.parent;
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace allreview::rules::logic
