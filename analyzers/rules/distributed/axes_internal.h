#ifndef ANALYZERS_RULES_DISTRIBUTED_AXES_INTERNAL_H_
#define ANALYZERS_RULES_DISTRIBUTED_AXES_INTERNAL_H_

// What the files behind axes.h share; rules use axes.h.

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/axis_names.h"

namespace allreview::rules {

Group WorldGroup(std::string text = "");
Group UnknownGroup(python::Node expression);
Group KnownGroup(NamedAxes named, absl::string_view text, bool is_by_name);

// The group of a parallel_state call: `get_data_parallel_group(with_context_parallel=True)`.
// `suffixes` may follow the axis in the name. kNone: no such call.
Group GetterGroup(python::Node call, std::initializer_list<absl::string_view> suffixes);

// "x" of `"x"`, "" for other nodes.
absl::string_view TextOfString(python::Node node);
// "dp_group" of `dp_group`, `self.dp_group`, `metadata["dp_group"]`.
absl::string_view GroupNameIn(python::Node expression);
// Value of `self.name` when the class assigns it exactly once. Null: it does not.
python::Node OnlyValueOfSelf(const python::Module& module, python::Node attribute);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_AXES_INTERNAL_H_
