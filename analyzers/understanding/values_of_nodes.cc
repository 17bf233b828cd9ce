#include "analyzers/understanding/values_of_nodes.h"

#include <algorithm>
#include <utility>

#include "base/poll.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Register;
using python::Kind;
using python::Node;
using python::Scope;

bool IsComprehension(Kind kind) {
  return kind == Kind::kListComprehension || kind == Kind::kSetComprehension ||
         kind == Kind::kDictionaryComprehension || kind == Kind::kGeneratorExpression;
}

// It names an attribute, an argument or a parameter: no value of its own.
bool IsLabel(Node identifier) {
  const Kind parent = identifier.parent().kind();
  const python::Field field = identifier.field();
  return (parent == Kind::kAttribute && field == python::Field::kAttribute) ||
         (parent == Kind::kKeywordArgument && field == python::Field::kName);
}

bool ReadsName(Op op) {
  return op == Op::kCopy || op == Op::kGlobal || op == Op::kEnclosing || op == Op::kBuiltin ||
         op == Op::kSetGlobal || op == Op::kSetEnclosing;
}

// Of the instructions that stand for an expression the one that makes its value; kUnknown: any.
Op MakerOf(Kind kind) {
  switch (kind) {
    case Kind::kSubscript:
      return Op::kItem;
    case Kind::kCall:
      return Op::kCall;
    case Kind::kBooleanOperator:
    case Kind::kConditionalExpression:
      return Op::kCopy;
    default:
      return Op::kUnknown;
  }
}

}  // namespace

ValuesOfNodes::ValuesOfNodes(Knowledge& knowledge, uint32_t file, const python::Module& module)
    : knowledge_(knowledge), file_(file), module_(module) {
  const std::vector<ir::Code>& codes = knowledge.program().file(file).code.codes;
  for (uint32_t code = 0; code < codes.size(); ++code) {
    by_owner_.emplace(codes[code].node, code);
    const std::vector<Instruction>& instructions = codes[code].instructions;
    Poll(static_cast<int>(instructions.size()));
    for (uint32_t i = 0; i < instructions.size(); ++i) {
      spots_.push_back({instructions[i].node, code, i});
    }
  }
  std::sort(spots_.begin(), spots_.end());
}

Value ValuesOfNodes::Of(Node expression) {
  Node node = python::WithoutParentheses(expression);
  while (node.Is(Kind::kNamedExpression) || node.Is(Kind::kKeywordArgument)) {
    node = python::WithoutParentheses(node.child(python::Field::kValue));
  }
  const std::optional<CodeRef> code = node ? CodeAround(node) : std::nullopt;
  if (!code || (node.Is(Kind::kIdentifier) && IsLabel(node))) return Value::Unknown();
  const Run& run = RunOf(code->code);
  if (run.is_partial || run.operands.empty()) return Value::Unknown();
  const Ran ran = {code->code, knowledge_.program().code(*code), run};
  const Value value = node.Is(Kind::kIdentifier) ? OfName(ran, node) : OfExpression(ran, node);
  return knowledge_.Resolved(value).Filtered(
      [](const Atom& atom) { return atom.kind != Atom::Kind::kUnbound; });
}

std::vector<Node> ValuesOfNodes::UnwrittenReadBy(Node expression) {
  std::vector<Node> made;
  const std::optional<CodeRef> code = expression ? CodeAround(expression) : std::nullopt;
  if (!code) return made;
  const Run& run = RunOf(code->code);
  if (run.is_partial) return made;
  const std::vector<Instruction>& instructions = knowledge_.program().code(*code).instructions;
  for (const Notice& notice : run.notices) {
    if (instructions[notice.instruction].node != expression.index()) continue;
    made.push_back(module_.tree().node(instructions[notice.made].node));
  }
  return made;
}

std::optional<CodeRef> ValuesOfNodes::CodeAround(Node node) const {
  const std::vector<Scope>& scopes = module_.scopes().scopes();
  uint32_t scope = module_.scopes().ScopeOf(node);
  while (scopes[scope].kind == Scope::Kind::kComprehension) scope = scopes[scope].parent;
  const auto code = by_owner_.find(scopes[scope].owner.index());
  if (code == by_owner_.end()) return std::nullopt;
  return CodeRef{file_, code->second};
}

void ValuesOfNodes::Assume(CodeRef code, const std::vector<Value>& parameters) {
  Run run = knowledge_.Observe(code, parameters);
  runs_.insert_or_assign(code.code, std::move(run));
}

const Run& ValuesOfNodes::RunOf(uint32_t code) {
  if (const auto known = runs_.find(code); known != runs_.end()) return known->second;
  Run run = knowledge_.Observe({file_, code});
  if (runs_.size() >= kMaxRuns) runs_.clear();
  return runs_.emplace(code, std::move(run)).first->second;
}

std::vector<uint32_t> ValuesOfNodes::InstructionsIn(const Ran& ran, uint32_t first,
                                                    uint32_t end) const {
  std::vector<uint32_t> found;
  auto spot = std::lower_bound(spots_.begin(), spots_.end(), Spot{first, 0, 0});
  for (; spot != spots_.end() && spot->node < end; ++spot) {
    if (spot->code == ran.number) found.push_back(spot->instruction);
  }
  return found;
}

// Names of the module and of functions around this one have instructions of their own; a local name
// is an operand of what is around it.
Value ValuesOfNodes::OfName(const Ran& ran, Node identifier) const {
  const std::vector<uint32_t> own = InstructionsOf(ran, identifier);
  std::vector<Value> values;
  for (uint32_t i : own) {
    const Instruction& instruction = ran.code.instructions[i];
    if (!ReadsName(instruction.op)) continue;
    const bool has_result = instruction.result != ir::kNone;
    if (has_result) values.push_back(ran.run.values[i]);
    if (!has_result && instruction.operand_count > 0) {
      values.push_back(ran.run.operands[instruction.first_operand]);
    }
  }
  if (!values.empty()) return Value::AnyOf(values);
  const Register place = RegisterOf(ran, identifier);
  return place == ir::kNone ? Value::Unknown() : ReadAround(ran, identifier, place);
}

// What binds the name says where it is kept: those of comprehensions have no entry in
// Code::locals.
Register ValuesOfNodes::RegisterOf(const Ran& ran, Node identifier) const {
  const python::Scopes::Meaning meaning = module_.scopes().MeaningOf(identifier, identifier.text());
  if (meaning.scope < 0) return ir::kNone;
  const Scope& scope = module_.scopes().scopes()[static_cast<size_t>(meaning.scope)];
  if (scope.kind != Scope::Kind::kComprehension) {
    return knowledge_.program()
        .FindLocal({file_, ran.number}, identifier.text())
        .value_or(ir::kNone);
  }
  for (const python::Binding& binding : meaning.bindings) {
    for (uint32_t i : InstructionsOf(ran, binding.node)) {
      const Instruction& instruction = ran.code.instructions[i];
      if (instruction.op == Op::kCopy) return instruction.result;
    }
  }
  return ir::kNone;
}

Value ValuesOfNodes::ReadAround(const Ran& ran, Node node, Register place) const {
  for (Node around = node; around; around = around.parent()) {
    std::optional<Value> read = ReadBy(ran, InstructionsOf(ran, around), place);
    if (!read && around.Is(Kind::kExpressionStatement)) {
      // `y = x` is an instruction of y.
      read = ReadBy(ran, InstructionsIn(ran, around.index(), around.subtree_end()), place);
    }
    if (read) return *std::move(read);
    if (around.Is(Kind::kExpressionStatement) || around.index() == ran.code.node) break;
  }
  return Value::Unknown();
}

std::optional<Value> ValuesOfNodes::ReadBy(const Ran& ran,
                                           const std::vector<uint32_t>& instructions,
                                           Register place) {
  std::optional<Value> value;
  for (uint32_t i : instructions) {
    const Instruction& instruction = ran.code.instructions[i];
    for (uint32_t j = 0; j < instruction.operand_count; ++j) {
      const uint32_t operand = instruction.first_operand + j;
      const bool is_filled = instruction.op == Op::kAppend && j == 0;
      if (is_filled || ran.code.operands[operand].value != place) continue;
      value = value.value_or(Value()).JoinedWith(ran.run.operands[operand]);
    }
  }
  return value;
}

Value ValuesOfNodes::OfExpression(const Ran& ran, Node expression) const {
  const std::vector<uint32_t> instructions = InstructionsOf(ran, expression);
  const Op maker = MakerOf(expression.kind());
  std::vector<Value> made, copied;
  for (uint32_t i : instructions) {
    const Instruction& instruction = ran.code.instructions[i];
    if (instruction.result == ir::kNone) continue;
    // Made empty, and filled before anybody reads it.
    if (IsComprehension(expression.kind())) {
      return ReadAround(ran, expression, instruction.result);
    }
    if (maker != Op::kUnknown && instruction.op != maker) continue;
    (instruction.op == Op::kCopy ? copied : made).push_back(ran.run.values[i]);
  }
  // Where paths of an expression meet, its value is copied.
  if (!copied.empty()) return Value::AnyOf(copied);
  return made.empty() ? Stored(ran, instructions) : Value::AnyOf(made);
}

// What an assignment puts into an attribute or item.
Value ValuesOfNodes::Stored(const Ran& ran, const std::vector<uint32_t>& instructions) const {
  std::vector<Value> stored;
  for (uint32_t i : instructions) {
    const Instruction& instruction = ran.code.instructions[i];
    if (instruction.op != Op::kSetAttribute && instruction.op != Op::kSetItem) continue;
    stored.push_back(ran.run.operands[instruction.first_operand + instruction.operand_count - 1]);
  }
  return stored.empty() ? Value::Unknown() : Value::AnyOf(stored);
}

}  // namespace allreview::understanding
