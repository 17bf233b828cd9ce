#ifndef ANALYZERS_UNDERSTANDING_KNOWLEDGE_H_
#define ANALYZERS_UNDERSTANDING_KNOWLEDGE_H_

// What every name, attribute and call of a program may be, by running its code over values.
//
//   Knowledge knowledge(program);
//   const Run& run = knowledge.Analyse({file, code});
//   run.values[instruction]   ->  what its result may be, over all paths
//
// A run interprets one code from the values of its parameters: block by block, several states side
// by side where paths differ, until nothing changes. Conditions narrow values on their branches.
// Calls run the code that is called with the values that it gets.
//
// An answer depends on the program alone, never on what was asked before:
//   - What a code does as it is declared, and what instances of a class store, are questions. Each
//     is answered from itself, with a budget of its own, whoever asks, and remembered.
//   - The runs of codes that a question calls, with the values that it hands them, belong to it.
//   - An answer that met what is still under way, or was cut, is remembered as long as that is
//     under way; any other for good. Who uses a run again pays its price again.
//   - What met questions that depend on each other is made anew when it is asked from among them:
//     it is what it would be had the asking one come first (rings.h).
//   - A code that comes back to itself is unknown there. Imports are looked up when they are used.
// Bounded: kMaxSteps instructions for a question, kMaxDepth calls and kMaxQuestions questions in
// each other. What is past that is unknown, and counted.
//
// Not for several threads. The program must outlive it.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/understanding/class_info.h"
#include "analyzers/understanding/class_uses.h"
#include "analyzers/understanding/declared_shapes.h"
#include "analyzers/understanding/doubts.h"
#include "analyzers/understanding/dynamic_code.h"
#include "analyzers/understanding/plan.h"
#include "analyzers/understanding/program.h"
#include "analyzers/understanding/rank_names.h"
#include "analyzers/understanding/rings.h"
#include "analyzers/understanding/run.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// What a function takes.
struct Signature {
  struct Parameter {
    absl::string_view name;
    ir::Parameter::Kind kind = ir::Parameter::Kind::kPositional;
    bool has_default = false;
  };
  absl::InlinedVector<Parameter, 12> parameters;
};

struct CallArgument {
  enum class Kind { kPositional, kKeyword, kStar, kDoubleStar };
  Kind kind = Kind::kPositional;
  absl::string_view keyword = "";
  Value value = {};
};

class Machine;

class Knowledge {
 public:
  static constexpr int64_t kMaxSteps = 30'000;
  static constexpr int kMaxDepth = 8;
  static constexpr size_t kMaxQuestions = 24;
  static constexpr size_t kMaxReferences = 64;  // From an import to what it imports.

  explicit Knowledge(const Program& program);
  ~Knowledge();
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  // A code with the parameters that its declaration promises. It stays until the next question.
  const Run& Analyse(CodeRef code);
  // The same, run anew, with what its operands are, or with other parameters. Nobody remembers it.
  Run Observe(CodeRef code, const std::optional<std::vector<Value>>& parameters = std::nullopt);
  std::vector<Value> ParametersAsDeclared(CodeRef function);  // By annotations and defaults.
  // What a call in `caller`, which was observed, hands to the parameters of the function.
  std::vector<Value> HandedBy(CodeRef caller, const Run& observed, uint32_t call, CodeRef function);
  Value Resolved(const Value& value);  // With imports looked up.
  const Program& program() const { return program_; }
  // What the class of an instance inherits.
  const ClassInfo& ClassOf(CodeRef a_class);
  // The attribute that a class finds for its instances, unbound; impossible: none.
  Value ClassAttribute(CodeRef a_class, absl::string_view name);
  // What instances of a class have under that name besides; impossible: nothing is stored.
  Value InstanceAttribute(CodeRef a_class, absl::string_view name);
  // isinstance(x, classes) for one alternative of x; none: it may be either.
  std::optional<bool> IsInstance(const Atom& atom, const Value& classes);
  std::optional<bool> IsInstanceOfOne(const Atom& atom, const Atom& a_class);
  // Atoms of kinds no two values of which are equal. None is of such a kind, too.
  bool AreNeverEqual(const Atom& a, const Atom& b);
  bool IsGeneric(const Value& value);       // A class that stays itself when it is subscripted.
  Value InstancesOf(const Value& classes);  // Any instance of one of them.
  // What was given up so far, and how many instructions were run.
  int cuts() const { return cuts_; }
  int64_t steps() const { return steps_; }

 private:
  friend class Machine;
  using Arguments = std::vector<CallArgument>;
  // When somebody asks: why a call that is impossible never comes back (kInside).
  using Inside = std::optional<Failure>*;
  using RunKey = std::pair<CodeRef, std::vector<Value>>;
  struct KeyHash {
    size_t operator()(const RunKey& key) const;
  };
  using Attributes = absl::flat_hash_map<std::string, Value>;

  struct KnownRun {
    Run run = {};
    size_t depth = 0;  // Of calls when it was made; one that was cut is good for deeper ones only.
  };
  // What an answer met as it was made.
  struct Met {
    int depth = 0;                      // Of questions in each other.
    std::vector<Rings::Id> rings = {};  // Sorted.
  };
  template <typename Type>
  struct Known {
    using Answer = Type;
    Answer answer;
    Met met;
  };
  struct Answers {
    absl::node_hash_map<CodeRef, Known<Run>> declared = {};
    absl::node_hash_map<CodeRef, Known<ClassInfo>> classes = {};
    absl::node_hash_map<CodeRef, Known<Attributes>> attributes = {};
    absl::node_hash_map<RunKey, Known<KnownRun>, KeyHash> runs = {};
  };
  // A run under way, and how many of the question are around it.
  struct RunningCode {
    const Machine* machine = nullptr;
    size_t depth = 0;
  };
  // A question under way.
  struct Question {
    CodeRef about;
    bool is_class = false;  // What its instances store.
    int64_t steps = 0;
    absl::flat_hash_map<CodeRef, RunningCode> machines = {};
    std::deque<Run> loose_runs = {};  // That read names of a run under way: good for one call.
    Attributes attributes = {};       // Found so far.
    Answers answers = {};             // That depend on it.
  };
  // The number of a question under way; -1: it is none.
  int FindQuestion(CodeRef about, bool is_class) const;
  // That runs the code for a question under way; null: it has not begun.
  const Machine* MachineOf(int question, CodeRef code) const;
  static constexpr int kUntouched = std::numeric_limits<int>::max();
  // An answer that is being made.
  struct Hand {
    int touched = kUntouched;  // The first question under way that it depends on.
    Met met = {};
  };
  // It depends on that question, too.
  void Touch(int question) { hand_.touched = std::min(hand_.touched, question); }
  // Likewise, so all questions from there on depend on each other.
  void Meet(int question);
  void TakeUp(const Met& met);
  // Then `outer` is in hand again, and has met all that the one in hand did.
  void PutDown(const Hand& outer);
  // It would be another one if it were made here.
  bool WouldDiffer(const Met& met);
  // Remembers the answer in hand, and puts it down.
  template <typename Map>
  typename Map::mapped_type::Answer& Keep(Map& answers, typename Map::key_type key,
                                          typename Map::mapped_type::Answer answer,
                                          const Hand& outer);
  // Of one kind of answers the one under `key`, and what it depends on; null: there is none.
  template <typename Map>
  const typename Map::mapped_type::Answer* FindAnswer(Map Answers::*kind,
                                                      const typename Map::key_type& key);
  // Where an answer stays that depends on the question `touched`.
  Answers& AnswersOf(int touched) {
    return touched == kUntouched ? answers_ : questions_[static_cast<size_t>(touched)].answers;
  }
  const Run& Declared(CodeRef code);
  const Plan& PlanOf(CodeRef code);
  const RankNames& RankNamesOf(uint32_t file);
  const Run& RunOf(CodeRef code, std::vector<Value> parameters);
  const Run& RunAnew(RunKey key, size_t depth);
  std::vector<Value> DeclaredParameters(CodeRef ref);
  std::vector<Value> NamedParameters(CodeRef ref);  // With names for sizes and unknown numbers.
  // Of an attribute that nobody knows, with a name when it is given to each object once.
  bool IsConstructor(CodeRef method) const;
  Value NumberOf(const Atom& self, absl::string_view attribute);
  std::vector<Value> DefaultsOf(CodeRef ref);
  // Defaults of a function or bases of a class; null: nobody knows.
  const std::vector<Value>* MadeWith(CodeRef code);
  // Of the code around it, as far as it has come; null: it has not begun.
  const Run* RunAround(CodeRef code);
  Question& question() { return questions_.back(); }
  void EndQuestion();
  // Of a parameter of the function, or a name in the body of the class.
  Value PromisedBy(CodeRef around, ir::TypeId annotation);
  std::optional<Value> TensorOfType(const TypeScope& scope, ir::TypeId generic);
  Value ValueOfType(const TypeScope& scope, ir::TypeId id, int depth);
  Value ValueOfTypeName(uint32_t file, absl::string_view written);
  Value ValueOfGeneric(const TypeScope& scope, ir::TypeId id, int depth);
  Value ValueOfChoice(const TypeScope& scope, const std::vector<ir::TypeId>& choices, int depth);
  // Sizes that annotations of the function name: one number each wherever they do.
  const SizeNames& SizeNamesOf(CodeRef function);
  // What they are for what a call hands over.
  SizeNames SizesBoundBy(CodeRef function, const std::vector<Value>& parameters);
  // Of a function without a body, what its annotation says; none: it has a body.
  std::optional<Value> PromisedByStub(CodeRef function, const Value* self,
                                      const Arguments& arguments);
  // What the annotation says, when no alternative of the value can be that.
  std::optional<Value> Contradicted(const Value& given, const TypeScope& scope,
                                    ir::TypeId annotation);
  std::optional<Contradiction> ContradictionOfCall(const Value& callee, const Arguments& arguments);

  static const Run& Unanswered();
  Value Global(uint32_t file, absl::string_view name);
  Value LocalOf(CodeRef ref, ir::Register local);
  Value OnlyImported(CodeRef ref, ir::Register local);
  Value Enclosing(CodeRef ref, absl::string_view name);
  Value Imported(uint32_t file, absl::string_view as_written, bool is_from, Place place);
  Value OfAbsoluteName(const std::string& name, Place place);
  // Another file in the folder of the importing one may be meant, as when it runs as a script.
  bool MayBeNeighbour(uint32_t number, absl::string_view name) const;
  // It is a module of the program, and nothing gives it such a name.
  bool ModuleLacks(absl::string_view module, absl::string_view name);
  // With references looked up.
  Value Forced(const Value& value);

  Value Attribute(const Value& object, absl::string_view name, Place place);
  Value AttributeOfAtom(const Atom& atom, absl::string_view name, Place place);
  Value AttributeOfModule(const Atom& module, absl::string_view name, Place place);
  Value AttributeOfClass(const Atom& a_class, absl::string_view name, Place place);
  Value AttributeOfInstance(const Atom& instance, absl::string_view name, Place place);
  Value MemberNamed(CodeRef a_class, absl::string_view name, const Value& bound, Place place);
  Value PromisedField(CodeRef a_class, absl::string_view name);
  // Nothing that the program does gives the object, or the class, such an attribute.
  bool LacksAttribute(const Atom& instance, absl::string_view name);
  bool ClassLacks(CodeRef a_class, absl::string_view name);
  bool MayBeGiven(CodeRef a_class, absl::string_view name);
  // `self` of a method has no such attribute, whatever class of the program it is.
  bool SelfLacks(CodeRef method, const Value& self, absl::string_view name);
  // Classes of the program that inherit from it, itself first; none: some are not known.
  std::optional<std::vector<CodeRef>> WithHeirs(CodeRef a_class);
  // Its name in the module or class around it means it, and nothing else.
  bool IsNamedPlainly(CodeRef a_class);
  // The first parameter of the function in a class is no object of it.
  bool IsStatic(CodeRef method);
  const ClassUses& class_uses();
  absl::string_view SimpleName(CodeRef code) const;
  // Of a base that is defined elsewhere.
  Value ForeignMethod(const Atom& instance, absl::string_view name, Place place);
  Value AttributeOfSuper(const Atom& super, absl::string_view name, Place place);
  // super() in that method.
  Value SuperIn(CodeRef method, const Value& self, Place place);
  // In all classes of the program that inherit from `a_class`, the function is what super() in it
  // finds.
  bool IsNextForAll(CodeRef a_class, CodeRef function);
  // What a function or property of a class is for an object.
  Value Bind(const Value& attribute, const Value& object, Place place);

  // Of objects of the program, by their special methods; of others as ever.
  Value ResultOfSpecial(const Value& object, absl::string_view method, const Arguments& arguments,
                        Place place);
  Value Iterated(const Value& object, Place place);
  Value NextOf(const Value& iterator, Place place);
  Value ItemOfObject(const Value& object, const Value& index, Place place);

  Value Call(const Value& callee, const Arguments& arguments, Place place, Inside inside = nullptr);
  Value CallAtom(const Atom& callee, const Arguments& arguments, Place place, Inside inside);
  Value CallCode(CodeRef ref, const Value* self, const Arguments& arguments, Place place,
                 Inside inside);
  // Of a run that never ends. None: not known, or as its code does for what it declares, too.
  std::optional<Failure> FailureInside(CodeRef ref, const Run& run,
                                       const std::vector<Value>& handed);
  std::vector<Value> ParametersOf(CodeRef ref, const Value* self, const Arguments& arguments);
  // Why a call certainly raises TypeError: "`f` takes no argument `x`"; "": it may succeed.
  std::string WhyNotCallable(const Atom& callee, const Arguments& arguments);
  std::string WhyNotCallableObject(const Atom& object, const Arguments& arguments);
  // __call__, or `forward` of a torch.nn.Module; impossible: neither is known.
  Value MethodThatCallRuns(CodeRef a_class);
  bool MayHavePreHooks(const Atom& module);
  std::string WhyMethodRefuses(const Atom& method, const Arguments& arguments);
  std::string WhyNotConstructible(CodeRef a_class, const Arguments& arguments);
  std::string WhyNotFitting(CodeRef ref, const Value* self, const Arguments& arguments) const;
  // `code` names it in what is said.
  std::string WhyNotFitting(CodeRef ref, const Signature& signature, size_t given,
                            const Arguments& arguments) const;
  Value CallExternal(absl::string_view name, const Arguments& arguments, Place place);
  Value CallSpecial(absl::string_view name, const Arguments& arguments, Place place);
  Value IsInstanceOfAny(const Value& value, const Value& classes, Place place);
  const ClassInfo& ClassAlone(CodeRef a_class);
  ClassInfo Inherited(CodeRef a_class);
  const absl::flat_hash_set<absl::string_view>& StoredNames(CodeRef a_class);
  const Attributes& AttributesOf(CodeRef a_class);
  Attributes StoresOf(CodeRef a_class);
  void StoresUnseen(CodeRef method, const std::vector<bool>& is_seen, Attributes& attributes);
  ClassInfo BasesOf(CodeRef a_class);
  // What its decorators make of a class.
  struct Decoration {
    bool is_known = true;
    bool is_dataclass = false, makes_init = false, is_keyword_only = false;
  };
  Decoration DecorationOf(CodeRef a_class);
  void ReadOptions(CodeRef around, const ir::Instruction& decorator, Decoration& decoration);
  void AddFields(CodeRef a_class, ClassInfo& info);
  static bool OnlyReads(absl::string_view external);  // It changes nothing that it is given.
  void Cut();
  const Run& CutRun();
  bool IsExhausted() const { return questions_.back().steps > kMaxSteps; }

  static constexpr size_t kReadsNone = std::numeric_limits<size_t>::max();

  const Program& program_;
  std::deque<Question> questions_;  // Answers in them are read while others are added.
  Hand hand_ = {};
  Rings rings_;
  bool is_cut_ = false;  // Something in the answer in hand was given up.
  // Classes whose bases are looked up, each with the question that it is looked up for.
  std::vector<std::pair<CodeRef, int>> inheriting_;
  // The outermost run under way whose names the run in hand reads.
  size_t read_depth_ = kReadsNone;
  Communication heard_;  // Of what was called since somebody asked last.
  int cuts_ = 0;
  int64_t steps_ = 0;
  absl::node_hash_map<CodeRef, Plan> plans_;
  absl::node_hash_map<CodeRef, absl::flat_hash_set<absl::string_view>> stored_names_;
  absl::node_hash_map<uint32_t, RankNames> rank_names_;  // By file.
  DynamicCode dynamic_code_;
  Doubts doubts_;
  std::optional<ClassUses> class_uses_;                 // Made when it is first asked.
  Answers answers_;                                     // That depend on the program alone.
  absl::node_hash_map<CodeRef, SizeNames> size_names_;  // By function.
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_KNOWLEDGE_H_
