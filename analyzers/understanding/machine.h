#ifndef ANALYZERS_UNDERSTANDING_MACHINE_H_
#define ANALYZERS_UNDERSTANDING_MACHINE_H_

// One run of one code over values: states flow through its blocks until nothing changes. Private to
// this folder; knowledge.h says what a run means.
//
// A state is what each register holds, and what is known of paths: `self.x`, `config.a.b`, names of
// the module; what is never read again is left out. Where paths of the code meet, up to kMaxStates
// states stay apart, so a condition that is asked twice has the same answer on a path. After
// kPatience visits a block has one state, and what still grows there is widened.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/plan.h"

namespace allreview::understanding {

struct Typing;

class Machine {
 public:
  static constexpr size_t kMaxStates = 4;
  static constexpr size_t kRegistersInAStep = 64;  // What states cost.
  static constexpr int kPatience = 12;  // Visits of a block before its values are widened.

  // `names_results`: of the question itself, so that each instruction outside of loops stands for
  // one thing.
  Machine(Knowledge& knowledge, CodeRef code, const std::vector<Value>& parameters,
          bool names_results = false);
  // Keeps what operands are, from here on.
  void Observe() { run_.operands.resize(code_.operands.size()); }
  Run Execute();
  // What a local name is bound to, as far as the run has come; unknown when several places do.
  Value BoundSoFar(ir::Register local) const;
  const Run& run() const { return run_; }

 private:
  // A register or name of the module, and attributes of it.
  using PathId = uint32_t;
  static constexpr PathId kNoPath = 0xffffffff;

  using Paths = std::vector<std::pair<PathId, Value>>;  // Sorted; of which something is known.
  // While a block runs.
  struct State {
    std::vector<Value> registers;
    Paths paths;
  };
  // Where a block begins: what it, or one after it, reads of a state.
  struct Entry {
    std::vector<Value> live;  // In the order of their registers.
    Paths paths;
  };
  struct BlockStates {
    std::vector<Entry> states;
    std::vector<bool> is_new;  // By state: it has not flowed through the block.
    int visits = 0;
    bool is_waiting = false;
  };

  // ---- states.cc
  Entry EntryOf(ir::BlockId block, const State& state) const;
  State StateOf(ir::BlockId block, const Entry& entry) const;
  static bool Covers(const Entry& entry, const Entry& other);
  static Entry Join(const Entry& a, const Entry& b);
  // Nothing but what containers hold, or where elements of tensors lie, tells them apart: not worth
  // a state of its own.
  static bool DifferInContainers(const Entry& a, const Entry& b);
  // The number of such a state; past the last: there is none.
  static size_t StateLike(const BlockStates& known, const Entry& entry);

  // ---- machine.cc
  bool IsMadeByImport(ir::Register local) const;
  void Enter(ir::BlockId block, const State& state);
  void Arrive(ir::BlockId block, Entry entry);
  void Visit(ir::BlockId id);
  void Finish(ir::BlockId id, State& state);
  void Branch(const ir::Instruction& end, State& state);
  void Raise(ir::BlockId block, const State& state);
  bool Execute(const ir::Instruction& instruction, State& state);
  void ExecuteStore(const ir::Instruction& instruction, State& state);
  bool ReadOperands(const ir::Instruction& instruction, State& state);
  void Fail(const ir::Instruction& instruction, State& state, ir::Register unbound);
  bool IsGuarded() const;
  void Note(Failure failure);
  void SetResult(const ir::Instruction& instruction, State& state, Value value);
  Run Collect();

  // ---- instructions.cc
  Value Evaluate(const ir::Instruction& instruction, State& state);
  Value OfPromises(Value result, const ir::Instruction& instruction, const State& state) const;
  Value EvaluateConstant(const ir::Instruction& instruction) const;
  Value EvaluateName(const ir::Instruction& instruction, State& state);
  Value EvaluateAttribute(const ir::Instruction& instruction, State& state);
  Value EvaluateOperator(const ir::Instruction& instruction, State& state);
  Value EvaluateSequence(const ir::Instruction& instruction, State& state);
  Value EvaluateDisplay(const ir::Instruction& instruction, State& state);
  Value EvaluateDict(const ir::Instruction& instruction, State& state);
  Value EvaluateDefinition(const ir::Instruction& instruction, State& state);
  void Store(const ir::Instruction& instruction, State& state);
  void StoreAttribute(const ir::Instruction& instruction, State& state);
  static void ForgetPathsAfterCall(State& state);

  // ---- machine_calls.cc
  Value ValueToStore(const ir::Instruction& store, const State& state) const;
  Value EvaluateCall(const ir::Instruction& instruction, State& state);
  // What a method returns by its name, when nothing else is known of it. None: nobody knows.
  std::optional<Value> PromisedByMethod(const ir::Instruction& call, const State& state,
                                        const Value& callee,
                                        const std::vector<CallArgument>& arguments);
  std::vector<CallArgument> ArgumentsOf(const ir::Instruction& instruction,
                                        const State& state) const;
  static void HandOver(State& state, const std::vector<CallArgument>& arguments);
  bool DescribeFailure(const ir::Instruction& instruction, const State& state, Failure& failure);
  bool DescribeInside(const ir::Instruction& call, Failure& failure) const;

  // ---- lists.cc
  struct Change;
  static Value AfterChange(const Value& value, const Change& change);
  static void ChangeContainers(State& state, const Change& change);
  // It is a method of some container: append = names.append
  static bool MayChangeContainers(const Value& value);
  static bool UpdateDict(State& state, const Value& dict, const Value& other);
  // A call that adds to a container, or takes from it: then those that may be it are changed.
  // False: it is none.
  static bool ChangeByCall(State& state, const Atom* callee, const Value& object,
                           const std::vector<CallArgument>& arguments);
  // `list += …`: what the list is then.
  Value Extend(const ir::Instruction& instruction, State& state, const Value& result) const;
  void StoreItem(const ir::Instruction& store, State& state);
  static void Append(State& state, ir::Register list, const Value& element);
  static void Share(State& state);

  // ---- machine_tensors.cc
  void NameResult(const ir::Instruction& instruction, Value& value) const;
  void UnpackShape(const ir::Instruction& instruction, State& state);
  std::string TargetOf(const ir::Instruction& unpack, uint32_t element) const;
  static void ForgetShapes(State& state);
  static bool ChangesShape(const Atom& method);
  // Notes that it asks whether a tensor of several elements is true, which raises.
  bool NoteTruth(const ir::Instruction& asking, const State& state);
  bool DescribeTensors(const ir::Instruction& instruction, const State& state, Failure& failure);

  // ---- machine_memory.cc
  void FollowMemory(const ir::Instruction& call, State& state, Value& result);
  void FollowUse(const ir::Instruction& call, State& state, Value& result);
  void FollowAnyUse(const ir::Instruction& call, const std::vector<Value>& handed, State& state,
                    Value& result);
  void FollowOther(const ir::Instruction& instruction, State& state, Value& value);
  void FollowStore(const ir::Instruction& store, State& state);
  static void NoteWritten(const Value& value, State& state, Value* result);
  void NoteRead(const ir::Instruction& instruction, const Value& value);
  // Those of the state that is visited, which is another one now.
  void ForgetNotices();
  void CloseMemory();

  // ---- machine_gradients.cc
  enum class GradMode { kUnknown, kOn, kOff };
  // Autograd refuses the instruction, which is noted.
  bool RefusesGradient(const ir::Instruction& instruction, const State& state, const Value& result);
  bool NoteGradient(const ir::Instruction& instruction, const Value& object, std::string why);
  void FollowGradient(const ir::Instruction& instruction, State& state, Value& value);
  void FollowGradientOfCall(const ir::Instruction& call, State& state, Value& value);
  void FollowGradientOfOperator(const ir::Instruction& instruction, State& state, Value& value);
  void FollowGradientOfStore(const ir::Instruction& store, State& state);
  void RequireGradient(const ir::Instruction& call, State& state, Value& value);
  void EnterContext(const ir::Instruction& enter, const State& state);
  GradMode GradModeAt(const ir::Instruction& instruction);
  static void ForgetGradients(State& state);

  // ---- machine_ranks.cc
  // Gives the result of an instruction what is known of it on other ranks. False: types refuse it.
  bool PlaceOnRanks(const ir::Instruction& instruction, State& state, Value& value);
  bool ConcernsRanks(const ir::Instruction& instruction, const State& state) const;
  bool IsNamedLikeRanks(ir::NameId name) const {
    return name != ir::kNone && rank_names_.concerns[name];
  }
  std::optional<Ranks> RanksOf(const ir::Instruction& instruction, const State& state);
  void TakeTracedShape(const ir::Instruction& declare, State& state);
  // Values are stored in it.
  void Displace(ir::Register place, State& state);
  Ranks RanksOfOperator(const ir::Instruction& instruction, const State& state) const;
  std::string AbsoluteNameOf(const Atom& callee) const;
  Value MeantByCall(const ir::Instruction& call, const Value& callee, const State& state) const;
  std::optional<Ranks> RanksOfDisplay(const ir::Instruction& dict, const State& state) const;
  struct Asked;
  // The value of an instruction that lies so on the ranks. `asked`: of a call.
  static Value OnRanks(const Value& value, Ranks ranks, const Asked* asked);
  Asked AskedBy(const ir::Instruction& call, const State& state) const;
  std::optional<Typing> TypingOf(const ir::Instruction& instruction, const State& state,
                                 const Asked* asked) const;
  bool IsGroupOfSelf(ir::Register place, const State& state) const;
  void NameGroup(ir::Register place, Value& group) const;
  bool IsCollection(ir::Register object, const State& state) const;
  ir::NameId NameOf(ir::Register place) const;

  // ---- communication.cc
  void NoteCommunication(const ir::Instruction& call, const Value& callee,
                         const std::vector<CallArgument>& arguments);
  void NoteBranch(const ir::Instruction& branch, const State& state);
  // `size == 1` and the like: what the comparison is when there is one rank.
  void NoteSizeComparison(const ir::Instruction& compare, const State& state);
  Communication CommunicationOf(const ir::Instruction& instruction) const;
  Communication WholeCommunication() const;

  // ---- unmatched.cc
  // Notes collectives that only some members of their group reach.
  void NoteUnmatched();
  struct Unmatched {
    uint32_t call = 0;
    Collective collective = {};
    ir::BlockId branch = 0;
    bool runs_when = true;
    std::vector<ir::BlockId> owned = {};  // Blocks on its side.
  };
  void FindUnmatched(ir::BlockId branch, bool truth, std::vector<Unmatched>& found) const;
  bool IsSilent(ir::BlockId block) const;
  bool IsForOneRank(ir::BlockId block) const;
  bool MayMeet(const Unmatched& one) const;

  // ---- narrowing.cc
  // What holds in the state when the register counts as true or false; false: it cannot.
  bool Assume(State& state, ir::Register condition, bool truth);
  bool AssumeComparison(State& state, const ir::Instruction& compare, bool truth);
  bool AssumeCall(State& state, const ir::Instruction& call, bool truth);
  bool AssumeInstance(State& state, const ir::Instruction& call, bool truth);
  bool AssumeAttribute(State& state, const ir::Instruction& call);
  bool Refine(State& state, ir::Register place, Value value);
  PathId PathOf(ir::Register place) const { return path_of_[place]; }
  PathId PathNamed(PathId root, uint32_t kind, uint32_t name);
  void ForgetPathsOf(State& state, PathId root);
  static const Value* Find(const Paths& paths, PathId path);
  static void Set(State& state, PathId path, Value value);
  static void Erase(State& state, PathId path);

  // ---- imports.cc
  // Notes an import of what is not there.
  bool NoteImport(const ir::Instruction& instruction);
  // What runs before the block has asked TYPE_CHECKING.
  bool IsForTypeCheckers(ir::BlockId wanted) const;
  bool AsksForTypeCheckers(const ir::Instruction& branch, ir::BlockId target) const;

  // ---- comparisons.cc
  // Notes a comparison whose sides are never equal.
  bool NoteNeverEqual(const ir::Instruction& instruction, const State& state);
  bool AreNeverEqual(const ir::Instruction& compare, const State& state) const;
  bool IsOutcomeUsed(ir::Register outcome) const;
  bool IsNoneOnPurpose(const Value& value, ir::Register place) const;

  // ---- contradictions.cc
  // What is returned, declared or handed over contradicts its annotation.
  bool NoteContradiction(const ir::Instruction& instruction, const State& state);

  const Value& At(const State& state, const ir::Instruction& instruction, uint32_t operand) const;
  const ir::Operand& OperandOf(const ir::Instruction& instruction, uint32_t operand) const {
    return code_.operands[instruction.first_operand + operand];
  }
  uint32_t NumberOf(const ir::Instruction& instruction) const {
    return static_cast<uint32_t>(&instruction - code_.instructions.data());
  }
  Place PlaceOf(const ir::Instruction& instruction) const { return {ref_.file, instruction.line}; }

  Knowledge& knowledge_;
  const CodeRef ref_;
  const ir::File& file_;
  const ir::Code& code_;
  const Plan& plan_;
  const bool names_results_;
  const RankNames& rank_names_;
  std::vector<CallArgument> called_with_;  // By the last call.
  std::optional<Failure> inside_;          // Why the last call never comes back.
  bool knows_ranks_ = false;               // Of some value.
  bool knows_gradients_ = false;           // Of some tensor.
  // Bodies of `with`, as nodes of the syntax tree, and what they do to autograd.
  struct GradSpan {
    uint32_t first = 0, end = 0;
    GradMode mode = GradMode::kUnknown;
  };
  std::vector<GradSpan> spans_;
  std::optional<bool> records_;  // It runs a backward pass, so its operations are recorded.
  bool allocates_ = false;       // Memory that it leaves unwritten.
  Run run_;
  std::vector<bool> is_calling_;  // By instruction: whom it calls nobody knows.
  absl::flat_hash_map<uint32_t, Communication>
      collectives_;                                  // By instruction, where there are any.
  absl::flat_hash_map<ir::BlockId, Value> divided_;  // Conditions that differ between ranks.
  std::vector<bool> is_undivided_;                   // By block: in some state nobody knows.
  absl::flat_hash_map<uint32_t, bool> when_alone_;   // By comparison: see NoteSizeComparison().
  std::vector<bool> succeeded_;  // By instruction: it did not raise in some state.
  std::vector<BlockStates> blocks_;
  std::set<ir::BlockId> waiting_;
  ir::BlockId visited_ = 0;   // Under way.
  size_t visited_state_ = 0;  // Of the block.
  struct Noted {
    Notice notice;
    ir::BlockId block;
    size_t state;
  };
  std::vector<Noted> noted_;
  std::vector<Notice> read_written_;  // Reads of what has been written in some state.
  std::vector<PathId> path_of_;       // By register.
  struct Path {
    PathId parent;
    uint32_t kind, name;
    ir::Register root;  // The local name that it begins with; none: a name of the module.
  };
  std::vector<Path> paths_;
  absl::flat_hash_map<std::tuple<PathId, uint32_t, uint32_t>, PathId> path_ids_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_MACHINE_H_
