#include "services/analysis/change_model/statements/questions/questions.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/sentence.h"
#include "services/analysis/change_model/statements/questions/testing/asked.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(SiblingArguments, ThatANewCallOmits) {
  constexpr absl::string_view kBefore = R"(
class Router:
    def old(self, x):
        return route(x, k=self.k, scale=self.scale, mode=1, replay=self.replay)
)";
  const std::string call = "        return route(x, k=self.k, scale=self.scale, mode=2";
  const std::string omits =
      Changed(kBefore, absl::StrCat(kBefore, "    def new(self, x):\n", call, ")\n"));
  EXPECT_EQ(TextOf(omits),
            "`new` calls `route` without `replay`, which the call at line 4 passes. Are they meant "
            "to be ignored here?");
  EXPECT_THAT(TextOf(omits, Language::kChinese), HasSubstr("`replay`"));
  EXPECT_THAT(KindsOf(Changed(kBefore, absl::StrCat(kBefore, "    def new(self, x):\n", call,
                                                    ", replay=None)\n"))),
              IsEmpty());
  // What the function asks about, it does not ignore.
  EXPECT_THAT(
      KindsOf(Changed(kBefore, absl::StrCat(kBefore, "    def new(self, x):\n",
                                            "        assert self.replay is None\n", call, ")\n"))),
      IsEmpty());
}

TEST(Parameters, ThatNobodyPasses) {
  constexpr absl::string_view kBefore = "def scale(x):\n    return x\n";
  constexpr absl::string_view kAfter =
      "def scale(x, factor=None):\n    return x if factor else 1\n";
  EXPECT_THAT(KindsOf(Changed(kBefore, kAfter)), ElementsAre("parameter-nobody-passes"));
  EXPECT_THAT(KindsOf(absl::StrCat(Changed(kBefore, kAfter),
                                   "# --- pkg/b.py unchanged\nscale(1, factor=2)\n")),
              IsEmpty());
}

TEST(Groups, WhoseSizeIsStillThatOfAnother) {
  constexpr absl::string_view kBefore = R"(
def mean(x, dp_group, cp_group):
    dist.all_reduce(x, group=dp_group)
    return x / dist.get_world_size(dp_group)
)";
  EXPECT_THAT(KindsOf(Changed(kBefore, R"(
def mean(x, dp_group, cp_group):
    dist.all_reduce(x, group=cp_group)
    return x / dist.get_world_size(dp_group)
)")),
              Contains("group-changed-size-kept"));
  EXPECT_THAT(KindsOf(Changed(kBefore, R"(
def mean(x, dp_group, cp_group):
    dist.all_reduce(x, group=cp_group)
    return x / dist.get_world_size(cp_group)
)")),
              Not(Contains("group-changed-size-kept")));
}

TEST(Conditions, ThatCompareIdentityInsteadOfValue) {
  constexpr absl::string_view kBefore = "def f(a, b):\n    return not torch.equal(a[:-1], b)\n";
  EXPECT_THAT(TextOf(Changed(kBefore, "def f(a, b):\n    return a is not b\n")),
              HasSubstr("`torch.equal(a[:-1], b)` became `a is not b`: equal but distinct"));
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(a, b):\n    return a is not None and b\n")),
              IsEmpty());
}

TEST(Conditions, OnFieldsThatMayBeLists) {
  constexpr absl::string_view kConfig = R"(
# --- pkg/config.py unchanged
from dataclasses import dataclass
@dataclass
class Config:
    balancing: Union[str, List[str]] = "aux"
    name: str = ""
)";
  const auto asks = [&](absl::string_view condition) {
    return KindsOf(absl::StrCat(
        Changed("def f(config):\n    pass\n",
                absl::StrCat("def f(config):\n    if ", condition, ":\n        g()\n")),
        kConfig.substr(1)));
  };
  EXPECT_THAT(asks("config.balancing == \"quantile\""), ElementsAre("equality-on-text-or-list"));
  EXPECT_THAT(asks("config.name == \"quantile\""), IsEmpty());
  EXPECT_THAT(asks("isinstance(config.balancing, str) and config.balancing == \"quantile\""),
              IsEmpty());
}

TEST(Conditions, AtTheEdgeOfASize) {
  constexpr absl::string_view kBefore = "def f(x, k):\n    return x.topk(k)\n";
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x, k):\n    return x.topk(k + 1)\n")),
              ElementsAre("one-more-than-there-may-be"));
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(x, k):\n    assert k < x.shape[0]\n"
                              "    return x.topk(k + 1)\n")),
              IsEmpty());
}

TEST(Conditions, ThatCannotFail) {
  constexpr absl::string_view kBefore = "def f(x):\n    return x\n";
  EXPECT_THAT(
      KindsOf(Changed(kBefore, "def f(x):\n    n = 2\n    assert n + 1 > 2\n    return x\n")),
      ElementsAre("assert-cannot-fail"));
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(x):\n    n = 2\n    if n + 1 > 3:\n        g()\n"
                              "    return x\n")),
              ElementsAre("branch-never-taken"));
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x):\n    assert x + 1 > 2\n    return x\n")),
              IsEmpty());
}

TEST(Conditions, ThatMissPaths) {
  constexpr absl::string_view kBefore = "def f(log_path):\n    return read(log_path)\n";
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(log_path):\n    if isinstance(log_path, str):\n"
                              "        return read(log_path)\n    return log_path\n")),
              ElementsAre("path-is-no-text"));
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(log_path):\n    if isinstance(log_path, (str, Path)):\n"
                              "        return read(log_path)\n    return log_path\n")),
              IsEmpty());
}

TEST(Keys, ThatOlderCheckpointsLack) {
  constexpr absl::string_view kBefore = R"(
class Data:
    def load_state_dict(self, state):
        self.inputs = state.get("inputs", [])
)";
  const std::string required =
      Changed(kBefore, absl::StrCat(kBefore, "        self.labels = state[\"labels\"]\n"));
  EXPECT_THAT(KindsOf(required), ElementsAre("key-missing-in-older-checkpoints"));
  EXPECT_THAT(TextOf(required),
              HasSubstr("its neighbour is read with `state.get(\"inputs\", [])`"));
  EXPECT_THAT(
      KindsOf(Changed(kBefore, absl::StrCat(kBefore, "        if \"labels\" in state:\n",
                                            "            self.labels = state[\"labels\"]\n"))),
      IsEmpty());
}

TEST(Keys, ThatAreSavedFromNowOn) {
  const auto data = [](absl::string_view saved, absl::string_view loaded) {
    return absl::StrCat("class Data:\n    def load_state_dict(self, state):\n",
                        "        self.inputs = state[\"inputs\"]\n", loaded,
                        "        self.epoch = state.get(\"epoch\", 0)\n",
                        "    def state_dict(self):\n        return {\"inputs\": self.inputs", saved,
                        "}\n");
  };
  EXPECT_THAT(KindsOf(Changed(data("", ""), data(", \"labels\": self.labels",
                                                 "        self.labels = state[\"labels\"]\n"))),
              ElementsAre("key-missing-in-older-checkpoints"));
}

TEST(Keys, ThatAreWrittenSometimesAndReadAlways) {
  const auto data = [](absl::string_view indent, absl::string_view read) {
    return absl::StrCat(
        "class Data:\n    def state_dict(self):\n        state = {}\n", indent,
        "state[\"rng\"] = self.rng\n        return state\n    def load_state_dict(self, state):\n",
        read);
  };
  const std::string before = data("        ", "        pass\n");
  constexpr absl::string_view kIf = "        if self.rng:\n            ";
  EXPECT_THAT(KindsOf(Changed(before, data(kIf, "        self.rng = state[\"rng\"]\n"))),
              Contains("key-written-sometimes-read-always"));
  EXPECT_THAT(KindsOf(Changed(before, data("        ", "        self.rng = state[\"rng\"]\n"))),
              Not(Contains("key-written-sometimes-read-always")));
}

TEST(Lookups, ThatNoLongerFail) {
  constexpr absl::string_view kBefore = "def f(c):\n    return c[\"size\"]\n";
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(c):\n    return c.get(\"size\", 0)\n")),
              ElementsAre("lookup-became-lenient"));
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(c):\n    return c.get(\"other\", 0)\n")), IsEmpty());
}

std::string Counter(absl::string_view init, absl::string_view saved, absl::string_view loaded) {
  return absl::StrCat(
      "class Data:\n    def __init__(self):\n        self.a = 0\n", init,
      "    def __next__(self):\n        self.a += 1\n        self.seen += 1\n"
      "    def state_dict(self):\n        return {\"a\": self.a",
      saved, "}\n    def load_state_dict(self, state):\n        self.a = state[\"a\"]\n", loaded);
}

TEST(State, ThatIsNotSaved) {
  const std::string before = Counter("", "", "");
  constexpr absl::string_view kInit = "        self.seen = 0\n";
  EXPECT_THAT(KindsOf(Changed(before, Counter(kInit, "", ""))), ElementsAre("new-state-not-saved"));
  EXPECT_THAT(KindsOf(Changed(before, Counter(kInit, ", \"seen\": self.seen",
                                              "        self.seen = state.get(\"seen\", 0)\n"))),
              IsEmpty());
}

TEST(State, ThatIsSavedAndNotLoaded) {
  EXPECT_THAT(KindsOf(Changed(Counter("", "", ""), Counter("", ", \"rng\": self.b", ""))),
              ElementsAre("key-saved-never-loaded"));
}

TEST(Keys, ThatAnotherClassOfTheFileSaved) {
  const auto file = [](absl::string_view saved, absl::string_view loaded) {
    return absl::StrCat(
        "class A:\n    def state_dict(self):\n        return {\"labels\": self.l}\n"
        "class B:\n    def state_dict(self):\n        return {\"x\": self.x",
        saved, "}\n    def load_state_dict(self, state):\n        self.x = state[\"x\"]\n", loaded);
  };
  EXPECT_THAT(KindsOf(Changed(file("", ""), file(", \"labels\": self.l",
                                                 "        self.l = state[\"labels\"]\n"))),
              ElementsAre("key-missing-in-older-checkpoints"));
}

TEST(Checks, ThatOnlyLookAnotherWayAreNotMissed) {
  constexpr absl::string_view kBefore = "def f(a, b):\n    assert a and b\n    return a + b\n";
  EXPECT_THAT(
      KindsOf(Changed(kBefore, "def f(a, b):\n    assert a\n    assert b\n    return a + b\n")),
      IsEmpty());
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(a, b):\n    return a + b\n")),
              ElementsAre("check-is-gone"));
}

}  // namespace
}  // namespace allreview::analysis
