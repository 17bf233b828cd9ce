// The part of Machine that knows which tensors require gradients.
//
// Known is what the code itself makes: what it creates, detaches, computes of such or under
// no_grad(). Whoever is handed a tensor may have it require a gradient, and so may whoever finds it
// where it was stored: then nothing is known of any. Whether operations are recorded depends on the
// caller, unless the code says it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/gradients.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/tensor_memory.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

constexpr size_t kMaxSpans = 100;

namespace {

// What an operation computes with.
struct Inputs {
  Grad most = Grad::kNone;  // That one of them requires.
  bool is_known = true;     // Of each, what it requires.
  bool has_known = false;   // Of some tensor something that its dtype does not say.

  bool require_none() const { return is_known && most == Grad::kNone; }
  void Add(const Value& value) {
    const Atom* const only = value.only();
    const bool is_name = only != nullptr && only->kind == Kind::kExternal;  // A dtype.
    const Grad one = is_name ? Grad::kNone : GradOf(value);
    is_known = is_known && one != Grad::kUnknown;
    most = std::max(most, one);
    has_known = has_known || KnowsGradient(value);
  }
};

Inputs InputsOf(const Value& self, const std::vector<CallArgument>& arguments) {
  Inputs inputs;
  if (!self.is_impossible()) inputs.Add(self);
  for (const CallArgument& argument : arguments) inputs.Add(argument.value);
  return inputs;
}

}  // namespace

Machine::GradMode Machine::GradModeAt(const Instruction& instruction) {
  if (spans_.size() > kMaxSpans) return GradMode::kUnknown;
  const GradSpan* innermost = nullptr;
  for (const GradSpan& span : spans_) {
    const bool is_in = span.first < instruction.node && instruction.node < span.end;
    if (is_in && (innermost == nullptr || span.first > innermost->first)) innermost = &span;
  }
  if (innermost != nullptr) return innermost->mode;
  if (code_.kind == ir::Code::Kind::kModule) return GradMode::kOn;
  if (!records_) {
    bool switches = false;
    records_ = false;
    for (const Instruction& one : code_.instructions) {
      if (one.op != Op::kAttribute) continue;
      records_ = *records_ || file_.names[one.name] == "backward";
      switches = switches || file_.names[one.name] == "set_grad_enabled";
    }
    records_ = *records_ && !switches;
  }
  return *records_ ? GradMode::kOn : GradMode::kUnknown;
}

void Machine::EnterContext(const Instruction& enter, const State& state) {
  const Instruction* const maker = plan_.maker(OperandOf(enter, 0).value);
  const Atom* const callee =
      maker != nullptr && maker->op == Op::kCall ? At(state, *maker, 0).only() : nullptr;
  GradSpan span = {.first = enter.node, .end = enter.index};
  const absl::string_view name =
      callee != nullptr && callee->kind == Kind::kExternal ? callee->text : absl::string_view();
  const bool is_plain = maker != nullptr && maker->operand_count == 1;
  if (name == "torch.no_grad" || name == "torch.inference_mode" ||
      name == "torch.autograd.no_grad") {
    if (is_plain) span.mode = GradMode::kOff;
  } else if (name == "torch.enable_grad") {
    span.mode = GradMode::kOn;
  } else if (KeepsRecording(name)) {
    return;
  }
  const bool is_known = std::any_of(spans_.begin(), spans_.end(), [&](const GradSpan& known) {
    return known.first == span.first;
  });
  if (!is_known && spans_.size() <= kMaxSpans) spans_.push_back(span);
}

void Machine::ForgetGradients(State& state) {
  for (Value& value : state.registers) value = value.WithoutGrad();
  for (auto& path : state.paths) path.second = path.second.WithoutGrad();
}

bool Machine::NoteGradient(const Instruction& instruction, const Value& object, std::string why) {
  Note({.kind = Failure::Kind::kGradient,
        .instruction = NumberOf(instruction),
        .object = object,
        .why = std::move(why),
        .is_guarded = IsGuarded()});
  return true;
}

bool Machine::RefusesGradient(const Instruction& instruction, const State& state,
                              const Value& result) {
  const bool stores = instruction.op == Op::kOperateInPlace || instruction.op == Op::kSetItem;
  if (stores) {
    const Value& left = At(state, instruction, 0);
    return IsCertainTensor(left) && GradOf(left) == Grad::kLeaf &&
           GradModeAt(instruction) == GradMode::kOn &&
           NoteGradient(instruction, left, "a leaf that requires grad is changed in place");
  }
  if (instruction.op != Op::kCall) return false;
  const Atom* const callee = At(state, instruction, 0).only();
  const absl::string_view name = NameInTorch(callee);
  if (name.empty()) return false;
  const bool is_method = IsMethodOfTensor(callee);
  const Value self = is_method ? callee->parts[0] : Value();
  const bool makes = name == "Parameter" || name == "requires_grad_" || MakesTensor(name);
  if (makes && (IsCertainlyIntegral(result) || IsCertainlyIntegral(self))) {
    return GradAskedFor(name, called_with_) == true && IsCertainlyIntegral(result) &&
           NoteGradient(instruction, result,
                        absl::StrCat(result.WithoutMemory().WithoutRanks().ToText(),
                                     " cannot require grad: only floating-point tensors can"));
  }
  if (!is_method || !IsCertainTensor(self)) return false;
  const Grad grad = GradOf(self);
  if (name == "backward" && grad == Grad::kNone) {
    return NoteGradient(instruction, self, "the tensor does not require grad");
  }
  if (grad < Grad::kRequired) return false;
  if (name == "numpy" && called_with_.empty()) {
    return NoteGradient(instruction, self, "a tensor that requires grad is no array: detach() it");
  }
  return grad == Grad::kLeaf && WritesElements(name) && GradModeAt(instruction) == GradMode::kOn &&
         NoteGradient(instruction, self, "a leaf that requires grad is changed in place");
}

// x.requires_grad_(): so does every name of it, of which one is known.
void Machine::RequireGradient(const Instruction& call, State& state, Value& value) {
  const Grad before = GradOf(value);
  const std::optional<bool> asked = GradAskedFor("requires_grad_", called_with_);
  ForgetGradients(state);
  const Grad after = !asked                                           ? Grad::kUnknown
                     : !*asked                                        ? Grad::kNone
                     : before == Grad::kNone || before == Grad::kLeaf ? Grad::kLeaf
                                                                      : Grad::kRequired;
  value = value.WithGrad(after);
  knows_gradients_ = true;
  const Instruction* const maker = plan_.maker(OperandOf(call, 0).value);
  if (maker == nullptr || maker->op != Op::kAttribute) return;
  const ir::Register object = OperandOf(*maker, 0).value;
  if (object == ir::kNone) return;
  Value& named = state.registers[object];
  if (named.IsCertainly(Kind::kTensor)) named = named.WithGrad(after);
}

void Machine::FollowGradientOfCall(const Instruction& call, State& state, Value& value) {
  const Atom* const callee = At(state, call, 0).only();
  const std::string name(NameInTorch(callee));  // ForgetGradients() makes the state's atoms anew.
  const Value self = IsMethodOfTensor(callee) ? callee->parts[0] : Value();
  if (name == "requires_grad_" && value.IsCertainly(Kind::kTensor)) {
    return RequireGradient(call, state, value);
  }
  const Inputs inputs = InputsOf(self, called_with_);
  const bool leaves = LeavesGradients(callee, called_with_);
  const bool writes_plainly = inputs.require_none() && WritesElements(name);
  if (inputs.has_known && !leaves && !writes_plainly) ForgetGradients(state);
  value = value.WithoutGrad();
  if (name.empty() || !value.IsCertainly(Kind::kTensor)) return;
  Grad grad = Grad::kUnknown;
  if (name == "Parameter" || MakesTensor(name)) {
    const std::optional<bool> asked = GradAskedFor(name, called_with_);
    if (asked) grad = *asked ? Grad::kLeaf : Grad::kNone;
  } else if (name == "detach") {
    grad = Grad::kNone;
  } else if (!leaves) {
    return;
  } else if (inputs.require_none()) {
    grad = Grad::kNone;
  } else if (GradModeAt(call) == GradMode::kOff && !MayReturnItself(name)) {
    grad = Grad::kNone;
  } else if (GradModeAt(call) == GradMode::kOn && GradOf(self) >= Grad::kRequired &&
             IsDifferentiable(name) && IsCertainlyFloating(value)) {
    grad = Grad::kRequired;
  }
  if (grad != Grad::kUnknown) value = value.WithGrad(grad), knows_gradients_ = true;
}

// What an instruction makes of what is known of gradients.
void Machine::FollowGradient(const Instruction& instruction, State& state, Value& value) {
  switch (instruction.op) {
    case Op::kCall:
      return FollowGradientOfCall(instruction, state, value);
    case Op::kEnter:
      return EnterContext(instruction, state);
    case Op::kCopy:
    case Op::kDeclare:
    case Op::kTuple:
    case Op::kList:
    case Op::kDict:
    case Op::kElement:
      return;
    default:
      break;
  }
  const bool is_data = instruction.op == Op::kAttribute && value.IsCertainly(Kind::kTensor) &&
                       file_.names[instruction.name] == "data" &&
                       At(state, instruction, 0).IsCertainly(Kind::kTensor);
  if (is_data) {
    value = value.WithGrad(Grad::kNone);
    knows_gradients_ = true;
    return;
  }
  // A method has the tensor that it is of.
  const bool is_method = instruction.op == Op::kAttribute && value.IsCertainly(Kind::kExternal);
  if (is_method) return;
  const bool is_item =
      instruction.op == Op::kItem && !At(state, instruction, 0).CanBe(Kind::kTensor);
  if (is_item) return;
  FollowGradientOfOperator(instruction, state, value);
}

void Machine::FollowGradientOfOperator(const Instruction& instruction, State& state, Value& value) {
  if (instruction.op == Op::kOperateInPlace) {
    const bool changes = KnowsGradient(At(state, instruction, 0)) &&
                         GradOf(At(state, instruction, 1)) != Grad::kNone;
    if (changes) ForgetGradients(state);
    if (changes) value = value.WithoutGrad();
    return;
  }
  const bool computes =
      instruction.op == Op::kOperate || instruction.op == Op::kUnary || instruction.op == Op::kItem;
  value = value.WithoutGrad();
  if (!computes || !value.IsCertainly(Kind::kTensor)) return;
  Inputs inputs;
  for (uint32_t i = 0; i < instruction.operand_count; ++i) inputs.Add(At(state, instruction, i));
  Grad grad = Grad::kUnknown;
  const GradMode mode = GradModeAt(instruction);
  if (inputs.require_none() || mode == GradMode::kOff) {
    grad = Grad::kNone;
  } else if (mode == GradMode::kOn && inputs.most >= Grad::kRequired &&
             IsCertainlyFloating(value)) {
    grad = Grad::kRequired;
  }
  if (grad != Grad::kUnknown) value = value.WithGrad(grad), knows_gradients_ = true;
}

// Who finds a tensor where it is stored may have it require a gradient, and what is stored in it
// may bring its own.
void Machine::FollowGradientOfStore(const Instruction& store, State& state) {
  for (uint32_t i = 0; i < store.operand_count; ++i) {
    const ir::Register place = OperandOf(store, i).value;
    if (place == ir::kNone || !KnowsGradient(state.registers[place])) continue;
    return ForgetGradients(state);
  }
}

}  // namespace allreview::understanding
