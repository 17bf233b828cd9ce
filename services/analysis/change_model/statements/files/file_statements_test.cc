#include "services/analysis/change_model/statements/files/file_statements.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Said(const std::string& fixture, Language language = Language::kEnglish) {
  std::vector<std::string> said;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangeStatement& statement : model.statements()) {
    said.push_back(absl::StrCat(statement.subject(), ":", statement.places(0).first_line(), ": ",
                                In(language, FromText(statement.text(), ""))));
  }
  return said;
}

constexpr char kRecipe[] = R"(# --- conf/a.yaml before
model:
  layers: 4
  dropout: 0.1
data: [x, y]
# --- conf/a.yaml after
model:
  layers: 8
  heads: 2
data: [x, y]
)";

TEST(FileStatements, TellWhichKeysChange) {
  EXPECT_THAT(Said(kRecipe), ElementsAre("conf/a.yaml:2: `model.layers`: `4` → `8`",
                                         "conf/a.yaml:3: `model.heads` is new: `2`",
                                         "conf/a.yaml:3: `model.dropout` is gone; it was `0.1`"));
  EXPECT_EQ(Said(kRecipe, Language::kChinese)[2],
            "conf/a.yaml:3: 删除 `model.dropout`，原值为 `0.1`");
}

TEST(FileStatements, TellWhichVersionsAreRequired) {
  EXPECT_THAT(Said("# --- requirements.txt before\ntorch>=2.6\nninja\n"
                   "einops==0.8 ; python_version < \"3.13\"\n"
                   "# --- requirements.txt after\n# newer\ntorch >= 2.9\neinops==0.8\n"
                   "flash-attn\n"
                   "# --- pkg/a.py unchanged\nimport torch.nn as nn\nimport flash_attn\n"
                   "# --- pkg/b.py unchanged\nfrom torch import Tensor\nimport torchvision\n"),
              ElementsAre("requirements.txt:2: `torch`: `>=2.6` → `>=2.9`; 2 files import it",
                          "requirements.txt:3: `einops`: `==0.8; python_version < \"3.13\"` → "
                          "`==0.8`",
                          "requirements.txt:4: `flash-attn` is required: `*`; one file imports it",
                          "requirements.txt:2: `ninja` is no longer required; it was `*`"));
}

TEST(FileStatements, CountWhatIsInstalledWithAList) {
  EXPECT_THAT(Said("# --- pkg/pyproject.toml before\n[project]\ndependencies = [\"setuptools\"]\n"
                   "# --- pkg/pyproject.toml after\n[project]\ndependencies = []\n"
                   "# --- setup.py unchanged\nimport setuptools\n"),
              ElementsAre("pkg/pyproject.toml:2: `setuptools` is no longer required; it was `*`"));
}

TEST(FileStatements, TellTheSameKeyOfManyRecipesOnce) {
  std::string text;
  for (const char* name : {"a", "b", "c"}) {
    absl::StrAppend(&text, "# --- conf/", name, ".yaml before\nlr: 1e-3\n# --- conf/", name,
                    ".yaml after\nlr: 1e-4\n");
  }
  EXPECT_THAT(Said(text),
              ElementsAre("conf/a.yaml:1: `lr`: `1e-3` → `1e-4`, and so in 2 more files"));
}

TEST(FileStatements, MeasureNumbersThatChangeTogether) {
  std::string before = "# --- golden.json before\n{\"loss\": {", after;
  after = "# --- golden.json after\n{\"loss\": {";
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&before, i == 0 ? "" : ", ", "\"", i, "\": ", 10 + i);
    absl::StrAppend(&after, i == 0 ? "" : ", ", "\"", i, "\": ",
                    i == 3   ? 26
                    : i < 15 ? 11 + i
                             : 10 + i);
  }
  EXPECT_THAT(Said(absl::StrCat(before, "}}\n", after, "}}\n")),
              ElementsAre("golden.json:1: 15 of 20 numbers change, the most by 100 % at `loss.3` "
                          "(`13` → `26`)"));
}

constexpr char kWorkflow[] = R"(# --- .github/workflows/ci.yml before
jobs:
  build:
    steps:
      - uses: actions/checkout@v3
      - name: Keys
        id: keys
        run: |
          echo "key=$KEY" >> "$GITHUB_OUTPUT"
          echo "seed=0" >> "$GITHUB_OUTPUT"
      - name: Lint
        if: always()
        run: make lint
      - run: docker build --from ${{ steps.keys.outputs.seed }}
# --- .github/workflows/ci.yml after
jobs:
  build:
    steps:
      - uses: actions/checkout@v4
      - name: Keys
        id: keys
        run: |
          echo "key=$KEY" >> "$GITHUB_OUTPUT"
          echo "baseline=$BASE" | tee -a "$GITHUB_OUTPUT"
      - name: Test keys
        run: |
          set -e
          ci/test_keys.sh
      - run: docker build --from ${{ steps.keys.outputs.seed }}
)";

TEST(FileStatements, TellWhatTheStepsOfAWorkflowHandOn) {
  EXPECT_THAT(
      Said(kWorkflow),
      ElementsAre(
          ".github/workflows/ci.yml:4: `actions/checkout`: `v3` → `v4`",
          ".github/workflows/ci.yml:5: The step `Keys` of `build` hands on `baseline`, no longer "
          "`seed`",
          ".github/workflows/ci.yml:10: The job `build` gains the step `Test keys`, which runs "
          "`ci/test_keys.sh`",
          ".github/workflows/ci.yml:10: The job `build` loses the step `Lint`",
          ".github/workflows/ci.yml:14: Who should read `steps.keys.outputs.seed` now? The step "
          "`Keys` no longer writes `seed`, so it is empty"));
}

TEST(FileStatements, SayNothingOfWhatIsNoYamlOrNew) {
  EXPECT_THAT(Said("# --- a.yaml before\na: [\n# --- a.yaml after\na: [1\n"), IsEmpty());
  EXPECT_THAT(Said("# --- a.yaml after\na: 1\n"), IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
