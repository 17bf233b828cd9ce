#ifndef ANALYZERS_UNDERSTANDING_SPMD_TYPES_H_
#define ANALYZERS_UNDERSTANDING_SPMD_TYPES_H_

// What calls and operators make of tensors whose types along axes are known, and which they refuse.
// Pure; private to this folder.
//
//   assert_type(x, {"tp": P})   ->  x is partial along tp from here on
//   x + 1                       ->  refused: the 1 would count once for each rank
//
// The types and their rules are those of https://github.com/meta-pytorch/spmd_types: docs/
// local_spmd_types.md. Types come from that library's functions alone, so that code without it has
// none and is refused nothing. What a type checker of the library would say is said whether or not
// the program turns it on. Only local types: what depends on whether S(i) stands for a part of a
// global tensor is not refused.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/rank_sources.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

struct Typing {
  Ranks result = {};               // Without anything: nobody knows.
  const Value* changed = nullptr;  // An argument, or the object, that becomes something else.
  Ranks becomes = {};
  std::string why = {};  // It is refused.
};

// A name of that library: for a look at the names of a file before its code runs.
bool IsNameOfTypes(absl::string_view name);
inline constexpr absl::string_view kTypesModule = "spmd_types";

// Along all axes that are not listed a tensor with this one has no type: a function of torch made
// it.
inline constexpr absl::string_view kNoOtherAxes = "*";

// It has a type along some axis.
bool IsTyped(const Value& value);
bool IsType(Placement placement);
// R, V, S(0) as values; none: it is no type.
std::optional<AxisPlacement> TypeNamed(const Value& value);
AxisPlacement TypeOfLetter(char letter);
// The one axis that a name or group stands for.
std::optional<std::string> AxisOf(const Value* value);
// "it is R along tp, not V".
std::string Otherwise(const AxisPlacement& known, absl::string_view said);
// What a display {axis: type} says; none: nobody knows all of it.
std::optional<Ranks> TypesOf(const std::vector<std::pair<Value, Value>>& pairs);

// x[i]: nobody knows which dimensions are left.
Ranks RanksOfPart(const Value& tensor);

// None: it is no business of types. In order: functions of the library, collectives of
// torch.distributed, functions and methods of torch.
std::optional<Typing> TypeCall(const AskingCall& call);
std::optional<Typing> TypeLibraryCall(const AskingCall& call);
std::optional<Typing> TypeConversion(absl::string_view name, const AskingCall& call);
std::optional<Typing> TypeCollective(const AskingCall& call);
std::optional<Typing> TypeTorchCall(const AskingCall& call);
std::optional<Typing> TypeOperator(ir::Operator op, const Value& a, const Value& b);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_SPMD_TYPES_H_
