#ifndef ANALYZERS_RULES_SHARED_LINTER_MARKS_H_
#define ANALYZERS_RULES_SHARED_LINTER_MARKS_H_

// Comments by which somebody told another linter to let code pass: who judged it once need not be
// told again.
//
//   except Exception:  # noqa: BLE001
//   IsWaived(clause, {"BLE001", "broad-except"})  ->  true

#include <initializer_list>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::rules {

// A line of the node's header (of a statement inside one line: that line) or its last one has a
// bare `noqa` or `nosec`, or one of the codes after `noqa:`, `nosec` or `pylint: disable=`.
bool IsWaived(python::Node node, std::initializer_list<absl::string_view> codes);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_LINTER_MARKS_H_
