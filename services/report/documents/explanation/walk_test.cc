#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/documents/explanation/post.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A changed function of new statements.
void Add(ChangeModel& model, const std::string& path, const std::string& name,
         const std::vector<std::string>& code) {
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path(path);
  symbol.set_name(name);
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  FunctionStory& story = *model.add_functions();
  story.set_symbol(path + ":" + name);
  for (const std::string& line : code) {
    Step& step = *story.add_steps();
    step.set_kind(Step::KIND_ASSIGNMENT);
    step.set_status(Step::STATUS_ADDED);
    step.set_code(line);
  }
}

std::vector<std::string> StopsOf(const Walk& walk) {
  std::vector<std::string> names;
  for (const Stop& stop : walk.stops) names.push_back(stop.symbol->name());
  return names;
}

std::vector<std::string> BriefOf(const Walk& walk) {
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : walk.brief) names.push_back(symbol->name());
  return names;
}

TEST(PlanWalk, TellsMirroredEditsOnce) {
  ChangeModel model;
  Add(model, "a.py", "train", {"a = 1", "b = 2", "c = 3", "d = 4"});
  Add(model, "b.py", "evaluate", {"a = 1", "b = 2", "c = 3", "d = 4"});
  const ModelIndex index(model);
  const Walk walk = PlanWalk({}, index);
  EXPECT_THAT(StopsOf(walk), ElementsAre("train"));
  ASSERT_EQ(walk.mirrors.size(), 1u);
  EXPECT_EQ(walk.mirrors[0].first->name(), "evaluate");
  EXPECT_THAT(walk.brief, IsEmpty());
}

TEST(PlanWalk, GivesTrivialFunctionsALine) {
  ChangeModel model;
  Add(model, "a.py", "add_flags",
      {"p.add_argument('--a')", "p.add_argument('--b')", "p.add_argument('--c')",
       "p.add_argument('--d')"});
  Add(model, "a.py", "small", {"x = 0"});
  Add(model, "a.py", "train", {"a = 1", "b = 2", "c = 3", "d = 4"});
  const ModelIndex index(model);
  const Walk walk = PlanWalk({}, index);
  EXPECT_THAT(StopsOf(walk), ElementsAre("train"));
  EXPECT_THAT(BriefOf(walk), ElementsAre("small", "add_flags"));
}

TEST(PlanWalk, TellsATrivialFunctionThatIsAllThereIs) {
  ChangeModel model;
  Add(model, "a.py", "small", {"x = 0"});
  const ModelIndex index(model);
  EXPECT_THAT(StopsOf(PlanWalk({}, index)), ElementsAre("small"));
}

TEST(PlanWalk, TakesNoHelperOfTestsForAStep) {
  ChangeModel model;
  Add(model, "tests/t.py", "make", {"a = 1", "b = 2", "c = 3", "d = 4"});
  review::v1::Review review;
  review.add_files()->mutable_entry()->set_new_path("tests/t.py");
  review.mutable_files(0)->set_file_class(change::v1::FILE_CLASS_TEST);
  const ModelIndex index(model);
  EXPECT_THAT(StopsOf(PlanWalk(review, index)), IsEmpty());
}

TEST(BriefItems, TellEqualChangesOnce) {
  review::v1::Review review;
  ChangeModel& model = *review.mutable_model();
  const auto add = [&](const std::string& name, const std::string& call) {
    Add(model, "a.py", name, {});
    analysis::v1::Delta& delta = *model.mutable_symbols(model.symbols_size() - 1)->add_deltas();
    delta.set_kind(analysis::v1::Delta::KIND_CALL);
    delta.set_after(call);
  };
  for (const char* name : {"a", "b", "c", "d", "e"}) add(name, "save()");
  add("f", "load()");
  const ModelIndex index(model);
  const Post post{.review = review,
                  .language = Language::kEnglish,
                  .index = index,
                  .author = {},
                  .concepts = {},
                  .walk = {}};
  std::vector<const ChangedSymbol*> symbols;
  for (const ChangedSymbol& symbol : model.symbols()) symbols.push_back(&symbol);
  const std::string text = BriefItems(post, symbols);
  EXPECT_THAT(text, HasSubstr("and 2 more: now calls `save()`\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

std::string WalkOf(const review::v1::Review& review) {
  const ModelIndex index(review.model());
  return WalkSection({.review = review,
                      .language = Language::kEnglish,
                      .index = index,
                      .author = {},
                      .concepts = {},
                      .walk = PlanWalk(review, index)});
}

void AddCall(ChangeModel& model, const std::string& from, const std::string& to) {
  analysis::v1::Edge& edge = *model.add_edges();
  edge.set_kind(analysis::v1::Edge::KIND_CALLS);
  edge.set_from(from);
  edge.set_to(to);
}

TEST(WalkSection, NumbersThePictureOnlyWhereCallsGiveTheOrder) {
  review::v1::Review review;
  ChangeModel& model = *review.mutable_model();
  Add(model, "a.py", "run", {"a = 1", "b = 2", "c = 3", "d = 4"});
  Add(model, "b.py", "store", {"e = 1", "f = 2", "g = 3", "h = 4"});
  AddCall(model, "a.py:run", "b.py:store");
  EXPECT_THAT(WalkOf(review), HasSubstr("1. run<br"));
  Add(model, "c.py", "load", {"i = 1", "j = 2", "k = 3", "l = 4"});
  AddCall(model, "a.py:run", "c.py:load");
  const std::string walk = WalkOf(review);
  EXPECT_THAT(walk, HasSubstr("The changed functions and what connects them:\n"));
  EXPECT_THAT(walk, Not(HasSubstr("1. run<br")));
}

TEST(WalkSection, TellsOfAnAttributeWhoElseReadsIt) {
  review::v1::Review review;
  ChangeModel& model = *review.mutable_model();
  Add(model, "a.py", "Run.start", {"a = 1", "b = 2", "c = 3", "self._key = get_key()"});
  Add(model, "a.py", "Run.state_dict", {"return {'key': self._key}"});
  auto& variable = *model.mutable_functions(0)->add_variables();
  variable.set_name("self._key");
  variable.set_role(analysis::v1::Variable::ROLE_ATTRIBUTE);
  variable.set_origin("get_key()");
  variable.set_is_new(true);
  EXPECT_THAT(WalkOf(review), Not(HasSubstr("is set here")));
  model.mutable_functions(1)->mutable_steps(0)->add_reads("self._key");
  EXPECT_THAT(WalkOf(review),
              HasSubstr("- `self._key` is set here and read by `Run.state_dict`\n"));
}

}  // namespace
}  // namespace allreview::report::explanation
