// The part of Machine that knows of tensors: shapes that are taken apart, and why sizes do not fit.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

namespace {

// All atoms that know something of a tensor, changed.
template <typename Change>
Value Changed(const Value& value, Change change) {
  const bool has_any = std::any_of(value.atoms().begin(), value.atoms().end(),
                                   [](const Atom& atom) { return atom.tensor != nullptr; });
  if (!has_any) return value;
  Value changed = value.Filtered([](const Atom& atom) { return atom.tensor == nullptr; });
  for (const Atom& atom : value.atoms()) {
    if (atom.tensor != nullptr) changed = changed.JoinedWith(change(atom));
  }
  return changed;
}

}  // namespace

// A shape that nobody knows, so that what is asked of it twice is the same.
void Machine::NameResult(const Instruction& instruction, Value& value) const {
  const Atom* const only = value.only();
  const bool has_name = only == nullptr || (only->tensor != nullptr &&
                                            (only->tensor->has_rank || only->tensor->id != 0));
  if (has_name || plan_.IsInLoop(visited_)) return;
  const uint32_t number = NumberOf(instruction);
  const uint64_t id = IdOfPlace(ref_, PlaceKind::kInstruction, number);
  if (id == 0) return;
  Atom named = *only;
  Tensor tensor = TensorOf(named);
  tensor.id = id;
  tensor.name = absl::StrCat("line ", instruction.line);
  if (number + 1 < code_.instructions.size()) {
    const Instruction& next = code_.instructions[number + 1];
    const bool is_bound = next.op == Op::kCopy && next.result < code_.locals.size() &&
                          OperandOf(next, 0).value == instruction.result;
    if (is_bound) tensor.name = file_.names[code_.locals[next.result].name];
  }
  named.tensor = std::make_shared<const Tensor>(std::move(tensor));
  const Ranks* const ranks = value.ranks();
  value = ranks == nullptr ? Value(std::move(named)) : Value(std::move(named)).WithRanks(*ranks);
}

// The name that an element of what is unpacked is bound to; "": none.
std::string Machine::TargetOf(const Instruction& unpack, uint32_t element) const {
  ir::Register taken = ir::kNone;
  for (size_t i = NumberOf(unpack) + 1; i < code_.instructions.size(); ++i) {
    const Instruction& next = code_.instructions[i];
    if (next.targets[0] != ir::kNone || next.operand_count == 0) break;
    const ir::Register from = OperandOf(next, 0).value;
    if (next.op == Op::kElement && from == unpack.result && next.index == element) {
      taken = next.result;
    }
    if (next.op == Op::kCopy && from == taken && next.result < code_.locals.size()) {
      return std::string(file_.names[code_.locals[next.result].name]);
    }
  }
  return "";
}

// `b, s, h = x.shape` says what rank x has, and gives its sizes names.
void Machine::UnpackShape(const Instruction& instruction, State& state) {
  const Atom* const only = At(state, instruction, 0).only();
  const bool is_shape = only != nullptr && only->kind == Kind::kTuple && only->tensor != nullptr;
  if (!is_shape || only->tensor->id == 0 || instruction.detail == ir::Operator::kStar) return;
  const Tensor& before = *only->tensor;
  if (instruction.index < before.sizes.size()) return;
  Tensor known = before;
  known.sizes.clear();
  for (uint32_t i = 0; i < instruction.index; ++i) {
    const std::string target = TargetOf(instruction, i);
    const Size last = before.at(static_cast<int64_t>(i) - instruction.index);
    const uint64_t size = IdOfSize(before.id, i);
    const std::string name = target.empty() ? absl::StrCat(before.name, ".shape[", i, "]") : target;
    known.sizes.push_back(last.is_known() || size == 0 ? last : Size::Named(size, name));
  }
  known.has_rank = true;
  const uint64_t id = std::exchange(known.id, 0);
  const auto learn = [&](Atom atom) {
    if (atom.tensor->id != id) return Value(std::move(atom));
    Tensor tensor = known;
    tensor.dtype = atom.tensor->dtype;
    tensor.device = atom.tensor->device;
    tensor.is_contiguous = atom.kind == Kind::kTensor && atom.tensor->is_contiguous;
    tensor.memory = atom.kind == Kind::kTensor ? atom.tensor->memory : nullptr;
    atom.tensor = std::make_shared<const Tensor>(std::move(tensor));
    return atom.kind == Kind::kTuple ? ShapeOf(atom, atom.origin) : Value(std::move(atom));
  };
  for (Value& value : state.registers) value = Changed(value, learn);
  for (auto& path : state.paths) path.second = Changed(path.second, learn);
}

// Any tensor may be the one that was changed in place.
void Machine::ForgetShapes(State& state) {
  const auto forget = [](const Atom& atom) {
    if (atom.kind != Kind::kTensor) return Value(atom);
    return Value::OfTensor({.dtype = atom.tensor->dtype}, atom.origin);
  };
  for (Value& value : state.registers) value = Changed(value, forget);
  for (auto& path : state.paths) path.second = Changed(path.second, forget);
}

bool Machine::ChangesShape(const Atom& method) {
  if (method.kind != Kind::kExternal || !absl::EndsWith(method.text, "_")) return false;
  for (absl::string_view name : {"resize_", "resize_as_", "set_", "squeeze_", "unsqueeze_",
                                 "transpose_", "t_", "swapaxes_", "swapdims_", "as_strided_"}) {
    if (method.text == absl::StrCat("torch.Tensor.", name)) return true;
  }
  return false;
}

bool Machine::NoteTruth(const Instruction& asking, const State& state) {
  const Value& value = At(state, asking, 0);
  if (!value.IsCertainly(Kind::kTensor) || !value.is_exact()) return false;
  for (const Atom& atom : value.atoms()) {
    const std::optional<int64_t> count =
        atom.tensor == nullptr ? std::nullopt : atom.tensor->count().constant();
    if (!count || *count < 2 || atom.tensor->is_declared) return false;
  }
  Note({.kind = Failure::Kind::kShape,
        .instruction = NumberOf(asking),
        .object = value,
        .why = absl::StrCat(value.WithoutRanks().ToText(),
                            " has several elements, so it is neither true nor false"),
        .is_guarded = IsGuarded()});
  return true;
}

// Why an instruction on tensors fails; false: it does for another reason.
bool Machine::DescribeTensors(const Instruction& instruction, const State& state,
                              Failure& failure) {
  const Place place = PlaceOf(instruction);
  const bool is_binary = instruction.op == Op::kOperate || instruction.op == Op::kOperateInPlace ||
                         instruction.op == Op::kCompare;
  std::vector<CallArgument> arguments;
  if (instruction.op == Op::kCall) arguments = ArgumentsOf(instruction, state);
  const std::vector<Atom> none(1);
  const bool has_right = is_binary && instruction.operand_count > 1;
  for (const Atom& left : failure.object.atoms()) {
    for (const Atom& right : has_right ? failure.other.atoms() : none) {
      std::optional<Outcome> outcome;
      if (instruction.op == Op::kCall) outcome = CallTorch(left, arguments, place);
      const bool is_tensor = left.kind == Kind::kTensor || right.kind == Kind::kTensor;
      if (has_right && is_tensor) {
        outcome = instruction.op == Op::kCompare
                      ? CompareTensors(left, right, place)
                      : OperateTensors(instruction.detail, left, right, place);
      } else if (instruction.op == Op::kItem && is_tensor) {
        outcome = ItemOfTensor(left, failure.other, place);
      }
      if (!outcome || outcome->why.empty()) return false;
      if (!failure.why.empty()) continue;
      failure.why = outcome->why;
      failure.kind = outcome->is_dtype ? Failure::Kind::kDtype : Failure::Kind::kShape;
    }
  }
  return !failure.why.empty() && !failure.object.is_open();
}

}  // namespace allreview::understanding
