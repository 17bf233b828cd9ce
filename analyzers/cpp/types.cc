#include "analyzers/cpp/types.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

struct NamedType {
  absl::string_view name;
  TypeKind kind;
  uint8_t bits = 0;
  bool is_signed = false;
  FloatFormat format = FloatFormat::kNone;
  uint8_t lanes = 1;
  bool is_size = false;
};

using enum TypeKind;
using enum FloatFormat;

// Sorted by name.
constexpr NamedType kTypes[] = {
    {"BFloat16", kFloating, 16, true, kBf16},
    {"CUDAEvent", kEvent},
    {"CUDAStream", kStream},
    {"Float8_e4m3fn", kFloating, 8, true, kFp8E4M3},
    {"Float8_e5m2", kFloating, 8, true, kFp8E5M2},
    {"Half", kFloating, 16, true, kFp16},
    {"NVTETensor", kTensor},
    {"Tensor", kTensor},
    {"__half", kFloating, 16, true, kFp16},
    {"__half2", kFloating, 16, true, kFp16, 2},
    {"__int128", kInteger, 128, true},
    {"__int64_t", kInteger, 64, true},
    {"__nv_bfloat16", kFloating, 16, true, kBf16},
    {"__nv_bfloat162", kFloating, 16, true, kBf16, 2},
    {"__nv_fp4_e2m1", kFloating, 4, true, kFp4E2M1},
    {"__nv_fp8_e4m3", kFloating, 8, true, kFp8E4M3},
    {"__nv_fp8_e5m2", kFloating, 8, true, kFp8E5M2},
    {"__nv_fp8_e8m0", kFloating, 8, true, kFp8E8M0},
    {"bf16", kFloating, 16, true, kBf16},
    {"bfloat16", kFloating, 16, true, kBf16},
    {"bool", kBool, 8},
    {"char", kInteger, 8, true},
    {"cudaEvent_t", kEvent},
    {"cudaStream_t", kStream},
    {"dim3", kDim3},
    {"double", kFloating, 64, true, kFp64},
    {"double2", kFloating, 64, true, kFp64, 2},
    {"float", kFloating, 32, true, kFp32},
    {"float2", kFloating, 32, true, kFp32, 2},
    {"float3", kFloating, 32, true, kFp32, 3},
    {"float4", kFloating, 32, true, kFp32, 4},
    {"fp16", kFloating, 16, true, kFp16},
    {"fp4e2m1", kFloating, 4, true, kFp4E2M1},
    {"fp8e4m3", kFloating, 8, true, kFp8E4M3},
    {"fp8e5m2", kFloating, 8, true, kFp8E5M2},
    {"fp8e8m0", kFloating, 8, true, kFp8E8M0},
    {"half", kFloating, 16, true, kFp16},
    {"half2", kFloating, 16, true, kFp16, 2},
    {"half_t", kFloating, 16, true, kFp16},
    {"hipEvent_t", kEvent},
    {"hipStream_t", kStream},
    {"int", kInteger, 32, true},
    {"int16_t", kInteger, 16, true},
    {"int2", kInteger, 32, true, kNone, 2},
    {"int32_t", kInteger, 32, true},
    {"int4", kInteger, 32, true, kNone, 4},
    {"int64_t", kInteger, 64, true},
    {"int8_t", kInteger, 8, true},
    {"intptr_t", kInteger, 64, true},
    {"long", kInteger, 64, true},
    {"nv_bfloat16", kFloating, 16, true, kBf16},
    {"nv_bfloat162", kFloating, 16, true, kBf16, 2},
    {"ptrdiff_t", kInteger, 64, true, kNone, 1, true},
    {"short", kInteger, 16, true},
    {"size_t", kInteger, 64, false, kNone, 1, true},
    {"ssize_t", kInteger, 64, true, kNone, 1, true},
    {"string", kString},
    {"string_view", kString},
    {"tfloat32_t", kFloating, 32, true, kTf32},
    {"uint", kInteger, 32, false},
    {"uint16_t", kInteger, 16, false},
    {"uint2", kInteger, 32, false, kNone, 2},
    {"uint32_t", kInteger, 32, false},
    {"uint4", kInteger, 32, false, kNone, 4},
    {"uint64_t", kInteger, 64, false},
    {"uint8_t", kInteger, 8, false},
    {"uintptr_t", kInteger, 64, false},
    {"unsigned", kInteger, 32, false},
    {"void", kVoid},
};
static_assert(std::is_sorted(std::begin(kTypes), std::end(kTypes),
                             [](const NamedType& a, const NamedType& b) {
                               return a.name < b.name;
                             }));

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Words outside of template arguments, the last part of qualified ones.
struct Words {
  bool is_unsigned = false, is_signed = false;
  int longs = 0;
  bool has_template =
      false;  // Template arguments follow the last word: a class, whatever its name.
  absl::string_view last;
};

// Reads `word` and tells whether it names a type.
bool Read(absl::string_view word, Type* type, Words* words) {
  if (word == "const" || word == "constexpr") {
    type->is_const = true;
  } else if (word == "unsigned") {
    words->is_unsigned = true;
  } else if (word == "signed") {
    words->is_signed = true;
  } else if (word == "long") {
    ++words->longs;
  } else if (word == "auto") {
    type->is_auto = true;
  } else {
    return word != "volatile" && word != "__restrict__" && word != "restrict" &&
           word != "__restrict" && word != "typename" && word != "struct" && word != "class" &&
           word != "enum" && word != "static" && word != "inline" && word != "mutable" &&
           word != "__shared__" && word != "__constant__" && word != "extern";
  }
  return false;
}

Words ReadWords(absl::string_view text, Type* type) {
  Words words;
  int depth = 0;  // Of template arguments.
  for (size_t at = 0; at < text.size();) {
    Poll();
    const char c = text[at];
    if (IsWordCharacter(c)) {
      size_t end = at;
      while (end < text.size() && IsWordCharacter(text[end])) ++end;
      if (depth == 0 && Read(text.substr(at, end - at), type, &words)) {
        words.last = text.substr(at, end - at);
        words.has_template = false;
      }
      at = end;
      continue;
    }
    if (c == '<') {
      if (depth++ == 0) words.has_template = true;
    }
    if (c == '>') --depth;
    if (depth == 0 && c == '*') ++type->pointers;
    if (depth == 0 && c == '&') type->is_reference = true;
    ++at;
  }
  return words;
}

}  // namespace

Type TypeOf(absl::string_view text) {
  Type type;
  type.text = std::string(absl::StripAsciiWhitespace(text));
  Words words = ReadWords(type.text, &type);
  if (words.has_template) return type;
  absl::string_view name = words.last;
  if (words.longs > 0 && (name.empty() || name == "int")) name = "long";
  if (name.empty() && (words.is_unsigned || words.is_signed)) name = "int";
  const auto found =
      std::lower_bound(std::begin(kTypes), std::end(kTypes), name,
                       [](const NamedType& a, absl::string_view b) { return a.name < b; });
  if (found == std::end(kTypes) || found->name != name) return type;
  type.kind = found->kind;
  type.bits = found->bits;
  type.is_signed = found->is_signed && !words.is_unsigned;
  type.format = found->format;
  type.lanes = found->lanes;
  type.is_size = found->is_size;
  if (type.kind == kFloating && words.longs > 0) {
    type.bits = 128;
    type.format = kNone;
  }
  return type;
}

}  // namespace allreview::cpp
