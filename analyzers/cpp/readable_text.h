#ifndef ANALYZERS_CPP_READABLE_TEXT_H_
#define ANALYZERS_CPP_READABLE_TEXT_H_

// The text that the parser is to read instead of a file's: of the same length, so that each node
// stands where its code stands, and nodes speak as the file is written. The grammar knows no
// preprocessor; what macros and #if hide from it is made plain here:
//
//   SWITCH(dtype, T, a(); b<T>();)   a block that begins with the other arguments: {dtype, T; …}
//   DS_D_INLINE float f(float x)     __device__ float f(float x); a name in capitals in front of
//                                    a declaration whose meaning nobody knows is blank
//   STEP(4)                          on a line of its own, without a semicolon: a statement
//   dim3 grid(n, m);                 dim3 grid{n, m}; which is no function
//   #if A … { #else … { #endif       branches whose brackets are not balanced, or that stand inside
//                                    of a statement: the first is read, the others are blank
//
// Pure, linear in the text.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::cpp {

// Nothing: the text as it is.
std::optional<std::string> ReadableText(absl::string_view source);

// What a macro in front of declarations stands for: "__device__ __forceinline__" of DS_D_INLINE.
// Empty: not known, see kQualifierMacros.
absl::string_view QualifierOf(absl::string_view macro);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_READABLE_TEXT_H_
