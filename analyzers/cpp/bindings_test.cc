#include "analyzers/cpp/bindings.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/cpp/unit.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cpp {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::unique_ptr<Unit> Parsed(std::string source) {
  absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse("csrc/a.cu", std::move(source));
  EXPECT_OK(unit);
  return *std::move(unit);
}

TEST(Bindings, AreReadFromModulesAndLibraries) {
  const auto unit = Parsed(R"(
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &ns::scale, "Scales.", py::arg("x"), py::arg("by") = 2.0);
  m.def("twice", [](int x) { return 2 * x; }, py::call_guard<py::gil_scoped_release>());
  py::class_<Handle>(m, "Handle")
      .def(py::init<int>())
      .def("wait", &Handle::wait);
}
TORCH_LIBRARY(my, lib) {
  lib.def("scale(Tensor x, int by=2) -> Tensor");
}
TORCH_LIBRARY_IMPL(my, CUDA, lib) { lib.impl("scale", torch::kCUDA, &scale_cuda); }
)");
  std::vector<std::string> names, targets;
  std::vector<Binding::Kind> kinds;
  for (const Binding& binding : unit->bindings()) {
    names.push_back(binding.name);
    targets.push_back(binding.target_name);
    kinds.push_back(binding.kind);
  }
  EXPECT_THAT(names, ElementsAre("scale", "twice", "Handle", "", "wait", "scale", "scale"));
  EXPECT_THAT(targets,
              ElementsAre("ns::scale", "", "Handle", "", "Handle::wait", "", "scale_cuda"));
  EXPECT_EQ(kinds[3], Binding::Kind::kConstructor);
  ASSERT_THAT(unit->bindings()[0].arguments, SizeIs(2));
  EXPECT_EQ(unit->bindings()[0].arguments[1].name, "by");
  EXPECT_EQ(unit->bindings()[0].arguments[1].default_value.text(), "2.0");
  EXPECT_EQ(unit->bindings()[4].class_name, "Handle");
  EXPECT_EQ(unit->bindings()[5].schema, "scale(Tensor x, int by=2) -> Tensor");
  EXPECT_EQ(unit->bindings()[6].dispatch_key, "CUDA");
}

TEST(Bindings, KnowWhatStandsAroundThem) {
  const auto unit = Parsed(R"(
void add_more(py::module_& m) { m.def("more", &more); }
PYBIND11_MODULE(ops, m) {
  auto inner = m.def_submodule("inner");
  inner.def("f", py::overload_cast<int, float>(&f), py::arg("a"), py::kw_only(), py::arg("b"));
  py::class_<Handle>(m, "Handle")
      .def(py::init([](int n) { return Handle(n); }), py::arg("n"))
      .def_static("count", &Handle::count);
  add_more(m);
}
STABLE_TORCH_LIBRARY_FRAGMENT(my, m) {
  m.def(TORCH_SELECTIVE_SCHEMA("my::g(Tensor x, "
                               "int n) -> Tensor"));
}
)");
  std::vector<std::string> names;
  for (const Binding& binding : unit->bindings()) {
    names.push_back(absl::StrCat(binding.module, "/", binding.class_name, "/", binding.name));
  }
  EXPECT_THAT(names, ElementsAre("//more", "ops//inner", "ops/inner/f", "ops//Handle",
                                 "ops/Handle/", "ops/Handle/count", "ops//add_more", "my//g"));
  const Binding& overload = unit->bindings()[2];
  EXPECT_EQ(overload.keyword_only_from, 1);
  EXPECT_THAT(overload.types, SizeIs(2));
  EXPECT_TRUE(unit->bindings()[4].target.Is(Kind::kLambdaExpression));
  EXPECT_EQ(unit->bindings()[5].method, "def_static");
  EXPECT_EQ(unit->bindings()[6].kind, Binding::Kind::kElsewhere);
  EXPECT_EQ(unit->bindings()[7].schema, "my::g(Tensor x, int n) -> Tensor");
  EXPECT_TRUE(unit->bindings()[7].is_stable);
}

}  // namespace
}  // namespace allreview::cpp
