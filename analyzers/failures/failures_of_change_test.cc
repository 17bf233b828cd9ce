#include "analyzers/failures/failures_of_change.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/fake_reader.h"
#include "analyzers/understanding/print.h"
#include "analyzers/values/values_of_change.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::failures {
namespace {

using change::AnalysedChange;
using change::ChangedFile;
using change::FakeReader;

struct Texts {
  std::string path, before, after;  // Empty: there is none.
};

ChangedFile FileOf(const Texts& texts) {
  ChangedFile file;
  file.path = file.old_path = texts.path;
  file.language = "python";
  file.is_added = texts.before.empty();
  file.is_deleted = texts.after.empty();
  if (!file.is_added) file.before = texts.before;
  if (!file.is_deleted) file.after = texts.after;
  // As if every line were another.
  change::ChangedHunk& hunk = file.hunks.emplace_back();
  hunk.old_start = hunk.new_start = 1;
  for (char c : texts.before) {
    if (c == '\n') hunk.removed.push_back(++hunk.old_lines);
  }
  for (char c : texts.after) {
    if (c == '\n') hunk.added.push_back(++hunk.new_lines);
  }
  return file;
}

// "path:line: description" of each.
std::string Find(const std::vector<Texts>& changed, std::map<std::string, std::string> others = {},
                 bool has_repository = true) {
  std::vector<ChangedFile> files;
  for (const Texts& texts : changed) {
    files.push_back(FileOf(texts));
    if (!texts.after.empty()) others[texts.path] = texts.after;
  }
  FakeReader reader(std::move(others));
  const AnalysedChange change =
      change::ParseChange({.files = files, .repository = has_repository ? &reader : nullptr});
  values::ValuesOfChange values(change);
  FailuresOfChange failures(change, values);
  failures.Find();
  EXPECT_EQ(failures.files_seen(), change.files().size());
  std::vector<std::string> lines;
  for (const CertainFailure& found : failures.all()) {
    lines.push_back(absl::StrCat(found.file->changed->path, ":", found.at.first_line(), ": ",
                                 understanding::Describe(found.failure)));
  }
  for (const UseLeftBehind& use : failures.left_behind()) {
    lines.push_back(absl::StrCat(use.path, ":", use.line, " for ", use.cause.name, ": ",
                                 understanding::Describe(use.failure)));
  }
  return absl::StrJoin(lines, "; ");
}

constexpr char kClass[] = "class A:\n  def __init__(self):\n    self.x = 1\n";

TEST(FailuresOfChange, KnowsTheRestOfTheRepository) {
  const Texts use = {"pkg/use.py", "", "from pkg.a import A\ndef f():\n  return A().y\n"};
  EXPECT_EQ(Find({use}, {{"pkg/a.py", kClass}}),
            "pkg/use.py:3: no attribute `y` in instance of #0.1");
  // Another file gives instances of the class that attribute.
  EXPECT_EQ(Find({use}, {{"pkg/a.py", kClass}, {"pkg/b.py", "def g(a):\n  a.y = 1\n"}}), "");
}

TEST(FailuresOfChange, ClaimsNothingThatAFileWhichNobodyReadCouldRefute) {
  const Texts file = {"pkg/a.py", "", absl::StrCat(kClass, "def f():\n  return A().y\n")};
  EXPECT_NE(Find({file}), "");
  EXPECT_EQ(Find({file}, {}, /*has_repository=*/false), "");
  // None has no attributes, whoever else there is.
  const Texts none = {"pkg/a.py", "", "def f(x):\n  if x is None:\n    return x.y\n"};
  EXPECT_NE(Find({none}, {}, /*has_repository=*/false), "");
}

TEST(FailuresOfChange, LeavesOutWhatFailedBefore) {
  const std::string failing = "def f():\n  return None.x\n";
  EXPECT_EQ(Find({{"a.py", failing, failing + "y = 1\n"}}), "");
  EXPECT_EQ(Find({{"a.py", failing, failing + "def g():\n  return None.z\n"}}),
            "a.py:4: no attribute `z` in None");
  // Renamed, and moved to another file.
  const std::string rest =
      "  total = first + second * third\n  print(total, first, second)\n  return total\n";
  const auto function = [&](const std::string& name) {
    return absl::StrCat("def ", name, "(first, second, third):\n  x = None.x\n", rest);
  };
  EXPECT_NE(Find({{"a.py", "y = 1\n", function("f")}}), "");
  EXPECT_EQ(Find({{"a.py", function("f"), function("g")}}), "");
  EXPECT_EQ(Find({{"a.py", function("f") + "y = 1\n", "y = 1\n"}, {"b.py", "", function("f")}}),
            "");
}

TEST(FailuresOfChange, FindsWhatTheChangeBreaksInOldLines) {
  const std::string use = "from a import f\ndef g():\n  x, y = f()\n  return x\n";
  EXPECT_EQ(Find({{"a.py", "def f():\n  return 1, 2\n", "def f():\n  return 1, 2, 3\n"},
                  {"b.py", use, use + "z = 1\n"}}),
            "b.py:3: cannot unpack tuple[1, 2, 3]");
}

// The change of pkg/a.py, with a file that uses it.
std::string LeftBehind(const std::string& before, const std::string& after,
                       const std::string& user) {
  return Find({{"pkg/a.py", before, after}}, {{"pkg/use.py", user}});
}

TEST(FailuresOfChange, FindsUsesLeftBehindInOtherFiles) {
  // Another number of values.
  EXPECT_EQ(LeftBehind("def f(x):\n  return x, 1\n", "def f(x):\n  return x, 1, 2\n",
                       "from pkg.a import f\ndef g(x):\n  y, n = f(x)\n  return y\n"),
            "pkg/use.py:3 for f: cannot unpack tuple[?, 1, 2]");
  // An attribute that is gone: of a class, of objects, of an enumeration.
  EXPECT_EQ(LeftBehind("class A:\n  def old(self):\n    return 1\n",
                       "class A:\n  def new(self, x):\n    return 1 + x\n",
                       "from pkg.a import A\ndef g():\n  return A().old()\n"),
            "pkg/use.py:3 for old: no attribute `old` in instance of #0.1");
  EXPECT_EQ(LeftBehind("class A:\n  def __init__(self):\n    self.x = 1\n",
                       "class A:\n  def __init__(self):\n    self.y = 1\n",
                       "from pkg.a import A\ndef g():\n  return A().x\n"),
            "pkg/use.py:3 for x: no attribute `x` in instance of #0.1");
  EXPECT_EQ(LeftBehind("import enum\nclass Mode(enum.Enum):\n  FAST = 1\n  SLOW = 2\n",
                       "import enum\nclass Mode(enum.Enum):\n  QUICK = 1\n  SLOW = 2\n",
                       "from pkg.a import Mode\ndef g(m):\n  return m == Mode.FAST\n"),
            "pkg/use.py:3 for FAST: no attribute `FAST` in class #0.1");
  // A constructor, a value that is None now.
  EXPECT_EQ(LeftBehind("class A:\n  def __init__(self, n):\n    self.n = n\n",
                       "class A:\n  def __init__(self, n, m):\n    self.n = n + m\n",
                       "from pkg.a import A\ndef g():\n  return A(1)\n"),
            "pkg/use.py:3 for A: `pkg.a.A.__init__` needs `m`");
  EXPECT_EQ(LeftBehind("LIMIT = 3\n", "LIMIT = None\n",
                       "from pkg import a\ndef g(n):\n  return a.LIMIT + 1\n"),
            "pkg/use.py:3 for LIMIT: operator refuses None and 1");
}

// A dataclass of the options and fields, with a file that makes one.
std::string LeftByDataclass(const std::string& before, const std::string& after,
                            const std::string& call) {
  const std::string import = "from dataclasses import dataclass\n";
  return LeftBehind(import + before, import + after,
                    absl::StrCat("from pkg.a import Job\ndef f():\n  return ", call, "\n"));
}

TEST(FailuresOfChange, FindsCallsOfDataclassesLeftBehind) {
  const std::string job = "@dataclass\nclass Job:\n  name: str\n  size: int = 1\n";
  EXPECT_EQ(
      LeftByDataclass(job, "@dataclass(kw_only=True)\nclass Job:\n  name: str\n  size: int = 1\n",
                      "Job('a', 2)"),
      "pkg/use.py:3 for Job: `pkg.a.Job` needs `name`");
  // Another field, one that is gone, one that needs a value.
  const std::string other = "@dataclass\nclass Job:\n  name: str\n  length: int = 1\n";
  EXPECT_EQ(LeftByDataclass(job, other, "Job('a', size=2)"),
            "pkg/use.py:3 for Job: `pkg.a.Job` takes no argument `size`");
  EXPECT_EQ(LeftByDataclass(job, other, "Job('a', 2)"), "");
  EXPECT_EQ(LeftByDataclass(job, "@dataclass\nclass Job:\n  name: str\n", "Job('a', 2)"),
            "pkg/use.py:3 for Job: `pkg.a.Job` takes 1 positional arguments, not 2");
  EXPECT_EQ(LeftByDataclass(job, "@dataclass\nclass Job:\n  name: str\n  size: int\n", "Job('a')"),
            "pkg/use.py:3 for Job: `pkg.a.Job` needs `size`");
  EXPECT_EQ(LeftByDataclass(job, "@dataclass\nclass Job:\n  name: str\n  size: int = 2\n", "Job()"),
            "");
}

TEST(FailuresOfChange, LeavesCallsAloneThatNobodyKnewToWork) {
  const std::string before = "from attr import mutable\n@mutable\nclass Job:\n  name: str\n";
  EXPECT_EQ(LeftByDataclass(before, "@dataclass(slots=True)\nclass Job:\n  name: str\n", "Job()"),
            "");
}

TEST(FailuresOfChange, LeavesUsesAloneThatTheChangeDidNotBreak) {
  const std::string pair = "def f(x):\n  return x, 1\n", three = "def f(x):\n  return x, 1, 2\n";
  // It failed before, it is meant to fail, it may be caught, it is not certain.
  EXPECT_EQ(LeftBehind(pair, three, "from pkg.a import f\ndef g():\n  a, b, c, d = f(1)\n"), "");
  EXPECT_EQ(LeftBehind(pair, three,
                       "import pytest\nfrom pkg.a import f\ndef test():\n"
                       "  with pytest.raises(ValueError):\n    a, b = f(1)\n"),
            "");
  EXPECT_EQ(LeftBehind(pair, three,
                       "from pkg.a import f\ndef g():\n  try:\n    a, b = f(1)\n"
                       "  except ValueError:\n    pass\n"),
            "");
  EXPECT_EQ(LeftBehind(pair, "def f(x, y=0):\n  return (x, 1, 2) if y else (x, 1)\n",
                       "from pkg.a import f\ndef g(y):\n  a, b = f(1, y)\n"),
            "");
  // What fails there comes from elsewhere.
  EXPECT_EQ(LeftBehind(pair, three, "from pkg.a import f\ndef g():\n  f(1)\n  return None.x\n"),
            "");
  // The name is still there, from another place.
  EXPECT_EQ(LeftBehind("def f():\n  return 1\n", "from pkg.b import f\n",
                       "from pkg.a import f\ndef g():\n  return f()\n"),
            "");
}

TEST(FailuresOfChange, FindsNothingInWhatIsNoPython) {
  EXPECT_EQ(Find({{"a.py", "", "def f(:\n  return None.x\n"}}), "");
  EXPECT_EQ(Find({{"a.py", "def f():\n  return None.x\n", ""}}), "");  // Deleted.
}

TEST(FailuresOfChange, KeepsWhatWasFoundBeforeTheEnd) {
  std::string endless;
  for (int i = 0; i < 3000; ++i)
    absl::StrAppend(&endless, "def f", i, "(x):\n  while x: x = x + 1\n");
  const std::vector<ChangedFile> files = {FileOf({"a.py", "", "def f():\n  return None.x\n"}),
                                          FileOf({"b.py", "", endless})};
  const AnalysedChange change = change::ParseChange({.files = files});
  values::ValuesOfChange values(change);
  FailuresOfChange failures(change, values);
  bool is_cancelled = false;
  WorkBudget budget("the review", {.is_cancelled = [&] { return is_cancelled; }});
  const absl::Status status = RunWithin(budget, "the search", [&] {
    change.index().AllFiles();
    is_cancelled = true;
    failures.Find();
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_LT(failures.files_seen(), 2u);
}

}  // namespace
}  // namespace allreview::failures
