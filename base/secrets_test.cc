#include "base/secrets.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/mask_message.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview {
namespace {

// Invented, and put together here so that no scanner takes this file for a leak.
const std::string kBody = "qB7tZk2LwYc9RmXv4HdPs8JnGf3AuEi6To";
const std::string kToken = "hf_" + kBody;
const std::string kStars(kBody.size(), '*');
const std::string kKeyLine = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
const std::string kHeader =
    "-----BEGIN PRIVATE"
    " KEY-----";
const std::string kFooter =
    "-----END PRIVATE"
    " KEY-----";

std::string Masked(std::string text) {
  MaskSecrets(text);
  return text;
}

TEST(Secrets, AreFoundByPrefixLengthAndRandomness) {
  const auto secret = FindSecret(absl::StrCat("token = \"", kToken, "\""));
  ASSERT_TRUE(secret.has_value());
  EXPECT_EQ(secret->provider, "Hugging Face");
  EXPECT_EQ(secret->prefix, "hf_");
  EXPECT_EQ(secret->first, 12u);
  EXPECT_EQ(secret->end, 12u + kBody.size());
  EXPECT_FALSE(FindSecret("hf_hub_download_of_a_file_with_a_long_name_1").has_value());
  EXPECT_FALSE(FindSecret("hf_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1").has_value());
  EXPECT_FALSE(FindSecret(absl::StrCat("x", kToken)).has_value()) << "the end of a name";
}

TEST(Secrets, OfThisPlatformAreFoundToo) {
  // As gateway/access/token.h makes them: 32 random bytes, in base64 for URLs.
  const std::string token = absl::StrCat("art_", kBody, "x-7_Qd2Kw");
  ASSERT_EQ(token.size(), 47u);
  const auto secret = FindSecret(absl::StrCat("Authorization: Bearer ", token));
  ASSERT_TRUE(secret.has_value());
  EXPECT_EQ(secret->provider, "AllReview");
  EXPECT_THAT(Masked(token), testing::StartsWith("art_****"));
  EXPECT_FALSE(FindSecret("art_of_reviewing_training_code_by_many_hands_").has_value());
}

TEST(Secrets, AreFoundWhereverTheyStand) {
  for (size_t length : {0, 1, 18, 19, 20, 21, 39, 40, 4000, 4070, 4090, 4095, 4096, 4097, 9000}) {
    for (absl::string_view before : {"a word ", "-", "2.5 ", " \n"}) {
      const std::string text = absl::StrCat(std::string(length, '='), before, kToken);
      const auto secret = FindSecret(text);
      ASSERT_TRUE(secret.has_value()) << text;
      EXPECT_EQ(secret->end, text.size()) << text;
      EXPECT_FALSE(FindSecret(absl::string_view(text).substr(0, text.size() - 10))) << text;
    }
  }
}

TEST(Secrets, AreMaskedWithoutMovingAnything) {
  const std::string text = absl::StrCat("+a = \"", kToken, "\"  # ", kToken, "\n+b\n");
  EXPECT_EQ(Masked(text), absl::StrCat("+a = \"hf_", kStars, "\"  # hf_", kStars, "\n+b\n"));
  EXPECT_TRUE(HasMaskedSecret(Masked(text)));
  EXPECT_FALSE(HasMaskedSecret(text));
  EXPECT_EQ(Masked(Masked(text)), Masked(text));
}

TEST(Secrets, IncludeAllLinesOfAPrivateKeyInADiff) {
  const std::string text =
      absl::StrCat("+", kHeader, "\n+", kKeyLine, "\n+abc=\n+", kFooter, "\n x = 1\n");
  const std::string stars(kKeyLine.size(), '*');
  EXPECT_EQ(Masked(text),
            absl::StrCat("+", kHeader, "\n+", stars, "\n+****\n+", kFooter, "\n x = 1\n"));
}

TEST(Secrets, IncludeAPrivateKeyWithoutItsHeader) {
  EXPECT_EQ(Masked(absl::StrCat("    ", kKeyLine, "\n")),
            absl::StrCat("    ", std::string(kKeyLine.size(), '*'), "\n"));
}

TEST(Secrets, AreNotNamesPathsAndHashes) {
  for (const std::string text :
       {"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "megatron/core/transformer/moe/TokenDispatcher2/experts/GroupedMLP4/weights/Linear1.py",
        "ATokenDispatcherThatSplitsEverySequenceOfTheBatchOverAllRanksOfTheTensorParallelGroup8",
        "************************************************************************"}) {
    EXPECT_EQ(Masked(text), text);
  }
}

TEST(Secrets, AreMaskedInAllTextsOfAMessage) {
  finding::v1::Finding finding;
  finding.set_problem("see " + kToken);
  finding.mutable_range()->set_path("a.py");
  for (const std::string& line : std::vector<std::string>{"x = 1", "t = '" + kToken + "'"}) {
    finding.mutable_excerpt()->add_lines(line);
  }
  finding.add_evidence()->mutable_syntax()->set_text(kToken);
  finding.add_edits()->set_replacement(kToken);
  (*finding.mutable_params())["name"] = kToken;
  MaskSecrets(finding);
  EXPECT_THAT(finding.DebugString(), testing::Not(testing::HasSubstr(kBody)));
  EXPECT_EQ(finding.range().path(), "a.py");
  EXPECT_EQ(finding.excerpt().lines(0), "x = 1");
  EXPECT_EQ(finding.excerpt().lines(1), "t = 'hf_" + kStars + "'");
}

TEST(Secrets, ThatSpanLinesOfAnExcerptAreMaskedInEach) {
  finding::v1::Finding finding;
  const std::string last = "c2VjcmV0IGVuZA==";  // Too short to be known alone.
  for (const std::string& line : std::vector<std::string>{kHeader, kKeyLine, last, kFooter}) {
    finding.mutable_excerpt()->add_lines(line);
  }
  MaskSecrets(finding);
  EXPECT_EQ(finding.excerpt().lines(0), kHeader);
  EXPECT_EQ(finding.excerpt().lines(1), std::string(kKeyLine.size(), '*'));
  EXPECT_EQ(finding.excerpt().lines(2), std::string(last.size(), '*'));
  EXPECT_EQ(finding.excerpt().lines(3), kFooter);
}

}  // namespace
}  // namespace allreview
