#include "services/report/diagrams/label.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(MermaidLabel, EncodesWhatTheGrammarReads) {
  EXPECT_EQ(MermaidLabel("a[\"x\"]#`;:漢"), "a#91;#34;x#34;#93;#35;#96;#59;#58;漢");
  EXPECT_EQ(MermaidLabel(""), "#32;");
}

TEST(MermaidLabel, EncodesWhatMarkdownReads) {
  EXPECT_EQ(MermaidLabel("__init__ of top_k"), "#95;#95;init#95;#95; of top_k");
  EXPECT_EQ(MermaidLabel("1. first"), "1#46; first");
  EXPECT_EQ(MermaidLabel("- item"), "#45; item");
  EXPECT_EQ(MermaidLabel("a - 1.5"), "a - 1.5");
}

TEST(MermaidLabel, ShortensBeforeItEncodes) { EXPECT_EQ(MermaidLabel("::::::", 4), "#58;…"); }

}  // namespace
}  // namespace allreview::report
