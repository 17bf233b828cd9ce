#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/statements/questions/testing/asked.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(Settings, ThatAreCheckedOnEveryCall) {
  constexpr absl::string_view kConfig = R"(
# --- pkg/config.py unchanged
from dataclasses import dataclass
@dataclass
class Config:
    fusion: bool = False
    def __post_init__(self):
        pass
)";
  const auto asks = [&](absl::string_view name, absl::string_view condition) {
    return KindsOf(
        absl::StrCat(Changed("class A:\n    pass\n",
                             absl::StrCat("class A:\n    def ", name, "(self, x):\n        assert ",
                                          condition, "\n        return g(x)\n")),
                     kConfig.substr(1)));
  };
  EXPECT_THAT(asks("forward", "not self.config.fusion"),
              ElementsAre("configuration-checked-per-call"));
  EXPECT_THAT(asks("forward", "not self.config.fusion or x"), IsEmpty());
  EXPECT_THAT(asks("__init__", "not self.config.fusion"), IsEmpty());
}

TEST(Settings, ThatWeighWithoutLimits) {
  const auto config = [](absl::string_view more, absl::string_view check) {
    return absl::StrCat("from dataclasses import dataclass\n@dataclass\nclass Config:\n",
                        "    size: int = 1\n", more, "def mix(config, a, b):\n", check,
                        more.empty()
                            ? "    return a\n"
                            : "    ema = config.ema\n    return ema * a + (1 - ema) * b\n");
  };
  constexpr absl::string_view kField = "    ema: float = 0.0\n";
  EXPECT_THAT(KindsOf(Changed(config("", ""), config(kField, ""))),
              ElementsAre("weight-without-limits"));
  EXPECT_THAT(KindsOf(Changed(config("", ""), config(kField, "    assert 0 <= config.ema <= 1\n"))),
              Not(Contains("weight-without-limits")));
}

TEST(Settings, ThatAreOnByDefault) {
  const auto config = [](absl::string_view field) {
    return absl::StrCat("from dataclasses import dataclass\n@dataclass\nclass Config:\n",
                        "    size: int = 1\n", field, "def f(config):\n    if config.fast",
                        field.empty() ? "er" : "", ":\n        g()\n");
  };
  EXPECT_THAT(KindsOf(Changed(config(""), config("    fast: bool = True\n"))),
              ElementsAre("new-way-is-the-default"));
  EXPECT_THAT(KindsOf(Changed(config(""), config("    fast: bool = False\n"))), IsEmpty());
}

TEST(OutsideNames, ThatNobodyReadsOrLogsAnyMore) {
  constexpr absl::string_view kReads =
      "import os\ndef f(x):\n    if os.environ.get(\"Z_LOSS\", \"0\") == \"1\":\n        g()\n"
      "    return x\n";
  const std::string gone = Changed(kReads, "def f(x):\n    return x\n");
  EXPECT_THAT(KindsOf(gone), ElementsAre("environment-variable-ignored"));
  EXPECT_THAT(KindsOf(absl::StrCat(gone, "# --- pkg/b.py unchanged\nimport os\n",
                                   "z = os.environ[\"Z_LOSS\"]\n")),
              IsEmpty());
  constexpr absl::string_view kLogs = "def f(x):\n    wandb.log({\"step\": x, \"loss\": x})\n";
  EXPECT_THAT(KindsOf(Changed(kLogs, "def f(x):\n    wandb.log({\"loss\": x})\n")),
              ElementsAre("key-no-longer-logged"));
  EXPECT_THAT(KindsOf(Changed(kLogs, "def f(x):\n    send({\"step\": x, \"loss\": x})\n")),
              IsEmpty());
}

TEST(Contracts, ExceptionsThatCallersCatch) {
  const auto code = [](absl::string_view type, absl::string_view caught) {
    return absl::StrCat("def f(x):\n    raise ", type, "(\"no\")\ndef g(x):\n    try:\n",
                        "        f(x)\n    except ", caught, ":\n        return None\n");
  };
  EXPECT_THAT(KindsOf(Changed(code("KeyError", "KeyError"), code("OSError", "KeyError"))),
              Contains("exception-type-callers-catch"));
  EXPECT_THAT(KindsOf(Changed(code("KeyError", "KeyError"), code("OSError", "OSError"))),
              Not(Contains("exception-type-callers-catch")));
}

TEST(Contracts, KeywordsThatAreSwallowed) {
  constexpr absl::string_view kBefore = "def f(x):\n    return x\n";
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x, **options):\n    return x\n")),
              ElementsAre("keywords-swallowed"));
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x, **options):\n    return g(x, **options)\n")),
              IsEmpty());
}

TEST(Contracts, DefaultsThatASiblingKeeps) {
  const auto code = [](int first, int second) {
    return absl::StrCat("class A:\n    def f(self, dim=", first, "):\n        return dim\n",
                        "class B(A):\n    def f(self, dim=", second, "):\n        return dim\n");
  };
  EXPECT_THAT(KindsOf(Changed(code(0, 0), code(1, 0))), ElementsAre("default-kept-by-sibling"));
  EXPECT_THAT(KindsOf(Changed(code(0, 0), code(1, 1))), IsEmpty());
}

TEST(Contracts, ArgumentsThatAreNowWritten) {
  constexpr absl::string_view kBefore = "def f(x, y):\n    return x.mul(y)\n";
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x, y):\n    return x.mul_(y)\n")),
              ElementsAre("argument-written-in-place"));
  EXPECT_THAT(KindsOf(Changed(kBefore, "def f(x, y):\n    x = x + 1\n    return x.mul_(y)\n")),
              IsEmpty());
}

TEST(Gone, ChecksWaitsAndContexts) {
  EXPECT_THAT(KindsOf(Changed("def f(x, n):\n    assert n > 0\n    return x / n\n",
                              "def f(x, n):\n    return x / n\n")),
              ElementsAre("check-is-gone"));
  EXPECT_THAT(KindsOf(Changed("def f(x, n):\n    assert n > 0\n    return x / n\n",
                              "def f(x, n):\n    assert n >= 0\n    return x / n\n")),
              Not(Contains("check-is-gone")));
  EXPECT_THAT(KindsOf(Changed("def f(x):\n    save(x)\n    dist.barrier()\n    load(x)\n",
                              "def f(x):\n    save(x)\n    load(x)\n")),
              ElementsAre("wait-is-gone"));
  EXPECT_THAT(
      KindsOf(Changed("def f(w):\n    w.wait()\n    return 1\n", "def f():\n    return 1\n")),
      Not(Contains("wait-is-gone")));
  EXPECT_THAT(KindsOf(Changed("@torch.no_grad()\ndef f(x):\n    step(x)\n    return x\n",
                              "def f(x):\n    step(x)\n    return x\n")),
              ElementsAre("gradients-recorded-now"));
  EXPECT_THAT(
      KindsOf(Changed("def f(x):\n    return g(x.detach())\n", "def f(x):\n    return g(x)\n")),
      ElementsAre("graph-kept-now"));
}

TEST(Twice, FillsAndReductions) {
  constexpr absl::string_view kBefore =
      "def f(dq, ends):\n    dq[ends[-1]:].fill_(0)\n    return dq\n";
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(dq, ends):\n    dq[ends[-1]:].fill_(0)\n"
                              "    mask = torch.arange(8) >= ends[-1]\n    dq[mask] = 0\n"
                              "    return dq\n")),
              ElementsAre("filled-twice"));
  EXPECT_THAT(KindsOf(Changed(kBefore,
                              "def f(dq, ends):\n    if g():\n"
                              "        mask = torch.arange(8) >= ends[-1]\n        dq[mask] = 0\n"
                              "    else:\n        dq[ends[-1]:].fill_(0)\n    return dq\n")),
              IsEmpty());
  EXPECT_THAT(KindsOf(Changed("def f(x):\n    dist.all_reduce(x)\n    return x\n",
                              "def f(x):\n    dist.all_reduce(x)\n    dist.all_reduce(x)\n"
                              "    return x\n")),
              ElementsAre("reduced-twice"));
}

std::string ChangedTest(absl::string_view before, absl::string_view after) {
  return absl::StrCat("# --- tests/test_a.py before\ndef test_f():\n", before,
                      "# --- tests/test_a.py after\ndef test_f():\n", after);
}

TEST(Tests, ThatAllowMoreOrAssertLess) {
  EXPECT_THAT(
      KindsOf(ChangedTest("    check(f(), 1, atol=1e-4)\n", "    check(f(), 1, atol=1e-2)\n")),
      ElementsAre("tolerance-widened"));
  EXPECT_THAT(
      KindsOf(ChangedTest("    check(f(), 1, atol=1e-4)\n", "    check(f(), 1, atol=1e-6)\n")),
      IsEmpty());
  EXPECT_THAT(
      KindsOf(ChangedTest("    assert f() == 1\n    assert g() == 2\n", "    assert f() == 1\n")),
      ElementsAre("assertion-is-gone"));
}

// Lines that say something and differ.
std::string ShellLines(absl::string_view name, int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&lines, "value_", i, "=$(compute ", name, " --part=", i, ")\n");
  }
  return lines;
}

TEST(Copies, InAnyLanguage) {
  EXPECT_THAT(KindsOf(absl::StrCat("# --- scripts/keys.sh\n", ShellLines("a", 10),
                                   "# --- scripts/test_keys.sh\n", ShellLines("a", 10))),
              ElementsAre("test-copies-what-it-tests"));
  EXPECT_THAT(KindsOf(absl::StrCat("# --- scripts/keys.sh\n", ShellLines("a", 10),
                                   "# --- scripts/test_keys.sh\n", ShellLines("b", 10))),
              IsEmpty());
  const std::string body = ShellLines("a", 20);
  EXPECT_THAT(
      KindsOf(absl::StrCat("# --- scripts/run.sh before\n", body, "# --- scripts/run.sh after\n",
                           body, "other() {\n", body, "}\n")),
      ElementsAre("one-more-copy"));
}

TEST(Questions, AreFew) {
  std::string before = "def f(c):\n    return 1\n", after = before;
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&before, "def g", i, "(x):\n    return x\n");
    absl::StrAppend(&after, "def g", i, "(x, **options):\n    return x\n");
  }
  EXPECT_EQ(KindsOf(Changed(before, after)).size(), 1u);
}

}  // namespace
}  // namespace allreview::analysis
