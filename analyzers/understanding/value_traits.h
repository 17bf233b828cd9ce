#ifndef ANALYZERS_UNDERSTANDING_VALUE_TRAITS_H_
#define ANALYZERS_UNDERSTANDING_VALUE_TRAITS_H_

// What holds for all alternatives of a value. An open value may be anything else, so nothing holds
// for it; of an impossible one everything does: the code never runs.

#include <string>
#include <vector>

#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// Lives in the memory of the host: numbers, texts, None, tensors of the CPU, arrays of numpy, and
// containers of these.
bool IsOnHost(const Value& value);
// A tensor.
bool IsTensor(const Value& value);
// The dtype of a tensor, the same in all alternatives; kUnknown: they differ, or nobody knows.
Dtype DtypeOfTensor(const Value& value);
// The device that it names, the same in all alternatives: "cuda:0", torch.device("cpu").
Device DeviceOf(const Value& value);
// The strides of a tensor whose elements certainly do not lie in the order of its dimensions, as
// text: "[8, 1, 4]". Empty: they may.
std::string StridesOfReordered(const Value& value);
// The numbers that it may be, sorted; empty: it may be another one, or something else.
std::vector<double> NumbersOf(const Value& value);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_VALUE_TRAITS_H_
