#include "analyzers/numerics/arithmetic/format_names.h"

#include <array>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::numerics {
namespace {

// In the order of the enum.
constexpr std::array<absl::string_view, kFormatCount> kNames = {
    "fp64", "fp32", "tf32", "bf16", "fp16", "e4m3", "e4m3-sat", "e5m2", "e5m2-sat"};

struct Dtype {
  absl::string_view name;
  Format format;
};
constexpr Dtype kDtypes[] = {
    {"float64", Format::kFp64}, {"double", Format::kFp64},        {"float32", Format::kFp32},
    {"float", Format::kFp32},   {"bfloat16", Format::kBf16},      {"float16", Format::kFp16},
    {"half", Format::kFp16},    {"float8_e4m3fn", Format::kE4m3}, {"float8_e5m2", Format::kE5m2},
};

}  // namespace

absl::string_view FormatName(Format format) { return kNames[static_cast<size_t>(format)]; }

absl::StatusOr<Format> ParseFormat(absl::string_view name) {
  for (int i = 0; i < kFormatCount; ++i) {
    if (kNames[i] == name) return static_cast<Format>(i);
  }
  for (const Dtype& dtype : kDtypes) {
    if (dtype.name == absl::StripPrefix(name, "torch.")) return dtype.format;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("number format \"", name,
                   "\" is unknown, want fp64, fp32, tf32, bf16, fp16, e4m3, e4m3-sat, e5m2, "
                   "e5m2-sat or a dtype of PyTorch"));
}

}  // namespace allreview::numerics
