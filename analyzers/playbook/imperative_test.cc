#include "analyzers/playbook/imperative.h"

#include <string>

#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/guide_text.h"
#include "gtest/gtest.h"

namespace allreview::playbook {
namespace {

std::string Shown(absl::string_view sentence) {
  static constexpr const char* kMoments[] = {"before", "while", "push", "request"};
  const Imperative order = ReadImperative(sentence);
  if (order.force == Force::kNone) return "";
  std::string text = order.force == Force::kStrong ? "strong " : "plain ";
  if (order.is_prohibition) text += "never ";
  return text + kMoments[static_cast<int>(order.moment)];
}

TEST(Imperatives, AreVerbsAtTheHeadOfAClause) {
  EXPECT_EQ(Shown("Put shared layers into the common folder."), "plain while");
  EXPECT_EQ(Shown("After editing kernels, always run `make lint` before committing."),
            "strong push");
  EXPECT_EQ(Shown("Naming: use `num_` for counts."), "plain while");
  EXPECT_EQ(Shown("Read the design notes first and follow their order."), "plain before");
  EXPECT_EQ(Shown("Open every pull request as a draft."), "plain request");
}

TEST(Imperatives, BelongToTheStepThatTheirVerbNames) {
  EXPECT_EQ(Shown("When a mask is needed, use the bool format of the kernels."), "plain while");
  EXPECT_EQ(Shown("Read the width via `config.width` in all layers."), "plain while");
  EXPECT_EQ(Shown("Assert against the shape in tests of one pipeline."), "plain while");
  EXPECT_EQ(Shown("Delete flags and ablation branches of the source."), "plain while");
  EXPECT_EQ(Shown("Add tests for every new kernel of the library."), "plain push");
}

TEST(Imperatives, MayForbid) {
  EXPECT_EQ(Shown("Never rename a key of the state dict."), "strong never while");
  EXPECT_EQ(Shown("In library code, avoid reading global groups."), "plain never while");
  EXPECT_EQ(Shown("The core must not import experiments."), "strong never while");
  EXPECT_EQ(Shown("You should NEVER use the slow path in training."), "strong never while");
}

TEST(Imperatives, OfWhatNotToForgetAreNoProhibitions) {
  EXPECT_EQ(Shown("Don't forget to add the new kernel to the table."), "plain while");
  EXPECT_EQ(Shown("If you are unsure, don't hesitate to leave a message."), "");
}

TEST(Imperatives, AreNoDescriptionsAndNoQuestions) {
  EXPECT_EQ(Shown("The loader reads shards in order."), "");
  EXPECT_EQ(Shown("Test coverage is measured on every merge."), "");
  EXPECT_EQ(Shown("You should receive an answer within two days."), "");
  EXPECT_EQ(Shown("Use the new sampler or the old one?"), "");
  EXPECT_EQ(Shown("Once all required reviewers have approved, the label is set."), "");
}

TEST(Imperatives, DoNotPointToWhatIsNotShown) {
  EXPECT_EQ(Shown("Do not change it without asking."), "");
  EXPECT_EQ(Shown("Apply this to new kernels and their tests only."), "");
  EXPECT_EQ(Shown("A reference for how new code should look here."), "");
  EXPECT_EQ(Shown("For more details, consult the configuration of the case."), "");
  EXPECT_EQ(Shown("Must match the name of the class exactly."), "");
  EXPECT_EQ(Shown("Lists which modules must stay on a single device."), "");
  EXPECT_EQ(Shown("Forgetting it means that copies must be found by hand."), "");
  EXPECT_EQ(Shown("Test conventions for new models: what a change must ship."), "");
  EXPECT_EQ(Shown("Keep to the list of exceptions above at all times."), "");
}

TEST(Imperatives, AreMadeOfTheBoxesOfATemplate) {
  EXPECT_EQ(ImperativeOfBox("I have added unit tests"), "Add unit tests");
  EXPECT_EQ(ImperativeOfBox("I have commented hard parts"), "Comment hard parts");
  EXPECT_EQ(ImperativeOfBox("Did you log the loss?"), "Log the loss");
  EXPECT_EQ(ImperativeOfBox("Breaking change"), "Breaking change");
}

TEST(Guides, RankBelowTheRoot) {
  EXPECT_GT(GuideRank("AGENTS.md"), GuideRank("CONTRIBUTING.md"));
  EXPECT_GT(GuideRank("CONTRIBUTING.md"), GuideRank("skills/testing/SKILL.md"));
  EXPECT_GT(GuideRank("skills/testing/SKILL.md"), 0);
  EXPECT_EQ(GuideRank("skills/nightly-sync/SKILL.md"), 0);
  EXPECT_EQ(GuideRank("kit/experiments/AGENTS.md"), 0);
  EXPECT_EQ(GuideRank("docs/guide.md"), 0);
}

TEST(Guides, ReadReStructuredText) {
  EXPECT_EQ(MarkdownOfRst("Rules\n=====\n\n* Run ``make`` and `this <https://a.example>`_ guide.\n"
                          "\n  .. code-block:: bash\n\n     make all\n\n* Use :bash:`sh`.\n"),
            "# Rules\n\n\n* Run `make` and this guide.\n\n\n\n\n\n* Use `sh`.\n");
}

}  // namespace
}  // namespace allreview::playbook
