// The part of CodeLowering that writes what binds names: assignments, imports, definitions.

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/code_lowering.h"
#include "analyzers/ir/operators.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Field;
using python::Kind;
using python::Node;

bool IsSplat(Node node) { return node.Is(Kind::kListSplatPattern) || node.Is(Kind::kListSplat); }

// `a, b` and the like; the parts of a target may stand as a tuple, too, as in `del (a, b)`.
bool IsSequence(Node target) {
  switch (target.kind()) {
    case Kind::kPatternList:
    case Kind::kTuplePattern:
    case Kind::kListPattern:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kExpressionList:
      return true;
    default:
      return false;
  }
}

std::string ModuleOf(Node from) {
  if (!from.Is(Kind::kRelativeImport)) return std::string(from.text());
  size_t dots = 0;
  for (char c : from.child(Kind::kImportPrefix).text()) dots += c == '.';
  return absl::StrCat(std::string(dots, '.'), from.child(Kind::kDottedName).text());
}

}  // namespace

void CodeLowering::LowerExpressionStatement(Node statement) {
  for (Node child : statement.named_children()) {
    if (child.Is(Kind::kAssignment)) {
      LowerAssignment(child);
    } else if (child.Is(Kind::kAugmentedAssignment)) {
      LowerAugmented(child);
    } else {
      Evaluate(child);
    }
  }
}

// `a = b = c` is an assignment whose right side is one.
void CodeLowering::LowerAssignment(Node assignment) {
  std::vector<Node> targets;
  Node right = assignment;
  while (right.Is(Kind::kAssignment)) {
    Poll();
    targets.push_back(right.child(Field::kLeft));
    right = right.child(Field::kRight);
  }
  const Node type = assignment.child(Field::kType);
  const Register value = right ? Evaluate(right) : kNone;
  if (type && targets[0].Is(Kind::kIdentifier)) {
    Instruction& declare = value == kNone ? Emit(Op::kDeclare, assignment, {})
                                          : Emit(Op::kDeclare, assignment, {value});
    declare.name = file_.Name(targets[0].text());
    declare.type = file_.TypeOf(type, module_.scopes().ScopeOf(assignment));
    declare.result = RegisterOf(scope_, targets[0].text());
  }
  if (value == kNone) return;
  for (Node target : targets) Assign(target, value);
}

void CodeLowering::LowerAugmented(Node assignment) {
  const Node target = python::WithoutParentheses(assignment.child(Field::kLeft));
  const Node right = assignment.child(Field::kRight);
  absl::string_view token = assignment.child(Field::kOperator).text();
  token.remove_suffix(token.empty() ? 0 : 1);  // '='
  const auto operate = [&](Register old) {
    const Register with = Evaluate(right);
    const Register result = EmitValue(Op::kOperateInPlace, assignment, {old, with});
    code_.instructions.back().detail = BinaryOperator(token);
    return result;
  };
  if (target.Is(Kind::kAttribute)) {
    const Register object = Evaluate(target.child(Field::kObject));
    const NameId name = file_.Name(target.child(Field::kAttribute).text());
    const Register old = EmitValue(Op::kAttribute, target, {object});
    code_.instructions.back().name = name;
    const Register result = operate(old);
    Emit(Op::kSetAttribute, target, {object, result}).name = name;
  } else if (target.Is(Kind::kSubscript)) {
    const Register object = Evaluate(target.child(Field::kValue));
    const Register index = EvaluateIndex(target);
    const Register old = EmitValue(Op::kItem, target, {object, index});
    const Register result = operate(old);
    Emit(Op::kSetItem, target, {object, index, result});
  } else if (target.Is(Kind::kIdentifier)) {
    Bind(target, operate(Read(target)));
  } else {
    Evaluate(right);
  }
}

void CodeLowering::LowerDelete(Node statement) {
  std::vector<Node> targets = {statement.named_child(0)};
  while (!targets.empty()) {
    Poll();
    const Node target = python::WithoutParentheses(targets.back());
    targets.pop_back();
    if (IsSequence(target)) {
      std::vector<Node> parts;
      for (Node child : target.named_children()) parts.push_back(child);
      targets.insert(targets.end(), parts.rbegin(), parts.rend());
    } else if (target.Is(Kind::kIdentifier)) {
      Unbind(target);
    } else if (target.Is(Kind::kAttribute)) {
      const Register object = Evaluate(target.child(Field::kObject));
      Emit(Op::kDeleteAttribute, target, {object}).name =
          file_.Name(target.child(Field::kAttribute).text());
    } else if (target.Is(Kind::kSubscript)) {
      const Register object = Evaluate(target.child(Field::kValue));
      const Register index = EvaluateIndex(target);
      Emit(Op::kDeleteItem, target, {object, index});
    }
  }
}

void CodeLowering::Assign(Node assigned, Register assigned_value, bool is_inner) {
  std::vector<std::pair<Node, Register>> targets = {{assigned, assigned_value}};
  while (!targets.empty()) {
    Poll();
    const Node target = python::WithoutParentheses(targets.back().first);
    const Register value = targets.back().second;
    targets.pop_back();
    if (IsSequence(target)) {
      Unpack(target, value, targets);
    } else if (target.Is(Kind::kIdentifier)) {
      Bind(target, value);
    } else if (target.Is(Kind::kAttribute) && !is_inner) {
      const Register object = Evaluate(target.child(Field::kObject));
      Emit(Op::kSetAttribute, target, {object, value}).name =
          file_.Name(target.child(Field::kAttribute).text());
    } else if (target.Is(Kind::kSubscript) && !is_inner) {
      const Register object = Evaluate(target.child(Field::kValue));
      const Register index = EvaluateIndex(target);
      Emit(Op::kSetItem, target, {object, index, value});
    }
  }
}

void CodeLowering::Unpack(Node pattern, Register value,
                          std::vector<std::pair<Node, Register>>& targets) {
  std::vector<Node> parts;
  size_t star = SIZE_MAX;
  for (Node part : pattern.named_children()) {
    if (IsSplat(part)) star = parts.size();
    parts.push_back(part);
  }
  const bool has_star = star != SIZE_MAX;
  const Register unpacked = EmitValue(Op::kUnpack, pattern, {value});
  const uint32_t count = static_cast<uint32_t>(parts.size());
  code_.instructions.back().index = has_star ? count - 1 : count;
  if (has_star) code_.instructions.back().detail = Operator::kStar;
  std::vector<std::pair<Node, Register>> taken;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_star = i == star;
    const Node target = is_star ? parts[i].named_child(0) : parts[i];
    const Register element =
        EmitValue(is_star ? Op::kStarElement : Op::kElement, parts[i], {unpacked});
    Instruction& taking = code_.instructions.back();
    const bool is_behind = has_star && i > star;
    taking.index = static_cast<uint32_t>(is_star ? count - 1 : is_behind ? parts.size() - i : i);
    if (is_behind) taking.detail = Operator::kStar;
    taken.push_back({target, element});
  }
  targets.insert(targets.end(), taken.rbegin(), taken.rend());
}

void CodeLowering::LowerImport(Node statement) {
  const Node from = statement.child(Field::kModuleName);
  const std::string module = from ? ModuleOf(from) : "";
  const bool is_bare = module.empty() || module.back() == '.';
  for (Node child : statement.children()) {
    if (child.Is(Kind::kWildcardImport)) {
      Emit(Op::kImportAll, statement, {}).name = file_.Name(module);
    }
    if (child.field() != Field::kName) continue;
    const Node alias = child.child(Field::kAlias);
    const Node name = child.Is(Kind::kAliasedImport) ? child.child(Field::kName) : child;
    if (!name || name.text().empty()) continue;
    const std::string full =
        from ? absl::StrCat(module, is_bare ? "" : ".", name.text()) : std::string(name.text());
    Register imported = EmitValue(from ? Op::kImportFrom : Op::kImport, child, {});
    code_.instructions.back().name = file_.Name(full);
    Node bound = alias ? alias : name;
    if (!from && !alias) {  // `import a.b` binds a.
      bound = name.named_child(0);
      if (bound.text() != name.text()) {
        imported = EmitValue(Op::kImport, child, {});
        code_.instructions.back().name = file_.Name(bound.text());
      }
    }
    if (bound.Is(Kind::kDottedName)) bound = bound.named_child(0);
    Bind(bound, imported);
  }
}

void CodeLowering::LowerDefinition(Node definition) {
  std::vector<Register> decorators;
  Node node = definition;
  if (definition.Is(Kind::kDecoratedDefinition)) {
    for (Node child : definition.named_children()) {
      if (child.Is(Kind::kDecorator)) decorators.push_back(Evaluate(child.named_child(0)));
    }
    node = definition.child(Field::kDefinition);
  }
  Register value = node.Is(Kind::kClassDefinition) ? LowerClass(node) : LowerFunction(node);
  for (auto decorator = decorators.rbegin(); decorator != decorators.rend(); ++decorator) {
    value = EmitValue(Op::kCall, definition, {*decorator, value});
  }
  if (const Node name = node.child(Field::kName)) Bind(name, value);
}

Register CodeLowering::LowerClass(Node node) {
  std::vector<Operand> operands;
  for (Node child : node.child(Field::kSuperclasses).named_children()) {
    operands.push_back(EvaluateArgument(child));
  }
  const Register result = EmitValue(Op::kClass, node, {});
  code_.instructions.back().index = file_.CodeOf(node);
  for (const Operand& operand : operands) AddOperand(operand);
  return result;
}

Register CodeLowering::LowerFunction(Node node) {
  std::vector<Register> defaults;
  for (Node parameter : node.child(Field::kParameters).named_children()) {
    if (const Node value = parameter.child(Field::kValue)) defaults.push_back(Evaluate(value));
  }
  const Register result = EmitValue(Op::kFunction, node, {});
  code_.instructions.back().index = file_.CodeOf(node);
  for (Register value : defaults) AddOperand({.value = value});
  return result;
}

}  // namespace allreview::ir
