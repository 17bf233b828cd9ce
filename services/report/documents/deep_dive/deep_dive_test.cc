// Whole deep dives against golden files, in both languages.

#include "services/report/documents/deep_dive/deep_dive.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/golden.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/documents/deep_dive/annotated_code.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(DeepDive, RendersSamplesInBothLanguages) {
  for (const char* sample : {"detailed", "docs_only", "rich", "empty"}) {
    const Assembly assembly = AssembleSample(sample);
    for (const auto& [language, tag] :
         {std::pair{Language::kEnglish, "en"}, std::pair{Language::kChinese, "zh"}}) {
      EXPECT_TRUE(MatchesGolden(
          absl::StrCat("services/report/testdata/deep_dive/", sample, ".", tag, ".md"),
          RenderDeepDive(assembly, language)));
    }
  }
}

TEST(DeepDive, GroupsManyFilesByFolderAndStillNamesEach) {
  Assembly assembly;
  for (int i = 0; i < 60; ++i) {
    review::v1::FileSummary& file = *assembly.review.add_files();
    file.mutable_entry()->set_status(change::v1::FILE_STATUS_ADDED);
    file.mutable_entry()->set_new_path(absl::StrCat("golden/values_", i, ".json"));
    file.set_file_class(change::v1::FILE_CLASS_DATA);
    file.set_additions(2);
  }
  const std::string text = RenderDeepDive(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("| New | `golden/` | 60 data files, +120 and -0 lines"));
  EXPECT_THAT(text, HasSubstr("golden/values_59.json  [+2, -0]"));
  EXPECT_THAT(text, Not(HasSubstr("| New | `golden/values_59.json`")));
}

// Nobody knows who calls a method through an attribute.
TEST(DeepDive, NeverClaimsThatNothingCallsIt) {
  Assembly assembly;
  analysis::v1::ChangeModel& model = *assembly.review.mutable_model();
  const auto add = [&](const std::string& name, ChangedSymbol::Status status) {
    ChangedSymbol& symbol = *model.add_symbols();
    symbol.set_path("a.py");
    symbol.set_name(name);
    symbol.set_kind(analysis::v1::SYMBOL_KIND_METHOD);
    symbol.set_status(status);
    symbol.set_is_public(true);
  };
  add("Saver.save", ChangedSymbol::STATUS_MODIFIED);
  add("Saver.gone", ChangedSymbol::STATUS_REMOVED);
  analysis::v1::CallPath& path = *model.add_paths();
  path.set_target("a.py:Saver.save");
  path.set_root_kind("public");
  const std::string text = RenderDeepDive(assembly, Language::kEnglish);
  EXPECT_THAT(text, Not(HasSubstr("no caller")));
  EXPECT_THAT(text, Not(HasSubstr("depends on it")));
  EXPECT_THAT(text, Not(HasSubstr("### 4.2")));
  EXPECT_THAT(text, ContainsRegex("Nothing under: .*, 4, "));
}

TEST(DeepDive, TellsEqualChangesInOneRow) {
  Assembly assembly;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    ChangedSymbol& symbol = *assembly.review.mutable_model()->add_symbols();
    symbol.set_path("a.py");
    symbol.set_name(name);
    symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
    symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
    analysis::v1::Delta& delta = *symbol.add_deltas();
    delta.set_kind(analysis::v1::Delta::KIND_CALL);
    delta.set_after("save()");
  }
  const std::string text = RenderDeepDive(assembly, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("and 2 more |"));
  EXPECT_THAT(text, HasSubstr(" | Now calls `save()`. |\n"));
}

TEST(DeepDive, TellsOfCodeWithoutTests) {
  Assembly assembly = AssembleSample("clean");
  assembly.review.clear_counts();
  assembly.review.mutable_tests()->Clear();
  EXPECT_THAT(RenderDeepDive(assembly, Language::kEnglish), Not(HasSubstr("P1")));
  analysis::v1::TestCheck& check = *assembly.review.mutable_tests()->add_checks();
  check.set_check("unit-tests");
  check.set_state(analysis::v1::TestCheck::STATE_MISSING);
  check.set_summary("`f`");
  const std::string text = RenderDeepDive(assembly, Language::kEnglish);
  // What the review found is no impact of the change.
  EXPECT_THAT(text, Not(HasSubstr("Findings of the review")));
  EXPECT_THAT(text, HasSubstr("Unit tests: `f` | **NOT TESTED** |"));
}

TEST(DeepDive, NamesSectionsWithoutTextInOneLine) {
  const std::string text = RenderDeepDive(AssembleSample("docs_only"), Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("Nothing under: 2.1, "));
  EXPECT_THAT(text, Not(HasSubstr("#### 4.1")));
  const std::string none = RenderDeepDive(AssembleSample("empty"), Language::kEnglish);
  EXPECT_THAT(none, ContainsRegex("Nothing under: .*, 4, "));
  EXPECT_THAT(none, Not(HasSubstr("4.1")));
}

Step& Add(FunctionStory& story, Step::Status status, const std::string& code) {
  Step& step = *story.add_steps();
  step.set_status(status);
  step.set_code(code);
  return step;
}

TEST(Annotate, LeavesOutWhatIsFarFromTheChange) {
  FunctionStory story;
  for (int i = 0; i < 4; ++i) Add(story, Step::STATUS_KEPT, absl::StrCat("a", i, " = 0"));
  Add(story, Step::STATUS_ADDED, "b = 1").set_comment("Needed by c.");
  for (int i = 0; i < 4; ++i) Add(story, Step::STATUS_KEPT, absl::StrCat("c", i, " = b"));
  ChangedSymbol symbol;
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  symbol.set_signature_after("def f()");
  EXPECT_EQ(deep_dive::Annotate(Language::kEnglish, {}, symbol, story, 99).code,
            "def f():\n"
            "    # ...\n"
            "    # Step 1 (new): Needed by c.\n"
            "    b = 1\n"
            "    # ...\n");
}

TEST(Annotate, TellsTheLinesOfALongStatementThatDiffer) {
  FunctionStory story;
  Add(story, Step::STATUS_CHANGED, "x = f(\n    a,\n    c,\n)")
      .set_code_before("x = f(\n    a,\n    b,\n)");
  ChangedSymbol symbol;
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  symbol.set_signature_after("def f()");
  EXPECT_EQ(deep_dive::Annotate(Language::kEnglish, {}, symbol, story, 99).code,
            "def f():\n"
            "    # Step 1 (changed)\n"
            "    # -     b,\n"
            "    x = f(\n"
            "        a,\n"
            "        c,  # new\n"
            "    )\n");
}

TEST(Annotate, ShowsNewCodeWhole) {
  FunctionStory story;
  for (int i = 0; i < 3; ++i) Add(story, Step::STATUS_ADDED, absl::StrCat("a", i, " = 0"));
  Add(story, Step::STATUS_ADDED, "b = 1").set_comment("Needed by c.");
  ChangedSymbol symbol;
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_signature_after("def f()");
  EXPECT_EQ(deep_dive::Annotate(Language::kEnglish, {}, symbol, story, 99).code,
            "def f():\n"
            "    a0 = 0\n"
            "    a1 = 0\n"
            "    a2 = 0\n"
            "    # Step 1: Needed by c.\n"
            "    b = 1\n");
}

TEST(Annotate, ShowsOfLongNewCodeTheBlocksThatSomethingIsSaidOf) {
  FunctionStory story;
  for (int i = 0; i < 70; ++i) {
    Add(story, Step::STATUS_ADDED, "a = 0").add_writes("a");
  }
  Add(story, Step::STATUS_ADDED, "for x in y:").set_kind(Step::KIND_LOOP);
  Add(story, Step::STATUS_ADDED, "b = x").set_depth(1);
  Step& told = Add(story, Step::STATUS_ADDED, "c = b");
  told.set_depth(1);
  told.set_comment("Needed by d.");
  ChangedSymbol symbol;
  symbol.set_status(ChangedSymbol::STATUS_ADDED);
  symbol.set_signature_after("def f()");
  EXPECT_EQ(deep_dive::Annotate(Language::kEnglish, {}, symbol, story, 99).code,
            "def f():\n"
            "    # ... (70 more: sets a)\n"
            "    for x in y:\n"
            "        b = x\n"
            "        # Step 1: Needed by d.\n"
            "        c = b\n");
}

TEST(Annotate, CountsStepsBeyondItsLimit) {
  FunctionStory story;
  for (int i = 0; i < 9; ++i) Add(story, Step::STATUS_ADDED, "x += 1").set_comment("Counts.");
  story.set_left_out(3);
  EXPECT_EQ(deep_dive::Annotate(Language::kEnglish, {}, ChangedSymbol(), story, 4).steps_left_out,
            10);
}

}  // namespace
}  // namespace allreview::report
