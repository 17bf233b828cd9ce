#include "analyzers/constraints/command_line.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::constraints {
namespace {

using ::testing::ElementsAre;

// "3 --num-experts 8", with " ?" behind what is not clear.
std::vector<std::string> SettingsOf(const CommandLine& line) {
  std::vector<std::string> settings;
  for (const Setting& setting : line.settings) {
    settings.push_back(
        absl::StrCat(setting.line, " ", setting.option, setting.values.empty() ? "" : " ",
                     absl::StrJoin(setting.values, " "), setting.is_clear ? "" : " ?"));
  }
  return settings;
}

TEST(CommandLine, ReadsKeysOfYamlThatAreOptions) {
  const auto lines = CommandLinesIn("case.yaml",
                                    "NAME: x\n"
                                    "ARGS:\n"
                                    "  --num-experts: 8  # a comment\n"
                                    "  # between\n"
                                    "  --bf16: true\n"
                                    "  --load: ${CHECKPOINT}\n"
                                    "  --split: \"949 50 1\"\n"
                                    "METRICS:\n"
                                    "  - loss\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].is_complete);
  EXPECT_THAT(SettingsOf(lines[0]), ElementsAre("3 --num-experts 8", "5 --bf16",
                                                "6 --load ${CHECKPOINT} ?", "7 --split 949 50 1"));
}

TEST(CommandLine, KnowsNothingOfTheDefaultsBesideSeveralGroups) {
  const auto lines = CommandLinesIn("case.yml", "A:\n  --x-y: 1\nB:\n  --x-y: 2\n");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_FALSE(lines[0].is_complete);
  EXPECT_FALSE(lines[1].is_complete);
}

TEST(CommandLine, ExpandsVariablesOfAScript) {
  const auto lines = CommandLinesIn("run.sh",
                                    "#!/bin/bash\n"
                                    "TP=8\n"
                                    "ARGS=(\n"
                                    "    --tensor-size $TP  # many\n"
                                    "    --load $1\n"
                                    ")\n"
                                    "MORE=\"--bf16 \\\n"
                                    "  --dropout 0.0\"\n"
                                    "torchrun --nproc 8 train.py \\\n"
                                    "    ${ARGS[@]} $MORE --tag='a b' 2>&1 | tee log\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].script, "train.py");
  EXPECT_TRUE(lines[0].is_complete);
  EXPECT_THAT(SettingsOf(lines[0]), ElementsAre("4 --tensor-size 8", "5 --load $1 ?", "7 --bf16",
                                                "8 --dropout 0.0", "10 --tag a b"));
}

TEST(CommandLine, TakesWhatAConditionAddsForUncertain) {
  const auto lines = CommandLinesIn("run.sh",
                                    "ARGS=\"--layers 4\"\n"
                                    "if [ -n \"$FAST\" ]; then\n"
                                    "  ARGS+=\" --fast-path\"\n"
                                    "  SIZE=2\n"
                                    "fi\n"
                                    "python train.py $ARGS --size $SIZE\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(SettingsOf(lines[0]),
              ElementsAre("1 --layers 4", "3 --fast-path ?", "6 --size $SIZE ?"));
}

TEST(CommandLine, IsIncompleteWhenOthersMayAddOptions) {
  for (const char* script :
       {"python t.py --layers 4 \"$@\"", "python t.py --layers 4 -s",
        "python t.py $REST --layers 4", "source common.sh\npython t.py --layers 4"}) {
    const auto lines = CommandLinesIn("run.sh", script);
    ASSERT_EQ(lines.size(), 1u) << script;
    EXPECT_FALSE(lines[0].is_complete) << script;
  }
}

// "train.py: 3 --layers 4"
std::vector<std::string> InvocationsOf(absl::string_view path, absl::string_view text) {
  std::vector<std::string> found;
  for (const Invocation& invocation : InvocationsIn(path, text)) {
    std::string line = absl::StrCat(invocation.script, invocation.module, ":");
    for (const Invocation::Given& given : invocation.options) {
      absl::StrAppend(&line, " ", given.line, " ", given.option, given.values.empty() ? "" : " ",
                      absl::StrJoin(given.values, " "), given.is_clear ? "" : " ?");
    }
    found.push_back(std::move(line));
  }
  return found;
}

TEST(Invocations, HaveWhatAnyRunMayGive) {
  EXPECT_THAT(InvocationsOf("run.sh",
                            "ARGS=(--layers 4)\n"
                            "SIZE=1\n"
                            "if test -n \"$FAST\"; then\n"
                            "  ARGS+=(--fast)\n"
                            "  SIZE=2\n"
                            "fi\n"
                            "for i in 1 2; do\n"
                            "  srun torchrun --nproc 8 a/train.py \"${ARGS[@]}\" --size $SIZE -q\n"
                            "done\n"),
              ElementsAre("a/train.py: 1 --layers 4 4 --fast 8 --size 1 2 ?"));
}

TEST(Invocations, FollowWrappersAndModules) {
  EXPECT_THAT(
      InvocationsOf("run.sh",
                    "python -m torch.distributed.run --nnodes 1 t.py --a-b 1\n"
                    "python -m pkg.train --a-b 1 > log\n"
                    "srun sh -c \"python t.py --a-b 1\"\n"
                    "CMD=\"python t.py --a-b 2\"\n"
                    "eval $CMD\n"),
      ElementsAre("t.py: 1 --a-b 1", "pkg.train: 2 --a-b 1", "t.py: 3 --a-b 1", "t.py: 4 --a-b 2"));
}

TEST(Invocations, TakeExpansionsWholeAndElementsApart) {
  EXPECT_THAT(
      InvocationsOf("run.sh",
                    "ARGS=(\"--split 1 2\")\n"
                    "python t.py ${ARGS[@]} $([ -n \"$X\" ] && echo --fast-mode) --a-b 1\n"),
      ElementsAre("t.py: 1 --split 1 2 $([ -n \"$X\" ] && echo --fast-mode) ? 2 --a-b 1"));
}

TEST(Invocations, LeaveOutWhatIsNotClear) {
  EXPECT_TRUE(InvocationsOf("run.sh",
                            "pytest t.py --a-b 1\n"
                            "echo python t.py --a-b 1\n"
                            "python tools/launch.py t.py --a-b 1\n"
                            "ls t.py --a-b\n")
                  .empty());
}

TEST(Invocations, StandInStepsOfWorkflows) {
  EXPECT_THAT(InvocationsOf("ci.yml",
                            "steps:\n"
                            "  - run: |\n"
                            "      echo a\n"
                            "      python t.py --a-b 1\n"
                            "  - run: python t.py --a-b 2\n"),
              ElementsAre("t.py: 4 --a-b 1", "t.py: 5 --a-b 2"));
}

TEST(CommandLine, PassesOverWhatIsNoCommandLine) {
  EXPECT_TRUE(CommandLinesIn("a.yaml", "key: value\nlist:\n  - --x\n").empty());
  EXPECT_TRUE(CommandLinesIn("a.sh", "echo --layers 4\npython -c 'print(1)'\n").empty());
  EXPECT_TRUE(CommandLinesIn("a.md", "python t.py --layers 4\n").empty());
}

}  // namespace
}  // namespace allreview::constraints
