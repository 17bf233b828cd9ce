#ifndef ANALYZERS_VALUES_PLAIN_VALUE_H_
#define ANALYZERS_VALUES_PLAIN_VALUE_H_

// What is known of a value, in the words of one file (analyzers/python/values.h): for those who
// need no more than its kind, dtype, device and number.

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzers/python/values.h"
#include "analyzers/understanding/value.h"

namespace allreview::values {

// kUnknown: it may be of several kinds, or of one that has no word there. What an annotation
// promises counts.
python::Value PlainValueOf(const understanding::Value& value);
// The sizes of a tensor, the same in all alternatives; -1: it is no number, or another one in
// some. None: the rank is not known.
std::optional<std::vector<int64_t>> PlainSizesOf(const understanding::Value& value);

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_PLAIN_VALUE_H_
