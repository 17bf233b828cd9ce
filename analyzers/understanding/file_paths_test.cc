// What is known of objects of pathlib.Path (file_paths.h).

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* expression;  // In a function of x and of `p = Path(x)`.
  const char* want;
};

std::string InFunction(absl::string_view line) {
  return absl::StrCat("import os\nfrom pathlib import Path\ndef f(x):\n  p = Path(x)\n  ", line,
                      "\n");
}

class PathResult : public testing::TestWithParam<Case> {};

TEST_P(PathResult, Is) {
  EXPECT_EQ(ReturnedBy(InFunction(absl::StrCat("return ", GetParam().expression))),
            GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(Paths, PathResult,
                         testing::ValuesIn<Case>({
                             {"Joined", "p / 'a'", "instance of pathlib.Path"},
                             {"JoinedBehind", "'a' / p", "instance of pathlib.Path"},
                             {"Both", "p / p", "instance of pathlib.Path"},
                             {"WithSomething", "p / x", "?"},
                             {"Parent", "p.parent", "instance of pathlib.Path"},
                             {"Name", "p.stem", "str"},
                             {"Parts", "p.parts", "tuple[str...]"},
                             {"Resolved", "p.resolve()", "instance of pathlib.Path"},
                             {"Files", "list(p.glob('*'))[0]", "instance of pathlib.Path"},
                             {"Exists", "p.exists()", "False | True"},
                             {"InAText", "'%s' % p", "str"},
                             {"Truth", "p or 3", "instance of pathlib.Path"},
                             {"Itself", "isinstance(p, Path)", "True"},
                             {"ATextItIsNot", "isinstance(p, str)", "False"},
                             {"OneOfTwo", "isinstance(p, (str, Path))", "True"},
                             {"AsInterface", "isinstance(p, os.PathLike)", "False | True"},
                         }),
                         [](const auto& info) { return info.param.name; });

class PathFailure : public testing::TestWithParam<Case> {};

TEST_P(PathFailure, Is) {
  EXPECT_EQ(FailuresOf(InFunction(GetParam().expression)), GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, PathFailure,
    testing::ValuesIn<Case>({
        {"Length", "return len(p)",
         "5: `len` takes what has a length, not instance of pathlib.Path"},
        {"LengthOfEach", "return [len(q) for q in [p / 'a', p / 'b']]",
         "5: `len` takes what has a length, not instance of pathlib.Path"},
        {"LengthOfOneOfTwo", "return len(p if x else 'a')", ""},
        {"Ending", "return p + '.json'",
         "5: operator refuses instance of pathlib.Path and \".json\""},
        {"Beginning", "return 'a' + p", "5: operator refuses \"a\" and instance of pathlib.Path"},
        {"Number", "return p / 3", "5: operator refuses instance of pathlib.Path and 3"},
        {"None", "return p / None", "5: operator refuses instance of pathlib.Path and None"},
        {"MethodOfText", "return p.endswith('a')",
         "5: no attribute `endswith` in instance of pathlib.Path"},
        {"Item", "return p[0]", "5: nothing under 0 in instance of pathlib.Path"},
        {"ComparedWithText", "return p == 'a'",
         "5: never equal: instance of pathlib.Path and \"a\""},
        {"OwnAttributes", "return p.is_dir(), p.name, p.parents[0], p.__fspath__()", ""},
        {"AskedWhetherText", "return p.endswith('a') if isinstance(p, str) else p.suffix", ""},
        {"OfUnknown", "return x + 'a', x.endswith('a'), len(x)", ""},
    }),
    [](const auto& info) { return info.param.name; });

TEST(FilePaths, BelievesNoAnnotation) {
  EXPECT_EQ(FailuresOf("from pathlib import Path\ndef f(p: Path):\n"
                       "  return p + 'a', p.endswith('b'), len(p), p == 'a'\n"),
            "");
}

}  // namespace
}  // namespace allreview::understanding
