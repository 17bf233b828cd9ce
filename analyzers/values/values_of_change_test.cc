#include "analyzers/values/values_of_change.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/fake_reader.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::values {
namespace {

using change::AnalysedChange;
using change::ChangedFile;
using change::FakeReader;
using python::Module;
using python::Node;

ChangedFile FileOf(std::string path, std::string before, std::string after) {
  ChangedFile file;
  file.path = file.old_path = std::move(path);
  file.language = "python";
  file.before = std::move(before);
  file.after = std::move(after);
  return file;
}

// A change of use.py, beside a file that it imports from.
class Repository {
 public:
  explicit Repository(std::string after, std::string before = "x = 1\n")
      : files_({FileOf("use.py", std::move(before), after)}),
        reader_({{"use.py", after}, {"sizes.py", "BLOCK = 128\n\ndef pad():\n  return None\n"}}),
        change_(change::ParseChange({.files = files_, .repository = &reader_})) {}

  const Module& after() const { return *change_.files()[0].after; }
  const Module& before() const { return *change_.files()[0].before; }
  const AnalysedChange& change() const { return change_; }
  int lists() const { return reader_.lists; }

 private:
  const std::vector<ChangedFile> files_;
  FakeReader reader_;
  const AnalysedChange change_;
};

// The last expression of that text.
Node Find(const Module& module, absl::string_view text) {
  Node found;
  for (Node node : module.tree().root().descendants()) {
    if (node.IsNamed() && node.text() == text) found = node;
  }
  return found;
}

TEST(ValuesOfChange, KnowTheRepositoryAroundTheFile) {
  const Repository repository("from sizes import BLOCK\nprint(BLOCK * 2)\n");
  ValuesOfChange values(repository.change());
  EXPECT_EQ(values.Of(repository.after(), Find(repository.after(), "BLOCK * 2")).ToText(), "256");
}

TEST(ValuesOfChange, AreThoseOfTheVersionThatIsAskedAbout) {
  const Repository repository("n = 2\nprint(n)\n", "n = 1\nprint(n)\n");
  ValuesOfChange values(repository.change());
  EXPECT_EQ(values
                .Of(repository.before(),
                    Find(repository.before(), "print(n)").named_child(1).named_child(0))
                .ToText(),
            "1");
  EXPECT_EQ(values
                .Of(repository.after(),
                    Find(repository.after(), "print(n)").named_child(1).named_child(0))
                .ToText(),
            "2");
}

TEST(ValuesOfChange, SayWhereTheyComeFrom) {
  const Repository repository(
      "from sizes import pad\n\ndef f(x):\n  y = pad() if x else 3\n  return g(y)\n");
  ValuesOfChange values(repository.change());
  const understanding::Value value = values.Of(repository.after(), Find(repository.after(), "y"));
  EXPECT_EQ(value.ToText(), "None | 3");
  std::vector<std::string> origins;
  for (const Origin& origin : values.OriginsOf(repository.after(), value)) {
    origins.push_back(absl::StrCat(origin.path, ":", origin.line));
  }
  EXPECT_THAT(origins, testing::ElementsAre("sizes.py:4", "use.py:4"));
}

TEST(ValuesOfChange, AreUnknownOfOtherModulesAndOfWhatIsNoPython) {
  const Repository broken("n = 1\nprint(n)\ndef f(:\n");
  ValuesOfChange values(broken.change());
  EXPECT_TRUE(values.Of(broken.after(), Find(broken.after(), "n")).is_unknown());
  const auto other = Module::Parse("other.py", "n = 1\nprint(n)\n");
  EXPECT_TRUE(values.Of(**other, Find(**other, "n")).is_unknown());
  EXPECT_TRUE(values.Of(broken.after(), Node()).is_unknown());
}

TEST(ValuesOfChange, CostNothingUntilSomebodyAsks) {
  const Repository repository("n = 1\nprint(n)\n");
  ValuesOfChange values(repository.change());
  EXPECT_EQ(repository.lists(), 0);
  values.Of(repository.after(), Find(repository.after(), "n"));
  EXPECT_GT(repository.lists(), 0);
}

TEST(ValuesOfChange, AreTheSameOnAnyNumberOfThreads) {
  std::string source;
  for (int i = 0; i < 40; ++i) {
    absl::StrAppend(&source, "def f", i, "(x=", i, "):\n  return f", (i + 1) % 40, "(x) if x else ",
                    i, "\n");
  }
  const Repository repository(source);
  std::vector<Node> calls;
  for (Node node : repository.after().tree().root().descendants(python::Kind::kCall)) {
    calls.push_back(node);
  }
  const auto ask = [&](bool is_reversed, int threads) {
    ValuesOfChange values(repository.change());
    std::vector<std::string> texts(calls.size());
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        for (size_t i = static_cast<size_t>(t); i < calls.size();
             i += static_cast<size_t>(threads)) {
          const size_t at = is_reversed ? calls.size() - 1 - i : i;
          texts[at] = values.Of(repository.after(), calls[at]).ToText();
        }
      });
    }
    for (std::thread& thread : running) thread.join();
    return absl::StrJoin(texts, "\n");
  };
  const std::string alone = ask(false, 1);
  EXPECT_EQ(ask(true, 1), alone);
  EXPECT_EQ(ask(false, 8), alone);
}

// What `x.item()` reads when the function is called as these lines do.
std::string WhenCalled(absl::string_view calls,
                       absl::string_view function = "def f(x):\n  return x.item()\n") {
  const Repository repository(absl::StrCat("import torch\n\n", function, "\n", calls, "\n"));
  ValuesOfChange values(repository.change());
  return values
      .WhenCalled(repository.after(),
                  Find(repository.after(), "x.item").child(python::Field::kObject))
      .ToText();
}

TEST(ValuesOfChange, AreThoseThatCallersHandOver) {
  EXPECT_EQ(WhenCalled("def g(y):\n  return f(y.to('cpu').cpu())"), "tensor cpu");
  EXPECT_EQ(WhenCalled("def g(y):\n  f(y.cpu())\n  return f(x=y.cpu())"), "tensor cpu");
  EXPECT_EQ(WhenCalled("def g(y):\n  f(y.cpu())\n  return f(y.cuda())"), "tensor");
  EXPECT_EQ(WhenCalled("def g(y):\n  f(y.cpu())\n  return f(y)"), "tensor cpu | ?");
  EXPECT_EQ(WhenCalled("def g(y):\n  return f(*y)"), "?");
  EXPECT_EQ(WhenCalled("def g(y):\n  return map(f, y)"), "?");
  EXPECT_EQ(WhenCalled("g = 1"), "?");
}

TEST(ValuesOfChange, OfLambdasAreNotThoseOfTheFunctionAround) {
  EXPECT_EQ(
      WhenCalled("def g(y):\n  return f(y.cpu())", "def f(y):\n  return lambda x: x.item()\n"),
      "?");
}

TEST(ValuesOfChange, OfMethodsAreThoseThatCallersHandOver) {
  EXPECT_EQ(WhenCalled("  def g(self, y):\n    return self.f(y.cpu())",
                       "class A:\n  def f(self, x):\n    return x.item()\n"),
            "tensor cpu");
}

TEST(ValuesOfChange, AreImpossibleInArmsThatNoCallerEnters) {
  const Repository repository(
      "def f(x, is_eager):\n  if is_eager:\n    return x.item()\n  return x\n\n"
      "def g(y):\n  return f(y, False)\n");
  ValuesOfChange values(repository.change());
  EXPECT_TRUE(
      values.WhenCalled(repository.after(), Find(repository.after(), "x.item()")).is_impossible());
  EXPECT_FALSE(values.Of(repository.after(), Find(repository.after(), "x.item()")).is_impossible());
}

TEST(ValuesOfChange, KnowNothingAfterTheEndOfTheReview) {
  const Repository repository("def f(x):\n  while x: x = x + 1\n  return x\nprint(f(1))\n");
  ValuesOfChange values(repository.change());
  repository.change().index().AllFiles();
  WorkBudget budget("the review", {.is_cancelled = [] { return true; }});
  const Node call = Find(repository.after(), "f(1)");
  const absl::Status status = RunWithin(budget, "asking", [&] {
    for (int i = 0; i < 1000; ++i) values.Of(repository.after(), call);
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace allreview::values
