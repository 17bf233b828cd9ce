#include "services/report/diagrams/label.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(MermaidLabel, EncodesWhatTheGrammarReads) {
  EXPECT_EQ(MermaidLabel("a[\"x\"]#`;:漢"), "a['x']#35;#96;#59;#58;漢");
  EXPECT_EQ(MermaidLabel(""), "#32;");
}

TEST(MermaidLabel, EncodesWhatMarkdownReads) {
  EXPECT_EQ(MermaidLabel("__init__ of top_k"), "__init#95;#95; of top_k");
  EXPECT_EQ(MermaidLabel("dq_ and _x_"), "dq_ and _x#95;");
  EXPECT_EQ(MermaidLabel("f(*args, **kw) a*b*c"), "f(*args, **kw) a#42;b#42;c");
  EXPECT_EQ(MermaidLabel("self._x[b, s] * 2 > 1"), "self._x[b, s] * 2 > 1");
  EXPECT_EQ(MermaidLabel("[f](x) *args a -> b"), "[f#93;(x) *args a -#62; b");
  EXPECT_EQ(MermaidLabel("1. first"), "1#46; first");
  EXPECT_EQ(MermaidLabel("- item"), "#45; item");
  EXPECT_EQ(MermaidLabel("a - 1.5"), "a - 1.5");
}

TEST(MermaidLabel, ShortensBeforeItEncodes) { EXPECT_EQ(MermaidLabel(";;;;;;", 4), "#59;…"); }

}  // namespace
}  // namespace allreview::report
