#include "analyzers/cpp/unit.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cpp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::unique_ptr<Unit> Parsed(std::string source) {
  absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse("csrc/a.cu", std::move(source));
  EXPECT_OK(unit);
  return *std::move(unit);
}

std::vector<std::string> FunctionNames(const Unit& unit) {
  std::vector<std::string> names;
  for (const Function& function : unit.functions()) names.push_back(function.name);
  return names;
}

TEST(Unit, NamesFunctionsByNamespaceAndClass) {
  const auto unit = Parsed(R"(
namespace a::b {
namespace {
int helper(int x) { return x; }
}
struct Router : public Base<int> {
  void forward() const;
  template <class U> U cast(U u) { return u; }
  Router(int n) : n_(n) {}
  ~Router();
  int n_ = 3;
};
at::Tensor Router::forward(at::Tensor x) { return x; }
}
extern "C" void plain(void);
)");
  EXPECT_THAT(FunctionNames(*unit),
              ElementsAre("a::b::helper", "a::b::Router::forward", "a::b::Router::cast",
                          "a::b::Router::Router", "a::b::Router::~Router", "a::b::Router::forward",
                          "plain"));
  EXPECT_THAT(unit->functions().back().parameters, IsEmpty());
  ASSERT_EQ(unit->classes().size(), 1u);
  EXPECT_THAT(unit->classes()[0].bases, ElementsAre("Base<int>"));
  ASSERT_EQ(unit->classes()[0].members.size(), 1u);
  EXPECT_EQ(unit->classes()[0].members[0].name, "n_");
  EXPECT_EQ(unit->FindFunction("forward")->return_type.kind, TypeKind::kTensor);
}

TEST(Unit, ReadsKernels) {
  const auto unit = Parsed(R"(
template <typename T, int kWidth = 4>
__global__ void __launch_bounds__(256) scale(const T* __restrict__ x, int64_t n, float by = 1.f) {
}
)");
  ASSERT_EQ(unit->functions().size(), 1u);
  const Function& kernel = unit->functions()[0];
  EXPECT_TRUE(kernel.is_kernel);
  EXPECT_FALSE(kernel.is_host);
  EXPECT_EQ(kernel.launch_bounds.named_child(0).text(), "256");
  ASSERT_EQ(kernel.template_parameters.size(), 2u);
  EXPECT_EQ(kernel.template_parameters[1].name, "kWidth");
  EXPECT_EQ(kernel.template_parameters[1].default_value.text(), "4");
  ASSERT_EQ(kernel.parameters.size(), 3u);
  EXPECT_EQ(kernel.parameters[0].type.pointers, 1);
  EXPECT_TRUE(kernel.parameters[0].type.is_const);
  EXPECT_EQ(kernel.parameters[1].type.bits, 64);
  EXPECT_EQ(kernel.parameters[2].default_value.text(), "1.f");
}

}  // namespace
}  // namespace allreview::cpp
