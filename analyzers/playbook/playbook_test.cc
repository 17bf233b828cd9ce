#include "analyzers/playbook/playbook.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/playbook/guards.h"
#include "analyzers/playbook/stale.h"
#include "analyzers/playbook/tools_of.h"
#include "analyzers/repository/fake_repository.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::playbook {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

// Files in one text, each below a line "=== path".
struct Repository {
  explicit Repository(absl::string_view text) {
    std::string path;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      if (absl::StartsWith(line, "=== ")) {
        path = std::string(line.substr(4));
        all[path];
      } else if (!path.empty()) {
        absl::StrAppend(&all[path], line, "\n");
      }
    }
  }

  Playbook Build(const std::vector<std::string>& subjects = {}, std::vector<PastCommit> past = {}) {
    std::vector<std::string> paths;
    std::vector<house::File> texts, python;
    for (const auto& [path, content] : all) {
      paths.push_back(path);
      if (IsPlaybookText(path)) texts.push_back({path, content});
      if (absl::EndsWith(path, ".py")) fake.files[path] = content;
    }
    repository::RepositoryIndex index(fake.source(), nullptr);
    for (const std::string& path : WantedPython(paths, index, past))
      python.push_back({path, all[path]});
    return BuildPlaybook({.paths = paths,
                          .texts = texts,
                          .index = index,
                          .subjects = subjects,
                          .python = python,
                          .past = std::move(past)});
  }

  std::map<std::string, std::string> all;
  repository::FakeRepository fake;
};

std::string Shown(const Statement& statement) {
  std::string text = statement.id;
  for (const auto& [name, value] : statement.values) {
    absl::StrAppend(&text, " ", name, "=", absl::StrJoin(absl::StrSplit(value, '\n'), "|"));
  }
  for (const Provenance& place : statement.provenance) {
    absl::StrAppend(&text, " @", place.path);
    if (place.line > 0) absl::StrAppend(&text, ":", place.line);
    if (place.of > 0) absl::StrAppend(&text, "[", place.count, "/", place.of, "]");
  }
  return text;
}

std::vector<std::string> SectionOf(const Playbook& playbook, absl::string_view id) {
  std::vector<std::string> lines;
  for (const Section& section : playbook.sections) {
    if (section.id != id) continue;
    for (const Statement& statement : section.statements) lines.push_back(Shown(statement));
  }
  return lines;
}

std::vector<std::string> StaleOf(const Playbook& playbook) {
  std::vector<std::string> lines;
  for (const Stale& stale : playbook.stale) {
    lines.push_back(
        absl::StrCat(stale.provenance.path, ":", stale.provenance.line, " ", stale.what,
                     stale.provenance.count > 1 ? absl::StrCat(" x", stale.provenance.count) : ""));
  }
  return lines;
}

constexpr char kConfigured[] = R"(=== .python-version
3.11
=== pyproject.toml
[build-system]
build-backend = "setuptools.build_meta"
[project]
name = "trainkit"
requires-python = ">=3.10"
dependencies = ["torch>=2.4", "numpy"]
classifiers = [
    "Programming Language :: Python :: 3.9",
]
[project.optional-dependencies]
dev = ["pytest", "black==24.4"]
[tool.black]
line-length = 100
[tool.mypy]
python_version = "3.10"
[tool.pytest.ini_options]
testpaths = ["tests"]
markers = ["slow: takes minutes", "gpu: needs one"]
=== .pre-commit-config.yaml
repos:
- repo: https://example.com/black
  rev: v24.8
  hooks:
  - id: black
    files: ^trainkit/.*|^tests/.*
=== docs/style.md
Max line length of 119.
=== trainkit/__init__.py
=== trainkit/model.py
VALUE = 1
=== tests/test_model.py
def test_value():
    assert True
)";

TEST(Playbook, HasTenSectionsEvenOfNothing) {
  const Playbook playbook = Repository("").Build();
  ASSERT_EQ(playbook.sections.size(), 10u);
  for (const Section& section : playbook.sections) {
    EXPECT_THAT(section.statements, IsEmpty()) << section.id;
    EXPECT_NE(section.reason_empty, "") << section.id;
  }
}

TEST(Playbook, ReadsTheEnvironment) {
  EXPECT_THAT(SectionOf(Repository(kConfigured).Build(), "environment"),
              ElementsAre("project name=trainkit @pyproject.toml:4",
                          "python-pinned versions=3.11 @.python-version:1",
                          "python-required version=>=3.10 @pyproject.toml:5",
                          "extras names=dev @pyproject.toml:10",
                          "hooks hooks=black @.pre-commit-config.yaml"));
}

TEST(Playbook, TellsWhatRunsFromWhatIsOnlyConfigured) {
  EXPECT_THAT(
      SectionOf(Repository(kConfigured).Build(), "commands"),
      IsSupersetOf({"install-derived command=pip install -e \".[dev]\" @pyproject.toml",
                    "tool-in-hook command=black trainkit tests settings=line-length = 100 "
                    "@.pre-commit-config.yaml:5 @pyproject.toml:12",
                    "tool-configured command=mypy trainkit tests settings=python_version = 3.10 "
                    "@pyproject.toml:14",
                    "tests-all command=pytest tests files=1 @pyproject.toml:16",
                    "markers markers=slow|gpu number=2 @pyproject.toml:18"}));
}

TEST(Playbook, ListsPlacesThatContradictEachOther) {
  Repository repository(kConfigured);
  repository.all["CONTRIBUTING.md"] = "Use a max line length of 119.\n";
  std::vector<std::string> lines;
  for (const Contradiction& contradiction : repository.Build().contradictions) {
    std::string line = contradiction.topic;
    for (const Contradiction::Claim& claim : contradiction.claims) {
      absl::StrAppend(&line, " ", claim.value, "@", claim.provenance.path, ":",
                      claim.provenance.line);
    }
    lines.push_back(line);
  }
  EXPECT_THAT(lines, ElementsAre("line-length 100@pyproject.toml:13 119@CONTRIBUTING.md:1",
                                 "python-version >=3.10@pyproject.toml:5 3.9@pyproject.toml:8",
                                 "version-of-black 24.8@.pre-commit-config.yaml:5 "
                                 "24.4@pyproject.toml:11"));
}

TEST(Playbook, NamesNoContradictionWithVersionsOfBots) {
  Repository repository(kConfigured);
  repository.all[".github/workflows/greet.yml"] =
      "on: issues\njobs:\n  greet:\n    steps:\n    - with:\n        python-version: '3.8'\n";
  for (const Contradiction& contradiction : repository.Build().contradictions) {
    for (const Contradiction::Claim& claim : contradiction.claims) EXPECT_NE(claim.value, "3.8");
  }
}

TEST(Playbook, FindsStatementsAboutWhatIsGone) {
  Repository repository(R"(=== README.md
See [the guide](docs/guide.md), [the plan](docs/plan.md) and `tools/old.py`.
Run `tools/old.py` again, `tools/run.py`, `trainkit.layers.gone.Block` and `trainkit.layers`.
```bash
python tools/lost.py --steps 3
python tools/run.py --steps 3 --lr-warmup 2
make test
make nothing
```
=== Makefile
test:
	pytest
=== docs/guide.md
text
=== tools/run.py
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int)
=== trainkit/__init__.py
=== trainkit/layers/__init__.py
=== trainkit/layers/dense.py
class Dense: pass
)");
  EXPECT_THAT(StaleOf(repository.Build()),
              ElementsAre("README.md:1 docs/plan.md", "README.md:1 tools/old.py x2",
                          "README.md:2 trainkit.layers.gone.Block", "README.md:4 tools/lost.py",
                          "README.md:5 --lr-warmup", "README.md:7 nothing"));
}

TEST(Playbook, DoesNotJudgeExamplesAndFilesYetToBeMade) {
  Repository repository(R"(=== README.md
Create `tools/convert.py` first; for example `tools/x.py`. Write to `out/log.txt`.
Copy `configs/*.yaml`, see `tools/<name>.py`, `https://a.example/tools/a.py` and `numpy/core/x.py`.
`tests/unit/test_foo.py` and [page](https://a.example/b.md), [anchor](#here), [mail](mailto:a@b).
```python
open("tools/made.py")
```
```bash
cd /elsewhere
python tools/there.py
pytest tests/unit/test_{name}.py
torchrun --nproc-per-node 8 tools/run.py --anything "$X"
```
=== docs/changelog.md
Removed `tools/gone.py`.
=== link
../elsewhere
=== docs/b.md
[behind a link](../link/page.md)
=== tools/run.py
import fire
=== tests/unit/test_a.py
def test_a(): pass
)");
  EXPECT_THAT(StaleOf(repository.Build()), IsEmpty());
}

TEST(Playbook, FollowsCiToTheHooksThatItRuns) {
  Repository repository(kConfigured);
  repository.all[".github/workflows/lint.yaml"] =
      "on: pull_request\njobs:\n  lint:\n    steps:\n    - run: pre-commit run --all-files\n";
  repository.all[".pre-commit-config.yaml"] =
      "repos:\n- repo: https://example.com/pyrefly\n  rev: 0.45\n  hooks:\n  - id: pyrefly-check\n";
  const std::vector<std::string> commands = SectionOf(repository.Build(), "commands");
  EXPECT_THAT(commands, testing::Contains("tool-everywhere command=pyrefly check trainkit tests "
                                          "@.pre-commit-config.yaml:5"));
  EXPECT_THAT(commands, testing::Not(testing::Contains("no-type-checker")));
}

TEST(Playbook, MakesRulesOfHabitsThatNearlyAllShare) {
  std::string code = "=== trainkit/__init__.py\n";
  for (int i = 0; i < 6; ++i) {
    absl::StrAppend(&code, "=== trainkit/part", i, ".py\nimport logging\nfrom .base import Base\n",
                    "logger = logging.getLogger(__name__)\ndef scale(x: float) -> float:\n",
                    "    \"\"\"Scales.\"\"\"\n    if x < 0:\n        raise ValueError(x)\n",
                    "    logger.info('x')\n    return x\n");
  }
  const std::vector<std::string> rules = SectionOf(
      Repository(code).Build({"fix: a (#1)", "ci: b (#2)", "Add c (#3)", "Add d (#4)", "e (#5)"}),
      "conventions");
  EXPECT_THAT(rules, IsSupersetOf({"documented-functions @[6/6]", "typed-functions @[6/6]",
                                   "module-logs @[6/6]"}));
  // Two of five are no rule.
  EXPECT_THAT(rules, testing::Not(testing::Contains("commits-typed @[2/5]")));
}

TEST(Playbook, SaysWhereOptionsGoAndWhichClassesAreKeptAlike) {
  Repository repository(R"(=== trainkit/__init__.py
=== trainkit/config.py
from dataclasses import dataclass
@dataclass
class TrainConfig:
    steps: int = 1
    moe_width: int = 2
    moe_depth: int = 3
    moe_top_k: int = 2
    moe_bias: bool = False
=== trainkit/arguments.py
def config_from_args(args):
    return TrainConfig(steps=args.steps)
=== trainkit/dispatch.py
class TokenDispatcher:
    def dispatch(self, x):
        raise NotImplementedError
class FastTokenDispatcher(TokenDispatcher):
    def dispatch(self, x):
        return x
class SlowTokenDispatcher(TokenDispatcher):
    def dispatch(self, x):
        return x
def make(fast):
    return FastTokenDispatcher() if fast else SlowTokenDispatcher()
=== trainkit/use.py
from .config import TrainConfig
def f(config: TrainConfig):
    return config.use_bias
=== trainkit/more.py
from .config import TrainConfig
def g(config: TrainConfig):
    return config.steps
)");
  EXPECT_THAT(SectionOf(repository.Build(), "domain"),
              ElementsAre("option-home-grouped counted=moe_\t4 fields=5 files=3 name=TrainConfig "
                          "@trainkit/config.py:3",
                          "family-chosen name=TokenDispatcher "
                          "names=FastTokenDispatcher|SlowTokenDispatcher symbol=make "
                          "@trainkit/dispatch.py:1 @trainkit/dispatch.py:11"));
}

TEST(Playbook, NamesTheSectionsOfOneConfiguration) {
  Repository repository(R"(=== kit/schema.py
class DataConfig:
    path: str = ""
class ModelConfig:
    width: int = 1
class RunConfig:
    steps: int = 1
class Config:
    data: DataConfig = None
    model: ModelConfig = None
    run: RunConfig = None
=== kit/main.py
from .schema import Config
def main():
    return Config()
=== kit/check.py
from .schema import Config
def check(config: Config):
    return config.run
)");
  EXPECT_THAT(SectionOf(repository.Build(), "domain"),
              ElementsAre("option-sections name=Config "
                          "names=data: DataConfig|model: ModelConfig|run: RunConfig "
                          "@kit/schema.py:7"));
}

TEST(Playbook, TakesWhatContributorsInstallWithItsEnvironment) {
  Repository repository(R"(=== setup.py
name="train_kit",
=== README.md
TrainKit trains. TrainKit is small.
```bash
pip install -e .
```
=== CONTRIBUTING.md
# Setup
```bash
uv venv -p 3.12
source .venv/bin/activate
uv pip install -e ".[dev]"  # with the tools
```
)");
  const Playbook playbook = repository.Build();
  EXPECT_THAT(SectionOf(playbook, "commands"),
              testing::Contains("install command=uv venv -p 3.12 && source .venv/bin/activate && "
                                "uv pip install -e \".[dev]\" @CONTRIBUTING.md:5"));
  EXPECT_THAT(SectionOf(playbook, "environment"),
              testing::Contains("project name=TrainKit @setup.py:1"));
}

TEST(Playbook, NamesWhatHooksLeaveAlone) {
  Repository repository(R"(=== .pre-commit-config.yaml
repos:
- repo: https://example.com/black
  rev: v24.8
  hooks:
  - id: black-jupyter
    exclude: |
        (?x)^(
            kit/vendored/.*|
            kit/old.*\.py|
            gone/.*|
            .*\.md
        )$
=== kit/__init__.py
=== kit/old_loop.py
=== kit/vendored/a.py
)");
  const std::vector<std::string> commands = SectionOf(repository.Build(), "commands");
  EXPECT_THAT(commands, testing::Contains("not-formatted names=black-jupyter "
                                          "paths=kit/vendored/|kit/old*.py "
                                          "@.pre-commit-config.yaml:5"));
  EXPECT_THAT(commands, testing::Contains("tool-in-hook command=pre-commit run black-jupyter "
                                          "--all-files @.pre-commit-config.yaml:5"));
}

TEST(Playbook, TellsHowSubmodulesArePrepared) {
  Repository repository(R"(=== .gitmodules
[submodule "third_party/engine"]
	path = third_party/engine
=== README.md
Apply our patches:
```bash
python tools/patch.py --library engine
```
=== tools/patch.py
)");
  const Playbook playbook = repository.Build();
  EXPECT_THAT(SectionOf(playbook, "tools"),
              ElementsAre("submodules paths=third_party/engine @.gitmodules",
                          "own-script-for command=python tools/patch.py --library engine "
                          "quote=Apply our patches @README.md:3"));
  EXPECT_THAT(SectionOf(playbook, "commands"),
              testing::Not(testing::Contains(testing::HasSubstr("tools/patch.py"))));
}

TEST(Playbook, RunsTestsAsTheStepOfCiDoes) {
  Repository repository(R"(=== .github/workflows/ci.yml
on: pull_request
jobs:
  test:
    steps:
    - env:
        RUN_SLOW: "1"
      run: |
        bash tools/prepare.sh
        python -m unittest discover -s tests
=== tools/prepare.sh
=== tests/test_a.py
)");
  EXPECT_THAT(SectionOf(repository.Build(), "commands"),
              testing::Contains("ci-command command=bash tools/prepare.sh && RUN_SLOW=1 python -m "
                                "unittest discover -s tests @.github/workflows/ci.yml:9"));
}

TEST(Playbook, NamesThePartsOfTheTemplateThatAreEmpty) {
  Repository repository(R"(=== .github/pull_request_template.md
## Motivation

<!-- Why? -->

## Rules
Two people review each change.

## Results
<!-- Loss and speed. -->
## Checklist
- [ ] I have added unit tests
)");
  EXPECT_THAT(SectionOf(repository.Build(), "workflow"),
              ElementsAre("template-parts names=Motivation|Results "
                          "@.github/pull_request_template.md:1",
                          "request quote=Add unit tests @.github/pull_request_template.md:11"));
}

TEST(Playbook, FindsConfigurationsThatCommandsNameAndNobodyHas) {
  Repository repository(R"(=== README.md
```bash
python tools/run.py --config configs/small.yaml --output configs/out.yaml
python tools/run.py --config configs/gone.yaml --gone 3
```
=== configs/small.yaml
=== tools/run.py
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--config")
parser.add_argument("--output")
)");
  EXPECT_THAT(StaleOf(repository.Build()),
              ElementsAre("README.md:3 configs/gone.yaml", "README.md:3 --gone"));
}

TEST(Playbook, KnowsThatIsortIsToldAnotherPackage) {
  Repository repository(R"(=== .isort.cfg
[settings]
known_first_party=oldkit
=== trainkit/__init__.py
=== trainkit/model.py
VALUE = 1
)");
  const Playbook playbook = repository.Build();
  ASSERT_EQ(playbook.contradictions.size(), 1u);
  EXPECT_EQ(playbook.contradictions[0].topic, "first-party");
  EXPECT_EQ(playbook.contradictions[0].claims[0].value, "oldkit");
}

TEST(Playbook, TellsWhatChangedTogether) {
  Repository repository("=== kit/config.py\n=== kit/flags.py\n");
  std::vector<PastCommit> past(10, {.added = {},
                                    .changed = {"kit/config.py", "kit/flags.py"},
                                    .options = {{"kit/config.py", "RunConfig", "x"}}});
  EXPECT_THAT(SectionOf(repository.Build({}, past), "domain"),
              testing::Contains("recipe-field name=RunConfig path=kit/flags.py @[10/10]"));
}

TEST(Playbook, GroupsWhatGuidesAskByTheOrderOfWork) {
  Repository repository(R"(=== AGENTS.md
# Rules
- Read `docs/design.md` before starting any task.
- Use `num_` as the prefix of counts.
- After editing imports, always run `isort` before committing.
- Open every pull request as a draft.
- Never push branches to the main repository.
=== CONTRIBUTING.md
# Style
- Always run `isort` after editing imports and before committing.
=== .github/pull_request_template.md
- [ ] Bug fix (a change that breaks nothing)
- [ ] I have added unit tests
- [ ] Did you use a generator? If so:
  - [ ] I have read its log
- [ ] I have read the [style guide](https://a.example)
)");
  const Playbook playbook = repository.Build();
  std::vector<std::string> lines;
  for (const Section& section : playbook.sections) {
    if (section.id != "workflow" && section.id != "conventions") continue;
    for (const Statement& statement : section.statements) {
      lines.push_back(absl::StrCat(statement.topic, ": ", statement.values.at("quote"), " @",
                                   statement.provenance.size()));
    }
  }
  EXPECT_THAT(lines,
              ElementsAre("while: Use `num_` as the prefix of counts. @1",
                          "before: Read `docs/design.md` before starting any task. @1",
                          "push: After editing imports, always run `isort` before committing. @2",
                          "pull-request: Open every pull request as a draft. @1",
                          "never: Never push branches to the main repository. @1",
                          "template: Add unit tests @1",
                          "template: Read the style guide (https://a.example) @1"));
}

TEST(Playbook, ShowsRealTestsInTheWordsOfTheDocuments) {
  Repository repository(R"(=== AGENTS.md
```bash
uv run torchrun --nproc_per_node=8 -m pytest -q tests
```
=== trainkit/__init__.py
=== tests/test_ranks.py
from trainkit import parallel
def test_reduce():
    parallel.initialize_model_parallel(tensor_model_parallel_size=2)
=== tests/test_value.py
class TestValue:
    def test_one(self): assert True
)");
  EXPECT_THAT(SectionOf(repository.Build(), "single-test"),
              IsSupersetOf({"run-test command=pytest tests/test_value.py::TestValue::test_one",
                            "run-ranks command=uv run torchrun --nproc_per_node=2 -m pytest -q "
                            "tests/test_ranks.py processes=2 @AGENTS.md:2"}));
}

TEST(Playbook, LaunchesNothingThatNobodySaysHowToLaunch) {
  Repository repository(R"(=== trainkit/__init__.py
=== tests/test_ranks.py
def test_reduce():
    parallel.initialize_model_parallel(tensor_model_parallel_size=2)
=== tests/test_spawned.py
def test_spawned():
    spawn(work, init_process_group)
)");
  EXPECT_THAT(SectionOf(repository.Build(), "single-test"),
              ElementsAre("run-spawning command=pytest tests/test_spawned.py"));
}

TEST(Playbook, SaysWhichInstructionsOfAgentsAreThere) {
  Repository repository(R"(=== AGENTS.md
# Rules
- No bare except.
- Keep it short.
=== CLAUDE.md
See AGENTS.md.
=== kit/ops/AGENTS.md
Two lines
of text.
=== skills/release/SKILL.md
---
description: How a release is made. Covers tags.
---
text
=== skills/testing/SKILL.md
---
description: "How tests are run, and where. Covers markers."
---
text
)");
  EXPECT_THAT(
      SectionOf(repository.Build(), "agents"),
      ElementsAre(
          "agent-file path=AGENTS.md", "agent-pointer path=CLAUDE.md target=AGENTS.md",
          "agent-file-below folder=kit/ops/ path=kit/ops/AGENTS.md",
          "skill-for path=skills/testing/SKILL.md quote=How tests are run, and where. Covers "
          "markers",
          "more-skills names=release"));
}

TEST(Guards, AreFlagsOfTryStatements) {
  const std::vector<Guard> guards = GuardsIn(R"(
try:
    import fast_kernels as fk

    HAVE_FK = True
except ImportError:
    HAVE_FK = False

HAVE_MORE = False
try:
    from more.ops import scale
    HAVE_MORE = True
except ImportError:
    pass
)");
  ASSERT_EQ(guards.size(), 2u);
  EXPECT_EQ(absl::StrCat(guards[0].flag, " ", guards[0].library, " ", guards[0].line),
            "HAVE_FK fast_kernels 5");
  EXPECT_EQ(absl::StrCat(guards[1].flag, " ", guards[1].library), "HAVE_MORE more");
}

TEST(Tools, TakeFoldersFromPlainPatternsOnly) {
  EXPECT_THAT(FoldersOfPattern("^pkg/core/.*|^tests/.*"), ElementsAre("pkg/core", "tests"));
  EXPECT_THAT(FoldersOfPattern("^src/pkg/"), ElementsAre("src/pkg"));
  EXPECT_THAT(FoldersOfPattern("^(?!docs/).*\\.py$"), IsEmpty());
}

}  // namespace
}  // namespace allreview::playbook
