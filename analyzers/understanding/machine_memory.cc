// The part of Machine that knows whose memory tensors have, and whether anybody wrote it.
//
// A tensor of torch.empty() is unwritten until somebody may have written it. Whoever is handed it
// may, unless the table of APIs says what he does; so may whoever finds it where it was stored.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;
using Storages = std::vector<uint32_t>;

namespace {

constexpr absl::string_view kAllocations[] = {"torch.Tensor.new_empty", "torch.empty",
                                              "torch.empty_like"};

bool IsAllocation(const Atom& callee) {
  return callee.kind == Kind::kExternal &&
         std::find(std::begin(kAllocations), std::end(kAllocations), callee.text) !=
             std::end(kAllocations);
}

// Without elements there is nothing to read, and on the meta device there is nothing at all.
bool HasElements(const Tensor& tensor, const std::vector<CallArgument>& arguments) {
  const bool is_meta =
      std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
        const Atom* const only = argument.value.only();
        if (only == nullptr || argument.keyword != "device") return false;
        const Atom* const type =
            only->kind == Kind::kInstance && !only->parts.empty() ? only->parts[0].only() : only;
        return type != nullptr && absl::StartsWith(type->text, "meta");
      });
  return !is_meta && tensor.count().constant() != 0;
}

// Storages that nobody wrote, of tensors in the value.
void FindUnwritten(const Value& value, Storages& found) {
  if (!value.has_memory()) return;
  for (const Atom& atom : value.atoms()) {
    for (const Value& part : atom.parts) FindUnwritten(part, found);
    const Memory* const memory =
        atom.kind == Kind::kTensor && atom.tensor ? atom.tensor->memory.get() : nullptr;
    if (memory != nullptr && memory->is_unwritten) found.push_back(memory->storage);
  }
}

Storages UnwrittenIn(const Value& value) {
  Storages found;
  FindUnwritten(value, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool IsAnyOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What a function or method of torch does with the elements of what it is given.
enum class Use {
  kAny,      // Nobody knows.
  kNone,     // It asks for sizes and the like.
  kShares,   // The result may be the same memory.
  kReads,    // It computes with them.
  kCopies,   // It reads them, and what it returns is worth no more.
  kWrites,   // The first tensor is written.
  kUpdates,  // The first tensor is read and written.
};

Use UseBy(const torch::Api& api) {
  const absl::string_view name = api.last_name();
  if (api.communication != torch::Communication::kNone || name == "data_ptr") return Use::kAny;
  if (absl::EndsWith(name, "_like") || absl::StartsWith(name, "new_")) return Use::kNone;
  if (api.is_in_place || absl::EndsWith(name, "_")) {
    const bool computes =
        IsAnyOf(name, {"abs_",   "add_",       "addcdiv_",   "addcmul_", "addmm_", "baddbmm_",
                       "clamp_", "clamp_max_", "clamp_min_", "clip_",    "div_",   "exp_",
                       "lerp_",  "log_",       "mul_",       "neg_",     "pow_",   "relu_",
                       "rsqrt_", "sigmoid_",   "sqrt_",      "sub_",     "tanh_"});
    return computes ? Use::kUpdates : Use::kWrites;
  }
  if (api.is_view || api.may_be_view) return Use::kShares;
  if (api.overloads.empty()) return Use::kAny;
  const torch::Overload& first = api.overloads.front();
  const bool is_plain = first.result == torch::Result::kInt || first.result == torch::Result::kBool;
  if (is_plain && api.waits == torch::Waits::kUnknown) return Use::kNone;
  switch (first.shape) {
    case torch::ShapeRule::kBroadcast:
    case torch::ShapeRule::kReduced:
    case torch::ShapeRule::kScalar:
    case torch::ShapeRule::kMatmul:
      return Use::kReads;
    default:
      return Use::kCopies;
  }
}

Use UseBy(const Atom* callee) {
  if (callee == nullptr || callee->kind != Kind::kExternal) return Use::kAny;
  const torch::Api* const api = torch::FindApi(callee->text);
  return api == nullptr || api->kind == torch::Api::Kind::kClass ? Use::kAny : UseBy(*api);
}

bool HasOut(const std::vector<CallArgument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
    return argument.keyword == "out" || argument.kind == CallArgument::Kind::kDoubleStar;
  });
}

// The tensor that all members of a collective contribute; null: none, or nobody knows.
const Value* ReadByCollective(const torch::Api& api, const std::vector<CallArgument>& arguments) {
  if (api.communication != torch::Communication::kTensor || api.overloads.empty()) return nullptr;
  const std::vector<torch::Parameter>& parameters = api.overloads.front().parameters;
  // The others receive into theirs.
  if (api.FindParameter("src") != nullptr) return nullptr;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const CallArgument& argument = arguments[i];
    if (argument.kind == CallArgument::Kind::kStar) return nullptr;
    const bool is_here = argument.kind == CallArgument::Kind::kKeyword
                             ? argument.keyword == api.reads
                             : i < parameters.size() && parameters[i].name == api.reads;
    if (is_here) return &argument.value;
  }
  return nullptr;
}

}  // namespace

// Anybody may have written these storages.
void Machine::NoteWritten(const Value& value, State& state, Value* result) {
  const Storages storages = UnwrittenIn(value);
  if (storages.empty()) return;
  for (Value& known : state.registers) known = known.WithWritten(storages);
  for (auto& path : state.paths) path.second = path.second.WithWritten(storages);
  if (result != nullptr) *result = result->WithWritten(storages);
}

// Where memory is unwritten on one way and written on another, a condition that nobody follows may
// tell the two apart.
void Machine::NoteRead(const Instruction& instruction, const Value& value) {
  if (!names_results_ || !value.IsCertainly(Kind::kTensor)) return;
  for (const Atom& atom : value.atoms()) {
    const Memory* const memory = atom.tensor == nullptr ? nullptr : atom.tensor->memory.get();
    if (memory == nullptr || memory->storage == 0) continue;
    const Notice notice = {.instruction = NumberOf(instruction), .made = memory->storage - 1};
    if (memory->is_unwritten) {
      noted_.push_back({notice, visited_, visited_state_});
    } else {
      read_written_.push_back(notice);
    }
  }
}

void Machine::ForgetNotices() {
  std::erase_if(noted_, [&](const Noted& noted) {
    return noted.block == visited_ && noted.state == visited_state_;
  });
}

// At the end of the run. Others know nothing of its storages.
void Machine::CloseMemory() {
  std::sort(read_written_.begin(), read_written_.end());
  for (const Noted& noted : noted_) {
    const bool is_written =
        std::binary_search(read_written_.begin(), read_written_.end(), noted.notice);
    if (!is_written) run_.notices.push_back(noted.notice);
  }
  std::sort(run_.notices.begin(), run_.notices.end());
  run_.notices.erase(std::unique(run_.notices.begin(), run_.notices.end()), run_.notices.end());
  for (Value& local : run_.locals) local = local.WithoutStorage();
  for (auto& store : run_.stores) store.value = store.value.WithoutStorage();
  run_.yielded = run_.yielded.WithoutStorage();
  for (auto& [code, operands] : run_.definitions) {
    for (Value& operand : operands) operand = operand.WithoutStorage();
  }
}

// What a call makes of the memory that it is handed, and of that which it allocates.
void Machine::FollowMemory(const Instruction& call, State& state, Value& result) {
  const Value& callee = At(state, call, 0);
  const bool allocates = (callee.only() != nullptr && IsAllocation(*callee.only())) ||
                         (callee.is_unknown() && NameOf(OperandOf(call, 0).value) != ir::kNone &&
                          file_.names[NameOf(OperandOf(call, 0).value)] == "new_empty");
  if (names_results_ && allocates) {
    const Atom* const made = result.only();
    const bool is_one = made != nullptr && made->kind == Kind::kTensor && !HasOut(called_with_);
    if (!is_one || !HasElements(TensorOf(*made), called_with_)) return;
    Tensor tensor = TensorOf(*made);
    tensor.memory =
        std::make_shared<const Memory>(Memory{.storage = NumberOf(call) + 1, .is_unwritten = true});
    const Value value = Value::OfTensor(std::move(tensor), made->origin);
    result = made->is_exact ? value : value.Promised();
    allocates_ = true;
    return;
  }
  if (allocates_) FollowUse(call, state, result);
}

void Machine::FollowUse(const Instruction& call, State& state, Value& result) {
  const Atom* const callee = At(state, call, 0).only();
  const Instruction* const maker = plan_.maker(OperandOf(call, 0).value);
  const bool is_method = maker != nullptr && maker->op == Op::kAttribute;
  const Value self = callee != nullptr && callee->kind == Kind::kExternal && !callee->parts.empty()
                         ? callee->parts[0]
                         : Value();
  const Use use = HasOut(called_with_) ? Use::kAny : UseBy(callee);
  const bool is_update = use == Use::kUpdates || use == Use::kWrites;
  std::vector<Value> handed = {self};
  for (const CallArgument& argument : called_with_) handed.push_back(argument.value);
  switch (use) {
    case Use::kNone:
    case Use::kCopies:
      return;
    case Use::kReads:
    case Use::kUpdates:
    case Use::kWrites: {
      const size_t first = self.is_impossible() ? 1 : 0;
      for (size_t i = first; i < handed.size(); ++i) {
        if (i != first || use != Use::kWrites) NoteRead(call, handed[i]);
      }
      if (is_update && first < handed.size()) NoteWritten(handed[first], state, &result);
      return;
    }
    case Use::kShares:
      for (const Value& value : handed) {
        // What nobody follows may be written without our knowing.
        if (UnwrittenIn(result) != UnwrittenIn(value)) NoteWritten(value, state, &result);
      }
      return;
    case Use::kAny:
      break;
  }
  if (is_method) handed.push_back(At(state, *maker, 0));
  FollowAnyUse(call, handed, state, result);
}

// Nobody knows what it does, unless it is a collective.
void Machine::FollowAnyUse(const Instruction& call, const std::vector<Value>& handed, State& state,
                           Value& result) {
  const Value meant = MeantByCall(call, At(state, call, 0), state);
  const Atom* const function = meant.only();
  const torch::Api* const api = function == nullptr || function->kind != Kind::kExternal
                                    ? nullptr
                                    : torch::FindApi(function->text);
  const Value* const read = api == nullptr ? nullptr : ReadByCollective(*api, called_with_);
  if (read != nullptr) NoteRead(call, *read);
  for (const Value& value : handed) NoteWritten(value, state, &result);
}

// What other instructions do, whose result is the value.
void Machine::FollowOther(const Instruction& instruction, State& state, Value& value) {
  switch (instruction.op) {
    case Op::kCopy:
    case Op::kDeclare:
    case Op::kTuple:
    case Op::kList:
    case Op::kSet:
    case Op::kDict:
    case Op::kSlice:
    case Op::kCompare:
    case Op::kFormat:
    case Op::kElement:
      return;
    case Op::kOperate:
    case Op::kOperateInPlace:
      for (uint32_t i = 0; i < 2 && value.IsCertainly(Kind::kTensor); ++i) {
        NoteRead(instruction, At(state, instruction, i));
      }
      if (instruction.op == Op::kOperate) return;
      return NoteWritten(At(state, instruction, 0), state, &value);
    case Op::kAttribute: {
      // Methods, and views, have it themselves.
      const bool is_followed = value.has_memory() || !value.is_open();
      if (!is_followed) NoteWritten(At(state, instruction, 0), state, nullptr);
      return;
    }
    case Op::kItem: {
      const Value& object = At(state, instruction, 0);
      if (object.CanBe(Kind::kTensor) && UnwrittenIn(value) != UnwrittenIn(object)) {
        NoteWritten(object, state, &value);
      }
      return;
    }
    default:
      for (uint32_t i = 0; i < instruction.operand_count; ++i) {
        NoteWritten(At(state, instruction, i), state, &value);
      }
  }
}

// Stores: what is stored is found by others, and what it is stored in is written.
void Machine::FollowStore(const Instruction& store, State& state) {
  for (uint32_t i = 0; i < store.operand_count; ++i) {
    if (OperandOf(store, i).value != ir::kNone) NoteWritten(At(state, store, i), state, nullptr);
  }
}

}  // namespace allreview::understanding
