#include "gateway/api/json_body.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "base/utf8.h"
#include "gateway/api/json_check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::api {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  review::v1::ExplainPolicyRequest message;
  return std::string(ParseJsonBody(text, message).message());
}

TEST(JsonBody, ReadsMessagesInListsAndInEachOther) {
  review::v1::ExplainPolicyRequest message;
  ASSERT_OK(ParseJsonBody(R"({"ref": {"github": {"owner": "a", "number": "7"}},
                             "ruleFiles": [{"name": "x"}, {"name": "y"}], "policies": []})",
                          message));
  EXPECT_EQ(message.ShortDebugString(),
            "ref { github { owner: \"a\" number: 7 } } rule_files { name: \"x\" } "
            "rule_files { name: \"y\" }");
}

TEST(JsonBody, StopsAtTheFirstValueThatHasNoPlace) {
  // Each text is cut behind that value, where it no longer is JSON.
  EXPECT_EQ(ErrorOf("{\"ref\": ["), "ref is a list; wanted one value");
  EXPECT_EQ(ErrorOf("{\"ref\": {\"github\": {\"owner\": {"),
            "ref.github.owner is an object; wanted one value");
  EXPECT_EQ(ErrorOf("{\"policies\": [["), "policies has a list in its list");
  EXPECT_EQ(ErrorOf("{\"policies\": [{\"nam\": "),
            "policies has the field \"nam\", which PolicySource does not know; did you mean "
            "\"name\"");
  EXPECT_EQ(ErrorOf("[["), "the body is not a JSON object; wanted {…}");
  EXPECT_EQ(ErrorOf("7"), "the body is not a JSON object; wanted {…}");
  EXPECT_EQ(ErrorOf("{\"ref\": nul"), "the body is not JSON");
  EXPECT_EQ(ErrorOf("{} {}"), "the body is not JSON");
}

TEST(JsonBody, QuotesLittleOfALongName) {
  EXPECT_LT(ErrorOf("{\"" + std::string(1 << 20, 'a') + "\": 1}").size(), 300u);
}

TEST(JsonBody, BoundsTheNumberOfValues) {
  const auto with_objects = [](int count) {
    std::string text = "{\"policies\": [{}";
    for (int i = 1; i < count; ++i) text += ",{}";
    return text + "]}";
  };
  review::v1::ExplainPolicyRequest message;
  EXPECT_OK(ParseJsonBody(with_objects(kMaxJsonValues - 2), message));
  EXPECT_THAT(ParseJsonBody(with_objects(kMaxJsonValues - 1), message),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       absl::StrCat("the body has more than ", kMaxJsonValues, " values")));
}

TEST(JsonBody, CutsReasonsBetweenCharacters) {
  for (int length = 0; length < 8; ++length) {
    std::string text = "{\"ref\": {\"github\": {\"number\": \"" + std::string(length, 'a');
    for (int i = 0; i < 200; ++i) text += "é";
    EXPECT_THAT(ErrorOf(text + "\"}}}"), HasSubstr("the body is no ExplainPolicyRequest: "));
    std::string name(length, 'a');
    for (int i = 0; i < 200; ++i) name += "é";
    EXPECT_TRUE(IsValidUtf8(ErrorOf("{\"" + name + "\": 1}"))) << length;
  }
}

}  // namespace
}  // namespace allreview::api
