#include "analyzers/extensions/extensions.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/fake_reader.h"
#include "analyzers/extensions/bound_names.h"
#include "analyzers/extensions/cpp_tree.h"
#include "analyzers/extensions/print_bindings.h"
#include "analyzers/extensions/schema.h"
#include "analyzers/extensions/signature.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::extensions {
namespace {

using change::FakeReader;
using change::RepositoryTexts;
using change::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Schema, IsReadWithAliasesDefaultsAndNames) {
  const std::optional<Schema> schema = ParseSchema(
      "my::f.out(Tensor(a!)[] x, int[2] n=[1, 2], str s=\"a, b\", *, bool? b=None) -> (Tensor(a!), "
      "int)");
  ASSERT_TRUE(schema.has_value());
  EXPECT_EQ(schema->name, "my::f.out");
  std::vector<std::string> parameters;
  for (const SchemaParameter& parameter : schema->parameters) {
    parameters.push_back(absl::StrCat(parameter.type, " ", parameter.name,
                                      parameter.has_default ? "=" : "",
                                      parameter.is_keyword_only ? " by name" : ""));
  }
  EXPECT_THAT(parameters, ElementsAre("Tensor[] x", "int[2] n=", "str s=", "bool? b= by name"));
  EXPECT_THAT(schema->returns, ElementsAre("Tensor", "int"));
  EXPECT_THAT(ParseSchema("f() -> ()")->returns, IsEmpty());
}

TEST(Schema, RefusesWhatIsNone) {
  for (const char* text : {"f", "f(Tensor x", "f(Tensor x)", "f(Tensor) -> Tensor", ") -> ("}) {
    EXPECT_FALSE(ParseSchema(text).has_value()) << text;
  }
  EXPECT_FALSE(ParseSchema(absl::StrCat("f(", std::string(1'000'000, '('))).has_value());
}

TEST(SchemaTypes, DifferOnlyWhereItIsCertain) {
  EXPECT_TRUE(IsOtherType("int", "int", false));
  EXPECT_TRUE(IsOtherType("float", "float", false));
  EXPECT_TRUE(IsOtherType("Tensor", "int64_t", false));
  EXPECT_TRUE(IsOtherType("Tensor[]", "const at::Tensor &", false));
  EXPECT_FALSE(IsOtherType("int", "int", true));
  EXPECT_FALSE(IsOtherType("SymInt[2]", "c10::SymIntArrayRef", false));
  EXPECT_FALSE(IsOtherType("Tensor?", "const std::optional<at::Tensor> &", false));
  EXPECT_FALSE(IsOtherType("Tensor?", "const at::Tensor &", false));
  EXPECT_FALSE(IsOtherType("ScalarType", "at::ScalarType", false));
  EXPECT_FALSE(IsOtherType("int", "Size", false));
}

std::string MisfitText(const Signature& signature, const repository::ArgumentFacts& call) {
  static constexpr const char* kKinds[] = {"too many", "too few", "unknown", "twice"};
  const std::optional<Misfit> misfit = MisfitOf(signature, call);
  return misfit ? absl::StrCat(kKinds[static_cast<size_t>(misfit->kind)], " ", misfit->name) : "";
}

TEST(Signature, SaysWhyACallDoesNotFit) {
  const Signature signature{.parameters = {{.name = "x", .is_positional_only = true},
                                           {.name = "by", .has_default = true},
                                           {.name = "fast", .is_keyword_only = true}},
                            .takes_args = false,
                            .takes_kwargs = false};
  EXPECT_EQ(Describe(signature), "(x, by=…, *, fast)");
  EXPECT_EQ(MisfitText(signature, {.positional = 1, .keywords = {"fast"}}), "");
  EXPECT_EQ(MisfitText(signature, {.positional = 1, .keywords = {}}), "too few fast");
  EXPECT_EQ(MisfitText(signature, {.positional = 3, .keywords = {"fast"}}), "too many ");
  EXPECT_EQ(MisfitText(signature, {.positional = 2, .keywords = {"by", "fast"}}), "twice by");
  EXPECT_EQ(MisfitText(signature, {.positional = 0, .keywords = {"x", "fast"}}), "unknown x");
  EXPECT_EQ(MisfitText(signature, {.positional = 0, .keywords = {}, .has_double_star = true}), "");
}

// The bindings of a repository, one a line, without the sums.
std::string Bound(std::map<std::string, std::string> files) {
  FakeReader reader(std::move(files));
  RepositoryTexts texts(&reader);
  FactsStore store;
  const std::vector<change::AnalysedCppFile> changed;
  CppTree tree(texts, changed, Side::kRight, store);
  std::string text;
  for (const extensions::Bound& bound : BoundNamesOf(tree)) {
    absl::StrAppend(&text, bound.name->holder, bound.name->holder.empty() ? "" : ".",
                    bound.name->name, " ", MatchName(bound.match), " ",
                    bound.signature ? Describe(*bound.signature) : "?");
    for (const FoundFunction& found : bound.functions) {
      absl::StrAppend(&text, " ", found.file->path, ":", found.function->line);
    }
    text += '\n';
  }
  return text;
}

TEST(BoundNames, FindTheirFunctionsInOtherFiles) {
  EXPECT_EQ(Bound({{"csrc/ops.h", "namespace a { int scale(int x, int y = 1); }"},
                   {"csrc/ops.cpp", "#include \"ops.h\"\nint a::scale(int x, int y) { return x; }"},
                   {"csrc/far.cpp", "int far_away(int x) { return x; }"},
                   {"csrc/bind.cpp", R"(
#include "../csrc/ops.h"
PYBIND11_MODULE(ops, m) {
  m.def("scale", &a::scale);
  m.def("far", &far_away, py::arg("x"));
  m.def("lost", &lost);
  m.attr("version") = 3;
})"}}),
            "scale function (arg0, arg1) csrc/ops.h:1\n"
            "far function (x) csrc/far.cpp:1\n"
            "lost not found ?\n");
}

TEST(BoundNames, KnowMethodsOfBases) {
  EXPECT_EQ(Bound({{"csrc/bind.cpp", R"(
struct Base { void wait(int seconds); };
struct Handle : Base { static int count(); };
int peek(Handle& self, int at);
PYBIND11_MODULE(ops, m) {
  py::class_<Handle>(m, "Handle")
      .def("wait", &Handle::wait, py::arg("seconds"))
      .def("peek", &peek, py::arg("at"))
      .def("size", [](const Handle& self) { return 1; })
      .def_static("count", &Handle::count)
      .def_readwrite("n", &Handle::n);
})"}}),
            "Handle no function ?\n"
            "Handle.wait function (seconds) csrc/bind.cpp:2\n"
            "Handle.peek function (at) csrc/bind.cpp:4\n"
            "Handle.size in place ()\n"
            "Handle.count function () csrc/bind.cpp:3\n"
            "Handle.n no function ?\n");
}

TEST(BoundNames, AreAmbiguousWhereFunctionsOfTheNameDiffer) {
  EXPECT_EQ(Bound({{"csrc/bind.cpp", R"(
int f(int a);
int f(int a, int b);
template <typename... T> int open(T... a);
PYBIND11_MODULE(ops, m) {
  m.def("f", &f);
  m.def("g", py::overload_cast<int, int>(&f));
  m.def("open", &open<int>);
})"}}),
            "f ambiguous ? csrc/bind.cpp:2 csrc/bind.cpp:3\n"
            "g in place (arg0, arg1) csrc/bind.cpp:2 csrc/bind.cpp:3\n"
            "open open ? csrc/bind.cpp:4\n");
}

TEST(BoundNames, OfMacrosAreExpanded) {
  EXPECT_EQ(Bound({{"csrc/bind.cpp", R"(
template <typename T> int scale(T a);
#define DEF(_name, _type)                        \
  m.def("scale_" #_name, &scale<_type>, "Of (" #_name); \
  m.def(#_name "_" #_type, &scale ## _x);
int scale_x(int a, int b);
PYBIND11_MODULE(ops, m) {
  DEF(fp32,
      float)
  DEF(fp16, __half);
})"}}),
            "scale_fp32 function (arg0) csrc/bind.cpp:2\n"
            "fp32_float function (arg0, arg1) csrc/bind.cpp:6\n"
            "scale_fp16 function (arg0) csrc/bind.cpp:2\n"
            "fp16___half function (arg0, arg1) csrc/bind.cpp:6\n");
}

TEST(BoundNames, AreBoundedOnHostileFiles) {
  // A macro that would fill gigabytes, calls in calls, includes in a circle.
  std::string text = "#define X(a) m.def(\"f\", &f); a a a a a a a a\nPYBIND11_MODULE(ops, m) {\n";
  for (int i = 0; i < 2'000; ++i) absl::StrAppend(&text, "X(", std::string(2'000, 'y'), ")\n");
  absl::StrAppend(&text, "X(", std::string(20'000, '('), "\n}");
  EXPECT_LT(Bound({{"a.cpp", text}}).size(), 200'000);
  EXPECT_EQ(Bound({{"a.h", "#include \"b.h\"\n#include \""},
                   {"b.h", "#include \"a.h\"\nint f(int a);"},
                   {"c.cpp", "#include \"a.h\"\nPYBIND11_MODULE(c, m) { m.def(\"f\", &f); }"}}),
            "f function (arg0) b.h:2\n");
}

}  // namespace
}  // namespace allreview::extensions
