#include "analyzers/rules/readability/metrics.h"

#include <memory>
#include <string>

#include "analyzers/rules/readability/extractable_block.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

std::unique_ptr<python::Module> Parse(std::string source) {
  auto module = python::Module::Parse("a.py", std::move(source));
  EXPECT_OK(module);
  return *std::move(module);
}

FunctionMetrics Measure(std::string source) {
  const auto module = Parse(std::move(source));
  return MeasureFunction(module->definitions().at(0));
}

TEST(FunctionMetrics, CountLinesWithCode) {
  EXPECT_EQ(Measure("def f(\n"
                    "    x,\n"
                    "):\n"
                    "    \"\"\"Doc.\n"
                    "\n"
                    "    More.\n"
                    "    \"\"\"\n"
                    "\n"
                    "    # A comment.\n"
                    "    y = x  # Another.\n"
                    "    return g(\n"
                    "        y,\n"
                    "        '''a\n"
                    "\n"
                    "        b''',\n"
                    "    )\n")
                .lines,
            6);
}

TEST(FunctionMetrics, NestingCountsBlocksThatBranch) {
  EXPECT_EQ(Measure("def f(x):\n"
                    "    if x:\n"             // 1
                    "        for y in x:\n"   // 2
                    "            with y:\n"   // 2
                    "                try:\n"  // 3
                    "                    g(y)\n"
                    "                except E:\n"  // 3
                    "                    pass\n"
                    "    elif z:\n"       // 1
                    "        while x:\n"  // 2
                    "            h()\n")
                .nesting,
            3);
  EXPECT_EQ(Measure("def f(x):\n"
                    "    def g(y):\n"
                    "        if y:\n"
                    "            if x:\n"
                    "                return 1\n"
                    "    return g\n")
                .nesting,
            0);
}

struct Example {
  const char* name;
  const char* source;
  int cognitive, cyclomatic;
};

class Complexity : public testing::TestWithParam<Example> {};

TEST_P(Complexity, IsAsDefined) {
  const FunctionMetrics metrics = Measure(GetParam().source);
  EXPECT_EQ(metrics.cognitive, GetParam().cognitive);
  EXPECT_EQ(metrics.cyclomatic, GetParam().cyclomatic);
}

INSTANTIATE_TEST_SUITE_P(
    Examples, Complexity,
    testing::Values(
        Example{"Straight", "def f(x):\n    return g(x)\n", 0, 1},
        Example{"SumOfPrimes",
                "def f(n):\n"
                "    total = 0\n"
                "    for i in range(n):\n"         // +1
                "        for j in range(2, i):\n"  // +2
                "            if i % j == 0:\n"     // +3
                "                continue\n"
                "        total += i\n"
                "    return total\n",
                6, 4},
        Example{"Chain",
                "def f(n):\n"
                "    if n == 1:\n"  // +1
                "        return 'a'\n"
                "    elif n == 2:\n"  // +1
                "        return 'b'\n"
                "    else:\n"  // +1
                "        return 'c'\n",
                3, 3},
        Example{"NestedInElse",
                "def f(a, b):\n"
                "    if a:\n"  // +1
                "        g()\n"
                "    else:\n"      // +1
                "        if b:\n"  // +2
                "            h()\n",
                4, 3},
        Example{"Handlers",
                "def f(a):\n"
                "    try:\n"
                "        if a:\n"  // +1
                "            g()\n"
                "    except (A, B):\n"  // +1
                "        while h():\n"  // +2
                "            i()\n"
                "    else:\n"
                "        k()\n",
                4, 4},
        Example{"OperatorRuns",
                "def f(a, b, c, d, e):\n"
                "    return a and b and c or d and not (e and a)\n",  // 3 runs, and 1 in the not
                4, 6},
        Example{"OneRun", "def f(a, b, c):\n    return a or (b or c)\n", 1, 3},
        Example{"ConditionalExpression",
                "def f(a, b):\n"
                "    for x in a:\n"               // +1
                "        yield 1 if x else 2\n",  // +2
                3, 3},
        Example{"Lambda",
                "def f(a):\n"
                "    return map(lambda x: 1 if x else 2, a)\n",  // +2, inside of the lambda
                2, 2},
        Example{"NestedFunction",
                "def f(a):\n"
                "    def g(x):\n"
                "        if x:\n"  // +2
                "            return 1\n"
                "    print(a)\n"
                "    return g\n",
                2, 1},
        Example{"Decorator",
                "def f(a):\n"
                "    def g(x):\n"
                "        if x:\n"  // +1
                "            return 1\n"
                "    return g\n",
                1, 1},
        Example{"Comprehension",
                "def f(a):\n"
                "    assert a\n"
                "    return [x for x in a if x]\n",
                0, 3}),
    [](const testing::TestParamInfo<Example>& example) { return example.param.name; });

TEST(BooleanOperators, AreCounted) {
  const auto module = Parse("a and (b or not (c and d)) and f(e or g)\n");
  EXPECT_EQ(BooleanOperatorsIn(module->tree().root()), 5);
}

TEST(ExtractableBlock, IsTheLargestWithFewNames) {
  const auto module = Parse(
      "def f(self, path, limit):\n"
      "    rows = self.read(path)\n"
      "    # Count the words of all rows.\n"
      "    counts = {}\n"
      "    for row in rows:\n"
      "        for word in row:\n"
      "            if word not in counts:\n"
      "                counts[word] = 0\n"
      "            counts[word] += 1\n"
      "            if counts[word] > limit:\n"
      "                counts[word] = limit\n"
      "    if not counts:\n"
      "        return None\n"
      "    a = self.first(counts)\n"
      "    b = self.second(counts)\n"
      "    return self.write(path, a, b, rows)\n");
  const ExtractableBlock block = FindExtractableBlock(*module, module->definitions().at(0));
  ASSERT_TRUE(block);
  EXPECT_EQ(block.first_line, 4);
  EXPECT_EQ(block.last_line, 11);
  EXPECT_THAT(block.live_in, testing::ElementsAre("rows", "limit"));
  EXPECT_THAT(block.live_out, testing::ElementsAre("counts"));
  EXPECT_EQ(block.Signature(), "_count_words(rows, limit) -> counts");
}

TEST(ExtractableBlock, DoesNotTearControlFlowApart) {
  const auto module = Parse(
      "def f(rows):\n"
      "    for row in rows:\n"
      "        a = row.a\n"
      "        b = row.b\n"
      "        if a:\n"
      "            continue\n"
      "        if b:\n"
      "            return b\n"
      "        a.run()\n");
  EXPECT_FALSE(FindExtractableBlock(*module, module->definitions().at(0)));
}

}  // namespace
}  // namespace allreview::rules
