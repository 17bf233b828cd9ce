#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/cpp/conditions.h"
#include "analyzers/cpp/unit.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cpp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::unique_ptr<Unit> Parsed(std::string source) {
  absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse("csrc/a.cu", std::move(source));
  EXPECT_OK(unit);
  return *std::move(unit);
}

std::vector<std::string> Texts(const std::vector<Node>& nodes) {
  std::vector<std::string> texts;
  for (Node node : nodes) texts.emplace_back(node.text());
  return texts;
}

// The `n`-th identifier of that text.
Node Identifier(const Unit& unit, absl::string_view text, int n = 0) {
  for (Node node : unit.tree().root().descendants(Kind::kIdentifier)) {
    if (node.text() == text && n-- == 0) return node;
  }
  ADD_FAILURE() << "no identifier " << text;
  return Node();
}

TEST(Launches, AreReadInAllForms) {
  const auto unit = Parsed(R"(
void f(float* x, int n, cudaStream_t s, cudaLaunchConfig_t config) {
  ns::scale<float, 4><<<dim3(n), 256, 4 * n, s>>>(x, n);
  scale<<<n, 32>>>(x, n);
  cudaLaunchKernel((void*)scale, n, 32, args, 0, s);
  cudaLaunchKernelEx(&config, scale<float>, x, n);
}
)");
  ASSERT_THAT(unit->launches(), SizeIs(4));
  const Launch& full = unit->launches()[0];
  EXPECT_EQ(full.kernel_name, "scale");
  EXPECT_EQ(full.grid.text(), "dim3(n)");
  EXPECT_EQ(full.shared_bytes.text(), "4 * n");
  EXPECT_EQ(full.stream.text(), "s");
  EXPECT_THAT(Texts(full.arguments), ElementsAre("x", "n"));
  EXPECT_THAT(Texts(TemplateArgumentsOf(full.kernel)), ElementsAre("float", "4"));
  EXPECT_FALSE(unit->launches()[1].stream);
  EXPECT_EQ(unit->launches()[2].kernel_name, "scale");
  EXPECT_EQ(unit->launches()[2].stream.text(), "s");
  EXPECT_EQ(unit->launches()[3].kind, Launch::Kind::kConfigured);
  EXPECT_THAT(Texts(unit->launches()[3].arguments), ElementsAre("x", "n"));
}

TEST(Checks, TellConditionsFromStatuses) {
  const auto unit = Parsed(R"(
void f(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous(), "x");
  C10_CUDA_CHECK(cudaMalloc(&p, 4));
  cudaError_t err = cudaMemcpy(a, b, 4, k);
  CUDA_CHECK(err);
  CUDA_CHECK(cudaGetLastError());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  CHECK_CUDA(x);
}
)");
  std::vector<Check::Kind> kinds;
  for (const Check& check : unit->checks()) kinds.push_back(check.kind);
  EXPECT_THAT(kinds,
              ElementsAre(Check::Kind::kCondition, Check::Kind::kStatus, Check::Kind::kStatus,
                          Check::Kind::kLaunch, Check::Kind::kLaunch, Check::Kind::kCondition));
  EXPECT_EQ(unit->checks()[1].condition.text(), "cudaMalloc(&p, 4)");
}

TEST(Dispatches, KnowTheirTypes) {
  const auto unit = Parsed(R"(
void f(at::Tensor x) {
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, x.scalar_type(), "f", [&] {
    k<scalar_t><<<1, 2>>>(x.data_ptr<scalar_t>());
  });
}
)");
  ASSERT_THAT(unit->dispatches(), SizeIs(1));
  const Dispatch& dispatch = unit->dispatches()[0];
  EXPECT_EQ(dispatch.subject.text(), "x.scalar_type()");
  EXPECT_EQ(dispatch.type_name, "scalar_t");
  EXPECT_THAT(Texts(dispatch.extra_types), ElementsAre("at::kHalf", "at::kBFloat16"));
  EXPECT_TRUE(dispatch.body.Is(Kind::kLambdaExpression));
}

TEST(Allocations, TellWhatIsInitialised) {
  const auto unit = Parsed(R"(
void f(at::Tensor x, std::vector<int> v) {
  auto y = at::empty({2, 3}, x.options());
  auto z = torch::zeros_like(x);
  if (v.empty()) return;
  cudaMalloc(&p, 4);
  float* q = new float[3];
  delete[] q;
  cudaFree(p);
}
)");
  std::vector<absl::string_view> names;
  for (const Allocation& allocation : unit->allocations()) names.push_back(allocation.name);
  EXPECT_THAT(names, ElementsAre("empty", "zeros_like", "cudaMalloc", "new", "delete", "cudaFree"));
  EXPECT_EQ(unit->allocations()[0].kind, Allocation::Kind::kUninitialised);
  EXPECT_EQ(unit->allocations()[2].subject.text(), "&p");
}

TEST(Variables, MeanTheInnermostDeclaration) {
  const auto unit = Parsed(R"(
int n = 1;
struct A { int size_; void f(); };
void A::f() { use(size_); }
void g(int64_t n) {
  for (int n = 0; n < 3; ++n) use(n);
  use(n);
}
void h() { use(n); }
)");
  const Variable* in_loop = unit->DeclarationOf(Identifier(*unit, "n", 5));
  ASSERT_NE(in_loop, nullptr);
  EXPECT_TRUE(in_loop->scope.Is(Kind::kForStatement));
  EXPECT_THAT(unit->UsesOf(*in_loop), SizeIs(3));
  const Variable* parameter = unit->DeclarationOf(Identifier(*unit, "n", 6));
  ASSERT_NE(parameter, nullptr);
  EXPECT_EQ(parameter->kind, Variable::Kind::kParameter);
  EXPECT_EQ(unit->DeclarationOf(Identifier(*unit, "n", 7))->kind, Variable::Kind::kGlobal);
  EXPECT_EQ(unit->DeclarationOf(Identifier(*unit, "size_"))->kind, Variable::Kind::kMember);
}

TEST(Variables, KnowHowTheyAreDeclared) {
  const auto unit = Parsed(R"(
template <int kWidth>
__global__ void k(const float* __restrict__ x) {
  extern __shared__ char memory[];
  __shared__ float tile[32][kWidth];
  constexpr int kRows = 4;
  auto [a, b] = f();
}
)");
  std::vector<std::string> told;
  for (const Variable& variable : unit->variables()) {
    told.push_back(absl::StrCat(variable.name, variable.is_shared ? " shared" : "",
                                variable.is_constexpr ? " constexpr" : "",
                                variable.is_element ? " element" : "",
                                variable.type.is_array ? " array" : ""));
  }
  EXPECT_THAT(told, ElementsAre("kWidth", "x", "memory shared array", "tile shared array",
                                "kRows constexpr", "a element", "b element"));
  EXPECT_THAT(Texts(unit->variables()[3].extents), ElementsAre("32", "kWidth"));
}

std::string TypeIn(const Unit& unit, absl::string_view name) {
  return unit.TypeOf(Identifier(unit, name)).text;
}

TEST(Types, OfAutoComeFromTheValue) {
  const auto unit = Parsed(R"(
using CType = float;
template <typename T>
__global__ void k(const T* x, int64_t n, int m, const std::vector<int64_t>& sizes, at::Tensor t) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  auto j = static_cast<int64_t>(i) * n;
  auto product = m * 4;
  auto count = t.numel();
  auto length = sizes.size();
  auto first = sizes[0];
  auto value = x[i];
  auto half_value = __float2half(1.f);
  CType sum = 0;
  auto pointer = t.data_ptr<CType>();
  for (auto size : sizes) {}
  auto narrow = m > 0 ? m : 'a';
  auto made = torch::empty({n}, t.options());
  auto view = made.view({-1});
  auto rows = t.sizes()[0];
  auto from_lane = tile.shfl_xor(sum, 1);
  auto item = t.item<int>();
}
)");
  EXPECT_EQ(TypeIn(*unit, "i"), "unsigned int");
  EXPECT_EQ(TypeIn(*unit, "j"), "int64_t");
  EXPECT_EQ(TypeIn(*unit, "product"), "int");
  EXPECT_EQ(TypeIn(*unit, "count"), "int64_t");
  EXPECT_EQ(TypeIn(*unit, "length"), "size_t");
  EXPECT_EQ(TypeIn(*unit, "first"), "int64_t");
  EXPECT_EQ(unit->TypeOf(Identifier(*unit, "value")).kind, TypeKind::kTemplate);
  EXPECT_TRUE(unit->TypeOf(Identifier(*unit, "half_value")).IsHalf());
  EXPECT_EQ(TypeIn(*unit, "sum"), "float");
  EXPECT_EQ(unit->TypeOf(Identifier(*unit, "pointer")).format, FloatFormat::kFp32);
  EXPECT_EQ(unit->TypeOf(Identifier(*unit, "pointer")).pointers, 1);
  EXPECT_EQ(TypeIn(*unit, "size"), "int64_t");
  EXPECT_EQ(TypeIn(*unit, "narrow"), "int");
  EXPECT_EQ(TypeIn(*unit, "view"), "at::Tensor");
  EXPECT_EQ(TypeIn(*unit, "rows"), "int64_t");
  EXPECT_EQ(TypeIn(*unit, "from_lane"), "float");
  EXPECT_EQ(TypeIn(*unit, "item"), "int");
}

TEST(Types, OfCyclesAreUnknown) {
  const auto unit = Parsed("void f() { auto a = b; auto b = a + b * b; use(b); }");
  EXPECT_EQ(unit->TypeOf(Identifier(*unit, "b", 1)).kind, TypeKind::kUnknown);
}

TEST(Constants, AreEvaluated) {
  const auto unit = Parsed(R"(
#define WARP_SIZE 32
#define THREADS (256)
enum Mode { kA, kB = 5, kC };
constexpr int kWarps = THREADS / WARP_SIZE;
void f(int n) {
  const int bytes = kWarps * sizeof(float4);
  use(bytes, kC, n, 1'000, 0x10);
}
)");
  EXPECT_EQ(unit->ConstantOf(Identifier(*unit, "kWarps")), 8);
  EXPECT_EQ(unit->ConstantOf(Identifier(*unit, "bytes", 1)), 128);
  EXPECT_EQ(unit->ConstantOf(Identifier(*unit, "kC", 1)), 6);
  EXPECT_EQ(unit->ConstantOf(Identifier(*unit, "n", 1)), std::nullopt);
}

std::vector<std::string> ConditionTexts(Node node) {
  std::vector<std::string> texts;
  for (const Condition& condition : ConditionsAt(node)) {
    texts.push_back(absl::StrCat(condition.is_true ? "" : "not ", condition.expression.text()));
  }
  return texts;
}

TEST(Conditions, AreThoseThatMustHold) {
  const auto unit = Parsed(R"(
void f(int i, int n) {
  TORCH_CHECK(n > 0, "n");
  if (i >= n) return;
  if (debug) print();
  for (int k = 0; k < n; ++k) {
    if (a) { continue; } else { b(); }
    if (c) {
    } else if (d && e(target)) {
    }
  }
}
)");
  EXPECT_THAT(ConditionTexts(Identifier(*unit, "target")),
              ElementsAre("d", "not c", "not a", "k < n", "n > 0", "not i >= n"));
  EXPECT_THAT(LoopsAround(Identifier(*unit, "target")), SizeIs(1));
}

TEST(Conditions, EndAtALambdaThatIsKept) {
  const auto unit = Parsed(R"(
void f() {
  if (a) {
    auto kept = [&] { use(x); };
    AT_DISPATCH(t, [&] { use(y); });
  }
}
)");
  EXPECT_THAT(ConditionTexts(Identifier(*unit, "x")), IsEmpty());
  EXPECT_THAT(ConditionTexts(Identifier(*unit, "y")), ElementsAre("a"));
}

// Asks everything of everything.
void AskAll(const Unit& unit) {
  for (Node node : unit.tree().root().descendants(Kind::kIdentifier)) {
    unit.TypeOf(node.parent());
    unit.ConstantOf(node);
    unit.EnclosingFunction(node);
    ConditionsAt(node);
  }
}

// Many of one kind, each of which may be looked at for each: time must not grow with the square.
TEST(Unit, IsBoundedForHostileFiles) {
  constexpr int kTimes = 4'000;
  for (absl::string_view piece :
       {"int x = x * x;", "auto a$ = a$ + b;", "k<<<n, 32>>>(x);", "struct S$ { int m; };",
        "using T$ = T;", "#define M$ N$\n", "if (x) return;", "m.def(\"f\", &f);", "dim3 g(n);",
        "void f$(T x);", "x.f().", "auto l$ = [&] { ", "enum { E$ };", "TYPE_SWITCH(x, T, f(); "}) {
    std::string source = "void A::f() {\n";
    for (int i = 0; i < kTimes; ++i) {
      absl::StrAppend(&source, absl::StrReplaceAll(piece, {{"$", absl::StrCat(i)}}));
    }
    const absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse("a.cu", source);
    if (unit.ok()) AskAll(**unit);
  }
}

}  // namespace
}  // namespace allreview::cpp
