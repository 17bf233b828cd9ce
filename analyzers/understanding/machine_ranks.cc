// The part of Machine that knows what values are on other ranks.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/placements.h"
#include "analyzers/understanding/rank_sources.h"
#include "analyzers/understanding/spmd_types.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;
using Kind = Atom::Kind;

// A call under way, with the registers of what it is given.
struct Machine::Asked {
  std::vector<CallArgument> arguments;
  // For `call`, once this stays where it is.
  std::string full = {};
  std::optional<Value> group = {};
  AskingCall call = {};  // Points into these, and into the values of the state.
  Register object = ir::kNone;
};

namespace {

bool IsTracedDtype(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "builtins.")) return false;
  for (absl::string_view one : {"b8", "bf16", "f16", "f32", "f64", "i32", "i64"}) {
    if (name == one) return true;
  }
  return false;
}

}  // namespace

const RankNames& Knowledge::RankNamesOf(uint32_t file) {
  if (const auto known = rank_names_.find(file); known != rank_names_.end()) return known->second;
  const std::vector<std::string>& names = program_.file(file).code.names;
  RankNames ranks;
  ranks.has_types = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return absl::StartsWith(name, kTypesModule);
  });
  for (const std::string& name : names) {
    ranks.concerns.push_back(MayConcernRanks(name) || MayPlace(name) ||
                             (ranks.has_types && IsNameOfTypes(name)));
  }
  return rank_names_.emplace(file, std::move(ranks)).first->second;
}

// A quick look: most code has nothing to do with ranks.
bool Machine::ConcernsRanks(const Instruction& instruction, const State& state) const {
  switch (instruction.op) {
    case Op::kCall:
      if (rank_names_.has_types) return true;
      if (IsNamedLikeRanks(NameOf(OperandOf(instruction, 0).value))) return true;
      break;
    case Op::kAttribute:
      return IsNamedLikeRanks(instruction.name);
    case Op::kItem:
      if (IsNamedLikeRanks(NameOf(OperandOf(instruction, 0).value))) return true;
      break;
    case Op::kDeclare:
    case Op::kDict:
      return rank_names_.has_types;
    case Op::kCompare:
    case Op::kOperate:
    case Op::kOperateInPlace:
    case Op::kUnary:
      break;
    default:
      return false;
  }
  if (!knows_ranks_) return false;
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    if (At(state, instruction, i).ranks() != nullptr) return true;
  }
  const Instruction* const maker =
      instruction.op == Op::kCall ? plan_.maker(OperandOf(instruction, 0).value) : nullptr;
  const bool is_method = maker != nullptr && maker->op == Op::kAttribute;
  return is_method && At(state, *maker, 0).ranks() != nullptr;
}

// As it is written: `f` of f(), a.f() and a local name.
ir::NameId Machine::NameOf(Register place) const {
  if (place == ir::kNone) return ir::kNone;
  if (place < code_.locals.size()) return code_.locals[place].name;
  const Instruction* const maker = plan_.maker(place);
  return maker == nullptr ? ir::kNone : maker->name;
}

// `x: "f32[1024, 32]" = ...`: traces of torch.fx say what came out.
void Machine::TakeTracedShape(const Instruction& declare, State& state) {
  if (declare.operand_count == 0 || declare.type == ir::kNone) return;
  const Register place = OperandOf(declare, 0).value;
  const ir::Type& type = file_.types[declare.type];
  const ir::TypeId base = declare.type + 1;
  const bool is_trace = place != ir::kNone && type.kind == ir::Type::Kind::kGeneric &&
                        file_.types[base].kind == ir::Type::Kind::kName &&
                        IsTracedDtype(file_.names[file_.types[base].name]);
  if (!is_trace || !state.registers[place].is_unknown()) return;
  Tensor tensor = {.has_rank = true};
  for (ir::TypeId size = file_.types[base].end; size < type.end; size = file_.types[size].end) {
    int64_t number = 0;
    const bool is_number = file_.types[size].kind == ir::Type::Kind::kLiteral &&
                           absl::SimpleAtoi(file_.names[file_.types[size].name], &number);
    tensor.sizes.push_back(is_number ? Size::Constant(number) : Size());
  }
  const Ranks* const ranks = state.registers[place].ranks();
  const Value shaped = Value::OfTensor(std::move(tensor)).Promised();
  Refine(state, place, ranks == nullptr ? shaped : shaped.WithRanks(*ranks));
}

Value Machine::OnRanks(const Value& value, Ranks ranks, const Asked* asked) {
  const Atom* const only = value.only();
  if (only != nullptr && only->is_constant) return value;
  const bool is_number = only != nullptr && only->kind == Kind::kInteger && !only->tensor;
  const bool is_asked =
      asked != nullptr && asked->call.name != "int" && (value == Value::Unknown() || is_number);
  Value placed = value;
  if (is_asked) {
    // Who is no member of a group may have asked for its rank.
    const bool is_member = asked->call.name != "get_rank" || asked->call.arguments.empty();
    Size size = SizeOfGroup(ranks);
    if (!size.is_known()) size = RankInGroup(ranks, is_member);
    if (size.is_known()) {
      placed = is_number ? Value::OfSize(size, only->origin) : Value::UnknownNamed(size);
    }
  }
  return placed.WithRanks(std::move(ranks));
}

bool Machine::PlaceOnRanks(const Instruction& instruction, State& state, Value& value) {
  if (instruction.op == Op::kDeclare) return TakeTracedShape(instruction, state), true;
  std::optional<Asked> asked;
  if (instruction.op == Op::kCall) {
    asked.emplace(AskedBy(instruction, state));
    asked->call.full = asked->full;
    if (asked->group) asked->call.object = &*asked->group;
  }
  const std::optional<Typing> typing = TypingOf(instruction, state, asked ? &*asked : nullptr);
  if (typing && !typing->why.empty()) {
    Note({.kind = Failure::Kind::kPlacement,
          .instruction = NumberOf(instruction),
          .why = typing->why,
          .is_guarded = IsGuarded()});
    return false;
  }
  std::optional<Ranks> ranks = typing  ? std::optional(typing->result)
                               : asked ? RanksOfCall(asked->call)
                                       : RanksOf(instruction, state);
  if (ranks && !ranks->is_empty()) {
    value = OnRanks(value, *std::move(ranks), asked ? &*asked : nullptr);
  }
  if (!typing || typing->changed == nullptr) return true;
  Register place = typing->changed == asked->call.object ? asked->object : ir::kNone;
  for (size_t i = 0; i < asked->arguments.size(); ++i) {
    if (&asked->arguments[i].value != typing->changed) continue;
    place = OperandOf(instruction, static_cast<uint32_t>(i) + 1).value;
  }
  if (place == ir::kNone) return true;
  knows_ranks_ |= !typing->becomes.is_empty();
  Refine(state, place, state.registers[place].WithRanks(typing->becomes));
  return true;
}

std::optional<Typing> Machine::TypingOf(const Instruction& instruction, const State& state,
                                        const Asked* asked) const {
  if (!rank_names_.has_types) return asked == nullptr ? std::nullopt : PlaceCall(asked->call);
  if (asked != nullptr) return TypeCall(asked->call);
  if (instruction.op == Op::kItem && IsTyped(At(state, instruction, 0))) {
    return Typing{.result = RanksOfPart(At(state, instruction, 0))};
  }
  if (instruction.op != Op::kOperate && instruction.op != Op::kOperateInPlace &&
      instruction.op != Op::kUnary) {
    return std::nullopt;
  }
  const uint32_t last = instruction.operand_count - 1;
  return TypeOperator(instruction.detail, At(state, instruction, 0), At(state, instruction, last));
}

std::optional<Ranks> Machine::RanksOf(const Instruction& instruction, const State& state) {
  switch (instruction.op) {
    case Op::kAttribute: {
      const Register object = OperandOf(instruction, 0).value;
      return RanksOfAttribute(state.registers[object], file_.names[instruction.name],
                              IsCollection(object, state));
    }
    case Op::kItem: {
      const Value& object = At(state, instruction, 0);
      const Value& index = At(state, instruction, 1);
      if (IsTyped(object)) return RanksOfPart(object);
      if (!rank_names_.has_types && index.ranks() != nullptr) return RanksOfDependence({&index});
      const ir::NameId name = NameOf(OperandOf(instruction, 0).value);
      const bool is_mesh =
          object.is_open() && name != ir::kNone && IsNamedLikeMesh(file_.names[name]);
      return RanksOfItem(object, index, is_mesh);
    }
    case Op::kDict:
      return RanksOfDisplay(instruction, state);
    case Op::kCompare:
      NoteSizeComparison(instruction, state);
      return RanksOfOperator(instruction, state);
    case Op::kOperate:
    case Op::kOperateInPlace:
      return RanksOfOperator(instruction, state);
    case Op::kUnary:
      if (instruction.detail == Operator::kNot) return RanksOfNot(At(state, instruction, 0));
      return PlaceOperator(instruction.detail, At(state, instruction, 0),
                           At(state, instruction, 0));
    default:
      return std::nullopt;
  }
}

Ranks Machine::RanksOfOperator(const Instruction& instruction, const State& state) const {
  const Operator op = instruction.detail;
  const Value &a = At(state, instruction, 0), &b = At(state, instruction, 1);
  const bool is_comparison = instruction.op == Op::kCompare;
  Ranks ranks = is_comparison ? RanksOfComparison(op, a, b) : RanksOfOperation(op, a, b);
  // Types say less of numbers than this.
  if (rank_names_.has_types) return ranks;
  if (ranks.is_empty() && !is_comparison) ranks = PlaceOperator(op, a, b);
  const bool is_identity = op == Operator::kIs || op == Operator::kIsNot;
  if (ranks.is_empty() && !is_identity) ranks = RanksOfDependence({&a, &b});
  if (!is_comparison) ranks.factors = FactorsOf(op, a, b);
  return ranks;
}

std::optional<Ranks> Machine::RanksOfDisplay(const Instruction& dict, const State& state) const {
  std::vector<std::pair<Value, Value>> pairs;
  for (uint32_t i = 0; i + 1 < dict.operand_count; i += 2) {
    if (OperandOf(dict, i).value == ir::kNone) return std::nullopt;
    pairs.emplace_back(At(state, dict, i), At(state, dict, i + 1));
  }
  return TypesOf(pairs);
}

void Machine::Displace(Register place, State& state) {
  if (rank_names_.has_types || place == ir::kNone || !IsTyped(state.registers[place])) return;
  Refine(state, place, state.registers[place].WithoutRanks());
}

// Of a function that is defined elsewhere, or of one of the program that stands for such a one.
std::string Machine::AbsoluteNameOf(const Atom& callee) const {
  if (callee.kind == Kind::kExternal) {
    const std::string meant = NameInTorch(callee.text);
    return meant.empty() ? callee.text : meant;
  }
  return callee.kind == Kind::kFunction ? NameInTorch(knowledge_.program().FullName(callee.code))
                                        : "";
}

// The callee, or what it takes the place of: a function of torch.distributed.
Value Machine::MeantByCall(const Instruction& call, const Value& callee, const State& state) const {
  const Instruction* const maker = plan_.maker(OperandOf(call, 0).value);
  const bool is_attribute = maker != nullptr && maker->op == Op::kAttribute;
  const Atom* const only = callee.only();
  std::string name;
  if (only != nullptr && only->kind == Kind::kFunction && is_attribute) {
    name = AbsoluteNameOf(*only);
  } else if (callee.is_unknown() && is_attribute) {
    const Atom* const module = At(state, *maker, 0).only();
    if (module == nullptr || module->kind != Kind::kModule) return callee;
    name = NameInTorch(absl::StrCat(module->text, ".", file_.names[maker->name]));
  }
  return name.empty() || torch::FindApi(name) == nullptr ? callee : Value::External(name);
}

Machine::Asked Machine::AskedBy(const Instruction& call, const State& state) const {
  // What displays say is forgotten once they are handed over.
  Asked asked = {.arguments = called_with_};
  for (size_t i = 0; i < asked.arguments.size(); ++i) {
    const Register place = OperandOf(call, static_cast<uint32_t>(i) + 1).value;
    if (IsGroupOfSelf(place, state)) NameGroup(place, asked.arguments[i].value);
  }
  asked.call.arguments = asked.arguments;
  const Register callee = OperandOf(call, 0).value;
  if (const ir::NameId name = NameOf(callee); name != ir::kNone) {
    asked.call.name = file_.names[name];
  }
  const Atom* const only = state.registers[callee].only();
  if (only != nullptr) asked.full = AbsoluteNameOf(*only);
  const Instruction* const maker = plan_.maker(callee);
  if (maker == nullptr || maker->op != Op::kAttribute) return asked;
  asked.object = OperandOf(*maker, 0).value;
  asked.call.object = &state.registers[asked.object];
  const Atom* const module = asked.call.object->only();
  if (asked.full.empty() && module != nullptr && module->kind == Kind::kModule) {
    asked.full = NameInTorch(absl::StrCat(module->text, ".", asked.call.name));
  }
  if (IsGroupOfSelf(asked.object, state)) {
    NameGroup(asked.object, asked.group.emplace(*asked.call.object));
  }
  const Instruction* const subscript = plan_.maker(asked.object);
  if (subscript == nullptr || subscript->op != Op::kItem) return asked;
  const Atom* const key = At(state, *subscript, 1).only();
  if (key != nullptr && key->kind == Kind::kText && key->is_constant) asked.call.key = key->text;
  return asked;
}

// `self.dp_process_group`, of which nobody knows what it is.
bool Machine::IsGroupOfSelf(Register place, const State& state) const {
  if (place == ir::kNone || !state.registers[place].is_unknown()) return false;
  const Instruction* const maker = plan_.maker(place);
  if (maker == nullptr || maker->op != Op::kAttribute || OperandOf(*maker, 0).value != 0) {
    return false;
  }
  const absl::string_view name = file_.names[maker->name];
  const bool is_group = absl::EndsWith(name, "group") || absl::EndsWith(name, "mesh") ||
                        name == "pg" || absl::EndsWith(name, "_pg");
  const Value& value = state.registers[place];
  return is_group && !value.name().is_known() && value.ranks() == nullptr &&
         !knowledge_.program().IsStoredIn(name, ref_);
}

// After its attribute: facts have a name for it, and no claim is made of that (SpansAxis).
void Machine::NameGroup(Register place, Value& group) const {
  const absl::string_view name = file_.names[plan_.maker(place)->name];
  group = group.WithRanks(GroupOver({absl::StrCat("self.", name)}));
}

// An object of ProcessGroupCollection, or what is called like one and nobody knows.
bool Machine::IsCollection(Register object, const State& state) const {
  const Value& value = state.registers[object];
  for (const Atom& atom : value.atoms()) {
    const bool is_one = atom.kind == Kind::kInstance && atom.code &&
                        knowledge_.SimpleName(atom.code) == "ProcessGroupCollection";
    if (is_one) return true;
  }
  const ir::NameId name = NameOf(object);
  return value.is_open() && name != ir::kNone && IsNamedLikeCollection(file_.names[name]);
}

}  // namespace allreview::understanding
