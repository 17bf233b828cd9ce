#include "services/report/pseudo_code/pseudo_code.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

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
                                     {"~0", "y: Tensor = g(x=x, z=1)"},
                                     {"+0", "if y.any():"},
                                     {"+1", "y = h(y)"},
                                     {"-0", "y = old(y)"},
                                     {" 0", "return y"}});
  EXPECT_EQ(Write(story),
            "  def f(x)\n"
            "    require x.dim() == 2\n"
            "    require x is not None  # ValueError\n"
            "~   y = g(x, z=1)\n"
            "+   if y.any():\n"
            "+     y = h(y)\n"
            "-   y = old(y)\n"
            "    return y\n");
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
  EXPECT_EQ(std::count(code.text.begin(), code.text.end(), '\n'), 20);
  EXPECT_GT(code.left_out, 0);
}

TEST(PseudoCode, CountsWhatIsGone) {
  const FunctionStory story =
      Story({{"-0", "a()"}, {"-0", "b()"}, {"-0", "c()"}, {"-0", "d()"}, {"-0", "e()"}});
  EXPECT_EQ(Write(story), "  def f(x)\n-   a()\n-   b()\n-   c()\n-   ... (2 removed)\n");
}

TEST(PseudoCode, IsEmptyForAFunctionWithoutStatements) { EXPECT_EQ(Write({}), ""); }

}  // namespace
}  // namespace allreview::report
