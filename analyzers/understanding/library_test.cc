#include "analyzers/understanding/library.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

// What an expression may be in a function of x.
std::string Returned(absl::string_view expression) {
  return ReturnedBy(absl::StrCat("import contextlib, functools, glob, json, os, re, shutil\n",
                                 "def f(x):\n  return ", expression, "\n"));
}

struct Case {
  const char* name;
  const char* expression;
  const char* want;
};

class ReturnOf : public testing::TestWithParam<Case> {};

TEST_P(ReturnOf, Is) { EXPECT_EQ(Returned(GetParam().expression), GetParam().want); }

INSTANTIATE_TEST_SUITE_P(
    Library, ReturnOf,
    testing::ValuesIn<Case>({
        {"Search", "re.search('a', x)", "None | instance of re.Match"},
        {"FindAll", "re.findall('a(?:b)(\\d+)', x)", "list[?...]"},
        {"FindAllOfOneGroup", "re.findall('layer.(.*)', x)", "list[str...]"},
        {"FindAllOfTwoGroups", "re.findall('(a)(b)', x)", "list[tuple[str...]...]"},
        {"FindAllOfSomething", "re.findall(x, x)", "list[?...]"},
        {"Environment", "os.environ.get('HOME')", "None | str"},
        {"EnvironmentWithDefault", "os.environ.get('HOME', 0)", "0 | str"},
        {"EnvironmentWithNamedDefault", "os.getenv('HOME', default=0)", "?"},
        {"Glob", "glob.glob(x)", "list[str...]"},
        {"Which", "shutil.which(x)", "None | str"},
        {"Split", "'a b'.split()", "list[str...]"},
        {"SplitExtension", "os.path.splitext(x)", "tuple[str, str]"},
        {"Loaded", "json.loads(x)", "?"},
        {"Next", "next(iter([1]), None)", "None | 1"},
        {"NextOfNothing", "next(iter([]))", "?"},
        {"Larger", "max(2, x)", "2 | ?"},
        {"LargestOf", "max([1, 2])", "?"},
        {"Null", "contextlib.nullcontext()", "instance of contextlib.nullcontext"},
    }),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Methods, ReturnOf,
                         testing::ValuesIn<Case>({
                             {"GetOfKey", "{'a': 1}.get('a')", "1"},
                             {"GetOfMissing", "{'a': 1}.get('b')", "None"},
                             {"GetOfAnyKey", "{'a': 1}.get(x)", "None | 1"},
                             {"GetWithDefault", "{'a': 1}.get('b', 2)", "2"},
                             {"PopWithDefault", "{'a': 1}.pop('b', None)", "None"},
                             {"PopOfMissing", "{'a': 1}.pop('b')", "?"},
                             {"GetOfAnybody", "x.get('b')", "?"},
                             {"Items", "{'a': 1}.items()", "set[tuple[\"a\", 1]...]"},
                             {"ListPop", "[1, None].pop()", "None | 1"},
                             {"Sort", "[2, 1].sort()", "None"},
                         }),
                         [](const auto& info) { return info.param.name; });

TEST(Library, KnowsThatAFilteredMatchIsOne) {
  EXPECT_EQ(ReturnedBy("import re\ndef f(x):\n  m = re.match('a', x)\n  if not m: return 1\n"
                       "  return m\n"),
            "1 | instance of re.Match");
}

TEST(Library, KnowsWhatManagersOfContextsCountAs) {
  constexpr absl::string_view kFunction =
      "import contextlib\n@contextlib.contextmanager\ndef fork():\n  yield\n";
  EXPECT_EQ(ReturnedBy(absl::StrCat(kFunction, "def f(x):\n  return fork() and 3\n")), "3");
  EXPECT_EQ(ReturnedBy("import contextlib\ndef f(x):\n  return contextlib.nullcontext() or 3\n"),
            "instance of contextlib.nullcontext");
}

TEST(Library, KnowsDecoratorsThatLeaveFunctionsAsTheyAre) {
  EXPECT_EQ(ReturnedBy("import functools\n@functools.lru_cache(maxsize=None)\ndef g():\n"
                       "  return 3\n@functools.lru_cache\ndef h():\n  return 4\n"
                       "def f():\n  return g(), h()\n"),
            "tuple[3, 4]");
}

TEST(Library, YieldsNoneWhereNothingIsSaid) {
  EXPECT_EQ(ReturnedBy("def g():\n  yield\ndef f():\n  for x in g(): return x\n  return 5\n"),
            "None | 5");
}

TEST(Library, RefusesToExtendByANumber) {
  EXPECT_EQ(FailuresOf("def f():\n  a = []\n  a.extend(3)\n"),
            "3: `extend` takes several values, not 3");
  EXPECT_EQ(FailuresOf("def f(x):\n  a = []\n  a.extend(x)\n  a.extend('ab')\n"), "");
}

TEST(Library, RefusesTheLengthOfWhatHasNone) {
  EXPECT_EQ(FailuresOf("def f(x):\n  return len(3)\n"), "2: `len` takes what has a length, not 3");
  EXPECT_EQ(FailuresOf("def f(x):\n  return sorted(None)\n"),
            "2: `sorted` takes several values, not None");
  EXPECT_EQ(FailuresOf("def f(x, n: int):\n  return len(x), len('ab'), sorted({}), len(n)\n"), "");
}

}  // namespace
}  // namespace allreview::understanding
