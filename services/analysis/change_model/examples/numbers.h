#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NUMBERS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NUMBERS_H_

// Numbers for the arguments of an example: small, and different where they can be. Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/worked_examples/value.h"
#include "services/analysis/change_model/stories/shapes.h"

namespace allreview::analysis {

using SizesByName = std::map<std::string, int64_t>;

// A plain literal; nullopt: anything else.
std::optional<worked_examples::Value> LiteralOf(python::Node node);

// Names in "m", "2*h", "m/n", "s+1"; none in "3".
std::vector<std::string> SizeNamesIn(absl::string_view dim);
// nullopt: a size is of another form, or comes to less than one.
std::optional<worked_examples::Sizes> ShapeOf(const Dims& dims, const SizesByName& sizes);

// What a tensor holds, by what is known of it and, last, by its name. nullopt: nothing that is
// computed with.
std::optional<worked_examples::Dtype> DtypeFor(absl::string_view name, absl::string_view known,
                                               absl::string_view told);

// `salt` tells the arguments of an example apart.
worked_examples::Value TensorFor(absl::string_view name, const worked_examples::Sizes& shape,
                                 worked_examples::Dtype dtype, int salt);
// What an integer of that name may well be; its default, when that is small.
worked_examples::Value IntegerFor(absl::string_view name,
                                  const std::optional<worked_examples::Value>& fallback, int seed);
// "num_heads", "tp_rank", "get_world_size": nothing but a number is called so.
bool IsNamedLikeInteger(absl::string_view name);
// Of a dimension that nobody names: "x.shape[1]".
worked_examples::Value SizeFor(absl::string_view written, int variant);
// [21, 22, 23] for 2.
worked_examples::Value IntegersFor(int number);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NUMBERS_H_
