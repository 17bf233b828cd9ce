#include "analyzers/test_plan/new_definitions.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsDunder(absl::string_view name) {
  return name.size() > 4 && absl::StartsWith(name, "__") && absl::EndsWith(name, "__");
}

bool IsPrivate(const Definition& definition) {
  for (absl::string_view part : absl::StrSplit(definition.name, '.')) {
    if (absl::StartsWith(part, "_") && !IsDunder(part)) return true;
  }
  return false;
}

const Definition* ParentOf(const Module& module, const Definition& definition) {
  return definition.parent < 0 ? nullptr : &module.definitions()[definition.parent];
}

bool IsInFunction(const Module& module, const Definition& definition) {
  for (const Definition* parent = ParentOf(module, definition); parent != nullptr;
       parent = ParentOf(module, *parent)) {
    if (parent->kind != Definition::Kind::kClass) return true;
  }
  return false;
}

bool IsDocstring(Node statement) {
  return statement.Is(Kind::kExpressionStatement) && statement.named_child_count() == 1 &&
         (statement.named_child(0).Is(Kind::kString) ||
          statement.named_child(0).Is(Kind::kConcatenatedString));
}

bool IsStatement(Node node) {
  const Kind parent = node.parent().kind();
  return (parent == Kind::kBlock || parent == Kind::kModule) && node.IsNamed() &&
         !node.Is(Kind::kComment) && !IsDocstring(node);
}

bool IsBranch(Node node) {
  switch (node.kind()) {
    case Kind::kIfStatement:
    case Kind::kElifClause:
    case Kind::kForStatement:
    case Kind::kWhileStatement:
    case Kind::kExceptClause:
    case Kind::kCaseClause:
    case Kind::kConditionalExpression:
      return true;
    default:
      return false;
  }
}

bool IsConstantOrAttribute(Node value) {
  switch (value.kind()) {
    case Kind::kNull:
    case Kind::kNone:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kInteger:
    case Kind::kFloat:
    case Kind::kString:
    case Kind::kIdentifier:
    case Kind::kAttribute:
    case Kind::kEllipsis:
      return true;
    default:
      return false;
  }
}

// Does nothing that a test could find wrong.
bool IsTrivial(const Definition& function, const CodeSize& size) {
  if (size.branches > 0) return false;
  if (size.statements <= 2) return true;
  for (Node statement : function.body.children()) {
    if (!IsStatement(statement)) continue;
    const bool is_empty = statement.Is(Kind::kPassStatement) || statement.Is(Kind::kRaiseStatement);
    const bool is_plain =
        statement.Is(Kind::kReturnStatement) && IsConstantOrAttribute(statement.named_child(0));
    if (!is_empty && !is_plain) return false;
  }
  return true;
}

std::string DecoratorName(const Module& module, Node decorator) {
  const Node function = decorator.Is(Kind::kCall) ? decorator.child(Field::kFunction) : decorator;
  const std::string name = module.Resolve(function);
  return name.empty() ? std::string(function.text()) : name;
}

// Declares, or is compiled for the device and launched by a wrapper.
bool IsDeclarationOrKernel(const Module& module, const Definition& definition) {
  static constexpr absl::string_view kNames[] = {"overload",  "abstractmethod", "abstractproperty",
                                                 "prim_func", "tilelang_jit",   "autotune",
                                                 "heuristics"};
  for (Node decorator : definition.decorators) {
    const std::string name = DecoratorName(module, decorator);
    if (absl::StartsWith(name, "triton.") || absl::StartsWith(name, "tilelang.") ||
        absl::StartsWith(name, "numba.cuda.") || absl::StartsWith(name, "cute.")) {
      return true;
    }
    const absl::string_view last = repository::SimpleName(name);
    if (std::find(std::begin(kNames), std::end(kNames), last) != std::end(kNames)) return true;
  }
  return false;
}

// Decorators with arguments that leave the function where it is.
bool IsPlainDecorator(absl::string_view name) {
  static constexpr absl::string_view kPrefixes[] = {
      "torch.",    "functools.", "contextlib.",       "dataclasses.",
      "warnings.", "typing.",    "typing_extensions."};
  for (absl::string_view prefix : kPrefixes) {
    if (absl::StartsWith(name, prefix)) return true;
  }
  static constexpr absl::string_view kWords[] = {
      "deprecat", "experimental", "internal", "nvtx",  "cache", "jit",
      "no_grad",  "inference",    "wrap",     "retry", "timer", "profile",
      "compile",  "override",     "require",  "skip"};
  for (absl::string_view word : kWords) {
    if (absl::StrContains(repository::SimpleName(name), word)) return true;
  }
  return false;
}

bool IsRegistered(const Module& module, const Definition& definition) {
  for (Node decorator : definition.decorators) {
    if (!decorator.Is(Kind::kCall)) continue;
    if (!IsPlainDecorator(DecoratorName(module, decorator))) return true;
  }
  return false;
}

bool IsCalledByProtocol(const Definition& definition) {
  static constexpr absl::string_view kNames[] = {"forward", "backward", "setup", "setup_context",
                                                 "jvp",     "vmap",     "run",   "close"};
  const absl::string_view name = definition.simple_name;
  return IsDunder(name) ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Bases whose classes hold data or names, or are raised.
bool IsDataType(const Module& module, const Definition& a_class) {
  static constexpr absl::string_view kBases[] = {"Protocol", "TypedDict", "NamedTuple", "Enum",
                                                 "IntEnum",  "StrEnum",   "Flag",       "IntFlag"};
  for (Node base : a_class.bases) {
    const Node plain = base.Is(Kind::kSubscript) ? base.child(Field::kValue) : base;
    std::string name = module.Resolve(plain);
    if (name.empty()) name = std::string(plain.text());
    const absl::string_view last = repository::SimpleName(name);
    if (std::find(std::begin(kBases), std::end(kBases), last) != std::end(kBases)) return true;
    if (absl::EndsWith(last, "Error") || absl::EndsWith(last, "Exception") || last == "Warning") {
      return true;
    }
  }
  return false;
}

bool HasDefinition(const Module* module, const std::string& name) {
  return module != nullptr && module->FindDefinition(name) != nullptr;
}

class Collector {
 public:
  Collector(const std::vector<AnalysedFile>& files, const moves::Moves& moves)
      : files_(files), moves_(moves) {}

  std::vector<NewDefinition> Collect() {
    for (const AnalysedFile& file : files_) {
      const bool is_unknown = file.before == nullptr && !file.changed->is_added;
      if (file.after == nullptr || is_unknown || !paths::IsProductSource(file.changed->path))
        continue;
      if (file.lines.added().empty()) continue;
      for (const Definition& definition : file.after->definitions()) Visit(file, definition);
    }
    return std::move(added_);
  }

 private:
  void Visit(const AnalysedFile& file, const Definition& definition) {
    if (definition.kind == Definition::Kind::kClass) return;  // Its methods are the code.
    if (HasDefinition(file.before, definition.name)) return;
    if (!file.lines.Touches(definition.node)) return;  // Every line of it was moved here.
    const Module& module = *file.after;
    if (IsPrivate(definition) || IsInFunction(module, definition)) return;
    const Definition* owner = ParentOf(module, definition);
    if (owner != nullptr && IsDataType(module, *owner)) return;
    if (IsDeclarationOrKernel(module, definition) || definition.node.HasError()) return;
    const CodeSize size = SizeOf(definition);
    if (IsTrivial(definition, size) || !IsNewCode(module, definition, moves_)) return;
    added_.push_back({.file = &file,
                      .definition = &definition,
                      .owner = owner,
                      .statements = size.statements,
                      .branches = size.branches,
                      .is_called_by_protocol = owner != nullptr && IsCalledByProtocol(definition),
                      .is_registered = IsRegistered(module, definition)});
  }

  const std::vector<AnalysedFile>& files_;
  const moves::Moves& moves_;
  std::vector<NewDefinition> added_;
};

}  // namespace

bool IsNewCode(const Module& module, const Definition& definition, const moves::Moves& moves) {
  const Definition* owner = ParentOf(module, definition);
  const bool is_in_moved_class =
      owner != nullptr && owner->kind == Definition::Kind::kClass && moves.IsMovedOrRenamed(*owner);
  return !is_in_moved_class && moves.IsNew(definition);
}

bool IsDeclaration(const Module& module, const Definition& definition) {
  const bool is_class = definition.kind == Definition::Kind::kClass;
  const Definition* a_class = is_class ? &definition : ParentOf(module, definition);
  if (a_class != nullptr && a_class->kind == Definition::Kind::kClass) {
    for (Node base : a_class->bases) {
      const Node plain = base.Is(Kind::kSubscript) ? base.child(Field::kValue) : base;
      if (repository::SimpleName(plain.text()) == "Protocol") return true;
    }
  }
  if (!is_class) {
    return std::any_of(
        definition.decorators.begin(), definition.decorators.end(), [&](Node decorator) {
          const std::string name = DecoratorName(module, decorator);
          const absl::string_view last = repository::SimpleName(name);
          return last == "abstractmethod" || last == "abstractproperty" || last == "overload";
        });
  }
  bool has_annotation = false;
  for (Node statement : definition.body.children()) {
    if (!IsStatement(statement)) continue;
    const Node field = statement.Is(Kind::kAssignment) ? statement : statement.named_child(0);
    const bool is_annotation =
        field.Is(Kind::kAssignment) && field.child(Field::kType) && !field.child(Field::kRight);
    if (!is_annotation) return false;
    has_annotation = true;
  }
  return has_annotation;
}

CodeSize SizeOf(const Definition& function) {
  CodeSize size;
  for (Node node : function.body.descendants()) {
    size.statements += IsStatement(node);
    size.branches += IsBranch(node);
  }
  return size;
}

std::vector<NewDefinition> CollectNewDefinitions(const std::vector<AnalysedFile>& files,
                                                 const moves::Moves& moves) {
  return Collector(files, moves).Collect();
}

}  // namespace allreview::test_plan
