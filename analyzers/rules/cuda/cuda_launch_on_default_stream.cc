#include "absl/strings/match.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxVariables = 5'000;  // Of a file that are looked at.

// `stream`, a parameter of the function or a local that is declared before the launch and means a
// stream. Null: none.
const cpp::Variable* StreamAt(const cpp::Unit& unit, const cpp::Function& function, Node launch) {
  const cpp::Variable* found = nullptr;
  size_t seen = 0;
  for (const cpp::Variable& variable : unit.variables()) {
    if (++seen > kMaxVariables || variable.name_node.first_byte() > launch.first_byte()) break;
    const bool is_here = variable.kind == cpp::Variable::Kind::kParameter ||
                         variable.kind == cpp::Variable::Kind::kLocal;
    if (!is_here || !function.node.Contains(variable.name_node)) continue;
    if (variable.type.kind != cpp::TypeKind::kStream || variable.type.is_pointer()) continue;
    if (variable.extents.empty() && variable.scope.Contains(launch)) found = &variable;
  }
  return found;
}

bool IsDefault(const cpp::Unit& unit, const cpp::Launch& launch) {
  if (!launch.stream) return true;
  return unit.ConstantOf(launch.stream) == 0 || launch.stream.text() == "nullptr" ||
         launch.stream.text() == "NULL";
}

void Check(CppContext& file, Node node) {
  const cpp::Unit& unit = file.unit();
  for (const cpp::Launch& launch : unit.launches()) {
    if (launch.node != node || launch.kind != cpp::Launch::Kind::kChevrons) continue;
    const cpp::Function* const function = unit.EnclosingFunction(node);
    // A kernel that a kernel launches has streams of its own.
    if (function == nullptr || function->is_kernel || function->is_device) return;
    if (node.HasError() || !IsDefault(unit, launch)) return;
    const cpp::Variable* const stream = StreamAt(unit, *function, node);
    if (stream == nullptr) return;
    file.Report(
        {.at = launch.stream ? launch.stream : launch.kernel,
         .params = {{"kernel", OneLine(launch.kernel)}, {"stream", std::string(stream->name)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCudaLaunchOnDefaultStream = {
    .info = {.id = "cuda-launch-on-default-stream",
             .title = {"Kernel launched on the default stream beside a stream of the caller",
                       "已有调用方的 stream，kernel 却在默认 stream 上启动"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{kernel}` is launched on the default stream, not on `{stream}`",
                         "`{kernel}` 在默认 stream 上启动，而不是 `{stream}`"},
             .consequence =
                 {"The kernel is not ordered with the other work of `{stream}`, and "
                  "cannot be captured into a CUDA graph",
                  "kernel 与 `{stream}` 上的其他工作之间没有先后保证，也无法捕获进 CUDA graph"},
             .advice = {"Pass it: `<<<grid, block, shared, {stream}>>>`",
                        "传入该 stream：`<<<grid, block, shared, {stream}>>>`"},
             .why = "Without a fourth argument a kernel runs on the default stream. Streams of "
                    "PyTorch do not wait for it, and it does not wait for them.",
             .fix = "Pass the stream as the fourth argument of the launch.",
             .bad = R"cu(
__global__ void scale(float *data) { data[threadIdx.x] *= 2; }

void launch(float *data, cudaStream_t stream) {
  scale<<<1, 256>>>(data);
}
)cu",
             .good = R"cu(
__global__ void scale(float *data) { data[threadIdx.x] *= 2; }

void launch(float *data, cudaStream_t stream) {
  scale<<<1, 256, 0, stream>>>(data);
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
