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
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr absl::string_view kShapes =
    "class Square:\n    def area(self, scale):\n"
    "        if scale < 0:\n            raise ValueError(scale)\n        return self.a * scale\n"
    "class Circle:\n    def area(self, scale):\n"
    "        if scale < 0:\n            raise ValueError(scale)\n        return self.r * scale\n";

TEST(Siblings, WhoseGuardAnotherLacks) {
  const auto with = [](absl::string_view body) {
    return KindsOf(Changed(
        kShapes, absl::StrCat(kShapes, "class Point:\n    def area(self, scale):\n", body)));
  };
  EXPECT_THAT(with("        return scale\n"), ElementsAre("guard-that-siblings-have"));
  EXPECT_THAT(with("        assert scale > 0\n        return scale\n"), IsEmpty());
}

TEST(Docstrings, ThatSpeakOfASibling) {
  constexpr absl::string_view kDocument =
      "        \"\"\"Send the file from here to the bucket of the Swift service.\"\"\"\n";
  const std::string before =
      absl::StrCat("class SwiftSender:\n    def send(self, f):\n", kDocument, "        put(f)\n");
  const std::string copied =
      Changed(before, absl::StrCat(before, "class DiskSender:\n    def send(self, f):\n", kDocument,
                                   "        f.copy()\n"));
  EXPECT_THAT(KindsOf(copied), ElementsAre("docstring-of-a-sibling"));
  EXPECT_THAT(TextOf(copied), HasSubstr("speaks of \"swift\""));
}

TEST(Defaults, ThatDifferAmongNewParameters) {
  constexpr absl::string_view kBefore = "def f(x):\n    return x\ndef g(x):\n    return f(x)\n";
  const auto with = [&](absl::string_view f, absl::string_view g) {
    return KindsOf(
        Changed(kBefore, absl::StrCat("def f(x, exact=", f, "):\n    return x if exact else 0\n",
                                      "def g(x, exact=", g, "):\n    return f(x, exact=exact)\n")));
  };
  EXPECT_THAT(with("True", "False"), ElementsAre("new-defaults-differ"));
  EXPECT_THAT(with("True", "True"), IsEmpty());
}

TEST(Members, ThatAnotherListLacks) {
  constexpr absl::string_view kOthers = "\"first\", \"second\", \"third\"";
  const auto with = [&](absl::string_view other) {
    return KindsOf(absl::StrCat(Changed(absl::StrCat("KINDS = (", kOthers, ")\n"),
                                        absl::StrCat("KINDS = (", kOthers, ", \"fourth\")\n")),
                                "# --- pkg/b.py unchanged\nSEEN = [", other, "]\n"));
  };
  EXPECT_THAT(with(kOthers), ElementsAre("list-without-new-member"));
  EXPECT_THAT(with(absl::StrCat(kOthers, ", \"fourth\"")), IsEmpty());
  EXPECT_THAT(with("\"first\", \"second\""), IsEmpty());
}

constexpr absl::string_view kOldLines =
    "    scale = compute_scale(x.shape[0], x.shape[1], mode=\"full\")\n"
    "    bias = compute_bias(x.shape[0], x.shape[1], mode=\"full\")\n";

TEST(Lines, ThatAreReplacedHereAndStayThere) {
  const std::string after =
      "def f(x):\n    scale, bias = compute_both(x)\n    return x * scale + bias\n";
  const std::string before =
      absl::StrCat("def f(x):\n", kOldLines, "    return x * scale + bias\n");
  const std::string change =
      absl::StrCat(Changed(before, after), "# --- pkg/b.py unchanged\ndef g(x):\n", kOldLines,
                   "    return x - scale - bias\n");
  EXPECT_THAT(KindsOf(change), ElementsAre("same-lines-stay-elsewhere"));
  EXPECT_THAT(TextOf(change), HasSubstr("also stand in `g` (`pkg/b.py:2`)"));
  EXPECT_THAT(KindsOf(Changed(before, after)), IsEmpty());
}

TEST(Lines, ThatAreAddedHereAndNotThere) {
  constexpr absl::string_view kTop =
      "    scale = compute_scale(x.shape[0], x.shape[1], mode=\"full\")\n"
      "    bias = compute_bias(x.shape[0], x.shape[1], mode=\"full\")\n";
  constexpr absl::string_view kBottom =
      "    total = combine(scale, bias, x, axis=0)\n    return finish(total, scale, bias)\n";
  constexpr absl::string_view kNew = "    scale = scale.clamp(min=1e-6)\n";
  const std::string after = absl::StrCat("def f(x):\n", kTop, kNew, kBottom);
  const std::string change =
      absl::StrCat(Changed(absl::StrCat("def f(x):\n", kTop, kBottom), after),
                   "# --- pkg/b.py unchanged\ndef g(x):\n", kTop, kBottom);
  EXPECT_THAT(KindsOf(change), ElementsAre("same-lines-stay-elsewhere"));
  EXPECT_THAT(TextOf(change), HasSubstr("The lines around the new ones in `f` also stand in `g`"));
}

TEST(Functions, ThatAreCopies) {
  std::string body;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&body, "    x", i, " = step(x, ", i, ", size=", i, ")\n");
  }
  const std::string other =
      absl::StrCat("# --- pkg/b.py unchanged\ndef g(x):\n", body, "    return x0 + 1\n");
  const auto with = [&](absl::string_view code) {
    return KindsOf(absl::StrCat(Changed("Y = 1\n", absl::StrCat("Y = 1\n", code)), other));
  };
  EXPECT_THAT(with(absl::StrCat("def f(x):\n", body, "    return x0 + 2\n")),
              Contains("function-copied"));
  EXPECT_THAT(with("def f(x):\n    return g(x)\n"), Not(Contains("function-copied")));
}

TEST(Packages, WhosePrivateNamesAreUsed) {
  EXPECT_THAT(KindsOf(Changed("x = 1\n", "from other.tools import _load\nx = _load()\n")),
              ElementsAre("private-name-of-another-package"));
  EXPECT_THAT(KindsOf(Changed("x = 1\n", "from pkg.tools import _load\nx = _load()\n")), IsEmpty());
}

TEST(Values, ThatNoTestPasses) {
  constexpr absl::string_view kBefore = "def mix(x, exact=True):\n    return x\n";
  constexpr absl::string_view kAfter =
      "def mix(x, exact=True):\n    if exact:\n        return x\n    return x + 1\n";
  const auto with = [&](absl::string_view tested) {
    return KindsOf(absl::StrCat(Changed(kBefore, kAfter),
                                "# --- pkg/b.py unchanged\nfrom pkg.a import mix\ndef run(x):\n    "
                                "return mix(x, exact=False)\n",
                                "# --- tests/test_a.py unchanged\nfrom pkg.a import mix\ndef "
                                "test_mix():\n    assert mix(1, exact=",
                                tested, ")\n"));
  };
  EXPECT_THAT(with("True"), Contains("tests-pass-one-value"));
  EXPECT_THAT(with("False"), Not(Contains("tests-pass-one-value")));
}

TEST(Callers, ThatANewFunctionLacks) {
  constexpr absl::string_view kBefore = "def a(x):\n    return x\n";
  const auto with = [&](absl::string_view more) {
    return KindsOf(
        Changed(kBefore, absl::StrCat(kBefore, "def _twice(x):\n    return x + x\n", more)));
  };
  EXPECT_THAT(with(""), Contains("nobody-calls-it"));
  EXPECT_THAT(with("def b(x):\n    return _twice(x)\nb(1)\n"), Not(Contains("nobody-calls-it")));
}

TEST(Numbers, WhoseZeroCountsAsMissing) {
  const auto with = [](absl::string_view condition) {
    return KindsOf(Changed("def f(x, seed: int | None = None):\n    return x\n",
                           absl::StrCat("def f(x, seed: int | None = None):\n    if ", condition,
                                        ":\n        set_seed(seed)\n    return x\n")));
  };
  EXPECT_THAT(with("seed"), Contains("zero-counts-as-missing"));
  EXPECT_THAT(with("seed is not None"), Not(Contains("zero-counts-as-missing")));
}

TEST(Caches, ThatTheFirstCallFills) {
  const auto with = [](absl::string_view value) {
    return KindsOf(Changed(
        "class A:\n    def __init__(self):\n        self.m = None\n    def mask(self, n):\n"
        "        return n\n",
        absl::StrCat("class A:\n    def __init__(self):\n        self.m = None\n"
                     "    def mask(self, n):\n        if self.m is None:\n            self.m = ",
                     value, "\n        return self.m\n")));
  };
  EXPECT_THAT(with("ones(n)"), Contains("first-call-decides"));
  EXPECT_THAT(with("ones(self.n)"), Not(Contains("first-call-decides")));
}

TEST(Guards, ThatAskForOtherValues) {
  const auto with = [](absl::string_view kind) {
    return KindsOf(Changed(
        "class A:\n    def slow(self):\n        return any(self.kind == k for k in (\"b\", "
        "\"c\"))\n"
        "    def run(self):\n        pass\n",
        absl::StrCat("class A:\n    def slow(self):\n        return any(self.kind == k for k in "
                     "(\"b\", \"c\"))\n    def run(self):\n        if self.kind == \"",
                     kind, "\":\n            assert not self.slow()\n            self.go()\n")));
  };
  EXPECT_THAT(with("a"), Contains("guard-asks-for-other-values"));
  EXPECT_THAT(with("b"), Not(Contains("guard-asks-for-other-values")));
}

TEST(Keys, BySavedThingsAreFound) {
  const auto file = [](absl::string_view keys) {
    return absl::StrCat("KEYS = (", keys,
                        ")\ndef load(state, groups):\n"
                        "    known = {tuple(g[k] for k in KEYS): g for g in state}\n"
                        "    for g in groups:\n        key = tuple(g[k] for k in KEYS)\n"
                        "        if key not in known:\n            raise ValueError(key)\n");
  };
  EXPECT_THAT(KindsOf(Changed(file("\"a\", \"b\""), file("\"a\", \"b\", \"max_lr\""))),
              ElementsAre("key-of-saved-grows"));
  EXPECT_THAT(KindsOf(Changed(file("\"a\", \"b\", \"c\""), file("\"a\", \"b\""))), IsEmpty());
}

TEST(Keywords, ThatOtherCallsLack) {
  const auto file = [](absl::string_view argument) {
    return absl::StrCat("from fast.ops import gemm\ndef f(x, w):\n    y = gemm(x, w", argument,
                        ")\n    return gemm(y, w", argument, ")\n");
  };
  const auto with = [&](absl::string_view argument, absl::string_view other) {
    return absl::StrCat(Changed(file(""), file(argument)),
                        "# --- pkg/b.py unchanged\nfrom fast.ops import gemm\ndef g(x, w):\n"
                        "    return gemm(x, w",
                        other, ")\n");
  };
  EXPECT_THAT(KindsOf(with(", tuned=False", "")), Contains("new-keyword-lacks-elsewhere"));
  EXPECT_THAT(TextOf(with(", tuned=False", "")),
              HasSubstr("to 2 more calls of `gemm`; one other call (`pkg/b.py:3`)"));
  EXPECT_THAT(KindsOf(with(", tuned=False", ", tuned=True")),
              Not(Contains("new-keyword-lacks-elsewhere")));
  EXPECT_THAT(KindsOf(with(", tuned=w", "")), Not(Contains("new-keyword-lacks-elsewhere")));
  // A test may do as it likes.
  EXPECT_THAT(KindsOf(absl::StrCat(Changed(file(""), file(", tuned=False")),
                                   "# --- tests/test_a.py unchanged\nfrom fast.ops import gemm\n"
                                   "def test_f(x, w):\n    assert gemm(x, w)\n")),
              Not(Contains("new-keyword-lacks-elsewhere")));
}

TEST(Choices, ThatConfigurationStillMakes) {
  const auto file = [](absl::string_view name) {
    return absl::StrCat("def check(ratios):\n    valid_names = [\"mask_no\", \"", name,
                        "\"]\n    assert all(r in valid_names for r in ratios)\n");
  };
  const std::string change = Changed(file("mask_head"), file("mask_quarter_head"));
  constexpr absl::string_view kPython =
      "# --- configs/train/a.py unchanged\nmask_ratios = {\n    \"mask_no\": 0.7,\n"
      "    \"mask_head\": 0.3,\n}\n";
  const std::string used = absl::StrCat(change, kPython);
  EXPECT_THAT(KindsOf(used), Contains("removed-text-still-configured"));
  EXPECT_THAT(TextOf(used), HasSubstr("No code knows `mask_head` any more, but the configuration "
                                      "still does: `configs/train/a.py:3`"));
  // What defines a function is code, wherever it lies.
  EXPECT_THAT(KindsOf(absl::StrCat(used, "def f():\n    pass\n")),
              Not(Contains("removed-text-still-configured")));
  const auto pages = [&](absl::string_view page) {
    return KindsOf(absl::StrCat(change, "# --- runs/a.yaml unchanged\n", page));
  };
  EXPECT_THAT(pages("ratios:\n  mask_no: 1\n  mask_head: 2\n"),
              Contains("removed-text-still-configured"));
  EXPECT_THAT(pages("ratios:\n  mask_no: 1\n  # mask_head: 2\n"),
              Not(Contains("removed-text-still-configured")));
  EXPECT_THAT(pages("other: mask_head\n"), Not(Contains("removed-text-still-configured")));
  // Other code still says it.
  EXPECT_THAT(KindsOf(absl::StrCat(used, "# --- pkg/b.py unchanged\nNAME = \"mask_head\"\n")),
              Not(Contains("removed-text-still-configured")));
}

}  // namespace
}  // namespace allreview::analysis
