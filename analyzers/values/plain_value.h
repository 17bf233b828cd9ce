#ifndef ANALYZERS_VALUES_PLAIN_VALUE_H_
#define ANALYZERS_VALUES_PLAIN_VALUE_H_

// What is known of a value, in the words of one file (analyzers/python/values.h): for those who
// need no more than its kind, dtype, device and number.

#include "analyzers/python/values.h"
#include "analyzers/understanding/value.h"

namespace allreview::values {

// kUnknown: it may be of several kinds, or of one that has no word there. What an annotation
// promises counts.
python::Value PlainValueOf(const understanding::Value& value);

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_PLAIN_VALUE_H_
