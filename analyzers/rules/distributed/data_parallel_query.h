#ifndef ANALYZERS_RULES_DISTRIBUTED_DATA_PARALLEL_QUERY_H_
#define ANALYZERS_RULES_DISTRIBUTED_DATA_PARALLEL_QUERY_H_

// Questions for the data-parallel rank or size that leave context parallelism out.

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// First call of `getter` ("get_data_parallel_rank") without arguments that the expression's value
// is made of, in the expression itself or in one local that it names. Null: none, or the expression
// takes context parallelism into account by itself.
Node FindQueryWithoutContextParallel(const python::Module& module, Node expression,
                                     absl::string_view getter);

// What a name is bound to, for the three ways of binding one: `name = value`, `f(name=value)`,
// `{"name": value}`. Both empty: `node` is no binding.
struct NamedValue {
  absl::string_view name;  // Last part of a dotted target.
  Node value;
};
NamedValue NamedValueOf(Node node);

// The call with `with_context_parallel=True`.
Edit WithContextParallel(const python::Module& module, Node call);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_DATA_PARALLEL_QUERY_H_
