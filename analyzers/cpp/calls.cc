#include "analyzers/cpp/calls.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/cpp/declarators.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

bool IsAllCaps(absl::string_view name) {
  bool has_letter = false;
  for (const char c : name) {
    if (c >= 'a' && c <= 'z') return false;
    has_letter |= c >= 'A' && c <= 'Z';
  }
  return has_letter;
}

// A function of a library that returns a status.
bool ReturnsStatus(absl::string_view callee) {
  for (absl::string_view prefix : {"cuda", "cublas", "cudnn", "nccl", "hip", "nvrtc", "cusparse",
                                   "cusolver", "cufft", "nvshmem", "rocblas"}) {
    if (absl::StartsWith(callee, prefix)) return true;
  }
  return callee.size() > 2 && absl::StartsWith(callee, "cu") && callee[2] >= 'A' &&
         callee[2] <= 'Z';
}

bool ReadsLastError(absl::string_view callee) {
  return callee == "cudaGetLastError" || callee == "cudaPeekAtLastError" ||
         callee == "hipGetLastError" || callee == "C10_CUDA_KERNEL_LAUNCH_CHECK";
}

bool IsCheckName(absl::string_view name) {
  if (name == "assert" || name == "checkCudaErrors" || name == "gpuErrchk") return true;
  return IsAllCaps(name) &&
         (absl::StrContains(name, "CHECK") || absl::StrContains(name, "ASSERT") ||
          absl::StrContains(name, "ENFORCE") || absl::StrContains(name, "SAFE_CALL"));
}

bool IsDispatchName(absl::string_view name) {
  return IsAllCaps(name) &&
         (absl::StrContains(name, "DISPATCH") || absl::StrContains(name, "SWITCH"));
}

template <typename Entry, size_t kSize>
const Entry* Find(const Entry (&table)[kSize], absl::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

struct AllocationName {
  absl::string_view name;
  Allocation::Kind kind;
  bool is_of_torch = false;  // at::empty(…), not x.empty().
};
constexpr AllocationName kAllocations[] = {
    {"empty", Allocation::Kind::kUninitialised, true},
    {"empty_like", Allocation::Kind::kUninitialised, true},
    {"empty_strided", Allocation::Kind::kUninitialised, true},
    {"empty_cuda", Allocation::Kind::kUninitialised, true},
    {"new_empty", Allocation::Kind::kUninitialised},
    {"new_empty_strided", Allocation::Kind::kUninitialised},
    {"zeros", Allocation::Kind::kInitialised, true},
    {"zeros_like", Allocation::Kind::kInitialised, true},
    {"ones", Allocation::Kind::kInitialised, true},
    {"ones_like", Allocation::Kind::kInitialised, true},
    {"full", Allocation::Kind::kInitialised, true},
    {"full_like", Allocation::Kind::kInitialised, true},
    {"arange", Allocation::Kind::kInitialised, true},
    {"new_zeros", Allocation::Kind::kInitialised},
    {"new_ones", Allocation::Kind::kInitialised},
    {"new_full", Allocation::Kind::kInitialised},
    {"cudaMalloc", Allocation::Kind::kDevice},
    {"cudaMallocAsync", Allocation::Kind::kDevice},
    {"cudaMallocManaged", Allocation::Kind::kDevice},
    {"cudaMallocPitch", Allocation::Kind::kDevice},
    {"cuMemAlloc", Allocation::Kind::kDevice},
    {"hipMalloc", Allocation::Kind::kDevice},
    {"ncclMemAlloc", Allocation::Kind::kDevice},
    {"cudaMallocHost", Allocation::Kind::kHost},
    {"cudaHostAlloc", Allocation::Kind::kHost},
    {"hipHostMalloc", Allocation::Kind::kHost},
    {"malloc", Allocation::Kind::kHost},
    {"calloc", Allocation::Kind::kHost},
    {"aligned_alloc", Allocation::Kind::kHost},
    {"posix_memalign", Allocation::Kind::kHost},
    {"cudaFree", Allocation::Kind::kRelease},
    {"cudaFreeAsync", Allocation::Kind::kRelease},
    {"cudaFreeHost", Allocation::Kind::kRelease},
    {"cuMemFree", Allocation::Kind::kRelease},
    {"hipFree", Allocation::Kind::kRelease},
    {"hipHostFree", Allocation::Kind::kRelease},
    {"ncclMemFree", Allocation::Kind::kRelease},
    {"free", Allocation::Kind::kRelease},
};

struct StreamName {
  absl::string_view name;
  StreamUse::Kind kind;
};
constexpr StreamName kStreamUses[] = {
    {"cudaStreamCreate", StreamUse::Kind::kStreamCreate},
    {"cudaStreamCreateWithFlags", StreamUse::Kind::kStreamCreate},
    {"cudaStreamCreateWithPriority", StreamUse::Kind::kStreamCreate},
    {"cudaStreamDestroy", StreamUse::Kind::kStreamDestroy},
    {"cudaStreamWaitEvent", StreamUse::Kind::kStreamWait},
    {"getCurrentCUDAStream", StreamUse::Kind::kCurrentStream},
    {"cudaEventCreate", StreamUse::Kind::kEventCreate},
    {"cudaEventCreateWithFlags", StreamUse::Kind::kEventCreate},
    {"cudaEventDestroy", StreamUse::Kind::kEventDestroy},
    {"cudaEventRecord", StreamUse::Kind::kEventRecord},
    {"cudaDeviceSynchronize", StreamUse::Kind::kSynchronize},
    {"cudaStreamSynchronize", StreamUse::Kind::kSynchronize},
    {"cudaEventSynchronize", StreamUse::Kind::kSynchronize},
    {"cudaMemcpyAsync", StreamUse::Kind::kAsyncCopy},
    {"cudaMemcpy2DAsync", StreamUse::Kind::kAsyncCopy},
    {"cudaMemcpyPeerAsync", StreamUse::Kind::kAsyncCopy},
    {"cudaMemsetAsync", StreamUse::Kind::kAsyncCopy},
    {"cudaMemcpy", StreamUse::Kind::kCopy},
    {"cudaMemcpy2D", StreamUse::Kind::kCopy},
    {"cudaMemcpyToSymbol", StreamUse::Kind::kCopy},
    {"cudaMemset", StreamUse::Kind::kCopy},
};

Node At(const std::vector<Node>& nodes, size_t i) { return i < nodes.size() ? nodes[i] : Node(); }

std::vector<Node> From(const std::vector<Node>& nodes, size_t first) {
  return std::vector<Node>(nodes.begin() + std::min(first, nodes.size()), nodes.end());
}

Launch LaunchBySyntax(Node call, Node syntax) {
  const std::vector<Node> sizes = ArgumentsOf(syntax);
  Launch launch{.node = call, .kernel = call.child(Field::kFunction)};
  launch.grid = At(sizes, 0);
  launch.block = At(sizes, 1);
  launch.shared_bytes = At(sizes, 2);
  launch.stream = At(sizes, 3);
  launch.arguments = ArgumentsOf(call.child(Field::kArguments));
  return launch;
}

// The kind is unchanged where the call launches nothing.
Launch LaunchByFunction(Node call, absl::string_view name) {
  const std::vector<Node> a = ArgumentsOf(call);
  Launch launch{.kind = Launch::Kind::kFunction, .node = call};
  if (name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel" ||
      name == "hipLaunchKernel") {
    launch.kernel = At(a, 0), launch.grid = At(a, 1), launch.block = At(a, 2);
    launch.shared_bytes = At(a, 4), launch.stream = At(a, 5);
  } else if (name == "hipLaunchKernelGGL") {
    launch.kernel = At(a, 0), launch.grid = At(a, 1), launch.block = At(a, 2);
    launch.shared_bytes = At(a, 3), launch.stream = At(a, 4);
    launch.arguments = From(a, 5);
  } else if (name == "cuLaunchKernel") {
    launch.kernel = At(a, 0), launch.grid = At(a, 1), launch.block = At(a, 4);
    launch.shared_bytes = At(a, 7), launch.stream = At(a, 8);
  } else if (name == "cudaLaunchKernelEx" || name == "cudaLaunchKernelExC") {
    launch.kind = Launch::Kind::kConfigured;
    launch.config = At(a, 0), launch.kernel = At(a, 1);
    if (name == "cudaLaunchKernelEx") launch.arguments = From(a, 2);
  } else {
    launch.kind = Launch::Kind::kChevrons;
  }
  return launch;
}

class CallCollector {
 public:
  explicit CallCollector(const SyntaxTree& tree) : root_(tree.root()) {}

  Calls Collect() {
    for (Node call : root_.descendants(Kind::kCallExpression)) Visit(call);
    for (Node node : root_.descendants(Kind::kNewExpression)) {
      result_.allocations.push_back({.kind = Allocation::Kind::kHost,
                                     .node = node,
                                     .name = "new",
                                     .subject = node.child(Field::kDeclarator)});
    }
    for (Node node : root_.descendants(Kind::kDeleteExpression)) {
      result_.allocations.push_back({.kind = Allocation::Kind::kRelease,
                                     .node = node,
                                     .name = "delete",
                                     .subject = node.last_named_child()});
    }
    for (Node block : root_.descendants(Kind::kCompoundStatement)) AddBlock(block);
    const auto by_position = [](const auto& a, const auto& b) {
      return a.node.index() < b.node.index();
    };
    std::sort(result_.allocations.begin(), result_.allocations.end(), by_position);
    std::sort(result_.dispatches.begin(), result_.dispatches.end(), by_position);
    return std::move(result_);
  }

 private:
  void Visit(Node call) {
    if (Node syntax = call.child(Kind::kKernelCallSyntax)) {
      return AddLaunch(LaunchBySyntax(call, syntax));
    }
    const absl::string_view name = CalleeName(call);
    if (name.empty()) return;
    if (absl::StrContains(name, "aunch")) {
      Launch launch = LaunchByFunction(call, name);
      if (launch.kind != Launch::Kind::kChevrons) return AddLaunch(std::move(launch));
    }
    if (ReadsLastError(name) || IsCheckName(name)) AddCheck(call, name);
    if (IsDispatchName(name)) {
      AddDispatch(call, name);
    }
    if (const AllocationName* entry = Find(kAllocations, name)) AddAllocation(call, *entry);
    if (const StreamName* entry = Find(kStreamUses, name)) {
      result_.stream_uses.push_back({.kind = entry->kind, .node = call, .name = name});
    }
  }

  void AddLaunch(Launch launch) {
    if (!launch.kernel) return;
    launch.kernel_name = LastName(WithoutCasts(launch.kernel));
    result_.launches.push_back(std::move(launch));
  }

  void AddCheck(Node call, absl::string_view name) {
    Check check{.node = call, .name = name};
    const std::vector<Node> arguments = ArgumentsOf(call);
    const Node first = WithoutParentheses(At(arguments, 0));
    const absl::string_view callee = first.Is(Kind::kCallExpression) ? CalleeName(first) : "";
    if (ReadsLastError(name) || ReadsLastError(callee)) {
      if (ReadsLastError(name) && IsInCheck(call)) return;
      check.kind = Check::Kind::kLaunch;
    } else if (ReturnsStatus(callee) || IsStatusOf(name, first)) {
      check.kind = Check::Kind::kStatus;
      check.condition = first;
    } else {
      if (!first) return;
      check.condition = first;
    }
    result_.checks.push_back(check);
  }

  // CUDA_CHECK(error): a macro of a library's status on a variable.
  static bool IsStatusOf(absl::string_view name, Node argument) {
    if (!argument.Is(Kind::kIdentifier)) return false;
    const bool is_of_library = absl::StrContains(name, "CUDA") ||
                               absl::StrContains(name, "CUBLAS") ||
                               absl::StrContains(name, "NCCL") || absl::StrContains(name, "CUDNN");
    const absl::string_view text = argument.text();
    return is_of_library && (absl::StrContains(text, "err") || absl::StrContains(text, "stat") ||
                             absl::StrContains(text, "res") || absl::StrContains(text, "ret"));
  }

  // The call is what a check looks at, which is told then.
  static bool IsInCheck(Node call) {
    const Node outer = call.parent().parent();
    return outer.Is(Kind::kCallExpression) && IsCheckName(CalleeName(outer));
  }

  void AddDispatch(Node call, absl::string_view name) {
    Dispatch dispatch{.node = call, .name = name};
    for (Node argument : ArgumentsOf(call)) {
      if (argument.Is(Kind::kLambdaExpression)) dispatch.body = argument;
      const absl::string_view last = LastName(argument);
      if (dispatch.subject || argument.Is(Kind::kStringLiteral)) {
        if (dispatch.type_name.empty() && argument.Is(Kind::kIdentifier)) {
          dispatch.type_name = argument.text();
        }
      } else if (argument.Is(Kind::kQualifiedIdentifier) && last.size() > 1 && last[0] == 'k') {
        dispatch.extra_types.push_back(argument);
      } else {
        dispatch.subject = argument;
      }
    }
    if (absl::StartsWith(name, "AT_DISPATCH")) dispatch.type_name = "scalar_t";
    result_.dispatches.push_back(std::move(dispatch));
  }

  // A macro with statements among its arguments is read as a block; see readable_text.h.
  void AddBlock(Node block) {
    const absl::string_view name = MacroOfBlock(block);
    if (!IsDispatchName(name)) return;
    Dispatch dispatch{.node = block, .name = name};
    dispatch.body = block;
    Node header = block.named_child(0).named_child(0);
    for (int i = 0; header && i < 2; ++i) {
      const bool is_list = header.Is(Kind::kCommaExpression);
      const Node argument = is_list ? header.child(Field::kLeft) : header;
      if (i == 0) dispatch.subject = argument;
      if (i == 1) dispatch.type_name = argument.text();
      header = is_list ? header.child(Field::kRight) : Node();
    }
    result_.dispatches.push_back(std::move(dispatch));
  }

  void AddAllocation(Node call, const AllocationName& entry) {
    const std::vector<Node> arguments = ArgumentsOf(call);
    if (entry.is_of_torch && (ObjectOf(call) || arguments.empty())) return;
    result_.allocations.push_back(
        {.kind = entry.kind, .node = call, .name = CalleeName(call), .subject = At(arguments, 0)});
  }

  const Node root_;
  Calls result_;
};

}  // namespace

Calls CallsOf(const SyntaxTree& tree) { return CallCollector(tree).Collect(); }

}  // namespace allreview::cpp
