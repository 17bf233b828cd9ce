#include "services/numerics/formats.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

struct Pair {
  Format format;
  v1::NumberFormat proto;
};
constexpr Pair kFormats[] = {
    {Format::kFp64, v1::NUMBER_FORMAT_FP64},
    {Format::kFp32, v1::NUMBER_FORMAT_FP32},
    {Format::kTf32, v1::NUMBER_FORMAT_TF32},
    {Format::kBf16, v1::NUMBER_FORMAT_BF16},
    {Format::kFp16, v1::NUMBER_FORMAT_FP16},
    {Format::kE4m3, v1::NUMBER_FORMAT_FP8_E4M3},
    {Format::kE4m3Saturated, v1::NUMBER_FORMAT_FP8_E4M3_SATURATING},
    {Format::kE5m2, v1::NUMBER_FORMAT_FP8_E5M2},
    {Format::kE5m2Saturated, v1::NUMBER_FORMAT_FP8_E5M2_SATURATING},
};
static_assert(std::size(kFormats) == kFormatCount);

}  // namespace

v1::NumberFormat ToProto(Format format) {
  for (const Pair& pair : kFormats) {
    if (pair.format == format) return pair.proto;
  }
  return v1::NUMBER_FORMAT_UNSPECIFIED;
}

absl::StatusOr<Format> FromProto(v1::NumberFormat format) {
  for (const Pair& pair : kFormats) {
    if (pair.proto == format) return pair.format;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("formats: ", static_cast<int>(format), " is no format that is known here"));
}

absl::StatusOr<std::vector<Format>> FormatsOf(const google::protobuf::RepeatedField<int>& wanted) {
  if (wanted.empty()) return std::vector<Format>{Format::kBf16, Format::kFp16, Format::kFp32};
  std::vector<Format> formats;
  for (const int number : wanted) {
    ASSIGN_OR_RETURN(const Format format, FromProto(static_cast<v1::NumberFormat>(number)));
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
      formats.push_back(format);
    }
  }
  return formats;
}

}  // namespace allreview::numerics
