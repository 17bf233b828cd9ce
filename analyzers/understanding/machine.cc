#include "analyzers/understanding/machine.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "base/poll.h"

namespace allreview::understanding {

using ir::BlockId;
using ir::Instruction;
using ir::Op;
using ir::Register;

Machine::Machine(Knowledge& knowledge, CodeRef code, const std::vector<Value>& parameters,
                 bool names_results)
    : knowledge_(knowledge),
      ref_(code),
      file_(knowledge.program().file(code.file).code),
      code_(knowledge.program().code(code)),
      plan_(knowledge.PlanOf(code)),
      names_results_(names_results),
      rank_names_(knowledge.RankNamesOf(code.file)) {
  run_.values.resize(code_.instructions.size());
  run_.is_reached.resize(code_.blocks.size(), false);
  succeeded_.resize(code_.instructions.size());
  is_calling_.resize(code_.instructions.size());
  is_undivided_.resize(code_.blocks.size());
  blocks_.resize(code_.blocks.size());
  path_of_.resize(code_.register_count, kNoPath);
  for (Register local = 0; local < code_.locals.size(); ++local) {
    path_of_[local] = PathNamed(kNoPath, 0, local);
  }
  knows_ranks_ = std::any_of(parameters.begin(), parameters.end(),
                             [](const Value& value) { return value.ranks() != nullptr; });
  State start;
  start.registers.resize(code_.register_count);
  for (Register local = 0; local < code_.locals.size(); ++local) {
    start.registers[local] = local < parameters.size() ? parameters[local]
                             : IsMadeByImport(local)   ? Value::Unknown()
                                                       : Value::Unbound();
  }
  if (!code_.blocks.empty()) Enter(0, start);
}

// `__path__`, `__name__` and the like have a value before a module's first line runs.
bool Machine::IsMadeByImport(Register local) const {
  const absl::string_view name = file_.names[code_.locals[local].name];
  return code_.kind == ir::Code::Kind::kModule && absl::StartsWith(name, "__") &&
         absl::EndsWith(name, "__");
}

Run Machine::Execute() {
  while (!waiting_.empty()) {
    if (knowledge_.IsExhausted()) {
      knowledge_.Cut();
      break;
    }
    const BlockId block = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    blocks_[block].is_waiting = false;
    Visit(block);
  }
  return Collect();
}

Value Machine::BoundSoFar(Register local) const {
  if (local < code_.parameters.size()) return Value::Unknown();
  const Instruction* const binding = plan_.binding(local);
  if (binding == nullptr) return Value::Unknown();
  const Value& bound = run_.values[NumberOf(*binding)];
  return bound.is_impossible() ? Value::Unknown() : bound.WithoutStorage();
}

void Machine::Enter(BlockId block, const State& state) {
  if (block != ir::kNone) Arrive(block, EntryOf(block, state));
}

void Machine::Arrive(BlockId block, Entry entry) {
  Poll(static_cast<int>(entry.live.size()));
  knowledge_.question().steps += static_cast<int64_t>(entry.live.size() / kRegistersInAStep);
  BlockStates& known = blocks_[block];
  for (const Entry& old : known.states) {
    if (Covers(old, entry)) return;
  }
  if (known.visits > kPatience) {
    Entry old = std::move(known.states[0]);
    for (size_t i = 1; i < known.states.size(); ++i) old = Join(old, known.states[i]);
    for (size_t i = 0; i < old.live.size(); ++i) {
      old.live[i] = old.live[i].WidenedWith(entry.live[i]);
    }
    old.paths.clear();
    known.states.clear();
    std::erase_if(noted_, [&](const Noted& noted) { return noted.block == block; });
    known.states.push_back(std::move(old));
    known.is_new.assign(1, true);
  } else if (const size_t like = StateLike(known, entry); like < known.states.size()) {
    known.states[like] = Join(known.states[like], entry);
    known.is_new[like] = true;
  } else if (known.states.size() < kMaxStates) {
    known.states.push_back(std::move(entry));
    known.is_new.push_back(true);
  } else {
    known.states.back() = Join(known.states.back(), entry);
    known.is_new.back() = true;
  }
  if (!known.is_waiting) waiting_.insert(block);
  known.is_waiting = true;
}

void Machine::Visit(BlockId id) {
  run_.is_reached[id] = true;
  ++blocks_[id].visits;
  visited_ = id;
  const ir::Block& block = code_.blocks[id];
  std::vector<State> states;
  std::vector<size_t> numbers;
  for (size_t i = 0; i < blocks_[id].states.size(); ++i) {
    if (blocks_[id].is_new[i]) {
      states.push_back(StateOf(id, blocks_[id].states[i]));
      numbers.push_back(i);
    }
    blocks_[id].is_new[i] = false;
  }
  for (size_t number = 0; number < states.size(); ++number) {
    State& state = states[number];
    visited_state_ = numbers[number];
    if (!noted_.empty()) ForgetNotices();
    Raise(id, state);
    for (uint32_t i = block.first; i + 1 < block.end; ++i) {
      Poll();
      ++knowledge_.question().steps;
      const Instruction& instruction = code_.instructions[i];
      if (!Execute(instruction, state)) break;
      const bool is_bound = instruction.result < code_.locals.size();
      if (is_bound && !block.handlers.empty()) Raise(id, state);
      if (i + 2 == block.end) Finish(id, state);
    }
    if (block.first + 1 == block.end) Finish(id, state);
  }
}

void Machine::Raise(BlockId block, const State& state) {
  for (BlockId handler : code_.blocks[block].handlers) {
    if (handler != code_.raised) Enter(handler, state);
  }
}

void Machine::Finish(BlockId id, State& state) {
  const Instruction& end = code_.instructions[code_.blocks[id].end - 1];
  if (!ReadOperands(end, state)) return;
  if (end.op == Op::kBranch && NoteTruth(end, state)) return;
  succeeded_[code_.blocks[id].end - 1] = true;
  switch (end.op) {
    case Op::kJump:
      return Enter(end.targets[0], state);
    case Op::kBranch:
      return Branch(end, state);
    case Op::kNext: {
      Entry after = EntryOf(end.targets[1], state);
      Value item = Evaluate(end, state);
      if (!item.is_impossible()) {
        SetResult(end, state, std::move(item));
        Enter(end.targets[0], state);
      }
      return Arrive(end.targets[1], std::move(after));
    }
    case Op::kChoose:
      Enter(end.targets[0], state);
      return Enter(end.targets[1], state);
    default:
      return;  // It raises.
  }
}

void Machine::Branch(const Instruction& end, State& state) {
  NoteBranch(end, state);
  State otherwise = state;
  if (Assume(state, OperandOf(end, 0).value, true)) Enter(end.targets[0], state);
  if (Assume(otherwise, OperandOf(end, 0).value, false)) Enter(end.targets[1], otherwise);
}

void Machine::SetResult(const Instruction& instruction, State& state, Value value) {
  if (names_results_ && value.CanBe(Atom::Kind::kTensor)) NameResult(instruction, value);
  if (instruction.result < code_.locals.size()) {
    // Inner functions may change it whenever something is called.
    const ir::Local& local = code_.locals[instruction.result];
    if (local.is_set_elsewhere) value = value.Opened();
    if (knowledge_.program().IsCaptured(ref_, local.name)) {
      value = value.Shared().HandedOver().WithoutStorage();
    }
  }
  Value& all = run_.values[NumberOf(instruction)];
  all = all.JoinedWith(value);
  state.registers[instruction.result] = std::move(value);
}

// False: it raises, so nothing follows in this state.
bool Machine::Execute(const Instruction& instruction, State& state) {
  if (!ReadOperands(instruction, state)) return false;
  if (instruction.result == ir::kNone) {
    ExecuteStore(instruction, state);
    return true;
  }
  Value value = Evaluate(instruction, state);
  if (value.is_impossible()) {
    Fail(instruction, state, ir::kNone);
    return false;
  }
  if (instruction.op == Op::kCall) {
    FollowMemory(instruction, state, value);
  } else if (allocates_) {
    FollowOther(instruction, state, value);
  }
  const bool has_gradient_refused = RefusesGradient(instruction, state, value);
  FollowGradient(instruction, state, value);
  const bool is_refused =
      ConcernsRanks(instruction, state) && !PlaceOnRanks(instruction, state, value);
  knows_ranks_ |= value.ranks() != nullptr;
  const bool fails = is_refused || has_gradient_refused ||
                     (instruction.op == Op::kCompare && NoteNeverEqual(instruction, state)) ||
                     (instruction.op == Op::kUnary && instruction.detail == ir::Operator::kNot &&
                      NoteTruth(instruction, state)) ||
                     (instruction.op == Op::kImportFrom && NoteImport(instruction)) ||
                     NoteContradiction(instruction, state);
  if (!fails) succeeded_[NumberOf(instruction)] = true;
  const bool is_dereferenced = instruction.op == Op::kAttribute || instruction.op == Op::kItem ||
                               instruction.op == Op::kCall;
  if (is_dereferenced) {
    const Register object = OperandOf(instruction, 0).value;
    Refine(state, object, state.registers[object].WhenNone(false));
  }
  if (path_of_[instruction.result] != kNoPath && instruction.result < code_.locals.size()) {
    ForgetPathsOf(state, path_of_[instruction.result]);
  }
  SetResult(instruction, state, std::move(value));
  return true;
}

void Machine::ExecuteStore(const Instruction& instruction, State& state) {
  const bool is_refused = knows_gradients_ && RefusesGradient(instruction, state, Value());
  if (!is_refused) succeeded_[NumberOf(instruction)] = true;
  Store(instruction, state);
  if (allocates_) FollowStore(instruction, state);
  if (knows_gradients_) FollowGradientOfStore(instruction, state);
}

// What is read is bound, or else the reader has raised.
bool Machine::ReadOperands(const Instruction& instruction, State& state) {
  // To copy an import, inherit from it or use it as a default is no reason to look it up.
  const bool is_used = instruction.op != Op::kCopy && instruction.op != Op::kClass &&
                       instruction.op != Op::kFunction;
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    const Register place = OperandOf(instruction, i).value;
    if (place == ir::kNone) continue;
    Value& value = state.registers[place];
    if (value.CanBe(Atom::Kind::kUnbound) && code_.kind == ir::Code::Kind::kClass) {
      value = Value::Unknown();  // A class looks outside, then.
    } else if (value.CanBe(Atom::Kind::kUnbound)) {
      value = value.Filtered([](const Atom& atom) { return atom.kind != Atom::Kind::kUnbound; });
      if (value.is_impossible()) Fail(instruction, state, place);
    }
    if (value.is_impossible()) return false;
    if (is_used && value.CanBe(Atom::Kind::kReference)) value = knowledge_.Forced(value);
    if (!run_.operands.empty()) {
      Value& read = run_.operands[instruction.first_operand + i];
      read = read.JoinedWith(value);
    }
  }
  return true;
}

// Whether it does so on every way that gets there, Collect() knows.
void Machine::Fail(const Instruction& instruction, State& state, Register unbound) {
  const uint32_t number = NumberOf(instruction);
  Failure failure;
  failure.instruction = number;
  failure.is_guarded = IsGuarded();
  if (unbound != ir::kNone) {
    if (unbound >= code_.locals.size()) return;
    failure.name = file_.names[code_.locals[unbound].name];
  } else if (!DescribeFailure(instruction, state, failure)) {
    return;
  }
  Note(std::move(failure));
}

bool Machine::IsGuarded() const {
  const std::vector<BlockId>& handlers = code_.blocks[visited_].handlers;
  return std::any_of(handlers.begin(), handlers.end(),
                     [&](BlockId handler) { return handler != code_.raised; });
}

// The first of an instruction stays.
void Machine::Note(Failure failure) {
  failure.object = failure.object.WithoutMemory();
  failure.other = failure.other.WithoutMemory();
  const auto known = std::lower_bound(
      run_.failures.begin(), run_.failures.end(), failure.instruction,
      [](const Failure& one, uint32_t wanted) { return one.instruction < wanted; });
  if (known != run_.failures.end() && known->instruction == failure.instruction) return;
  run_.failures.insert(known, std::move(failure));
}

Run Machine::Collect() {
  // States that never ran might have succeeded.
  run_.is_partial = !waiting_.empty();
  run_.communication = WholeCommunication();
  if (names_results_ && !divided_.empty() && !collectives_.empty()) NoteUnmatched();
  if (run_.is_partial) run_.failures.clear();
  std::erase_if(run_.failures, [&](const Failure& failure) {
    return succeeded_[failure.instruction] && failure.kind != Failure::Kind::kUnmatched;
  });
  run_.locals.resize(code_.register_count);
  for (const Entry& end : blocks_.empty() ? std::vector<Entry>() : blocks_[code_.exit].states) {
    size_t next = 0;
    plan_.ForEachLive(code_.exit, [&](Register place) {
      run_.locals[place] = run_.locals[place].JoinedWith(end.live[next++]);
    });
  }
  if (allocates_) CloseMemory();
  if (code_.result != ir::kNone) run_.returned = run_.locals[code_.result];
  return std::move(run_);
}

}  // namespace allreview::understanding
