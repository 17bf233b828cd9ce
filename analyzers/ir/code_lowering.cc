#include "analyzers/ir/code_lowering.h"

#include <algorithm>

#include "analyzers/ir/lower.h"
#include "analyzers/python/definitions.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Binding;
using python::ControlFlow;
using python::Field;
using python::Kind;
using python::Scopes;

Parameter::Kind KindOf(python::Parameter::Kind kind) {
  switch (kind) {
    case python::Parameter::Kind::kPositionalOnly:
      return Parameter::Kind::kPositionalOnly;
    case python::Parameter::Kind::kPositional:
      return Parameter::Kind::kPositional;
    case python::Parameter::Kind::kVarPositional:
      return Parameter::Kind::kVarPositional;
    case python::Parameter::Kind::kKeywordOnly:
      return Parameter::Kind::kKeywordOnly;
    case python::Parameter::Kind::kVarKeyword:
      break;
  }
  return Parameter::Kind::kVarKeyword;
}

}  // namespace

File Lower(const python::Module& module) {
  FileLowering file(module);
  const std::vector<python::Scope>& scopes = module.scopes().scopes();
  for (uint32_t scope = 0; scope < scopes.size(); ++scope) {
    Poll();
    if (scopes[scope].kind == python::Scope::Kind::kComprehension) continue;
    Code code = CodeLowering(file, scope).Lower();
    file.file().codes[file.CodeOfScope(scope)] = std::move(code);
  }
  return std::move(file.file());
}

CodeLowering::CodeLowering(FileLowering& file, uint32_t scope)
    : file_(file),
      module_(file.module()),
      scope_(scope),
      code_index_(file.CodeOfScope(scope)),
      owner_(module_.scopes().scopes()[scope].owner),
      code_(file.file().codes[code_index_]) {
  const Node body = owner_.Is(Kind::kModule) ? owner_ : owner_.child(Field::kBody);
  has_walrus_ = !body.descendants(Kind::kNamedExpression).empty();
  AddParameters();
  AddLocals();
}

Code CodeLowering::Lower() {
  code_.result = NewRegister();
  if (code_.kind == Code::Kind::kLambda) {
    LowerLambda();
  } else {
    LowerBody();
  }
  return std::move(code_);
}

void CodeLowering::LowerLambda() {
  const BlockId entry = NewBlock();
  code_.exit = NewBlock();
  code_.raised = NewBlock();
  handlers_ = {code_.raised};
  StartBlock(entry);
  const Node body = owner_.child(Field::kBody);
  Emit(Op::kCopy, body, {Evaluate(body)}).result = code_.result;
  EmitJump(body, code_.exit);
}

void CodeLowering::LowerBody() {
  flow_.emplace(module_, owner_);
  blocks_of_points_.resize(flow_->size(), kNone);
  for (BlockId& block : blocks_of_points_) block = NewBlock();
  code_.exit = blocks_of_points_[ControlFlow::kExit];
  code_.raised = blocks_of_points_[ControlFlow::kRaised];
  for (Point point = 0; point < flow_->size(); ++point) {
    Poll();
    const bool is_end = point == ControlFlow::kExit || point == ControlFlow::kRaised;
    if (!is_end && flow_->IsReachable(point)) LowerPoint(point);
  }
}

void CodeLowering::AddParameters() {
  if (code_.kind != Code::Kind::kFunction && code_.kind != Code::Kind::kLambda) return;
  const uint32_t outer = module_.scopes().ScopeOf(owner_);
  for (const python::Parameter& parameter :
       python::CollectParameters(owner_.child(Field::kParameters))) {
    const NameId name = file_.Name(parameter.name);
    code_.parameters.push_back({.name = name,
                                .kind = KindOf(parameter.kind),
                                .annotation = file_.TypeOf(parameter.annotation, outer),
                                .has_default = static_cast<bool>(parameter.default_value)});
    registers_[{scope_, name}] = NewRegister();
    code_.locals.push_back({.name = name});
  }
  code_.return_type = file_.TypeOf(owner_.child(Field::kReturnType), outer);
}

// The bindings of a scope lie together, and in it those of a name.
void CodeLowering::AddLocals() {
  const std::vector<Binding>& bindings = module_.scopes().bindings();
  auto binding = std::lower_bound(bindings.begin(), bindings.end(), scope_,
                                  [](const Binding& a, uint32_t value) { return a.scope < value; });
  for (; binding != bindings.end() && binding->scope == scope_; ++binding) {
    Poll();
    const auto [at, is_new] = registers_.try_emplace({scope_, file_.Name(binding->name)}, kNone);
    if (is_new) {
      at->second = NewRegister();
      code_.locals.push_back({.name = at->first.second});
    }
    const uint32_t code = file_.CodeOfScope(module_.scopes().ScopeOf(binding->node));
    if (binding->kind != Binding::Kind::kParameter && code != code_index_) {
      code_.locals[at->second].is_set_elsewhere = true;
    }
  }
}

BlockId CodeLowering::NewBlock() {
  code_.blocks.emplace_back();
  return static_cast<BlockId>(code_.blocks.size() - 1);
}

void CodeLowering::StartBlock(BlockId block) {
  current_ = block;
  Block& started = code_.blocks[block];
  started.first = started.end = static_cast<uint32_t>(code_.instructions.size());
  started.handlers = handlers_;
}

Instruction& CodeLowering::Emit(Op op, Node node, std::initializer_list<Register> operands) {
  Instruction instruction = {.op = op, .node = node.index(), .line = 0};
  if (node) instruction.line = node.first_line();
  instruction.first_operand = static_cast<uint32_t>(code_.operands.size());
  instruction.operand_count = static_cast<uint32_t>(operands.size());
  for (Register operand : operands) code_.operands.push_back({.value = operand});
  code_.instructions.push_back(instruction);
  code_.blocks[current_].end = static_cast<uint32_t>(code_.instructions.size());
  return code_.instructions.back();
}

Register CodeLowering::EmitValue(Op op, Node node, std::initializer_list<Register> operands) {
  const Register result = NewRegister();
  Emit(op, node, operands).result = result;
  return result;
}

void CodeLowering::AddOperand(const Operand& operand) {
  code_.operands.push_back(operand);
  ++code_.instructions.back().operand_count;
}

void CodeLowering::EmitJump(Node node, BlockId target) {
  Emit(Op::kJump, node, {}).targets[0] = target;
}

void CodeLowering::EmitBranch(Node node, Register condition, BlockId if_true, BlockId if_false) {
  Instruction& branch = Emit(Op::kBranch, node, {condition});
  branch.targets[0] = if_true;
  branch.targets[1] = if_false;
}

Register CodeLowering::EmitConstant(Node node, uint32_t constant) {
  const Register result = EmitValue(Op::kConstant, node, {});
  code_.instructions.back().index = constant;
  return result;
}

Register CodeLowering::EmitNone(Node node) { return EmitConstant(node, file_.ConstantIndex({})); }

Register CodeLowering::RegisterOf(uint32_t scope, absl::string_view name) {
  if (file_.CodeOfScope(scope) != code_index_) return kNone;
  const auto [at, is_new] = registers_.try_emplace({scope, file_.Name(name)}, kNone);
  if (is_new) at->second = NewRegister();  // Of a comprehension.
  return at->second;
}

Register CodeLowering::Read(Node identifier) {
  const absl::string_view name = identifier.text();
  const Scopes::Meaning meaning = module_.scopes().MeaningOf(identifier, name);
  Op op = Op::kBuiltin;
  if (meaning.scope >= 0) {
    const uint32_t scope = static_cast<uint32_t>(meaning.scope);
    const Register local = RegisterOf(scope, name);
    if (local != kNone) return has_walrus_ ? EmitValue(Op::kCopy, identifier, {local}) : local;
    op = scope == 0 ? Op::kGlobal : Op::kEnclosing;
  }
  const Register result = EmitValue(op, identifier, {});
  Instruction& read = code_.instructions.back();
  read.name = file_.Name(name);
  if (op == Op::kEnclosing) read.index = file_.CodeOfScope(static_cast<uint32_t>(meaning.scope));
  return result;
}

void CodeLowering::Bind(Node identifier, Register value) {
  const absl::string_view name = identifier.text();
  const Scopes::Meaning meaning = module_.scopes().MeaningOf(identifier, name);
  const uint32_t scope = meaning.scope < 0 ? scope_ : static_cast<uint32_t>(meaning.scope);
  const Register local = RegisterOf(scope, name);
  if (local != kNone) {
    Emit(Op::kCopy, identifier, {value}).result = local;
    return;
  }
  Instruction& store = Emit(scope == 0 ? Op::kSetGlobal : Op::kSetEnclosing, identifier, {value});
  store.name = file_.Name(name);
  store.index = file_.CodeOfScope(scope);
}

void CodeLowering::Unbind(Node identifier) {
  const absl::string_view name = identifier.text();
  const Scopes::Meaning meaning = module_.scopes().MeaningOf(identifier, name);
  const uint32_t scope = meaning.scope < 0 ? scope_ : static_cast<uint32_t>(meaning.scope);
  const Register local = RegisterOf(scope, name);
  if (local != kNone) {
    Emit(Op::kDelete, identifier, {}).result = local;
    return;
  }
  Instruction& store = Emit(scope == 0 ? Op::kSetGlobal : Op::kSetEnclosing, identifier, {});
  store.name = file_.Name(name);
  store.index = file_.CodeOfScope(scope);
}

}  // namespace allreview::ir
