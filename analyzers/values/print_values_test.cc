#include "analyzers/values/print_values.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/change/fake_reader.h"
#include "base/file.h"
#include "base/golden.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::values {
namespace {

using change::ChangedFile;
using change::FakeReader;
using testing::HasSubstr;
using testing::Not;

constexpr char kFolder[] = "analyzers/values/testdata/";

std::string Fixture(const std::string& name) {
  return ReadFile(absl::StrCat(kFolder, name)).value_or("");
}

// loss.py, beside train.py, which calls it.
std::string PrintedLoss(std::string source, const AskedLines& lines) {
  ChangedFile file;
  file.path = "loss.py";
  file.language = "python";
  file.is_added = true;
  file.after = source;
  const std::vector<ChangedFile> files = {std::move(file)};
  FakeReader reader({{"loss.py", std::move(source)}, {"train.py", Fixture("train.py")}});
  const change::AnalysedChange change =
      change::ParseChange({.files = files, .is_scan = true, .repository = &reader});
  ValuesOfChange values(change);
  return PrintValues(values, *change.files()[0].after, lines);
}

TEST(PrintValues, ShowsWhatIsKnownOfAFileInItsRepository) {
  EXPECT_TRUE(
      MatchesGolden(absl::StrCat(kFolder, "loss.txt"), PrintedLoss(Fixture("loss.py"), {})));
}

TEST(PrintValues, ShowsOneLineWithWhatNobodyKnows) {
  EXPECT_TRUE(MatchesGolden(
      absl::StrCat(kFolder, "line.txt"),
      PrintedLoss(Fixture("loss.py"), {.first = 14, .last = 14, .with_unknown = true})));
}

TEST(PrintValues, SaysWhatIsSoWhenOnlyItsCallersCall) {
  const std::string text = PrintedLoss(Fixture("loss.py"), {});
  EXPECT_THAT(text, HasSubstr("train.py:6 hands over None"));
  EXPECT_THAT(text, HasSubstr("\"mask.float()\" tensor float32; as called: never runs"));
}

TEST(PrintValues, NamesAlternativesThatFail) {
  EXPECT_THAT(PrintedLoss(Fixture("loss.py"), {}), HasSubstr("fails for None: it has no `upper`"));
  EXPECT_THAT(PrintedLoss("def f(n):\n  x = 'a' if n else 'b'\n  return x.upper()\n", {}),
              Not(HasSubstr("fails")));
}

TEST(PrintValues, SaysWhichConditionsRestOnAnnotations) {
  const std::string text = PrintedLoss(
      "from typing import Literal\n"
      "def is_b(x: Literal[1, 2]):\n  return x == 3\n"
      "def f(x: Literal[1, 2]):\n"
      "  if x == 3:\n    return 1\n"
      "  y = 2\n  if y is None:\n    return 3\n"
      "  if is_b(x):\n    return 4\n",
      {});
  EXPECT_THAT(text, HasSubstr("5 \"x == 3\" is never true, if annotations hold"));
  EXPECT_THAT(text, HasSubstr("8 \"y is None\" is never true\n"));
  EXPECT_THAT(text, HasSubstr("10 \"is_b(x)\" is never true, if annotations hold"));
}

TEST(PrintValues, WhoAsksForNoneDoubtsTheAnnotation) {
  const std::string text = PrintedLoss(
      "class A:\n"
      "  def __init__(self, x: int, y: int):\n    self.x = x\n    self.y = y\n"
      "  def g(self):\n    return self.x is None\n"
      "class B:\n"
      "  def __init__(self, z: int):\n    self.z = z\n    if self.z is None:\n      return\n"
      "def f(x: int, a: A):\n"
      "  if x is None:\n    return 1\n"
      "  if isinstance(x, int):\n    return 2\n"
      "  return 3\n",
      {});
  EXPECT_THAT(text, Not(HasSubstr("always true")));
  EXPECT_THAT(text, Not(HasSubstr("never true")));
  EXPECT_THAT(text, Not(HasSubstr("not reached")));
  EXPECT_THAT(text, HasSubstr("returns 1 | 2 | 3"));
  EXPECT_THAT(text, HasSubstr("\"self.x\" None | int"));
  EXPECT_THAT(text, HasSubstr("parameter y: int\n"));
}

TEST(PrintValues, SaysOfWholeConditionsWhatHoldsOfThem) {
  const std::string text = PrintedLoss(
      "def f(a, b, n):\n"
      "  x = True\n"
      "  n = 3\n"
      "  p = x and a\n"
      "  q = x or b\n"
      "  r = 2 < n < a\n"
      "  s = (x and 3)\n"
      "  t = not x and b\n",
      {});
  EXPECT_THAT(text, Not(HasSubstr("\"x and a\" is always")));
  EXPECT_THAT(text, HasSubstr("\"x or b\" is always true"));
  EXPECT_THAT(text, Not(HasSubstr("\"2 < n < a\" is always")));
  EXPECT_THAT(text, HasSubstr("\"x and 3\" is always true"));
  EXPECT_THAT(text, HasSubstr("\"not x and b\" is never true"));
}

TEST(PrintValues, TakesWhatIsRegisteredForStored) {
  const std::string text = PrintedLoss(
      "import torch\n"
      "class A(torch.nn.Module):\n"
      "  def __init__(self, x):\n"
      "    super().__init__()\n"
      "    self.bias = None\n"
      "    self.register_buffer('bias', torch.zeros(3))\n"
      "    self.register_parameter('scale', None)\n"
      "  def g(self):\n"
      "    if self.bias is None:\n      return 1\n"
      "    return self.scale\n",
      {.with_unknown = true});
  EXPECT_THAT(text, Not(HasSubstr("never true")));
  EXPECT_THAT(text, HasSubstr("\"self.bias\" None | tensor[3]"));
  EXPECT_THAT(text, HasSubstr("stored in loss.A.__init__ loss.py:6: tensor[3]"));
  EXPECT_THAT(text, HasSubstr("\"self.scale\" None"));
}

TEST(PrintValues, TakesWhatForeignObjectsHaveForAnything) {
  EXPECT_THAT(PrintedLoss("import engine.state\n"
                          "def f():\n"
                          "  q = engine.state.Manager.quantization\n"
                          "  if q.skip_update is None:\n    return 1\n  return 2\n",
                          {}),
              HasSubstr("returns 1 | 2"));
}

TEST(PrintValues, NamesAlternativesThatAreNeverEqual) {
  EXPECT_THAT(PrintedLoss("import torch\nfrom typing import Union\n"
                          "def f(d: Union[torch.device, str]):\n  return d == 'meta'\n",
                          {}),
              HasSubstr("is never equal for instance of torch.device"));
}

TEST(PrintValues, SaysWhichTensorsHaveNoTruth) {
  EXPECT_THAT(PrintedLoss("import torch\nfrom typing import Optional\n"
                          "def f(x: Optional[torch.Tensor]):\n  if x: return 1\n",
                          {}),
              HasSubstr("fails for tensor, unless it has one element"));
}

TEST(PrintValues, SaysWhatLeavesAGenerator) {
  const std::string text =
      PrintedLoss("class Stop(StopIteration):\n  pass\ndef f():\n  yield 1\n  raise Stop()\n", {});
  EXPECT_THAT(text, HasSubstr("returns iterator[1...]"));
  EXPECT_THAT(text, HasSubstr("leaves this generator as RuntimeError"));
}

TEST(PrintValues, ClaimsNothingOfAFileWithSyntaxErrors) {
  EXPECT_EQ(PrintedLoss("x = 1\ndef f(:\n", {}), "nothing is known: the file has syntax errors\n");
}

}  // namespace
}  // namespace allreview::values
