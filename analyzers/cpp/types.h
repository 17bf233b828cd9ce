#ifndef ANALYZERS_CPP_TYPES_H_
#define ANALYZERS_CPP_TYPES_H_

// What kind of value a C++ type holds, as far as its text tells: rules ask for the width of an
// integer and the format of a float.
//
//   TypeOf("const int64_t *")  ->  kInteger, 64 bits, signed, one pointer, const
//   TypeOf("at::Half")         ->  kFloating, kFp16
//
// Widths are those of 64-bit Linux, which is where CUDA runs: `long` has 64 bits.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::cpp {

enum class TypeKind : uint8_t {
  kUnknown,  // `auto` of an unknown value, an alias or a class of somebody else.
  kVoid,
  kBool,
  kInteger,
  kFloating,
  kTensor,  // at::Tensor, torch::Tensor; TransformerEngine's Tensor and NVTETensor.
  kString,
  kDim3,
  kStream,    // cudaStream_t, CUDAStream.
  kEvent,     // cudaEvent_t, CUDAEvent.
  kTemplate,  // A template parameter of the function or class, or the type of a type switch.
};

enum class FloatFormat : uint8_t {
  kNone,
  kFp64,
  kFp32,
  kTf32,
  kFp16,
  kBf16,
  kFp8E4M3,
  kFp8E5M2,
  kFp8E8M0,
  kFp4E2M1
};

struct Type {
  TypeKind kind = TypeKind::kUnknown;  // At the end of all pointers.
  FloatFormat format = FloatFormat::kNone;
  uint8_t bits = 0;      // An integer's or float's; 0: unknown.
  uint8_t lanes = 1;     // 4 for float4, 2 for half2.
  uint8_t pointers = 0;  // Including those of arrays.
  bool is_signed = false;
  bool is_const = false;  // What is pointed to, or the value.
  bool is_reference = false;
  bool is_array = false;
  bool is_size = false;   // size_t, ssize_t, ptrdiff_t: the widest that the machine indexes with.
  bool is_auto = false;   // Written `auto`; what is known comes from the value.
  std::string text = {};  // As written, white space collapsed, without names: "const int64_t *".

  bool is_pointer() const { return pointers > 0; }
  // A plain integer value, no pointer, of at most 32 bits.
  bool IsNarrowInteger() const {
    return kind == TypeKind::kInteger && pointers == 0 && bits != 0 && bits <= 32;
  }
  bool IsWideInteger() const { return kind == TypeKind::kInteger && pointers == 0 && bits >= 64; }
  bool IsHalf() const {  // Less than fp32: sums in it lose digits.
    return kind == TypeKind::kFloating && bits > 0 && bits < 32;
  }
};

// From the text of a type with its stars. Pure.
Type TypeOf(absl::string_view text);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_TYPES_H_
