#include "services/report/story/opening.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "services/report/story/intent_sentences.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Sentence;
using review::v1::Review;
using testing::ElementsAre;
using testing::IsEmpty;

Sentence& Add(Review& review, Sentence::Role role, const char* text) {
  Sentence& sentence = *review.mutable_model()->mutable_intent()->add_sentences();
  sentence.set_text(text);
  sentence.add_roles(role);
  sentence.set_role(role);
  sentence.set_source(Sentence::SOURCE_COMMENT);
  sentence.set_state(Sentence::STATE_NEW);
  sentence.mutable_range()->set_path("a.py");
  sentence.mutable_range()->set_first_line(7);
  return sentence;
}

void AddEffect(Review& review, const char* text, int weight) {
  ChangeStatement& statement = *review.mutable_model()->add_statements();
  statement.set_kind(ChangeStatement::KIND_EFFECT);
  statement.set_weight(weight);
  *statement.mutable_text() = ToText(Words(text));
  statement.add_places()->set_path("b.py");
}

TEST(Opening, TellsTheTitleWithoutNumbersAndTheEffectThatMatters) {
  Review review;
  review.mutable_change()->set_title("Route by quantiles. (#12) (!3)");
  AddEffect(review, "`f` calls `h`", 600);
  AddEffect(review, "With `fast`, `f` calls `g`", 900);
  const Opening opening(Language::kEnglish, review);
  EXPECT_EQ(opening.Title(), "Route by quantiles");
  EXPECT_EQ(opening.What(), "Route by quantiles. With `fast`, `f` calls `g` (`b.py`).");
  EXPECT_THAT(opening.How(), ElementsAre("`f` calls `h` (`b.py`)."));
}

TEST(Opening, LeavesTheSecondEffectToTheStepsWhereNothingCallsItsFunction) {
  Review review;
  review.mutable_change()->set_title("Route by quantiles");
  AddEffect(review, "With `fast`, `f` calls `g`", 900);
  AddEffect(review, "`helper` calls `h`", 800);
  review.mutable_model()->mutable_statements(1)->set_subject("b.py:helper");
  auto& edge = *review.mutable_model()->add_edges();
  edge.set_kind(analysis::v1::Edge::KIND_CALLS);
  edge.set_from("b.py:main");
  edge.set_to("b.py:f");
  const Opening opening(Language::kEnglish, review);
  EXPECT_EQ(opening.What(), "Route by quantiles. With `fast`, `f` calls `g` (`b.py`).");
  EXPECT_THAT(opening.How(), ElementsAre("`helper` calls `h` (`b.py`)."));
  edge.set_to("b.py:helper");
  EXPECT_THAT(opening.How(), IsEmpty());
}

TEST(Opening, TakesNoBulletForTheWhy) {
  Review review;
  AddEffect(review, "With `fast`, `f` calls `g`", 900);
  Sentence& said = Add(review, Sentence::ROLE_WHAT,
                       "update the names of modules in the readme and the types of all layers");
  said.set_source(Sentence::SOURCE_COMMIT);
  said.clear_range();
  EXPECT_EQ(Opening(Language::kEnglish, review).Why(2), "");
}

TEST(Opening, SharesTheWhyWithALongCommentAndItsPlace) {
  Review review;
  review.mutable_change()->set_title("Match groups");
  Add(review, Sentence::ROLE_INVARIANT, "Keys are sorted.");
  Add(review, Sentence::ROLE_PROBLEM,
      "Two groups that differ in ``max_lr`` collide. The rate of the next step is wrong.");
  EXPECT_EQ(Opening(Language::kEnglish, review).Why(2),
            "Two groups that differ in `max_lr` collide. The rate of the next step is wrong "
            "(`a.py:7`).");
}

TEST(Opening, PrefersTheAuthorsReasonToCommentsAboutMechanisms) {
  Review review;
  Add(review, Sentence::ROLE_REASON, "X owns rendering because it is fast.");
  Add(review, Sentence::ROLE_PROBLEM, "The old cache loses keys.");
  Add(review, Sentence::ROLE_REASON, "Blocks are shifted so that downloads are balanced.")
      .set_source(Sentence::SOURCE_DOCSTRING);
  const auto texts = [&] {
    std::vector<std::string> found;
    for (const Sentence* reason : ReasonsIn(review.model())) found.push_back(reason->text());
    return found;
  };
  EXPECT_THAT(texts(),
              ElementsAre("Blocks are shifted so that downloads are balanced.",
                          "X owns rendering because it is fast.", "The old cache loses keys."));
  Sentence& said = Add(review, Sentence::ROLE_WHY, "Masks and ids were rendered differently.");
  said.set_source(Sentence::SOURCE_DESCRIPTION);
  said.clear_range();
  EXPECT_THAT(texts(), ElementsAre("Masks and ids were rendered differently.",
                                   "Blocks are shifted so that downloads are balanced.",
                                   "The old cache loses keys."));
}

TEST(Opening, TakesNoReasonFromCodeBesideThePoint) {
  Review review;
  AddEffect(review, "With `fast`, `f` calls `g`", 900);
  review.mutable_model()->mutable_statements(0)->set_subject("b.py:f");
  Sentence& aside = Add(review, Sentence::ROLE_REASON, "Mocks ask for this, so return None.");
  aside.set_about("a.py:Mock.get");
  EXPECT_THAT(Opening(Language::kEnglish, review).Why(2), IsEmpty());
  aside.set_about("b.py:f");
  EXPECT_THAT(Opening(Language::kEnglish, review).Why(2), testing::StartsWith("Mocks ask"));
  // What the author says of the change is about all of it.
  aside.set_about("");
  aside.clear_range();
  aside.set_source(Sentence::SOURCE_DESCRIPTION);
  EXPECT_THAT(Opening(Language::kEnglish, review).Why(2), testing::StartsWith("Mocks ask"));
}

TEST(Opening, FindsWhatNewDocumentationSays) {
  Review review;
  analysis::v1::FileStory& file = *review.mutable_model()->add_files();
  file.set_path("docs/shuffling.md");
  file.set_language("markdown");
  analysis::v1::FileHunk& hunk = *file.add_hunks();
  hunk.set_after(
      "### py1e\n\nShards are shifted at random, so that downloads are balanced over time.\n");
  hunk.mutable_range()->set_path("docs/shuffling.md");
  hunk.mutable_range()->set_first_line(4);
  EXPECT_EQ(DocumentedMarkdown(Language::kEnglish, review.model()),
            "Shards are shifted at random, so that downloads are balanced over time "
            "(`docs/shuffling.md:4`).");
  file.set_path("CHANGELOG.md");
  EXPECT_EQ(DocumentedMarkdown(Language::kEnglish, review.model()), "");
}

TEST(Opening, TellsWhatTheOldCodeSaid) {
  Review review;
  Add(review, Sentence::ROLE_PROBLEM, "Old files break.").set_state(Sentence::STATE_GONE);
  review.mutable_model()->mutable_intent()->mutable_sentences(0)->mutable_range()->set_side(
      change::v1::SIDE_LEFT);
  EXPECT_THAT(Opening(Language::kEnglish, review).Why(2),
              testing::StartsWith("The old code said: Old files break ("));
}

TEST(Opening, TellsDecisionsAndNewDefinitionsByTheirOwnAccount) {
  Review review;
  Add(review, Sentence::ROLE_REASON, "Sets lose the order, so files differ.");
  Add(review, Sentence::ROLE_DECISION, "Uses a list instead of a set.");
  ChangedSymbol& symbol = *review.mutable_model()->add_symbols();
  symbol.set_name("route");
  symbol.set_path("a.py");
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_doc("Gives each expert its share.");
  symbol.mutable_after()->set_path("a.py");
  symbol.mutable_after()->set_first_line(3);
  EXPECT_THAT(Opening(Language::kEnglish, review).How(),
              ElementsAre("Uses a list instead of a set (`a.py:7`).",
                          "`route` (`a.py:3`): Gives each expert its share."));
}

TEST(Opening, TellsOfAFeatureWhatItBringsBeforeCallsOfIt) {
  Review review;
  review.mutable_change()->set_title("Add a router");
  review.mutable_model()->mutable_intent()->set_kind("feature");
  AddEffect(review, "When `x`, `f` calls `route`", 640);
  ChangedSymbol& symbol = *review.mutable_model()->add_symbols();
  symbol.set_name("route");
  symbol.set_path("a.py");
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_doc("Gives each expert its share.");
  symbol.mutable_after()->set_path("a.py");
  symbol.mutable_after()->set_first_line(3);
  EXPECT_EQ(Opening(Language::kEnglish, review).What(),
            "Add a router. When `x`, `f` calls `route` (`b.py`).");
  symbol.set_is_public(true);
  EXPECT_EQ(Opening(Language::kEnglish, review).What(),
            "Add a router. `route` (`a.py:3`): Gives each expert its share.");
  EXPECT_THAT(Opening(Language::kEnglish, review).How(),
              ElementsAre("When `x`, `f` calls `route` (`b.py`)."));
}

TEST(Opening, TellsADecisionAsWhyWhereNobodyGivesAReason) {
  Review review;
  Add(review, Sentence::ROLE_DECISION, "Uses a list instead of a set.");
  const Opening opening(Language::kEnglish, review);
  EXPECT_EQ(opening.Why(1), "Uses a list instead of a set (`a.py:7`).");
  EXPECT_THAT(opening.How(), IsEmpty());
}

TEST(Opening, SaysThatTheReasonIsMissingOnlyWhenNobodyHintsAtOne) {
  Review review;
  review.mutable_change()->set_title("Add a router");
  EXPECT_TRUE(LacksReason(review));
  EXPECT_THAT(Opening(Language::kEnglish, review).Why(2), IsEmpty());
  Add(review, Sentence::ROLE_DECISION, "Uses a list instead of a set.");
  EXPECT_FALSE(LacksReason(review));
  Review fix;
  fix.mutable_change()->set_title("Fix a crash when the batch is empty");
  EXPECT_FALSE(LacksReason(fix));
  Review nobody;
  EXPECT_FALSE(LacksReason(nobody));
}

TEST(Opening, DoesNotMissTheReasonWhereTheChangeTellsOfItself) {
  Review review;
  review.mutable_change()->set_title("Add a router");
  Add(review, Sentence::ROLE_INVARIANT, "Keys are sorted.").set_source(Sentence::SOURCE_MESSAGE);
  EXPECT_TRUE(LacksReason(review));
  Review documented = review;
  ChangedSymbol& symbol = *documented.mutable_model()->add_symbols();
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_doc("Gives each expert its share.");
  EXPECT_FALSE(LacksReason(documented));
  Review commented = review;
  auto& step = *commented.mutable_model()->add_functions()->add_steps();
  step.set_comment("Experts share a batch.");
  EXPECT_TRUE(LacksReason(commented));
  step.set_status(analysis::v1::Step::STATUS_ADDED);
  EXPECT_FALSE(LacksReason(commented));
  Review described = review;
  Sentence& sentence = Add(described, Sentence::ROLE_WHAT, "Routes tokens to experts.");
  EXPECT_FALSE(LacksReason(described));
  EXPECT_THAT(AccountsIn(described.model()), ElementsAre(&sentence));
}

ChangedSymbol& AddNew(Review& review, const char* name, analysis::v1::SymbolKind kind,
                      const char* doc) {
  ChangedSymbol& symbol = *review.mutable_model()->add_symbols();
  symbol.set_path("pkg/server.py");
  symbol.set_name(name);
  symbol.set_kind(kind);
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_is_public(true);
  symbol.set_doc(doc);
  return symbol;
}

TEST(Opening, LeadsANewModuleWithItsClassesAndRoutes) {
  Review review;
  review.mutable_change()->set_title("Serve models");
  auto& file = *review.add_files();
  file.mutable_entry()->set_new_path("pkg/server.py");
  file.mutable_entry()->set_status(change::v1::FILE_STATUS_ADDED);
  file.set_file_class(change::v1::FILE_CLASS_SOURCE);
  file.set_language("python");
  AddNew(review, "Server", analysis::v1::SYMBOL_KIND_CLASS, "");
  AddNew(review, "Server.infer", analysis::v1::SYMBOL_KIND_METHOD, "");
  AddNew(review, "answer", analysis::v1::SYMBOL_KIND_FUNCTION, "")
      .add_decorators("app.route('/infer', methods=['POST'])");
  AddNew(review, "read_settings", analysis::v1::SYMBOL_KIND_FUNCTION,
         "Parses the given text file.");
  auto& edge = *review.mutable_model()->add_edges();
  edge.set_kind(analysis::v1::Edge::KIND_CALLS);
  edge.set_from("pkg/server.py:answer");
  edge.set_to("pkg/server.py:read_settings");
  edge.set_is_new(true);
  EXPECT_EQ(Opening(Language::kEnglish, review).What(),
            "Serve models. Adds `pkg/server.py`: class `Server` (`infer`), HTTP route `/infer` "
            "(`answer`).");
}

TEST(SaysMoreThanName, ComparesWords) {
  EXPECT_FALSE(SaysMoreThanName("SmallRouterModel", "Interface for the small router model."));
  EXPECT_TRUE(SaysMoreThanName("Router", "Sends tokens to experts."));
}

}  // namespace
}  // namespace allreview::report
