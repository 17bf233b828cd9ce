#include "services/analysis/facts_bundle.h"

#include <string>

#include "gtest/gtest.h"

namespace allreview::analysis {
namespace {

using Answers = std::vector<std::optional<std::string>>;

Answers Unpack(absl::string_view bundle, absl::string_view name,
               const std::vector<std::string>& ids) {
  Answers answers(ids.size());
  UnpackBundle(bundle, name, ids, &answers);
  return answers;
}

const std::string kFacts("\0facts", 6);

TEST(FactsBundle, GivesBackWhatItHolds) {
  const std::string bundle = PackBundle("n", {{"a", kFacts}, {"b", ""}, {"c", "third"}});
  EXPECT_EQ(Unpack(bundle, "n", {"c", "x", "a", "b", "a"}),
            (Answers{"third", std::nullopt, kFacts, "", kFacts}));
  EXPECT_EQ(Unpack(PackBundle("n", {}), "n", {"a"}), Answers{std::nullopt});
}

TEST(FactsBundle, LeavesOtherAnswersAlone) {
  Answers answers = {"old", "old"};
  UnpackBundle(PackBundle("n", {{"a", "new"}}), "n", {"a", "b"}, &answers);
  EXPECT_EQ(answers, (Answers{"new", "old"}));
}

TEST(FactsBundle, IsEmptyUnderAnotherName) {
  EXPECT_EQ(Unpack(PackBundle("n", {{"a", "1"}}), "m", {"a"}), Answers{std::nullopt});
}

TEST(FactsBundle, IsEmptyWhenItWasCutOffOrIsNone) {
  const std::string bundle = PackBundle("n", {{"a", "1"}, {"b", "2"}});
  for (size_t size = 0; size < bundle.size(); ++size) {
    EXPECT_EQ(Unpack(absl::string_view(bundle).substr(0, size), "n", {"a"}), Answers{std::nullopt});
  }
  EXPECT_EQ(Unpack(bundle + "x", "n", {"a"}), Answers{std::nullopt});
  EXPECT_EQ(Unpack("facts of a file", "n", {"a"}), Answers{std::nullopt});
}

// A size that reaches far past the end, in a bundle whose own size is right.
TEST(FactsBundle, EndsBeforeATornEntry) {
  std::string bundle = PackBundle("n", {{"a", "1"}, {"b", "2"}});
  bundle[bundle.size() - 2] = '\x7f';  // The highest byte of the size of "2".
  EXPECT_EQ(Unpack(bundle, "n", {"a", "b"}), (Answers{"1", std::nullopt}));
}

}  // namespace
}  // namespace allreview::analysis
