#include "services/analysis/change_model/deltas/deltas.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "CALL f(x) => f(x, y)" for each delta of the named symbol.
std::vector<std::string> DeltasOf(absl::string_view fixture, absl::string_view name) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangedSymbol& symbol : model.symbols()) {
    if (symbol.name() != name) continue;
    for (const v1::Delta& d : symbol.deltas()) {
      found.push_back(absl::StrCat(v1::Delta::Kind_Name(d.kind()).substr(5), " ", d.before(),
                                   " => ", d.after()));
    }
  }
  return found;
}

// The deltas of a function `f`, whose two sides are given.
std::vector<std::string> DeltasOfFunction(absl::string_view before, absl::string_view after) {
  return DeltasOf(absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after),
                  "f");
}

TEST(Deltas, TellOfParameters) {
  EXPECT_THAT(
      DeltasOfFunction("def f(a, b: int, c=1, old=2):\n    return a\n",
                       "def f(b: float, a, c=3, *, new=2):\n    return a\n"),
      ElementsAre("PARAMETER old=2 => ", "PARAMETER (a, b, c) => (b, a, c)", "PARAMETER  => new=2",
                  "DEFAULT c = 1 => c = 3", "ANNOTATION b: int => b: float"));
}

TEST(Deltas, TellOfARenamedParameter) {
  EXPECT_THAT(DeltasOfFunction("def f(x, size: int = 0):\n    return x\n",
                               "def f(x, length: int = 0):\n    return x\n"),
              ElementsAre("PARAMETER size: int = 0 => length: int = 0"));
}

TEST(Deltas, TellOfResultsExceptionsAndGuards) {
  EXPECT_THAT(
      DeltasOfFunction(R"(def f(x):
    if x is None:
        raise ValueError("no x")
    assert x.dim() == 2
    return x.sum()
)",
                       R"(def f(x) -> Tensor:
    if x is None:
        raise RuntimeError("x is missing")
    assert x.dim() == 3, "three"
    return x.sum(), x
)"),
      ElementsAre("RETURN x.sum() => x.sum(), x", "RAISE ValueError(\"no x\") => ",
                  "RAISE  => RuntimeError(\"x is missing\")",
                  "GUARD if x is None: raise ValueError => if x is None: raise RuntimeError",
                  "GUARD assert x.dim() == 2 => assert x.dim() == 3", "ANNOTATION  => -> Tensor"));
}

TEST(Deltas, TellOfCallsThatCameWentOrTakeOtherArguments) {
  EXPECT_THAT(DeltasOfFunction(R"(from pkg import utils
def f(x):
    utils.check(x)
    y = utils.split(x, 2)
    print(len(y))
    return y
)",
                               R"(from pkg.utils import split
def f(x):
    y = split(x, 2, contiguous=True)
    logger.info("done")
    return utils.merge(y)
)"),
              ElementsAre("RETURN y => utils.merge(y)", "CALL utils.check(x) => ",
                          "CALL utils.split(x, 2) => split(x, 2, contiguous=True)",
                          "CALL  => utils.merge(y)"));
}

TEST(Deltas, AreSilentAboutStatementsThatOnlyMoved) {
  EXPECT_THAT(DeltasOfFunction("def f(x):\n    a = g(x)\n    b = h(x)\n    return a, b\n",
                               "def f(x):\n    b = h(x)\n    a = g(x)\n    return a, b\n"),
              IsEmpty());
}

TEST(Deltas, TellOfTensorsCollectivesAndPlacement) {
  EXPECT_THAT(DeltasOfFunction(R"(import torch
import torch.distributed as dist
def f(x: torch.Tensor, group):
    y = torch.zeros(4, dtype=torch.float32, device="cpu")
    z = x.float()
    return y
)",
                               R"(import torch
import torch.distributed as dist
def f(x: torch.Tensor, group):
    y = torch.zeros(4, dtype=torch.bfloat16, device="cuda")
    z = x.to(torch.bfloat16)
    dist.all_reduce(z, group=group)
    w = torch.softmax(x, dim=-1)
    return y
)"),
              ElementsAre("TENSOR_OPERATION  => torch.softmax(x, dim=-1)",
                          "COLLECTIVE  => dist.all_reduce(z, group=group)",
                          "DTYPE torch.zeros(…, dtype=torch.float32) => "
                          "torch.zeros(…, dtype=torch.bfloat16)",
                          "DTYPE x.float() => x.to(torch.bfloat16)",
                          "DEVICE torch.zeros(…, device=\"cpu\") => "
                          "torch.zeros(…, device=\"cuda\")"));
}

TEST(Deltas, TellOfControlFlow) {
  EXPECT_THAT(
      DeltasOfFunction(R"(def f(x, n):
    for i in range(n):
        if x.enabled:
            x.run(i)
            x.stop()
)",
                       R"(def f(x, n):
    for i in range(n + 1):
        if x.enabled and i > 0:
            x.run(i)
            x.stop()
    while x.busy:
        x.wait()
)"),
      ElementsAre("CALL  => x.wait()", "BRANCH x.enabled => x.enabled and i > 0",
                  "LOOP for i in range(n) => for i in range(n + 1)", "LOOP  => while x.busy"));
}

TEST(Deltas, TellOfStateAndEnvironment) {
  EXPECT_THAT(
      DeltasOfFunction(R"(import os
def f(self, state_dict):
    self.size = 1
    self.weight = state_dict["weight"]
    return os.environ["OLD_PORT"]
)",
                       R"(import os
def f(self, state_dict):
    self.size = 2
    self.weight = state_dict["kernel"]
    self.bias = None
    return os.environ.get("NEW_PORT", "1")
)"),
      ElementsAre("RETURN os.environ[\"OLD_PORT\"] => os.environ.get(\"NEW_PORT\", \"1\")",
                  "STATE_DICT_KEY weight => ", "STATE_DICT_KEY  => kernel",
                  "ENVIRONMENT_VARIABLE OLD_PORT => ", "ENVIRONMENT_VARIABLE  => NEW_PORT=\"1\"",
                  "ATTRIBUTE self.size = 1 => self.size = 2",
                  "ATTRIBUTE self.weight = state_dict[\"weight\"] => "
                  "self.weight = state_dict[\"kernel\"]",
                  "ATTRIBUTE  => self.bias = None"));
}

TEST(Deltas, TellOfLocalValuesWhereNothingElseDoes) {
  EXPECT_THAT(DeltasOfFunction("def f(x):\n    y = x * 2\n    return y\n",
                               "def f(x):\n    y = x * 3\n    return y\n"),
              ElementsAre("VALUE y = x * 2 => y = x * 3"));
}

TEST(Deltas, TellOfDecoratorsBasesAndDocumentation) {
  const char* const fixture = R"(# --- pkg/a.py before
@final
class C(A, B):
    """Does it."""

    limit = 1

    @cache(size=1)
    def g(self):
        return 1
# --- pkg/a.py after
class C(A, D):
    """Does it well."""

    limit = 2

    @cache(size=2)
    def g(self):
        return 1
)";
  EXPECT_THAT(DeltasOf(fixture, "C"), ElementsAre("DECORATOR @final => ", "BASE B => ",
                                                  "BASE  => D", "ATTRIBUTE limit = 1 => limit = 2",
                                                  "DOCSTRING Does it. => Does it well."));
  EXPECT_THAT(DeltasOf(fixture, "C.g"), ElementsAre("DECORATOR @cache(size=1) => @cache(size=2)"));
}

TEST(Deltas, TellADecoratorThatBecameAWithAsOneEdit) {
  EXPECT_THAT(DeltasOfFunction("import torch\n@torch.no_grad()\ndef f(x):\n    return g(x)\n",
                               "import torch\ndef f(x):\n    with torch.no_grad():\n"
                               "        return g(x)\n"),
              ElementsAre("DECORATOR @torch.no_grad() => with torch.no_grad()"));
  // What stands outside of the block loses it.
  EXPECT_THAT(DeltasOfFunction("import torch\n@torch.no_grad()\ndef f(x):\n    return g(x)\n",
                               "import torch\ndef f(x):\n    y = h(x)\n    with torch.no_grad():\n"
                               "        return g(y)\n"),
              testing::Contains("DECORATOR @torch.no_grad() => "));
}

TEST(Deltas, OfWhatChangesInWordsAreItsDocstring) {
  const char* const fixture = R"(# --- pkg/a.py before
def f(x):
    """Adds."""
    return x + 1
# --- pkg/a.py after
def f(x):
    """Adds one."""
    # Quick.
    return x + 1
)";
  EXPECT_THAT(DeltasOf(fixture, "f"), ElementsAre("DOCSTRING Adds. => Adds one."));
  EXPECT_THAT(ModelOf(fixture).functions(), IsEmpty());
}

TEST(Deltas, TellOfSettings) {
  const char* const fixture = R"(# --- pkg/a.py before
from dataclasses import dataclass
KINDS = ["dense", "sparse", "grouped", "a name so long that the whole list fits no line at all"]

@dataclass
class Config:
    size: int = 1
    """Size of it."""

def add(parser):
    parser.add_argument("--size", type=int, default=1, help="Size.")
# --- pkg/a.py after
from dataclasses import dataclass
KINDS = ["dense", "block", "grouped", "a name so long that the whole list fits no line at all"]

@dataclass
class Config:
    size: float = 2.0
    """Size of all."""

def add(parser):
    parser.add_argument("--size", type=float, default=1, help="Size.", choices=[1, 2])
)";
  EXPECT_THAT(DeltasOf(fixture, "KINDS"),
              ElementsAre("VALUE \"sparse\" => ", "VALUE  => \"block\""));
  EXPECT_THAT(DeltasOf(fixture, "Config.size"),
              ElementsAre("DOCSTRING Size of it. => Size of all.", "VALUE : int => : float",
                          "VALUE = 1 => = 2.0"));
  EXPECT_THAT(DeltasOf(fixture, "--size"),
              ElementsAre("VALUE type=int => type=float", "VALUE  => choices=[1, 2]"));
  EXPECT_THAT(DeltasOf(fixture, "add"), IsEmpty());
}

TEST(Deltas, OfNewFunctionsAreTheNotableOnes) {
  EXPECT_THAT(
      DeltasOf(R"(# --- pkg/a.py
import os
import torch.distributed as dist
def f(x, group):
    x.run()
    if x.size == 0:
        raise ValueError("empty")
    dist.barrier(group)
    return os.environ["PORT"]
)",
               "f"),
      ElementsAre("RAISE  => ValueError(\"empty\")", "COLLECTIVE  => dist.barrier(group)",
                  "ENVIRONMENT_VARIABLE  => PORT", "GUARD  => if x.size == 0: raise ValueError"));
}

// Two functions of one change; what the first did before, the second does now.
constexpr char kMovedToAFunction[] = R"(# --- pkg/a.py before
import torch.distributed as dist


def reduce(x, group):
    if x.dim() > 0:
        raise ValueError("x must be a scalar")
    assert x.numel() == 1, "one value"
    return float(dist.all_reduce(x, op="sum", group=group).item())
# --- pkg/a.py after
import torch.distributed as dist


def reduce(x, group):
    return float(reduce_tensor(x, group).item())


def reduce_tensor(x, group):
    if x.dim() > 0:
        raise ValueError("x must be a scalar")
    assert x.numel() == 1, "one value"
    x = dist.all_reduce(x, op="sum", group=group)
    dist.barrier(group)
    return x
)";

TEST(Deltas, SayNothingOfWhatAnotherFunctionDoesNow) {
  EXPECT_THAT(DeltasOf(kMovedToAFunction, "reduce"),
              ElementsAre("CALL dist.all_reduce(…).item() => ", "CALL  => reduce_tensor(x, group)",
                          "CALL  => reduce_tensor(…).item()"));
}

TEST(Deltas, SayNothingNewOfWhatAnotherFunctionDid) {
  EXPECT_THAT(DeltasOf(kMovedToAFunction, "reduce_tensor"),
              ElementsAre("COLLECTIVE  => dist.barrier(group)"));
}

TEST(Deltas, TakeNoReturnOfAnInnerFunctionForItsOwn) {
  EXPECT_THAT(
      DeltasOfFunction("def f(x):\n    key = lambda y: [y]\n    return sorted(x, key=key)\n",
                       R"(def f(x):
    def key(y):
        return [(y is not None, y)]

    return sorted(x, key=key)
)"),
      ElementsAre("VALUE def key: [y] => def key: [(y is not None, y)]"));
}

TEST(Deltas, CountWhatTheyLeaveOut) {
  std::string before = "def f(x):\n", after = "def f(x):\n";
  for (int i = 0; i < 50; ++i) absl::StrAppend(&after, "    x.call", i, "()\n");
  absl::StrAppend(&before, "    return x\n");
  absl::StrAppend(&after, "    return x\n");
  const v1::ChangeModel model =
      ModelOf(absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after));
  ASSERT_EQ(model.symbols_size(), 1);
  EXPECT_EQ(model.symbols(0).deltas_size(), 24);
  EXPECT_EQ(model.symbols(0).more_deltas(), 26);
}

TEST(Deltas, StandWhereTheyAreWritten) {
  const v1::ChangeModel model = ModelOf(
      "# --- pkg/a.py before\ndef f(x):\n    g(x)\n    return x\n"
      "# --- pkg/a.py after\ndef f(x):\n    return x\n");
  ASSERT_EQ(model.symbols_size(), 1);
  ASSERT_EQ(model.symbols(0).deltas_size(), 1);
  EXPECT_EQ(model.symbols(0).deltas(0).range().first_line(), 2);
  EXPECT_EQ(model.symbols(0).deltas(0).range().side(), change::v1::SIDE_LEFT);
}

}  // namespace
}  // namespace allreview::analysis
