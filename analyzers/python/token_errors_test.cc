#include "analyzers/python/token_errors.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

TEST(FindTokenError, NamesWhatNoPythonAccepts) {
  struct Case {
    absl::string_view text;
    uint32_t byte;
    absl::string_view what;
  };
  const Case kCases[] = {
      {"def f(:\n    pass\n", 5, "`(` is never closed"},
      {"x = [1, 2)\n", 9, "`)` does not close `[`"},
      {"x = 1)\n", 5, "`)` closes nothing"},
      {"x = 'a\ny = 'b'\n", 4, "the string that begins here is never closed"},
      {"x = 'a\\'\n", 4, "the string that begins here is never closed"},
      {"x = r'a\\'\n", 5, "the string that begins here is never closed"},
      {"\"\"\"x\"\"\n", 0, "the string that begins here is never closed"},
      {"x = 1\n<<<<<<< HEAD\nx = 2\n", 6, "a merge conflict was left unresolved"},
      {"f(f'{x}' + f\"{y}\"\n", 1, "`(` is never closed"},
  };
  for (const Case& c : kCases) {
    const auto error = FindTokenError(c.text);
    ASSERT_TRUE(error) << c.text;
    EXPECT_EQ(error->byte, c.byte) << c.text;
    EXPECT_EQ(English(error->what), c.what) << c.text;
  }
}

TEST(FindTokenError, SaysNothingOfWhatSomePythonAccepts) {
  for (absl::string_view text :
       {"", "f(x)[{1: (2)}]\n", "# ( [ '\n", "'(' \"[\" '''\n)'''\n", "'a\\\nb'\n", "'\\''\n",
        "rb'\\'(' + Rb\"'\"\n", "x = '''a''' 'b'\n", "x = a << b >> c\n", "f'{x['a']}'\n",
        "f'{x['(']}'\n", "f'{\n1}'\n", "f'{f'('}'\n", "t'{a['[']}'\n", "print'('\n",
        "x = '=======\\n<<<<<<< HEAD'\n", "'''\n<<<<<<< HEAD\n'''\n"}) {
    const auto error = FindTokenError(text);
    EXPECT_FALSE(error) << text << (error ? English(error->what) : "");
  }
}

}  // namespace
}  // namespace allreview::python
