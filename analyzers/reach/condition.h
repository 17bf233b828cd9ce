#ifndef ANALYZERS_REACH_CONDITION_H_
#define ANALYZERS_REACH_CONDITION_H_

// What a decision asks of one value: "config.moe_use_x is true", "args.rank == 0", "group is None".
//
//   const Condition condition = ConditionOf(code, decision);
//   if (condition.subject == Condition::Subject::kSetting) Look(condition.name);
//   condition.HoldsFor(Scalar::Of("4"))   ->  true, false, or none: nobody can tell
//
// A condition about anything else is kOther: nothing is claimed from it. Pure.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/reach/code_view.h"

namespace allreview::reach {

// A constant that settings are given.
struct Scalar {
  enum class Kind { kNone, kBool, kNumber, kText };
  Kind kind = Kind::kNone;
  double number = 0;  // Of a bool 0 or 1.
  std::string text = {};

  // As Python or a recipe writes it: `True`, `true`, `4`, `"bf16"`, `bf16`.
  static Scalar Of(absl::string_view written);
  // None: a constant that settings are hardly compared with.
  static std::optional<Scalar> Of(const ir::File& file, const ir::Constant& constant);
  static Scalar Bool(bool value) { return {.kind = Kind::kBool, .number = value ? 1.0 : 0.0}; }

  bool is_true() const;
  std::string ToText() const;
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

struct Condition {
  enum class Subject {
    kSetting,    // config.name, self.config.name, args.name, getattr(args, "name", …)
    kSelf,       // self.name
    kParameter,  // Of the function around it.
    kOther,
  };
  Subject subject = Subject::kOther;
  std::string name = {};                  // Of the setting, attribute or parameter.
  uint32_t parameter = 0;                 // Its number, for kParameter.
  ir::Operator op = ir::Operator::kNone;  // kNone: it is asked whether it is true.
  Scalar constant = {};                   // That it is compared with.
  bool must_be = true;

  // None: the comparison cannot be told, as of a text with a number.
  std::optional<bool> HoldsFor(const Scalar& value) const;
};

// A value that an expression takes from somewhere: without comparison.
Condition SubjectOf(const CodeView& code, ir::Register reg);
Condition ConditionOf(const CodeView& code, const Decision& decision);

// "config", "args", "self.config", "cfg"…: by its last name.
bool IsNamedLikeSettings(absl::string_view name);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_CONDITION_H_
