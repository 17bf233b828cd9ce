#include "services/analysis/change_model/statements/history/history.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "sentences/statement_table.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr absl::string_view kId = "0123456789abcdef0123456789abcdef01234567";

struct Edit {
  absl::string_view removed, added;
};

change::v1::LineCommit Commit(absl::string_view subject, const std::vector<Edit>& edits) {
  change::v1::LineCommit commit;
  commit.set_id(std::string(kId));
  commit.set_date("2026-11-03");
  commit.set_days(10);
  commit.set_subject(std::string(subject));
  for (const Edit& edit : edits) {
    change::v1::LineEdit& out = *commit.add_edits();
    out.set_path("pkg/a.py");
    for (absl::string_view line : absl::StrSplit(edit.removed, '\n', absl::SkipEmpty())) {
      out.add_removed(std::string(line));
    }
    for (absl::string_view line : absl::StrSplit(edit.added, '\n', absl::SkipEmpty())) {
      out.add_added(std::string(line));
    }
  }
  return commit;
}

// What is asked of a change from `before` to `after`, and the backgrounds of it.
struct Told {
  std::vector<std::string> questions, backgrounds;
};

Told TellOf(absl::string_view before, absl::string_view after,
            const std::vector<change::v1::LineCommit>& past, absl::string_view title = "",
            Language language = Language::kEnglish) {
  absl::StatusOr<rules::Fixture> fixture = rules::ParseFixture(
      absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after));
  EXPECT_TRUE(fixture.ok());
  fixture->description.title = std::string(title);
  const rules::ParsedFixture parsed(*fixture);
  LineCommits commits(past.begin(), past.end());
  v1::ChangeModel model;
  AddHistory(parsed.change(), commits, &model);
  AddBackgroundOf(parsed.change(), commits, model.mutable_intent());
  Told told;
  for (const auto& statement : model.statements()) {
    told.questions.push_back(
        In(language, FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  for (const auto& sentence : model.intent().sentences()) {
    told.backgrounds.push_back(absl::StrCat(sentence.section(), " ", sentence.text()));
  }
  return told;
}

constexpr absl::string_view kSynced = R"(
def step(pipe, grads):
    if pipe.is_last or not torch.is_grad_enabled():
        return
    sync(grads)
)";
constexpr absl::string_view kUnsynced = R"(
def step(pipe, grads):
    if pipe.is_last:
        return
    sync(grads)
)";
constexpr Edit kFix = {"    if pipe.is_last:",
                       "    if pipe.is_last or not torch.is_grad_enabled():"};

TEST(History, AsksWhyAnEarlierEditIsTakenBack) {
  const change::v1::LineCommit fix = Commit("Fix the sync condition (#12)", {kFix});
  EXPECT_THAT(TellOf(kSynced, kUnsynced, {fix}, "Add a logger").questions,
              ElementsAre("This drops `or not torch.is_grad_enabled()`, which `01234567` (“Fix the "
                          "sync condition (#12)”, 2026-11-03) added. Is taking that back meant?"));
  EXPECT_THAT(TellOf(kSynced, kUnsynced, {fix}, "", Language::kChinese).questions,
              ElementsAre(HasSubstr("撤销那次修改是有意的吗")));
  // The author speaks of it.
  EXPECT_THAT(TellOf(kSynced, kUnsynced, {fix}, "Revert the sync condition").questions, IsEmpty());
  EXPECT_THAT(TellOf(kSynced, kUnsynced, {fix}, "Undo what #12 did").questions, IsEmpty());
  // Nothing in layout is worth it.
  EXPECT_THAT(TellOf(kSynced, kUnsynced, {Commit("Run the formatter", {kFix})}).questions,
              IsEmpty());
}

TEST(History, TellsThatAnEarlierCommitIsTakenBack) {
  constexpr absl::string_view kNow = R"(
def place(nodes):
    try:
        bundles = [pack(node, exact=True) for node in nodes]
        wait(bundles)
    except ValueError:
        bundles = [pack(node) for node in nodes]
    return bundles
)";
  constexpr absl::string_view kThen = R"(
def place(nodes):

    bundles = [pack(node) for node in nodes]
    return bundles
)";
  const Edit edit = {"    bundles = [pack(node) for node in nodes]",
                     "    try:\n        bundles = [pack(node, exact=True) for node in nodes]\n"
                     "        wait(bundles)\n    except ValueError:\n"
                     "        bundles = [pack(node) for node in nodes]"};
  const std::vector<change::v1::LineCommit> past = {Commit("Pack with care", {edit})};
  EXPECT_THAT(TellOf(kNow, kThen, past, "Restore the packing").questions,
              ElementsAre("This takes back `01234567` (“Pack with care”, 2026-11-03): the code is "
                          "again as it was before that"));
  // It does half of it.
  constexpr absl::string_view kHalf = "\ndef place(nodes):\n    return pack_all(nodes)\n";
  EXPECT_THAT(TellOf(kNow, kHalf, past, "Restore the packing").questions, IsEmpty());
}

TEST(History, ShowsBothLinesWhereOneStandsForTheOther) {
  constexpr absl::string_view kNow = "def f(x):\n    return g(x, scale=True, eps=1)\n";
  constexpr absl::string_view kThen = "def f(x):\n    return g(x, scale=False, eps=1)\n";
  const Edit edit = {"    return g(x, scale=False, eps=1)", "    return g(x, scale=True, eps=1)"};
  EXPECT_THAT(TellOf(kNow, kThen, {Commit("Scale the result", {edit})}).questions,
              ElementsAre(HasSubstr("This puts `return g(x, scale=False, eps=1)` back in place of "
                                    "`return g(x, scale=True, eps=1)`")));
}

TEST(History, AsksNothingWhereTheLineBecomesAThird) {
  constexpr absl::string_view kOther = R"(
def step(pipe, grads):
    if pipe.is_last or not grads:
        return
    sync(grads)
)";
  EXPECT_THAT(TellOf(kSynced, kOther, {Commit("Fix the sync", {kFix})}).questions, IsEmpty());
}

TEST(History, AsksAboutARemovedFixButNotAboutARemovedFeature) {
  constexpr absl::string_view kGuarded = R"(
def load(path, size):
    if size == 0 and not path.exists():
        raise ValueError(path)
    return read(path)
)";
  constexpr absl::string_view kBare = R"(
def load(path, size):
    return read(path)
)";
  const Edit guard = {"",
                      "    if size == 0 and not path.exists():\n        raise ValueError(path)"};
  EXPECT_THAT(TellOf(kGuarded, kBare, {Commit("Fix empty files", {guard})}).questions,
              ElementsAre(HasSubstr("This removes `if size == 0 and not path.exists():`, which "
                                    "`01234567` (“Fix empty files”, 2026-11-03) added.")));
  EXPECT_THAT(TellOf(kGuarded, kBare, {Commit("Add sizes", {guard})}).questions, IsEmpty());
  // The author goes on with the same work.
  EXPECT_THAT(TellOf(kGuarded, kBare, {Commit("Fix loading of empty files", {guard})},
                     "Create empty files before loading")
                  .questions,
              IsEmpty());
}

TEST(History, QuotesTheReasonOfTheReplacedLines) {
  constexpr absl::string_view kNow = R"(
def step(pipe, grads):
    if pipe.is_last or no_gradients():
        return
    sync(grads)
)";
  const std::vector<change::v1::LineCommit> past = {
      Commit("Skip the sync of evaluation to avoid a hang (#12)", {kFix})};
  EXPECT_THAT(
      TellOf(kSynced, kNow, past, "Ask no_gradients before the sync of evaluation").backgrounds,
      ElementsAre("`01234567`, 2026-11-03 Skip the sync of evaluation to avoid a hang "
                  "(#12)"));
  // The author gives a reason; another line of work.
  EXPECT_THAT(TellOf(kSynced, kNow, past, "Fix a crash of the sync because x is None").backgrounds,
              IsEmpty());
  EXPECT_THAT(TellOf(kSynced, kNow, past, "Rename things").backgrounds, IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
