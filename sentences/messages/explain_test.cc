#include "sentences/messages/explain.h"

#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/change_source.h"

namespace allreview {
namespace {

TEST(ToDiagnostic, SaysMessageAndHintInBothLanguages) {
  const change::v1::Diagnostic diagnostic =
      ToDiagnostic({.code = "MULTIPART_MAIL",
                    .message = Sentence(phrases::kMailOfParts, {{"subject", "a\xff"}}),
                    .hint = phrases::kSaveAttachedPatch});
  EXPECT_EQ(diagnostic.level(), change::v1::Diagnostic::LEVEL_WARNING);
  EXPECT_EQ(diagnostic.code(), "MULTIPART_MAIL");
  EXPECT_EQ(diagnostic.message(),
            "the mail \"a\uFFFD\" is made of several parts, which were not taken apart");
  EXPECT_EQ(In(Language::kChinese, FromText(diagnostic.message_text(), "")),
            "邮件 \"a\uFFFD\" 由多个部分组成，没有拆开读取");
  EXPECT_EQ(In(Language::kChinese, FromText(diagnostic.hint_text(), "")),
            "请保存附件中的补丁，再评审该补丁");
}

TEST(ToDiagnostic, GivesVerbatimTextNoCode) {
  const change::v1::Diagnostic diagnostic = ToDiagnostic(
      {.code = "X", .message = "as git says it", .level = change::v1::Diagnostic::LEVEL_ERROR});
  EXPECT_EQ(diagnostic.message(), "as git says it");
  EXPECT_EQ(diagnostic.hint(), "");
  EXPECT_FALSE(diagnostic.has_message_text());
  EXPECT_FALSE(diagnostic.has_hint_text());
}

TEST(SetReason, ReplacesTheOneBefore) {
  change::v1::LedgerEntry entry;
  SetReason(phrases::kIsSubmodule, entry);
  EXPECT_EQ(entry.reason_text().text().id(), "is-submodule");
  SetReason("as git says it", entry);
  EXPECT_EQ(entry.reason(), "as git says it");
  EXPECT_FALSE(entry.has_reason_text());
}

}  // namespace
}  // namespace allreview
