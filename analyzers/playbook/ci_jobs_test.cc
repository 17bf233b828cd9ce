#include "analyzers/playbook/ci_jobs.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/playbook/log_helpers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::playbook {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

bool HasPath(absl::string_view path) {
  return path == "docs" || path == "docs/api" || path == "tools/check.sh";
}

std::vector<std::string> Ran(absl::string_view script) {
  std::vector<std::string> lines;
  for (const ShellCommand& command : Shell(HasPath).Run(script, {.path = "a.yml", .line = 10})) {
    lines.push_back(absl::StrCat(command.place.line, " ", command.folder, ": ", command.line));
  }
  return lines;
}

TEST(Shell, FollowsFoldersOfTheRepository) {
  EXPECT_THAT(
      Ran("make all\ncd docs\nmake html\ncd api && make api\ncd ../..\nmake end\n"),
      ElementsAre("10 : make all", "12 docs: make html", "13 docs/api: make api", "15 : make end"));
}

TEST(Shell, LeavesOutWhatRunsInFoldersOfOthers) {
  EXPECT_THAT(Ran("cd third_party/lib\npip install -e .\n"), IsEmpty());
  EXPECT_THAT(Ran("cd $COPY\npip install .\nbash tools/check.sh\n"),
              ElementsAre("12 : bash tools/check.sh"));
}

TEST(Shell, TakesTheFirstNameForTheCheckout) {
  EXPECT_THAT(Ran("cd kit/docs\nmake html\ncd kit\npip install .\n"),
              ElementsAre("11 docs: make html", "13 : pip install ."));
}

TEST(Shell, JoinsLinesAndKeepsThePythonPath) {
  EXPECT_THAT(Ran("export PYTHONPATH=$PWD\npython -m unittest \\\n  discover # all\n"),
              ElementsAre("11 : PYTHONPATH=$PWD python -m unittest discover"));
}

TEST(MakeTargets, PutVariablesIntoRecipes) {
  const std::vector<MakeTarget> targets =
      MakeTargetsOf("dirs := src tests\nquality:\n\t@ruff check $(dirs)\n\tfor x in $$y\n");
  ASSERT_EQ(targets.size(), 1u);
  EXPECT_EQ(targets[0].name, "quality");
  EXPECT_THAT(targets[0].commands, ElementsAre("ruff check src tests"));
}

constexpr char kWorkflow[] = R"(on:
  pull_request:
jobs:
  lint:
    steps:
    - uses: actions/setup-python@v5
      with:
        python-version: "3.9"
    - run: make quality
  unit:
    container:
      image: kit/tests:1
    strategy:
      matrix:
        python: ["3.11", "3.12"]
    steps:
    - uses: actions/setup-python@v5
      with:
        python-version: ${{ matrix.python }}
    - working-directory: docs
      run: pip install -e .
    - run: |
        pip install .
        python -m unittest discover -s tests ${{ inputs.more }}
)";

TEST(CiJobs, TellsTestsFromOtherJobs) {
  const std::vector<CiJob> jobs =
      CiJobsOf({{".github/workflows/a.yml", kWorkflow}, {"Makefile", "quality:\n\truff check .\n"}},
               HasPath);
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_FALSE(jobs[0].has_tests());
  ASSERT_EQ(jobs[0].commands.size(), 1u);
  EXPECT_EQ(jobs[0].commands[0].shell.line, "ruff check .");
  EXPECT_TRUE(jobs[1].has_tests());
  EXPECT_TRUE(jobs[1].is_on_pull_requests);
  EXPECT_EQ(jobs[1].image, "kit/tests:1");
  std::vector<std::string> pythons, lines;
  for (const auto& [version, place] : jobs[1].pythons) pythons.push_back(version);
  for (const CiCommand& command : jobs[1].commands) {
    lines.push_back(absl::StrCat(command.shell.place.line, " ", command.shell.folder, ": ",
                                 command.shell.line));
  }
  EXPECT_THAT(pythons, ElementsAre("3.11", "3.12"));
  EXPECT_THAT(lines, ElementsAre("21 docs: pip install -e .", "23 : pip install .",
                                 "24 : python -m unittest discover -s tests <more>"));
}

TEST(LogHelpers, TestTheRank) {
  EXPECT_TRUE(TestsRank("    if dist.get_rank() == 0:\n        print(text)\n"));
  EXPECT_TRUE(TestsRank("    if is_rank_0():\n        print(text)\n"));
  EXPECT_FALSE(TestsRank("    rank = dist.get_rank()\n    print(rank, text)\n"));
  EXPECT_FALSE(TestsRank("    if rank is None:\n        rank = 0\n"));
}

}  // namespace
}  // namespace allreview::playbook
