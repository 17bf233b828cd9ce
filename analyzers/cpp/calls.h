#ifndef ANALYZERS_CPP_CALLS_H_
#define ANALYZERS_CPP_CALLS_H_

// Calls that mean something to a reviewer: launches of kernels, checks, type switches,
// allocations, streams and events. For unit.h.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"

namespace allreview::cpp {

// What a call calls, without template arguments: "empty" of at::empty(…), "size" of x.size(0).
// Empty: not by a name.
absl::string_view CalleeName(Node call);
// The object of a method's call: `x` of x.size(0). Null: it is no method.
Node ObjectOf(Node call);
// Arguments of a call, an argument_list or an initializer_list, in order.
std::vector<Node> ArgumentsOf(Node call_or_list);
// Template arguments of what a call calls or of a name: `float` and `4` of f<float, 4>(x).
std::vector<Node> TemplateArgumentsOf(Node call_or_name);
// Strips parenthesized_expression.
Node WithoutParentheses(Node expression);
// Strips parentheses and casts of all kinds, functional ones to a known type too.
Node WithoutCasts(Node expression);
// Text of a string literal without prefix and quotes; of several in a row the first. Empty: none.
absl::string_view StringContent(Node string);
// The same of all of them, joined as the compiler does; escapes are kept.
std::string JoinedContent(Node string);

// The macro that a block is read as, when it is one with statements among its arguments
// (readable_text.h): "NVTE_SCOPED_GIL_RELEASE". Empty: it is an ordinary block.
absl::string_view MacroOfBlock(Node compound_statement);

struct Launch {
  enum class Kind {
    kChevrons,    // kernel<<<grid, block, shared, stream>>>(arguments)
    kFunction,    // cudaLaunchKernel(kernel, grid, block, arguments, shared, stream) and the like.
    kConfigured,  // cudaLaunchKernelEx(&config, kernel, arguments…): sizes are in `config`.
  };
  Kind kind = Kind::kChevrons;
  Node node = {};
  Node kernel = {};                    // With its template arguments. May be a variable.
  absl::string_view kernel_name = {};  // Simple.
  Node grid = {}, block = {}, shared_bytes = {}, stream = {};  // Null: not given.
  Node config = {};
  std::vector<Node> arguments = {};  // Empty for kFunction, which takes an array of pointers.
};

struct Check {
  enum class Kind {
    kCondition,  // TORCH_CHECK(x.is_cuda(), …), NVTE_CHECK, assert: what must be true.
    kStatus,     // C10_CUDA_CHECK(cudaMalloc(…)): a call whose status is looked at.
    kLaunch,     // C10_CUDA_KERNEL_LAUNCH_CHECK(), a look at cudaGetLastError().
  };
  Kind kind = Kind::kCondition;
  Node node = {};
  absl::string_view name = {};
  Node condition = {};  // Of kStatus the call. Null for kLaunch.
};

// AT_DISPATCH_…(x.scalar_type(), "name", [&] { … }) and TRANSFORMER_ENGINE_TYPE_SWITCH_…(dtype, T,
// …).
struct Dispatch {
  Node node = {};                      // The call or the block that the macro is read as.
  absl::string_view name = {};         // Of the macro.
  Node subject = {};                   // What is switched on: `x.scalar_type()`.
  absl::string_view type_name = {};    // What the chosen type is called: "scalar_t", "IType".
  std::vector<Node> extra_types = {};  // at::kHalf of AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, …).
  Node body = {};                      // lambda_expression, or the block.
};

struct Allocation {
  enum class Kind {
    kUninitialised,  // at::empty and its kin.
    kInitialised,    // at::zeros, ones, full, …
    kDevice,         // cudaMalloc and its kin.
    kHost,           // cudaMallocHost, cudaHostAlloc, malloc, new.
    kRelease,        // cudaFree, free, delete.
  };
  Kind kind = Kind::kUninitialised;
  Node node = {};
  absl::string_view name = {};
  // What is allocated or released: the pointer's expression or the sizes.
  Node subject = {};
};

struct StreamUse {
  enum class Kind {
    kStreamCreate,
    kStreamDestroy,
    kStreamWait,     // cudaStreamWaitEvent.
    kCurrentStream,  // at::cuda::getCurrentCUDAStream().
    kEventCreate,
    kEventDestroy,
    kEventRecord,
    kSynchronize,  // Of a device, stream or event.
    kAsyncCopy,    // cudaMemcpyAsync, cudaMemsetAsync.
    kCopy,
  };
  Kind kind = Kind::kSynchronize;
  Node node = {};
  absl::string_view name = {};
};

struct Calls {
  std::vector<Launch> launches;  // All in source order.
  std::vector<Check> checks;
  std::vector<Dispatch> dispatches;
  std::vector<Allocation> allocations;
  std::vector<StreamUse> stream_uses;
};

Calls CallsOf(const SyntaxTree& tree);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_CALLS_H_
