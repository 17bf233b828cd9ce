#ifndef ANALYZERS_RULES_DISTRIBUTED_STREAMS_H_
#define ANALYZERS_RULES_DISTRIBUTED_STREAMS_H_

// CUDA streams as the text of a function shows them.

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// The stream that `with torch.cuda.stream(s):` makes current: `s`. Of several items the last one.
// Null: the statement enters none.
python::Node EnteredStream(const python::Module& module, python::Node with);
// The innermost `with` of the function around the node that enters a stream. Null: none.
python::Node StreamContextOf(const python::Module& module, python::Node node);

// The expression is a call of torch.cuda.<name>, also through locals: "current_stream", "Stream".
bool IsCudaCall(const python::Module& module, python::Node expression, absl::string_view name);

// Both expressions read the same, parentheses aside, and are names: `s`, `self.stream`.
bool IsSameStream(python::Node a, python::Node b);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_STREAMS_H_
