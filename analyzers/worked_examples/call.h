#ifndef ANALYZERS_WORKED_EXAMPLES_CALL_H_
#define ANALYZERS_WORKED_EXAMPLES_CALL_H_

// A call of an operation: its arguments, and whether the run goes on.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/worked_examples/value.h"

namespace allreview::worked_examples {

// Why a run, or a statement of it, has ended. The first reason stays.
class Halt {
 public:
  enum class Kind {
    kNone,
    kUnknown,  // The statement does what nobody here can follow: what it changes is not known.
    kRaises,   // Python raises: other inputs may do.
    kEnds,     // Nobody knows what runs next; what ran until then did.
  };
  // Both return a value that nobody looks at.
  Value GiveUp(absl::string_view why) { return Set(Kind::kUnknown, why); }
  Value Raise(absl::string_view why) { return Set(Kind::kRaises, why); }
  void End(absl::string_view why) {
    if (kind_ == Kind::kUnknown) Resume();
    Set(Kind::kEnds, why);
  }
  // Call after kUnknown, when all that may have changed is forgotten.
  void Resume() { *this = Halt(); }

  bool stops() const { return kind_ != Kind::kNone; }
  Kind kind() const { return kind_; }
  const std::string& why() const { return why_; }

 private:
  Value Set(Kind kind, absl::string_view why) {
    if (kind_ == Kind::kNone) {
      kind_ = kind;
      why_ = std::string(why);
    }
    return {};
  }

  Kind kind_ = Kind::kNone;
  std::string why_;
};

// Arguments by position or name. What nobody asked for makes the result unknown: it might matter.
class Call {
 public:
  Call(std::string name, Value::Items positional,
       std::vector<std::pair<std::string, Value>> keywords, Halt& halt)
      : name(std::move(name)),
        halt(halt),
        positional_(std::move(positional)),
        keywords_(std::move(keywords)) {}

  // Null: not given.
  const Value* Get(size_t position, absl::string_view keyword);
  const Value* Keyword(absl::string_view keyword);
  // Ends the run when it is not given or of another type.
  Value Require(size_t position, absl::string_view keyword);
  int64_t Integer(size_t position, absl::string_view keyword);
  std::optional<int64_t> MaybeInteger(size_t position, absl::string_view keyword);
  double Number(size_t position, absl::string_view keyword, double fallback);
  bool Flag(size_t position, absl::string_view keyword, bool fallback);
  // A tensor; numbers and bools become one without dimensions.
  Tensor AsTensor(size_t position, absl::string_view keyword);
  // (2, 3), [2, 3], or all positions from this one on.
  std::optional<Sizes> SizesFrom(size_t position, absl::string_view keyword);
  // nullopt: not given. Ends the run for one that is not computed with.
  std::optional<Dtype> DtypeArgument();
  // Elements that something has written; ends the run for others.
  std::vector<double> Elements(const Tensor& tensor);
  // These change no value.
  void IgnorePlacement();
  bool AreAllUsed() const;
  size_t count() const { return positional_.size(); }
  Value Fail(absl::string_view why) { return halt.GiveUp(why); }

  const std::string name;
  Halt& halt;

 private:
  Value::Items positional_;
  std::vector<std::pair<std::string, Value>> keywords_;
  std::set<std::string, std::less<>> used_keywords_;
  std::set<size_t> used_;
};

// Integers of a tuple, list, or tensor that all are. nullopt: others are among them.
std::optional<Sizes> IntegersOf(const Value& value);
std::optional<Tensor> TensorOf(const Value& value);

}  // namespace allreview::worked_examples

#endif  // ANALYZERS_WORKED_EXAMPLES_CALL_H_
