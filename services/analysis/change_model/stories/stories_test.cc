#include "services/analysis/change_model/stories/stories.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/stories/docstring.h"
#include "services/analysis/change_model/stories/shapes.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

TEST(Docstring, IsReadInGooglesForm) {
  const Docstring doc = ParseDocstring(R"(Routes tokens.

    Args:
        x (torch.Tensor): Tokens of
            shape [s, b, h].
        top_k: How many experts.
        *args: More.

    Returns:
        torch.Tensor: The probabilities.
    )");
  EXPECT_EQ(doc.parameters.at("x").type, "torch.Tensor");
  EXPECT_EQ(doc.parameters.at("x").text, "Tokens of shape [s, b, h].");
  EXPECT_EQ(doc.parameters.at("top_k").text, "How many experts.");
  EXPECT_EQ(doc.parameters.at("args").text, "More.");
  EXPECT_EQ(doc.returns.text, "torch.Tensor: The probabilities.");
}

TEST(Docstring, IsReadInTheFormsOfSphinxAndNumpy) {
  EXPECT_EQ(ParseDocstring(":param x: The input.\n:returns: It.").parameters.at("x").text,
            "The input.");
  const Docstring numpy = ParseDocstring("Parameters\n----------\nx : array\n    The input.\n");
  EXPECT_EQ(numpy.parameters.at("x").type, "array");
  EXPECT_EQ(numpy.parameters.at("x").text, "The input.");
}

TEST(Shapes, AreFoundInText) {
  EXPECT_EQ(TextOf(ShapeInText("Tensor of shape [s, b, h].")), "[s, b, h]");
  EXPECT_EQ(TextOf(ShapeInText("with shape (B, T)")), "[B, T]");
  EXPECT_EQ(TextOf(ShapeInText("Float[Tensor, \"b s h\"]")), "[b, s, h]");
  EXPECT_EQ(TextOf(ShapeInText("Optional[Tensor]")), "");
  EXPECT_EQ(TextOf(ShapeInText("a value (int, optional) in [0, 1]")), "");
  EXPECT_EQ(TextOf(ShapeInComment("[sq, b, np * hn] -> [b, np, sq, hn]")), "[b, np, sq, hn]");
  EXPECT_EQ(TextOf(ShapeInComment("s b h -> b s h")), "[b, s, h]");
  EXPECT_EQ(TextOf(ShapeInComment("Keep the list [for later]")), "");
}

TEST(Shapes, FollowViews) {
  EXPECT_EQ(TextOf(Reshape(Dims{"s", "b", "h"}, {"s", "b", "n", "-1"})), "[s, b, n, h/n]");
  EXPECT_EQ(TextOf(Reshape(Dims{"s", "b", "h"}, {"-1", "h"})), "[s*b, h]");
  EXPECT_EQ(TextOf(Reshape(std::nullopt, {"-1", "h"})), "[?, h]");
  EXPECT_EQ(TextOf(MatrixProduct(Dims{"b", "s", "h"}, Dims{"h", "v"})), "[b, s, v]");
  EXPECT_EQ(TextOf(Einsum("bshd,bthd->bhst", {Dims{"B", "S", "H", "D"}, std::nullopt})),
            "[B, H, S, t]");
  EXPECT_EQ(Over("3*h", "3"), "h");
  EXPECT_EQ(Over("h", "4"), "h/4");
}

// The only function of a new file.
v1::FunctionStory StoryOf(absl::string_view code) {
  const v1::ChangeModel model = ModelOf(absl::StrCat("# --- pkg/a.py\n", code));
  return model.functions_size() == 0 ? v1::FunctionStory() : model.functions(0);
}

std::vector<std::string> Effects(const v1::FunctionStory& story) {
  std::vector<std::string> effects;
  for (const v1::Effect& effect : story.effects()) {
    effects.push_back(
        absl::StrCat(v1::Effect::Kind_Name(effect.kind()).substr(5), " ", effect.what()));
  }
  return effects;
}

TEST(Stories, TellInputsAndOutputs) {
  const v1::FunctionStory story = StoryOf(R"(
from torch import Tensor

def f(x: Tensor, *args, scale: float = 1.0):
    """Scales.

    Args:
        x: Input of shape [s, b, h].
        scale: By how much.
    """
    y = x * scale
    if scale == 0:
        return None
    return y.transpose(0, 1)
)");
  std::vector<std::string> inputs;
  for (const v1::Value& v : story.inputs()) {
    inputs.push_back(absl::StrCat(v.name(), "|", v.annotation(), "|", v.default_value(), "|",
                                  v.shape(), "|", v.doc()));
  }
  EXPECT_THAT(inputs, ElementsAre("x|Tensor||[s, b, h]|Input of shape [s, b, h].", "*args||||",
                                  "scale|float|1.0||By how much."));
  ASSERT_EQ(story.outputs_size(), 1);
  EXPECT_EQ(story.outputs(0).name(), "y.transpose(0, 1)");
}

TEST(Stories, TellEffects) {
  EXPECT_THAT(Effects(StoryOf(R"(
import logging
import os
import torch
import torch.distributed as dist

logger = logging.getLogger(__name__)
_STATE = None

class Layer(torch.nn.Module):
    def forward(self, x: torch.Tensor, config, tp_group):
        global _STATE
        _STATE = x
        self.cache = x
        config.seen = True
        x.add_(1)
        dist.all_reduce(x, group=tp_group)
        y = torch.rand_like(x)
        n = x.sum().item()
        if os.environ.get("DEBUG"):
            torch.save(x, "x.pt")
        logger.info("done")
        def later():
            self.other = 1
        def now(item):
            dist.broadcast(item, 0)
        now(x)
        config.table.update(x)
        return later
)")),
              ElementsAre("SETS_GLOBAL _STATE", "SETS_ATTRIBUTE self.cache",
                          "CHANGES_ARGUMENT config.seen", "CHANGES_ARGUMENT x",
                          "COMMUNICATES all_reduce over tp", "DRAWS_RANDOM torch.rand_like",
                          "SYNCHRONIZES x.sum().item()", "READS_ENVIRONMENT os.environ[\"DEBUG\"]",
                          "WRITES_FILE torch.save(x, \"x.pt\")", "LOGS logger.info",
                          "COMMUNICATES broadcast over world", "CHANGES_ARGUMENT config.table"));
}

TEST(Stories, KnowWrappersOfCollectives) {
  const v1::FunctionStory story = StoryOf(R"(
from pkg.mappings import gather_from_sequence_parallel_region
from pkg.random import get_cuda_rng_tracker

def f(x):
    x = gather_from_sequence_parallel_region(x)
    with get_cuda_rng_tracker().fork():
        x = drop(x)
    return _AllToAll.apply(self.ep_group, x)
)");
  std::vector<std::string> parallelism;
  for (const v1::Step& step : story.steps()) parallelism.push_back(step.parallelism());
  EXPECT_THAT(parallelism, ElementsAre("tp all_gather", "rng tracker", "", "ep all_to_all"));
}

TEST(Stories, TellConditions) {
  const v1::FunctionStory story = StoryOf(R"(
def f(x, y=None):
    assert x.is_cuda, "needs a GPU"
    if y is None:
        y = x
    size = 1 if not y else 2
    if x.dim() != 3:
        raise ValueError(f"got {x.dim()} "
                         "dimensions")
    for part in x:
        if part is y:
            continue
        use(part)
    try:
        import fast
    except ImportError:
        fast = None
    return y
)");
  std::vector<std::string> conditions;
  for (const v1::Condition& c : story.conditions()) {
    conditions.push_back(absl::StrCat(v1::Condition::Kind_Name(c.kind()).substr(5), "|", c.test(),
                                      "|", c.outcome(), "|", c.message()));
  }
  EXPECT_THAT(
      conditions,
      ElementsAre("ASSERT|x.is_cuda||needs a GPU", "FALLBACK|y is None|y = x|",
                  "RAISE|x.dim() != 3|raise ValueError(f\"got {x.dim()} \" \"dimensions\")|"
                  "got {x.dim()} dimensions",
                  "EARLY_RETURN|part is y|continue|", "FALLBACK|except ImportError|fast = None|"));
}

TEST(Stories, KnowARefusalWhoseTestIsWrittenAnotherWay) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(hooks):
    if len(hooks) > 0:
        raise RuntimeError("hooks are not supported")
    return hooks
# --- pkg/a.py after
def f(hooks):
    if hooks:
        raise RuntimeError("hooks are not supported")
    if hooks is None:
        raise RuntimeError("hooks are missing")
    return hooks
)");
  ASSERT_EQ(model.functions_size(), 1);
  const v1::FunctionStory& story = model.functions(0);
  ASSERT_EQ(story.conditions_size(), 2);
  EXPECT_FALSE(story.conditions(0).is_new());
  EXPECT_TRUE(story.conditions(1).is_new());
}

TEST(Stories, SayWhichConditionsAndEffectsAreNew) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
class A:
    def f(self, x):
        assert x
        self.a = x
        return x
# --- pkg/a.py after
class A:
    def f(self, x):
        assert x
        assert x > 1
        self.a = x
        self.b = x
        return x
)");
  ASSERT_EQ(model.functions_size(), 1);
  const v1::FunctionStory& story = model.functions(0);
  EXPECT_FALSE(story.conditions(0).is_new());
  EXPECT_TRUE(story.conditions(1).is_new());
  EXPECT_FALSE(story.effects(0).is_new());
  EXPECT_TRUE(story.effects(1).is_new());
}

TEST(Stories, TellTheVariablesThatCarryAFunction) {
  const v1::FunctionStory story = StoryOf(R"(
def f(parts, scale):
    total = 0
    is_last = scale > 1
    for part in parts:
        part = part * scale
        total = total + part
    if is_last:
        total = total * 2
    if is_last:
        log(total)
    return total
)");
  std::vector<std::string> variables;
  for (const v1::Variable& v : story.variables()) {
    variables.push_back(absl::StrCat(v.name(), " ", v1::Variable::Role_Name(v.role()).substr(5),
                                     " r", v.reads(), " w", v.writes(), " ",
                                     absl::StrJoin(v.feeds(), ",")));
  }
  EXPECT_THAT(variables,
              ElementsAre("total ACCUMULATOR r4 w3 log(),return", "part LOOP r2 w2 total",
                          "is_last FLAG r2 w1 ", "scale PARAMETER r2 w0 is_last,part"));
}

TEST(Stories, FollowDataThroughAFunction) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py
import torch
import torch.distributed as dist

def attend(query: torch.Tensor, key: torch.Tensor, tp_group):
    """Scores.

    Args:
        query: [s, b, n, d]
        key: [t, b, n, d]
    """
    s, b, n, d = query.shape
    query = query.reshape(s, b * n, -1)
    key = key.reshape(key.size(0), b * n, -1)
    scores = torch.bmm(query.transpose(0, 1), key.permute(1, 2, 0))
    size = scores.numel()
    log(size)
    dist.all_reduce(scores, group=tp_group)
    scores = scores.view(b, n, s, -1).float()  # [b, n, s, t]
    return scores.softmax(-1)
)");
  ASSERT_EQ(model.data_flows_size(), 1);
  std::vector<std::string> steps;
  for (const v1::DataFlowStep& s : model.data_flows(0).steps()) {
    steps.push_back(absl::StrCat(absl::StrJoin(s.inputs(), ","), " -> ", s.output(), " ", s.shape(),
                                 " ", s.shape_source(), " ", s.dtype(), " ", s.parallelism()));
  }
  EXPECT_THAT(
      steps,
      ElementsAre("query -> query [s, b*n, d] derived  ", "key -> key [t, b*n, d] derived  ",
                  "query,key -> scores [b*n, s, t] derived  ", "scores -> scores    tp all_reduce",
                  "scores -> scores [b, n, s, t] comment float32 ",
                  "scores -> return [b, n, s, t] derived float32 "));
}

TEST(Stories, AreNotToldOfWhatChangesInWordsAlone) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
class A:
    def forward(self, x):
        """Old."""
        return x

    def other(self, x):
        return x
# --- pkg/a.py after
class A:
    def forward(self, x):
        """New."""
        return x

    def other(self, x):
        return x + 1
)");
  ASSERT_EQ(model.functions_size(), 1);
  EXPECT_EQ(model.functions(0).symbol(), "pkg/a.py:A.other");
}

TEST(Stories, DoNotGuessShapesWhereBranchesDisagree) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py
import torch

def f(x: torch.Tensor, flat):
    """Args:
        x: [s, b, h]
    """
    if flat:
        x = x.view(-1, x.size(2))
    y = x + 1
    return y
)");
  ASSERT_EQ(model.functions_size(), 1);
  const v1::FunctionStory& story = model.functions(0);
  EXPECT_EQ(story.steps(1).shape(), "[s*b, h]");
  EXPECT_EQ(story.steps(2).shape(), "");
}

}  // namespace
}  // namespace allreview::analysis
