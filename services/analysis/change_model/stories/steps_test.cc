#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using v1::Step;

const v1::FunctionStory& StoryOf(const v1::ChangeModel& model, absl::string_view symbol) {
  static const v1::FunctionStory none;
  for (const v1::FunctionStory& story : model.functions()) {
    if (story.symbol() == symbol) return story;
  }
  return none;
}

// "+ 1 x = f(y)": status, depth and code.
std::vector<std::string> Told(const v1::FunctionStory& story) {
  std::vector<std::string> told;
  for (const Step& step : story.steps()) {
    const char* const marks[] = {"?", " ", "+", "-", "~", ">"};
    told.push_back(absl::StrCat(marks[step.status()], " ", step.depth(), " ", step.code()));
    if (!step.code_before().empty()) absl::StrAppend(&told.back(), " <= ", step.code_before());
  }
  return told;
}

TEST(Steps, FollowTheRightSideWithWhatIsGoneWhereItStood) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x, y):
    """Adds."""
    a = x + 1
    b = y + 1
    c = a + b  # sum
    return c
# --- pkg/a.py after
def f(x, y):
    """Adds things."""
    a = x + 1
    c = a + y
    if c is None:
        raise ValueError("no sum")
    return c
)");
  EXPECT_THAT(Told(StoryOf(model, "pkg/a.py:f")),
              ElementsAre("  0 a = x + 1", "- 0 b = y + 1", "~ 0 c = a + y <= c = a + b",
                          "+ 0 if c is None:", "+ 1 raise ValueError(\"no sum\")", "  0 return c"));
}

TEST(Steps, LeaveCommentsThatStayToNeitherNewNorGoneCode) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x):
    # Scales the input.
    y = scale(x, 1)
    return y
# --- pkg/a.py after
def f(x):
    # Scales the input.
    # Sizes come first.
    sizes = [len(part) for part in x]
    z = shrink(sizes)
    return z
)");
  std::vector<std::string> comments;
  for (const Step& step : StoryOf(model, "pkg/a.py:f").steps()) comments.push_back(step.comment());
  EXPECT_THAT(comments, testing::Contains("Sizes come first."));
  EXPECT_THAT(comments, testing::Not(testing::Contains(testing::HasSubstr("Scales"))));
}

TEST(Steps, TakeCodeThatGoesIntoAnotherBranchForGoneAndNew) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(entries, lines):
    for entry in entries:
        valid = entry.check(lines)
        if not valid:
            entry.text += " is wrong"
        lines.append(entry.text)
    return lines
# --- pkg/a.py after
def f(entries, lines):
    for entry in entries:
        valid = entry.check(lines)
        if not valid:
            entry.text += " is wrong"
            lines.append(entry.text)
    return lines
)");
  EXPECT_THAT(Told(StoryOf(model, "pkg/a.py:f")),
              ElementsAre("  0 for entry in entries:", "  1 valid = entry.check(lines)",
                          "  1 if not valid:", "  2 entry.text += \" is wrong\"",
                          "+ 2 lines.append(entry.text)", "- 1 lines.append(entry.text)",
                          "  0 return lines"));
}

TEST(Steps, PrintAnEditedLineThatGetsAConditionWhereItStood) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(entries, lines):
    for entry in entries:
        lines.append(make(entry.text, entry.place))
    return lines
# --- pkg/a.py after
def f(entries, lines):
    for entry in entries:
        if entry.is_wrong:
            lines.append(make(entry.text, entry.place, True))
    return lines
)");
  EXPECT_THAT(
      Told(StoryOf(model, "pkg/a.py:f")),
      ElementsAre("  0 for entry in entries:", "- 1 lines.append(make(entry.text, entry.place))",
                  "+ 1 if entry.is_wrong:", "+ 2 lines.append(make(entry.text, entry.place, True))",
                  "  0 return lines"));
}

TEST(Steps, SayThatCodeUnderANewConditionMoved) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x, enabled):
    scale = compute_scale(x)
    x = apply_scale(x, scale)
    return x
# --- pkg/a.py after
def f(x, enabled):
    if enabled:
        scale = compute_scale(x)
        x = apply_scale(x, scale)
    return x
)");
  EXPECT_THAT(Told(StoryOf(model, "pkg/a.py:f")),
              ElementsAre("+ 0 if enabled:", "> 1 scale = compute_scale(x)",
                          "> 1 x = apply_scale(x, scale)", "  0 return x"));
}

TEST(Steps, KeepClausesWithTheirStatement) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x, mode):
    if mode == "a":
        x = run_a(x)
    else:
        x = run_default(x)
    if x:
        return 1
    else:
        return 2
# --- pkg/a.py after
def f(x, mode):
    if mode == "a":
        x = run_a(x)
    elif mode == "b":
        x = run_b(x)
    else:
        x = run_default(x)
    if x:
        return 1
    return 2
)");
  EXPECT_THAT(Told(StoryOf(model, "pkg/a.py:f")),
              ElementsAre("  0 if mode == \"a\":", "  1 x = run_a(x)", "+ 0 elif mode == \"b\":",
                          "+ 1 x = run_b(x)", "  0 else:", "  1 x = run_default(x)",
                          "  0 if x:", "  1 return 1", "- 0 else:", "> 0 return 2"));
}

TEST(Steps, LeaveNothingGoneWithoutItsHeader) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(parts, table):
    first(parts)
    second(parts)
    for part, flag in table.items(parts):
        part.flag = flag
# --- pkg/a.py after
def f(parts, table):
    first(parts)
    for part in table.items(parts):
        part.event = record(parts)
    second(parts)
)");
  EXPECT_THAT(Told(StoryOf(model, "pkg/a.py:f")),
              ElementsAre("  0 first(parts)", "+ 0 for part in table.items(parts):",
                          "+ 1 part.event = record(parts)", "  0 second(parts)",
                          "- 0 for part, flag in table.items(parts):", "- 1 part.flag = flag"));
}

TEST(Steps, DoNotCountLineBreaksQuotesAndCommentsAsChanges) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(x):
    y = call(x, 'mode')
    return y
# --- pkg/a.py after
def f(x):
    # Why it is called.
    y = call(
        x,
        "mode",
    )  # noqa: E501
    return y + 1
)");
  const v1::FunctionStory& story = StoryOf(model, "pkg/a.py:f");
  ASSERT_EQ(story.steps_size(), 2);
  EXPECT_EQ(story.steps(0).status(), Step::STATUS_KEPT);
  EXPECT_EQ(story.steps(0).comment(), "Why it is called.");
  EXPECT_EQ(story.steps(0).code(), "y = call(\n    x,\n    \"mode\",\n)");
  EXPECT_EQ(story.steps(0).range().first_line(), 3);
  EXPECT_EQ(story.steps(0).range().end_line(), 7);
}

constexpr char kCalls[] = R"(# --- pkg/model.py before
from pkg.base import Base
from pkg import utils


def shrink(x):
    """Makes it small. And more."""
    return x


class Model(Base):
    def forward(self, x):
        return x
# --- pkg/model.py after
from pkg.base import Base
from pkg import utils


def shrink(x):
    """Makes it small. And more."""
    return x[0]


class Model(Base):
    def forward(self, x):
        y = self.prepare(shrink(x), self.scale)
        self.count += len(y)
        for i, part in enumerate(utils.split(y)):
            y[i] = part.view(-1)
        return y
# --- pkg/base.py unchanged
class Base:
    def prepare(self, x, scale):
        return x
# --- pkg/utils.py unchanged
def split(x):
    return x
)";

TEST(Steps, SayWhatTheyReadAndWrite) {
  const v1::ChangeModel model = ModelOf(kCalls);
  std::vector<std::string> uses;
  for (const Step& step : StoryOf(model, "pkg/model.py:Model.forward").steps()) {
    uses.push_back(
        absl::StrCat(absl::StrJoin(step.reads(), ","), " -> ", absl::StrJoin(step.writes(), ",")));
  }
  EXPECT_THAT(uses, ElementsAre("x,self.scale -> y", "self.count,y -> self.count", "y -> i,part",
                                "i,part -> y", "y -> "));
}

TEST(Steps, ResolveCallsThroughImportsAndBases) {
  const v1::ChangeModel model = ModelOf(kCalls);
  std::vector<std::string> calls;
  for (const Step& step : StoryOf(model, "pkg/model.py:Model.forward").steps()) {
    for (const v1::StepCall& call : step.calls()) {
      calls.push_back(absl::StrCat(call.callee(), " ", call.symbol(), " ", call.doc(),
                                   " changed=", call.is_changed(), " new=", call.is_new()));
    }
  }
  EXPECT_THAT(calls,
              ElementsAre("pkg.model.shrink pkg/model.py:shrink Makes it small. changed=1 new=1",
                          "pkg.base.Base.prepare pkg/base.py:Base.prepare  changed=0 new=1",
                          "pkg.utils.split pkg/utils.py:split  changed=0 new=1",
                          "part.view   changed=0 new=1"));
}

TEST(Steps, CallWhatAnArgumentNeedsFirst) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py
def inner(x):
    return x

def outer(x, y):
    return x

def run(x):
    return outer(inner(x), x.view(1)).mean()
)");
  std::vector<std::string> calls;
  for (const Step& step : StoryOf(model, "pkg/a.py:run").steps()) {
    for (const v1::StepCall& call : step.calls()) calls.push_back(call.callee());
  }
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0], "pkg.a.inner");
  EXPECT_EQ(calls[1], "x.view");
  EXPECT_EQ(calls[2], "pkg.a.outer");
}

TEST(Steps, TakeNoShapeOfAnOperandForThatOfTheResult) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py
import torch

def back(grad: torch.Tensor, weight: torch.Tensor):
    # dgrad: weight [E, H, I] is already as it must be
    out = product(grad, weight)
    # out of weight: [T, I]
    out = product(out, weight)
    return out
)");
  const auto& steps = StoryOf(model, "pkg/a.py:back").steps();
  ASSERT_EQ(steps.size(), 3);
  EXPECT_EQ(steps[0].shape(), "");
  EXPECT_EQ(steps[1].shape(), "[T, I]");
}

TEST(Stories, PutWhatRunsInTrainingStepsFirstAndTestsLast) {
  const v1::ChangeModel model = ModelOf(R"(# --- tests/test_a.py
def test_much():
    a = 1
    b = 2
    c = 3
    d = 4
    assert a + b + c + d == 10
# --- pkg/a.py
import torch.nn as nn

class Layer(nn.Module):
    def _long(self):
        a = 1
        b = 2
        return a + b

    def forward(self, x):
        return x
)");
  std::vector<std::string> order;
  for (const v1::FunctionStory& story : model.functions()) order.push_back(story.symbol());
  EXPECT_THAT(order, ElementsAre("pkg/a.py:Layer.forward", "pkg/a.py:Layer._long",
                                 "tests/test_a.py:test_much"));
  EXPECT_TRUE(model.functions(0).is_hot());
}

TEST(Stories, AreToldOnlyWhenDetailsAreAskedFor) {
  EXPECT_THAT(ModelOf(kCalls, {.is_detailed = false}).functions(), IsEmpty());
}

TEST(Stories, BoundTheNumberOfSteps) {
  std::string body;
  for (int i = 0; i < 500; ++i) absl::StrAppend(&body, "    x", i, " = call_", i, "(y)\n");
  const v1::ChangeModel model =
      ModelOf(absl::StrCat("# --- pkg/a.py\ndef f(y):\n", body, "    return y\n"));
  ASSERT_EQ(model.functions_size(), 1);
  EXPECT_EQ(model.functions(0).steps_size(), 400);
  EXPECT_EQ(model.functions(0).left_out(), 101);
}

}  // namespace
}  // namespace allreview::analysis
