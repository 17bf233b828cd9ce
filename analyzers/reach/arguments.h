#ifndef ANALYZERS_REACH_ARGUMENTS_H_
#define ANALYZERS_REACH_ARGUMENTS_H_

// What a call hands to a parameter of the function that it calls, and what a parameter is when
// nobody gives it. Pure. Part of Reach.
//
//   const Handed handed = HandedTo(callee, 1, code, call);
//   if (!handed.is_known) ...          // Anything may be handed over.
//   if (!handed.value) DefaultOf(*callee_code, 1)

#include <cstdint>
#include <optional>

#include "analyzers/reach/code_view.h"
#include "analyzers/reach/condition.h"
#include "analyzers/repository/answers.h"

namespace allreview::reach {

struct Handed {
  bool is_known = true;                    // No: there are stars, or nobody knows how it is called.
  std::optional<ir::Register> value = {};  // None: the default holds.
};

// `call` is an instruction of `code`, which calls `function`, whose instructions `callee` holds.
Handed HandedTo(const repository::Found& function, const CodeView& callee, uint32_t parameter,
                const CodeView& code, uint32_t call);

struct Default {
  int line = 0;
  std::optional<Scalar> value;  // None: it is computed.
};
// None: the parameter has no default.
std::optional<Default> DefaultOf(const CodeView& callee, uint32_t parameter);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_ARGUMENTS_H_
