#include "services/report/pseudo_code/pseudo_code.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "services/report/pseudo_code/left_out.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

// Lines of "status kind depth code": "+ if 0 if x:".
FunctionStory Story(std::initializer_list<std::pair<const char*, const char*>> steps) {
  FunctionStory story;
  for (const auto& [how, code] : steps) {
    Step& step = *story.add_steps();
    const std::string text = how;
    step.set_status(text[0] == '+'   ? Step::STATUS_ADDED
                    : text[0] == '-' ? Step::STATUS_REMOVED
                    : text[0] == '~' ? Step::STATUS_CHANGED
                                     : Step::STATUS_KEPT);
    step.set_depth(text[1] - '0');
    const std::string source = code;
    const auto starts = [&](const char* word) { return source.rfind(word, 0) == 0; };
    step.set_kind(starts("if ") || starts("elif ")          ? Step::KIND_IF
                  : starts("else")                          ? Step::KIND_ELSE
                  : starts("for ")                          ? Step::KIND_LOOP
                  : starts("return")                        ? Step::KIND_RETURN
                  : starts("raise")                         ? Step::KIND_RAISE
                  : starts("assert")                        ? Step::KIND_ASSERT
                  : source.find(" = ") != std::string::npos ? Step::KIND_ASSIGNMENT
                                                            : Step::KIND_CALL);
    step.set_code(source);
  }
  return story;
}

std::string Write(const FunctionStory& story, PseudoCodeLimits limits = {}) {
  return WritePseudoCode(story, "def f(x)", Language::kEnglish, limits).text;
}

TEST(PseudoCode, KeepsStructureMarksChangesAndFoldsChecks) {
  const FunctionStory story = Story({{" 0", "assert x.dim() == 2, 'two'"},
                                     {" 0", "if x is None:"},
                                     {" 1", "raise ValueError('no x')"},
                                     {" 0", "logger.info('here')"},
                                     {"+0", "y: Tensor = g(x=x, z=1)"},
                                     {"+0", "if y.any():"},
                                     {"+1", "y = h(y)"},
                                     {"-0", "y = old(y)"},
                                     {" 0", "return y"}});
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "    require x.dim() == 2\n"
            "    require x is not None  # ValueError\n"
            "    ...\n"
            "+   y = g(x, z=1)\n"
            "+   if y.any():\n"
            "+     y = h(y)\n"
            "-   y = old(y)\n"
            "    return y\n");
}

TEST(PseudoCode, TellsOfAChangedStatementWhatItWas) {
  FunctionStory story = Story({{"~0", "y = g(x, z)"}, {"~0", "if y:"}, {"~1", "h(y)"}});
  story.mutable_steps(0)->set_code_before("y = g(x)");
  story.mutable_steps(1)->set_code_before("if y :");
  story.mutable_steps(2)->set_code_before("h(\n    y\n)");
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "-   y = g(x)\n"
            "+   y = g(x, z)\n"
            "~   if y:\n"
            "~     h(y)\n");
}

TEST(PseudoCode, NeverCutsAStatement) {
  FunctionStory story = Story({{"~0", "y = g(\n    first_argument,\n    second,\n    third,\n)"}});
  story.mutable_steps(0)->set_code_before(
      "y = g(\n    first_argument,\n    second,\n    other,\n)");
  EXPECT_EQ(Write(story, {.max_width = 30}),
            "  def f(x)\n"
            "    y = g(\n"
            "        ...\n"
            "-       other,\n"
            "+       third,\n"
            "    )\n");
  story.mutable_steps(0)->set_status(Step::STATUS_ADDED);
  EXPECT_EQ(Write(story, {.max_width = 30}),
            "def f(x)\n"
            "  y = g(\n"
            "      first_argument,\n"
            "      second,\n"
            "      third,\n"
            "  )\n");
}

TEST(PseudoCode, ShowsWhatAnEditLogs) {
  EXPECT_EQ(Write(Story({{" 0", "y = g(x)"},
                         {"+0", "if y > x:"},
                         {"+1", "logger.warning('large')"},
                         {"-0", "print(y)"},
                         {" 0", "return y"}})),
            "  def f(x)\n"
            "    y = g(x)\n"
            "+   if y > x:\n"
            "+     logger.warning('large')\n"
            "-   print(y)\n"
            "    return y\n");
}

TEST(PseudoCode, MarksWhereANewFunctionLogs) {
  EXPECT_EQ(Write(Story({{"+0", "y = g(x)"}, {"+0", "logger.info('here')"}, {"+0", "return y"}})),
            "def f(x)\n"
            "  y = g(x)\n"
            "  ...\n"
            "  return y\n");
}

TEST(PseudoCode, TellsBothSidesOfAnErrorThatChanges) {
  FunctionStory story = Story({{" 0", "if x is None:"}, {"~1", "raise ValueError('no model')"}});
  story.mutable_steps(1)->set_code_before("raise ValueError('no x')");
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "    if x is None:\n"
            "-     raise ValueError('no x')\n"
            "+     raise ValueError('no model')\n");
}

TEST(PseudoCode, HasNoMarksForANewFunction) {
  const PseudoCode code = WritePseudoCode(Story({{"+0", "y = g(x)"}, {"+0", "return y"}}),
                                          "def f(x):", Language::kEnglish);
  EXPECT_EQ(code.text, "def f(x):\n  y = g(x)\n  return y\n");
  EXPECT_FALSE(code.has_marks);
}

TEST(PseudoCode, TurnsRunsOfWhatStayedIntoDotsButKeepsWhatChangesDependOn) {
  FunctionStory story;
  for (int i = 0; i < 20; ++i) {
    story.MergeFrom(Story({{" 0", "a = b"}}));
  }
  story.MergeFrom(Story({{" 0", "source = load()"},
                         {" 0", "for item in items:"},
                         {" 1", "other(item)"},
                         {"+1", "use(source)"},
                         {" 0", "tail()"},
                         {" 0", "return source"}}));
  story.mutable_steps(20)->add_writes("source");
  story.mutable_steps(23)->add_reads("source");
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "    ...\n"
            "    source = load()\n"
            "    for item in items:\n"
            "      ...\n"
            "+     use(source)\n"
            "    ...\n"
            "    return source\n");
}

TEST(PseudoCode, ShowsTheIfOfAChangedElse) {
  FunctionStory story;
  for (int i = 0; i < 20; ++i) story.MergeFrom(Story({{" 0", "a = b"}}));
  story.MergeFrom(Story({{" 0", "if x:"}, {" 1", "g()"}, {" 0", "else:"}, {"+1", "h()"}}));
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "    ...\n"
            "    if x:\n"
            "      ...\n"
            "    else:\n"
            "+     h()\n");
}

TEST(PseudoCode, StaysWithinItsLinesAndCountsTheRest) {
  FunctionStory story;
  for (int i = 0; i < 50; ++i) {
    story.MergeFrom(Story({{"+0", "if x:"}, {"+1", "for y in x:"}, {"+2", "g(y)"}}));
  }
  const PseudoCode code =
      WritePseudoCode(story, "def f(x):", Language::kEnglish, {.max_lines = 20});
  EXPECT_LE(std::count(code.text.begin(), code.text.end(), '\n'), 20);
  EXPECT_GT(code.left_out, 0);
}

TEST(PseudoCode, CountsWhatIsGone) {
  FunctionStory story;
  for (int i = 0; i < 10; ++i) story.MergeFrom(Story({{"-0", "a()"}}));
  const std::string text = Write(story);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_NE(text.find("-   ... (2 removed)\n"), std::string::npos);
}

TEST(LeftOutText, SaysWhatStatementsDo) {
  FunctionStory story = Story({{"+0", "a = f()"}, {"+0", "b = 1"}, {"+0", "g(a)"}});
  std::vector<const Step*> steps;
  for (const Step& step : story.steps()) steps.push_back(&step);
  EXPECT_EQ(LeftOutText(Language::kEnglish, steps), "3 more");
  story.mutable_steps(2)->add_calls()->set_callee("m.g");
  EXPECT_EQ(LeftOutText(Language::kEnglish, steps), "3 more: calls g");
  story.mutable_steps(0)->add_writes("a");
  story.mutable_steps(1)->add_writes("b");
  EXPECT_EQ(LeftOutText(Language::kEnglish, steps), "3 more: sets a, b");
}

TEST(PseudoCode, IsEmptyForAFunctionWithoutStatements) { EXPECT_EQ(Write({}), ""); }

}  // namespace
}  // namespace allreview::report
