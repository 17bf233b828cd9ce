#ifndef ANALYZERS_UNDERSTANDING_RUN_H_
#define ANALYZERS_UNDERSTANDING_RUN_H_

// What the interpretation of one code says: values of its instructions, what it stores, what
// certainly fails. Plain data; knowledge.h says how it comes about.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// What an assignment to an attribute of an instance stores.
struct Store {
  CodeRef of_class;
  uint32_t instruction = 0;
  std::string attribute;
  Value value;
};

// An operation that all members of a group take part in.
struct Collective {
  std::string operation;
  std::vector<std::string> spans;  // Axes of the group (ranks.h).
  bool is_certain = true;          // Whoever runs the code to its end takes part.
  friend auto operator<=>(const Collective&, const Collective&) = default;
};

// What code does with other ranks.
struct Communication {
  static constexpr size_t kMaxCollectives = 8;
  std::vector<Collective> collectives = {};  // Sorted.
  bool is_open = false;                      // It may do anything besides.
  bool is_silent() const { return collectives.empty() && !is_open; }
  void Add(const Communication& other);
};

// An instruction that raises whenever it runs, because of what is known of its
// operands; or, of kNeverEqual, that always comes out the same, or, of
// kAnnotation, breaks a promise. Behind kImport the run goes on.
struct Failure {
  enum class Kind {
    kUnbound,    // A local name is read that has no value: `name`.
    kAttribute,  // `object` has no attribute `name`.
    kItem,       // `object` has nothing under `other`.
    kUnpack,     // `object` is not as many values as there are targets.
    kCall,       // `object` does not take these arguments; `why` says so.
    kOperation,  // `object` and `other` do not fit the operator.
    kImport,     // A module of the program has no such name: `name`, absolute.
    // `object` and `other`, or all that is in `other`, are of kinds that are never equal: text and
    // a number, a member of an enumeration and text. Nothing is raised.
    kNeverEqual,
    kShape,      // Sizes of tensors do not fit; `why` says so.
    kDtype,      // Likewise, dtypes.
    kGradient,   // Autograd refuses what is asked of a tensor; `why` says so.
    kPlacement,  // Types of tensors along axes of ranks do not fit; `why` says so.
    // Not all members of the group `other` reach the collective `name`: the condition `object` of
    // `branch` comes out differently among them, and the other side communicates nothing. Nothing
    // is raised: those who reach it wait for ever.
    kUnmatched,
    // The call of `object` never comes back because of what it hands over: what it calls otherwise
    // does. `way` leads to what raises.
    kInside,
    // `object` contradicts what an annotation says, which is `other`: of the
    // name or parameter `name`, or of what the code returns ("return"). Of an
    // argument `way` is the function that is called. Nothing is raised.
    kAnnotation,
  };
  // An instruction within what is called: a call, or at last what raises.
  struct Step {
    CodeRef code;
    uint32_t instruction = 0;
  };
  Kind kind = Kind::kUnbound;
  uint32_t instruction = 0;  // Of the code.
  Value object = {}, other = {};
  std::string name = {}, why = {};
  bool is_guarded = false;  // A `try` around it may catch what it raises.
  // Of kUnmatched: an instruction, and what its condition is where the collective runs.
  uint32_t branch = 0;
  bool runs_when = true;
  // Of kInside (and kAnnotation), with why it raises; null: a `raise` or `assert` that is reached.
  std::vector<Step> way = {};
  std::shared_ptr<const Failure> innermost = nullptr;
};

// An instruction that on some path reads memory that nobody has written: what `made`, another
// instruction of the code, allocated. It raises nothing. Only of a code that is asked about itself.
struct Notice {
  uint32_t instruction = 0, made = 0;
  friend auto operator<=>(const Notice&, const Notice&) = default;
};

// One code, interpreted.
struct Run {
  std::vector<Value> values;  // By instruction: its result. Impossible: it has none, or never runs.
  std::vector<bool> is_reached;  // By block.
  std::vector<Value> locals;     // By register, at the end of the code.
  // Of Knowledge::Observe(), by operand of the code: what was read there.
  std::vector<Value> operands;
  Value returned;  // Impossible: it never returns.
  Value yielded;
  std::vector<Store> stores;
  std::vector<Failure> failures;  // One for an instruction, in their order.
  // Functions and classes that it makes: by code, their defaults or bases.
  std::vector<std::pair<uint32_t, std::vector<Value>>> definitions;
  std::vector<Notice> notices;  // Each once, sorted.
  Communication communication;
  int64_t price = 0;        // Instructions, those of calls included.
  bool is_partial = false;  // It was given up: some values and ends are missing.
  bool is_cut = false;      // It, or something that it calls, was.
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_RUN_H_
