#include "base/man_page.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

constexpr ManPageTitle kTitle = {
    .name = "allreview-x", .section = 8, .summary = "Does it.", .version = "0.1.0"};
constexpr char kHead[] =
    ".TH \"ALLREVIEW\\-X\" 8 \"\" \"AllReview 0.1.0\"\n.ad l\n.nh\n.SH \"NAME\"\n"
    "allreview\\-x \\- Does it\n";

TEST(ManPage, BeginsWithItsNameAndWhatItDoes) { EXPECT_EQ(ManPage(kTitle).text(), kHead); }

TEST(ManPage, HoldsItsPieces) {
  ManPage page(kTitle);
  page.Section("OPTIONS");
  page.Item("--a=\"B\"", "Says a.");
  page.Subsection("more");
  page.Paragraph("Text.");
  page.Code("allreview x");
  EXPECT_EQ(page.text(),
            absl::StrCat(kHead,
                         ".SH \"OPTIONS\"\n.TP\n.B \"\\-\\-a=\"\"B\"\"\"\nSays a.\n"
                         ".SS \"more\"\n.PP\nText.\n.RS 4\n.nf\nallreview x\n.fi\n.RE\n"));
}

TEST(ManPage, LetsNoTextBecomeARequestOrAnotherCharacter) {
  ManPage page(kTitle);
  page.Paragraph(".allreview.yaml");
  page.Paragraph("'x' is C:\\n, `~/a^b`");
  EXPECT_EQ(page.text(), absl::StrCat(kHead,
                                      ".PP\n\\&.allreview.yaml\n.PP\n"
                                      "\\(aqx\\(aq is C:\\(rsn, \\(ga\\(ti/a\\(hab\\(ga\n"));
}

}  // namespace
}  // namespace allreview
