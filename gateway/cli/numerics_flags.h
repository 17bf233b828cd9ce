#ifndef GATEWAY_CLI_NUMERICS_FLAGS_H_
#define GATEWAY_CLI_NUMERICS_FLAGS_H_

// Flags about measured arithmetic; a part of the table of commands (commands.h).

#include "absl/strings/string_view.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

inline constexpr absl::string_view kNumberFormatNames[] = {
    "fp64", "fp32", "tf32", "bf16", "fp16", "e4m3", "e4m3-sat", "e5m2", "e5m2-sat"};
inline constexpr absl::string_view kDevices[] = {"cuda", "cpu"};
inline constexpr absl::string_view kPictureFormats[] = {"text", "json", "svg"};
inline constexpr Flag kNumberFormats = {
    .name = "dtype",
    .value = "LIST",
    .help = "Number formats to compute in, separated by commas. Default: bf16,fp16,fp32.",
    .choices = kNumberFormatNames,
    .is_list = true};
inline constexpr Flag kRange = {
    .name = "range",
    .value = "INPUT~DIST",
    .help =
        "Values of an input: N(mean,deviation), U(low,high), logU(exponent,exponent) of either "
        "sign, logU+(…), C(value), arange(start), mask(p), integer(low,high), and a size in "
        "brackets: [T=1024] or [rows,T]. May be given several times. Default: usual values for "
        "that name.",
    .is_repeatable = true};
inline constexpr Flag kSamples = {
    .name = "samples",
    .value = "N",
    .help = "Number of results for each format and family of inputs. Default: 262144.",
    .max_number = 1 << 30};
inline constexpr Flag kSeed = {.name = "seed",
                               .value = "N",
                               .help = "Seed of the inputs. Default: 0.",
                               .max_number = 2147483647};
inline constexpr Flag kDevice = {
    .name = "device",
    .value = "DEVICE",
    .help =
        "Device whose kernels are followed: PyTorch rounds and sums differently on each. Default: "
        "cuda. It does not decide where this command runs.",
    .choices = kDevices};
inline constexpr Flag kFused = {
    .name = "fused", .help = "As torch.compile computes: values inside a kernel stay in fp32."};
inline constexpr Flag kGradient = {.name = "gradient",
                                   .help = "Also measures the gradients of the inputs."};
inline constexpr Flag kNumericsThreads = {
    .name = "threads",
    .value = "N",
    .help = "Number of threads; the result does not depend on it. Default: 0, one per core.",
    .max_number = 256};
inline constexpr Flag kTorchVersion = {
    .name = "torch-version",
    .value = "2.N",
    .help = "Version of PyTorch whose functions are followed. Default: the newest known."};
inline constexpr Flag kNumericsFormat = {
    .name = "format", .value = "FORMAT", .help = "Default: text.", .choices = kPictureFormats};
inline constexpr Flag kSvg = {.name = "svg",
                              .value = "FILE",
                              .help = "Draws the error over the size of the input to FILE.",
                              .completion = Completion::kFile};
inline constexpr absl::string_view kOnOff[] = {"on", "off"};
inline constexpr Flag kNumerics = {
    .name = "numerics",
    .value = "WHEN",
    .help = "Whether changed tensor expressions are run in low precision. Default: on.",
    .choices = kOnOff};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_NUMERICS_FLAGS_H_
