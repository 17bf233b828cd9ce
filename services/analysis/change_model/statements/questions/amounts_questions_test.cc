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

// What is asked of a function that gets that body.
std::vector<std::string> AskedOf(absl::string_view body) {
  return KindsOf(Changed("import random\nimport subprocess\ndef f(a, b):\n    pass\n",
                         absl::StrCat("import random\nimport subprocess\ndef f(a, b):\n", body)));
}

TEST(Lengths, ThatWereComparedBefore) {
  constexpr absl::string_view kBefore = "def f(a, b):\n    tree_map(copy, a, b)\n";
  const std::string loose = Changed(
      kBefore, "def f(a, b):\n    for x, y in zip(leaves(a), leaves(b)):\n        copy(x, y)\n");
  EXPECT_THAT(KindsOf(loose), ElementsAre("zip-truncates-now"));
  EXPECT_THAT(TextOf(loose), HasSubstr("stops at the shorter one"));
  EXPECT_THAT(
      KindsOf(Changed(
          kBefore, "def f(a, b):\n    for x, y in zip(a, b, strict=True):\n        copy(x, y)\n")),
      IsEmpty());
}

TEST(Lengths, OfWhatIsHandedOverAndWhatIsKept) {
  const auto method = [](absl::string_view body) {
    return absl::StrCat("class A:\n    def step(self, values):\n", body);
  };
  constexpr absl::string_view kLoop =
      "        for x, v in zip(self.slots, values):\n            x.set(v)\n";
  EXPECT_THAT(KindsOf(Changed(method("        pass\n"), method(kLoop))),
              ElementsAre("lengths-nobody-compares"));
  EXPECT_THAT(KindsOf(Changed(method("        pass\n"),
                              method(absl::StrCat("        assert len(values) == 2\n", kLoop)))),
              IsEmpty());
}

TEST(Divisors, ThatMayBeNegative) {
  EXPECT_THAT(AskedOf("    mean = a.mean()\n    return (a - mean) / (mean + 1e-6)\n"),
              Contains("divided-by-signed-mean"));
  EXPECT_THAT(AskedOf("    mean = a.abs().mean()\n    return a / (mean + 1e-6)\n"),
              Not(Contains("divided-by-signed-mean")));
}

TEST(Bounds, ThatMayInvert) {
  EXPECT_THAT(AskedOf("    return random.randint(0, a.size - b)\n"), Contains("bounds-may-invert"));
  EXPECT_THAT(AskedOf("    assert a.size >= b\n    return random.randint(0, a.size - b)\n"),
              Not(Contains("bounds-may-invert")));
  EXPECT_THAT(AskedOf("    return random.randint(0, a - 1)\n"), Not(Contains("bounds-may-invert")));
  // What is taken away is known to be small.
  EXPECT_THAT(
      AskedOf("    if b:\n        size = 1\n        return random.randint(0, a.n - size)\n"),
      Not(Contains("bounds-may-invert")));
  EXPECT_THAT(AskedOf("    if b:\n        size = 1\n    else:\n        size = b\n"
                      "    return random.randint(0, a.n - size)\n"),
              Contains("bounds-may-invert"));
}

TEST(Bounds, WithNothingBetweenThem) {
  const std::string body = "    if a.n <= 1:\n        return 0\n    most = a.n // 4\n";
  EXPECT_THAT(TextOf(Changed("import random\ndef f(a):\n    pass\n",
                             absl::StrCat("import random\ndef f(a):\n", body,
                                          "    return random.randint(1, most)\n"))),
              "`random.randint(1, most)` raises when `a.n` is less than `4`: `a.n // 4` is then "
              "below the lower bound. Is that ruled out?");
  EXPECT_THAT(
      AskedOf("    if a.n < 4:\n        return 0\n    return random.randint(1, a.n // 4)\n"),
      Not(Contains("nothing-between-bounds")));
  EXPECT_THAT(AskedOf("    return random.randint(0, a.n // 4)\n"),
              Not(Contains("nothing-between-bounds")));
}

TEST(Guards, ThatAskForAnotherElement) {
  const auto asked = [](absl::string_view condition, absl::string_view used) {
    return AskedOf(absl::StrCat("    for i in range(9):\n        if ", condition,
                                ":\n            b.add(", used, ")\n"));
  };
  EXPECT_THAT(asked("a.flags[i]", "2 if a.flags[i - 1] else 1"),
              Contains("guard-asks-another-element"));
  EXPECT_THAT(asked("a.flags[i]", "a.flags[i]"), Not(Contains("guard-asks-another-element")));
  EXPECT_THAT(asked("a.flags[i]", "a.sizes[i - 1]"), Not(Contains("guard-asks-another-element")));
  EXPECT_THAT(asked("a.flags[i] > 2", "a.flags[i - 1]"),
              Not(Contains("guard-asks-another-element")));
}

TEST(Programs, ThatMayFail) {
  EXPECT_THAT(AskedOf("    subprocess.run([\"pip\", \"freeze\"], stdout=a)\n"),
              ElementsAre("exit-code-ignored", "interpreter-by-name"));
  EXPECT_THAT(AskedOf("    subprocess.run([\"nvidia-smi\"], check=True)\n"), IsEmpty());
  EXPECT_THAT(AskedOf("    r = subprocess.run([\"nvidia-smi\"])\n    return r.returncode\n"),
              IsEmpty());
}

TEST(Texts, WhoseTruthIsTaken) {
  EXPECT_THAT(AskedOf("    return bool(config.get(\"cache\", False))\n"),
              Contains("truth-of-text"));
  EXPECT_THAT(AskedOf("    return bool(a)\n"), Not(Contains("truth-of-text")));
}

TEST(Handlers, ThatChangeNothing) {
  EXPECT_THAT(AskedOf("    try:\n        a.go()\n    except Exception:\n        raise\n"),
              Contains("handler-changes-nothing"));
  EXPECT_THAT(AskedOf("    try:\n        a.go()\n    except KeyError:\n        raise\n"
                      "    except Exception:\n        b.go()\n"),
              Not(Contains("handler-changes-nothing")));
}

TEST(Handlers, ThatAnotherCallLacks) {
  constexpr absl::string_view kTry =
      "    try:\n        a.send(1)\n    except OSError:\n        b.log()\n";
  EXPECT_THAT(AskedOf(absl::StrCat(kTry, "    a.send(2)\n")), Contains("caught-only-beside"));
  EXPECT_THAT(AskedOf(absl::StrCat(kTry, "    b.send(2)\n")), Not(Contains("caught-only-beside")));
}

}  // namespace
}  // namespace allreview::analysis
