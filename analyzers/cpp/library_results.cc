#include "analyzers/cpp/library_results.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/strip.h"

namespace allreview::cpp {
namespace {

struct Result {
  absl::string_view name, type;
};
// Sorted by name.
constexpr Result kResults[] = {
    {"__bfloat162float", "float"},
    {"__expf", "float"},
    {"__fdividef", "float"},
    {"__ffs", "int"},
    {"__float22half2_rn", "half2"},
    {"__float2bfloat16", "__nv_bfloat16"},
    {"__float2half", "half"},
    {"__float2half_rn", "half"},
    {"__half2float", "float"},
    {"__halves2half2", "half2"},
    {"__logf", "float"},
    {"__popc", "int"},
    {"clock64", "long"},
    {"cudaGetLastError", "cudaError_t"},
    {"cudaPeekAtLastError", "cudaError_t"},
    {"dim", "int64_t"},
    {"element_size", "int64_t"},
    {"erff", "float"},
    {"exp2f", "float"},
    {"expf", "float"},
    {"fabsf", "float"},
    {"fmaf", "float"},
    {"fmaxf", "float"},
    {"fminf", "float"},
    {"getCurrentCUDAStream", "at::cuda::CUDAStream"},
    {"length", "size_t"},
    {"logf", "float"},
    {"make_float2", "float2"},
    {"make_float4", "float4"},
    {"make_int4", "int4"},
    {"make_uint4", "uint4"},
    {"nbytes", "size_t"},
    {"ndimension", "int64_t"},
    {"numel", "int64_t"},
    {"powf", "float"},
    {"rsqrtf", "float"},
    {"scalar_type", "at::ScalarType"},
    {"sizes", "c10::ArrayRef<int64_t>"},
    {"sqrtf", "float"},
    {"storage_offset", "int64_t"},
    {"stride", "int64_t"},
    {"strides", "c10::ArrayRef<int64_t>"},
    {"strlen", "size_t"},
    {"tanhf", "float"},
};
static_assert(std::is_sorted(std::begin(kResults), std::end(kResults),
                             [](const Result& a, const Result& b) { return a.name < b.name; }));

constexpr absl::string_view kTensorMakers[] = {
    "arange",  "cat",       "empty",      "empty_like", "empty_strided", "eye",   "from_blob",
    "full",    "full_like", "linspace",   "ones",       "ones_like",     "rand",  "rand_like",
    "randint", "randn",     "randn_like", "stack",      "tensor",        "zeros", "zeros_like"};

constexpr absl::string_view kTensorMethods[] = {
    "abs",     "add",     "clone",     "contiguous", "copy_",    "cpu",          "cuda",
    "detach",  "div",     "expand",    "fill_",      "flatten",  "index_select", "max",
    "mean",    "mul",     "narrow",    "new_empty",  "new_full", "new_ones",     "new_zeros",
    "permute", "reshape", "select",    "slice",      "squeeze",  "sub",          "sum",
    "t",       "to",      "transpose", "unsqueeze",  "view",     "view_as",      "zero_"};
static_assert(std::is_sorted(std::begin(kTensorMakers), std::end(kTensorMakers)));
static_assert(std::is_sorted(std::begin(kTensorMethods), std::end(kTensorMethods)));

}  // namespace

absl::string_view ResultOfLibraryCall(absl::string_view name) {
  const auto found =
      std::lower_bound(std::begin(kResults), std::end(kResults), name,
                       [](const Result& a, absl::string_view b) { return a.name < b; });
  return found == std::end(kResults) || found->name != name ? "" : found->type;
}

bool MakesTensor(absl::string_view callee) {
  absl::ConsumePrefix(&callee, "::");
  if (!absl::ConsumePrefix(&callee, "at::") && !absl::ConsumePrefix(&callee, "torch::")) {
    return false;
  }
  return std::binary_search(std::begin(kTensorMakers), std::end(kTensorMakers), callee);
}

bool IsTensorMethod(absl::string_view name) {
  return std::binary_search(std::begin(kTensorMethods), std::end(kTensorMethods), name);
}

}  // namespace allreview::cpp
