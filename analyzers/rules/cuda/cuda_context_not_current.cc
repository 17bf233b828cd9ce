#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxCalls = 500;

// The function of the driver that is called, by name or through a wrapper that takes its name or
// the function itself: cuCtxSetCurrent(x), call("cuCtxSetCurrent", x), CHECK(cuCtxSetCurrent, x).
absl::string_view DriverFunction(Node call) {
  const absl::string_view callee = cpp::CalleeName(call);
  if (absl::StartsWith(callee, "cu")) return callee;
  const std::vector<Node> arguments = cpp::ArgumentsOf(call);
  if (arguments.empty()) return {};
  const Node first = arguments[0];
  const absl::string_view name =
      first.Is(cpp::Kind::kStringLiteral) ? cpp::StringContent(first) : first.text();
  return absl::StartsWith(name, "cu") ? name : absl::string_view();
}

// Works in the context that is current.
bool NeedsContext(absl::string_view function) {
  for (absl::string_view start :
       {"cuModuleLoad", "cuModuleUnload", "cuLibraryLoad", "cuMemAlloc", "cuMemFree",
        "cuLaunchKernel", "cuStreamCreate", "cuEventCreate"}) {
    if (absl::StartsWith(function, start)) return true;
  }
  return false;
}

// From then on some context is current.
bool MakesCurrent(absl::string_view function) {
  return absl::StartsWith(function, "cuCtxSetCurrent") ||
         absl::StartsWith(function, "cuCtxPushCurrent") ||
         absl::StartsWith(function, "cuCtxCreate") ||
         // Those of the runtime: cudaSetDevice, cudaFree(0).
         absl::StartsWith(function, "cuda");
}

// The innermost function or lambda around the call.
Node BodyAround(Node call) {
  Node at = call;
  while (at && !at.Is(cpp::Kind::kLambdaExpression) && !at.Is(cpp::Kind::kFunctionDefinition)) {
    at = at.parent();
  }
  return at;
}

void Check(CppContext& file, Node call) {
  if (!absl::StartsWith(DriverFunction(call), "cuDevicePrimaryCtxRetain")) return;
  const Node body = BodyAround(call);
  size_t seen = 0;
  for (Node other : body.descendants(cpp::Kind::kCallExpression)) {
    if (++seen > kMaxCalls) return;
    const absl::string_view function = DriverFunction(other);
    if (MakesCurrent(function) || absl::StrContains(cpp::CalleeName(other), "evice_guard")) return;
    if (other.first_byte() <= call.first_byte() || !NeedsContext(function)) continue;
    file.Report({.at = other, .params = {{"function", std::string(function)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCudaContextNotCurrent = {
    .info = {.id = "cuda-context-not-current",
             .title = {"Retained CUDA context is not made current",
                       "已保留的 CUDA context 未设为当前"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{function}` works in the current context, but the one that is retained "
                         "before it is never made current",
                         "`{function}` 作用于当前 context，而此前保留的 context 从未设为当前"},
             .consequence =
                 {"On a thread without a context the call fails; on one with another "
                  "device it works on that device",
                  "在没有 context 的线程上调用会失败；若该线程的当前设备不同，则会作用到另一设备"},
             .advice = {"Call `cuCtxSetCurrent` with the retained context first",
                        "先对保留的 context 调用 `cuCtxSetCurrent`"},
             .why = "cuDevicePrimaryCtxRetain creates the context and counts its users. It does "
                    "not change which context is current on the thread.",
             .fix = "Make the context current before functions that use it.",
             .bad = R"cu(
void load(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  cuModuleLoadData(module, image);
}
)cu",
             .good = R"cu(
void load(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadData(module, image);
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-driver-api/"}},
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
