#include "analyzers/constraints/command_line.h"

#include <string>
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
                                                "7 --dropout 0.0", "10 --tag a b"));
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

TEST(CommandLine, PassesOverWhatIsNoCommandLine) {
  EXPECT_TRUE(CommandLinesIn("a.yaml", "key: value\nlist:\n  - --x\n").empty());
  EXPECT_TRUE(CommandLinesIn("a.sh", "echo --layers 4\npython -c 'print(1)'\n").empty());
  EXPECT_TRUE(CommandLinesIn("a.md", "python t.py --layers 4\n").empty());
}

}  // namespace
}  // namespace allreview::constraints
