#ifndef ANALYZERS_IDIOMS_MATCH_ARGUMENTS_H_
#define ANALYZERS_IDIOMS_MATCH_ARGUMENTS_H_

// Arguments of calls by their names, for pattern.cc.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/torch/apis.h"

namespace allreview::idioms {

// "torch", "dist", "tl" or "any" of `torch.f`; empty: it stands for nothing.
absl::string_view HeadOf(python::Node pattern);
// "f" of `a.b.f` and of `f`.
absl::string_view LastName(python::Node expression);
// Whether a function or value is of the library that the head stands for.
bool IsOf(const python::Module& module, absl::string_view head, python::Node expression);
// The name under which torch's table has it; empty: it does not.
std::string ApiName(absl::string_view head, absl::string_view name);

struct NamedArguments {
  std::vector<std::pair<std::string, python::Node>> all;  // "#2" for one without a known name.
  const torch::Overload* overload = nullptr;              // Null: not in the table.
  bool is_known = true;  // No star hides which arguments there are.
};

struct PatternArguments {
  NamedArguments arguments;
  bool is_open = false;  // Others may follow.
};

// `receiver` may be null.
NamedArguments ArgumentsOfCode(python::Node call, python::Node receiver, const std::string& api);
PatternArguments ArgumentsOfPattern(python::Node call, const std::string& api);

bool MatchArguments(const PatternArguments& pattern, const NamedArguments& code,
                    const std::function<bool(python::Node, python::Node)>& match);

}  // namespace allreview::idioms

#endif  // ANALYZERS_IDIOMS_MATCH_ARGUMENTS_H_
