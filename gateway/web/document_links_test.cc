#include "gateway/web/document_links.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gateway/web/review_page.h"
#include "gateway/web/testing/html_check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(DocumentPage, LeadsFromPlacesAndRulesToThem) {
  review::v1::StoredReview review;
  review.mutable_summary()->set_id("R");
  finding::v1::Finding& finding = *review.mutable_review()->add_findings();
  finding.set_rule_id("mutable-default");
  finding.set_fingerprint("abc");
  finding.mutable_range()->set_path("a.py");
  finding.mutable_range()->set_first_line(2);
  finding.mutable_range()->set_end_line(3);
  (*review.mutable_rule_versions())["mutable-default"] = 1;
  const std::string html =
      DocumentPage({.review_id = "R",
                    .tab = *FindTab("audit"),
                    .markdown = "`a.py:2` by `mutable-default`, `a.py:3`, [`a.py:2`](https://b.c)\n"
                                "\n```\na.py:2\n```\n",
                    .language = "en",
                    .links = LinksOf(review)})
          .markup();
  EXPECT_THAT(html,
              HasSubstr("<a href=\"/reviews/R/changes#finding-abc\"><code>a.py:2</code></a> by "
                        "<a href=\"/rules/mutable-default\"><code>mutable-default</code></a>, "
                        "<code>a.py:3</code>, <a href=\"https://b.c\""));
  EXPECT_EQ(std::vector<std::string>(absl::StrSplit(html, "#finding-abc")).size(), 2u);
  EXPECT_THAT(DangersIn(html), IsEmpty());
}

}  // namespace
}  // namespace allreview::web
