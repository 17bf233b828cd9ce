#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/file_ignores.h"
#include "analyzers/house/ini.h"
#include "analyzers/house/norms.h"
#include "analyzers/house/read_policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::house {
namespace {

using repository::StyleFacts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const File kProject = {"pyproject.toml",
                       "[project]\n"
                       "requires-python = \">=3.11\"\n"
                       "[tool.black]\n"
                       "line_length = 100\n"
                       "[tool.isort]\n"
                       "profile = \"black\"\n"
                       "[tool.ruff.lint]\n"
                       "select = [\"S506\", \"F\"]\n"
                       "ignore = [\"F841\"]\n"};
const File kPylint = {".pylintrc",
                      "[MAIN]\n"
                      "ignore-paths=tests\n"
                      "max-line-length=100\n"
                      "[MESSAGES CONTROL]\n"
                      "disable=all\n"
                      "enable=C0116,\n"
                      "    unused-import  # by name\n"};
const File kHooks = {".pre-commit-config.yaml",
                     "repos:\n"
                     "- repo: https://example.org/black\n"
                     "  hooks:\n"
                     "  - id: black\n"
                     "    files: ^engine/core/.*|^tests/.*\n"
                     "    args: [\"--quiet\"]\n"
                     "- repo: https://example.org/pylint\n"
                     "  hooks:\n"
                     "  - id: pylint\n"
                     "    files: ^engine/core/.*\n"};

TEST(FileIgnores, AreThoseOfRuff) {
  constexpr char kText[] =
      "[tool.ruff.lint.per-file-ignores]\n\"__init__.py\" = [\"F4\"]\n"
      "\"gen/**/*_template.py\" = [\"F821\", \"E501\"]\n\"old/\" = [\"ALL\"]\n";
  EXPECT_TRUE(IsIgnoredIn(kText, "gen/a/b/loss_template.py", "F821"));
  EXPECT_TRUE(IsIgnoredIn(kText, "gen/loss_template.py", "F821"));
  EXPECT_FALSE(IsIgnoredIn(kText, "gen/a/loss.py", "F821"));
  EXPECT_FALSE(IsIgnoredIn(kText, "gen/a/loss_template.py", "F811"));
  EXPECT_TRUE(IsIgnoredIn(kText, "a/__init__.py", "F401"));
  EXPECT_TRUE(IsIgnoredIn(kText, "old/a/b.py", "F821"));
  EXPECT_TRUE(IsIgnoredIn("[tool.ruff.per-file-ignores]\n\"a.py\" = [\"F\"]\n", "x/a.py", "F821"));
  EXPECT_FALSE(IsIgnoredIn("per-file-ignores = [", "a.py", "F821"));
  EXPECT_FALSE(IsIgnoredIn("", "a.py", "F821"));
}

TEST(ReadPolicy, SaysWhoEnforcesWhatAndWhere) {
  const Policy policy = ReadPolicy({kProject, kPylint, kHooks});
  const Entry* docstring = policy.Find("function-docstring");
  ASSERT_NE(docstring, nullptr);
  EXPECT_EQ(docstring->tool, "pylint C0116");
  EXPECT_EQ(docstring->level, Level::kCiEnforced);
  EXPECT_EQ(ToString(docstring->source), ".pylintrc:6");
  const PathMatcher matcher(docstring->files);
  EXPECT_TRUE(matcher.Matches("engine/core/router.py"));
  EXPECT_FALSE(matcher.Matches("engine/training/loop.py"));
  EXPECT_NE(policy.Find("unused-import"), nullptr);
  EXPECT_EQ(policy.Find("class-docstring"), nullptr);
  EXPECT_EQ(policy.Find("unused-local"), nullptr);
  // Nothing runs ruff.
  EXPECT_EQ(policy.Find("unsafe-yaml")->level, Level::kDeclared);
  EXPECT_EQ(policy.Find("python-version")->statement, "Python 3.11 or newer");
  EXPECT_THAT(policy.diagnostics, IsEmpty());
}

TEST(ReadPolicy, ListsContradictions) {
  const Policy policy = ReadPolicy(
      {kProject,
       kPylint,
       kHooks,
       {"skills/style/SKILL.md",
        "- **Line length**: 119 characters.\n- Google-style docstrings.\n"},
       {"docs/developer/contribute.md", "It doesn't (yet) have enforced formatting.\n"}});
  EXPECT_EQ(policy.Find("line-length")->value, "100");
  ASSERT_THAT(policy.conflicts, SizeIs(2));
  EXPECT_EQ(policy.conflicts[0].text,
            "formatted with black (pyproject.toml:3) versus formatted with nothing "
            "(docs/developer/contribute.md:1): the first one applies");
  EXPECT_EQ(policy.conflicts[1].text,
            "lines of at most 100 characters (pyproject.toml:4) versus lines of at most 119 "
            "characters (skills/style/SKILL.md:1): the first one applies");
}

TEST(ReadPolicy, KnowsWhoRejectsLongLines) {
  const File hooks = {".pre-commit-config.yaml",
                      "repos:\n- repo: https://example.org/x\n  hooks:\n  - id: black\n"
                      "  - id: isort\n  - id: ruff\n"};
  const auto project = [](absl::string_view ruff) {
    return File{"pyproject.toml",
                absl::StrCat("[tool.black]\nline-length = 100\n[tool.isort]\nline_length = 99\n"
                             "[tool.ruff]\nline-length = 115\n[tool.ruff.lint]\n",
                             ruff)};
  };
  // Without E501 nobody does, and the widths are no contradiction.
  for (const char* ruff :
       {"", "select = [\"F\", \"I\"]\n", "select = [\"E\"]\nignore = [\"E501\"]\n"}) {
    const Policy policy = ReadPolicy({project(ruff), hooks});
    ASSERT_NE(policy.Find("line-length"), nullptr) << ruff;
    EXPECT_EQ(policy.Find("line-length")->level, Level::kDeclared) << ruff;
    EXPECT_EQ(policy.Find("line-length")->value, "100") << ruff;
    EXPECT_THAT(policy.conflicts, IsEmpty()) << ruff;
  }
  const Policy policy = ReadPolicy({project("select = [\"E\"]\n"), hooks});
  EXPECT_EQ(policy.Find("line-length")->level, Level::kCiEnforced);
  EXPECT_EQ(policy.Find("line-length")->tool, "ruff E501");
  EXPECT_EQ(policy.Find("line-length")->value, "115");
  EXPECT_THAT(policy.conflicts, IsEmpty());
  // `ruff format` reports no codes.
  EXPECT_EQ(ReadPolicy({project("select = [\"E\"]\n"),
                        {".pre-commit-config.yaml",
                         "repos:\n- repo: https://example.org/x\n  hooks:\n"
                         "  - id: ruff-format\n"}})
                .Find("line-length")
                ->level,
            Level::kDeclared);
}

TEST(ReadPolicy, MatchesFixedPhrasesOnly) {
  const Policy policy =
      ReadPolicy({{"AGENTS.md",
                   "All PRs must be created as **drafts**. Commit with both `-s` and `-S`:\n"
                   "`-s` adds the `Signed-off-by` trailer.\n"
                   "In the core, avoid adding new direct reads of global\n"
                   "process groups from `parallel_state`.\n"
                   "```\nLine length: 20\n```\n"},
                  {"CLAUDE.md", "AGENTS.md"}});
  ASSERT_THAT(policy.entries, SizeIs(1));
  EXPECT_EQ(policy.entries[0].id, "process-groups");
  EXPECT_EQ(ToString(policy.entries[0].source), "AGENTS.md:3");
  EXPECT_EQ(policy.process.draft->line, 1);
  EXPECT_EQ(policy.process.sign_off->line, 2);
  EXPECT_TRUE(policy.process.wants_signature);
  EXPECT_FALSE(policy.process.linked_issue.has_value());
}

TEST(ReadPolicy, TellsWhereAFileCannotBeRead) {
  std::string bomb = "a: &a [x]\nb: [*a, *a]\n";
  const Policy policy = ReadPolicy(
      {{"pyproject.toml", "[tool.black]\nline_length = \n"},
       {".pylintrc", "[MAIN]\nfine=1\nwhat is this\n"},
       {"codecov.yml", bomb},
       {".pre-commit-config.yaml", "repos:\n- hooks:\n  - id: black\n    files: ^(?!tests)\n"}});
  std::vector<std::string> places;
  for (const Diagnostic& diagnostic : policy.diagnostics) {
    places.push_back(ToString(diagnostic.place));
  }
  EXPECT_THAT(places, ElementsAre("pyproject.toml:2", ".pylintrc:3", "codecov.yml:1",
                                  ".pre-commit-config.yaml:3"));
  EXPECT_THAT(policy.hooks, IsEmpty());
}

TEST(ReadPolicy, SurvivesHostileTexts) {
  std::string deep(200'000, '[');
  for (const char* path : {"pyproject.toml", ".pylintrc", "setup.cfg", "codecov.yml", "AGENTS.md",
                           ".pre-commit-config.yaml", "CODEOWNERS", ".github/workflows/a.yml",
                           "tools/autoformat.sh"}) {
    for (const std::string& text :
         {deep, std::string(100'000, '\n'), std::string("\0\xff\xfe[", 4), std::string(),
          std::string("a = \"\"\"\n"), std::string("[a\n]"), std::string("```bash\n\\\n\\\n"),
          absl::StrCat("line length: ", std::string(100'000, '9'))}) {
      const Policy policy = ReadPolicy({{path, text}});
      EXPECT_THAT(policy.diagnostics, SizeIs(testing::Le(2))) << path;
    }
  }
}

TEST(ReadPolicy, FindsToolsThatCiRunsInAScript) {
  const Policy policy =
      ReadPolicy({kProject,
                  {".github/workflows/ci.yml",
                   "jobs:\n  lint:\n    steps:\n      - run: bash tools/format.sh\n"},
                  {"tools/format.sh", "black --quiet $EXTRA $FILES\nruff check $FILES\n"},
                  {"tools/lint.sh", "pylint $FILES\n"}});
  ASSERT_THAT(policy.hooks, SizeIs(2));
  EXPECT_EQ(policy.hooks[0].id, "black");
  EXPECT_EQ(policy.hooks[0].arguments, " --quiet");
  EXPECT_TRUE(policy.hooks[0].is_run_by_ci);
  EXPECT_EQ(policy.Find("unsafe-yaml")->level, Level::kCiEnforced);
}

TEST(ReadPolicy, CallsAFormatterAsCiDoes) {
  const auto lines_of = [](const std::string& run) {
    const Policy policy = ReadPolicy(
        {{".github/workflows/ci.yml",
          absl::StrCat("jobs:\n  lint:\n    steps:\n      - run: |\n          ", run, "\n")}});
    std::vector<std::string> lines;
    for (const CommandLine& line : CommandsForChange(policy, {"a.py"})) lines.push_back(line.line);
    return lines;
  };
  EXPECT_THAT(lines_of("black -l 100 --check ."), ElementsAre("black -l 100 a.py"));
  EXPECT_THAT(lines_of("black --check src"), ElementsAre("black a.py"));
  // Whether "." belongs to the flag nobody knows.
  EXPECT_THAT(lines_of("isort -c -sp ."), IsEmpty());
}

TEST(ReadPolicy, TakesNoRuleThatAHookLeavesOutForEnforced) {
  const Policy policy =
      ReadPolicy({{".flake8", "[flake8]\nmax-line-length = 100\n"},
                  {".pre-commit-config.yaml",
                   "repos:\n- repo: local\n  hooks:\n  - id: flake8\n    entry: python\n"
                   "    args: ['-m', 'flake8', '--extend-ignore=W503,E501']\n"}});
  EXPECT_EQ(policy.Find("line-length")->level, Level::kDeclared);
  EXPECT_EQ(CommandsForChange(policy, {"a.py"}).front().line,
            "flake8 --extend-ignore=W503,E501 a.py");
}

TEST(CommandsForChange, NamesChangedFilesThatEachHookLooksAt) {
  const Policy policy = ReadPolicy(
      {kPylint,
       kHooks,
       {"README.md", "```bash\npip install engine\npip install --no-deps \\\n  -e .[dev]\n```\n"}});
  const std::vector<CommandLine> lines =
      CommandsForChange(policy, {"engine/core/a.py", "engine/tools/b.py", "tests/test_a.py",
                                 "engine/core/it's.py", "README.md"});
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_EQ(lines[0].line, "pip install --no-deps -e .[dev]");
  EXPECT_EQ(lines[1].line,
            "black --quiet engine/core/a.py tests/test_a.py 'engine/core/it'\\''s.py'");
  EXPECT_EQ(lines[2].line, "pylint engine/core/a.py 'engine/core/it'\\''s.py'");
  EXPECT_THAT(CommandsForChange(policy, {"README.md"}), SizeIs(1));
}

TEST(OwnersOf, TakesTheLastRuleThatFits) {
  const Policy policy = ReadPolicy({{".github/CODEOWNERS",
                                     "# owners\n/* @root\nengine/core/ @core @team # both\n"
                                     "*.md @docs\nengine/core/free.py\n"}});
  EXPECT_THAT(OwnersOf(policy, "setup.py"), ElementsAre("@root"));
  EXPECT_THAT(OwnersOf(policy, "engine/core/moe/a.py"), ElementsAre("@core", "@team"));
  EXPECT_THAT(OwnersOf(policy, "engine/core/a.md"), ElementsAre("@docs"));
  EXPECT_THAT(OwnersOf(policy, "engine/core/free.py"), IsEmpty());
  EXPECT_THAT(OwnersOf(policy, "engine/tools/a.py"), IsEmpty());
}

FileHabits Habits(const char* path, const std::vector<std::pair<StyleFacts::Habit, int>>& counts) {
  FileHabits file{.path = path, .style = {}};
  for (const auto& [habit, count] : counts) file.style.counts[habit] = count;
  file.style.copyright = "# Copyright (c) Example.";
  return file;
}

TEST(ApplyNorms, DropsWhatTheCodeDoesNotFollow) {
  Policy policy = ReadPolicy(
      {{"AGENTS.md", "Use `X | None`, not `Optional[X]`.\nRaise `ValueError` for bad configs.\n"}});
  ApplyNorms({Habits("a/b.py", {{StyleFacts::kOptionals, 17},
                                {StyleFacts::kNoneUnions, 3},
                                {StyleFacts::kValueErrors, 9},
                                {StyleFacts::kAsserts, 1}}),
              Habits("tests/test_b.py", {{StyleFacts::kAsserts, 100}}),
              Habits("a/test/checks.py", {{StyleFacts::kAsserts, 100}}),
              Habits("a/b_test.py", {{StyleFacts::kAsserts, 100}})},
             &policy);
  EXPECT_FALSE(policy.Find("optional-annotations")->is_active);
  EXPECT_TRUE(policy.Find("configuration-errors")->is_active);
  ASSERT_THAT(policy.conflicts, SizeIs(1));
  EXPECT_EQ(policy.conflicts[0].text,
            "`X | None` for optional values (AGENTS.md:1) is declared, but only 15 % of 20 places "
            "do so, so it is not enforced");
}

TEST(ApplyNorms, FollowsTheClaimThatTheCodeFollows) {
  Policy policy = ReadPolicy({{"AGENTS.md", "Use `X | None` for types.\n"},
                              {"CONTRIBUTING.md", "Use `Optional[X]` for types.\n"}});
  ApplyNorms({Habits("a/b.py", {{StyleFacts::kOptionals, 17}, {StyleFacts::kNoneUnions, 3}})},
             &policy);
  const Entry* entry = policy.Find("optional-annotations");
  EXPECT_TRUE(entry->is_active);
  EXPECT_EQ(entry->value, "Optional[X]");
  EXPECT_EQ(ToString(entry->source), "CONTRIBUTING.md:1");
}

TEST(CopyrightOf, IsWhatNearlyAllNeighboursHave) {
  const std::vector<FileHabits> files = {Habits("a/b.py", {}), Habits("a/c.py", {}),
                                         Habits("a/d.py", {}), Habits("b/e.py", {})};
  EXPECT_EQ(CopyrightOf(files, "a"), "# Copyright (c) Example.");
  EXPECT_EQ(CopyrightOf(files, "b"), "");
}

TEST(ParseIni, JoinsContinuedLinesAndRefusesTheRest) {
  const IniFile file = ParseIni("[a]\nKey-One = x ; note\n  y\n\n[b]\n");
  ASSERT_TRUE(file.error.is_empty());
  ASSERT_THAT(file.sections, SizeIs(2));
  EXPECT_EQ(file.sections[0].Find("key_one")->value, "x\ny");
  EXPECT_EQ(ParseIni("key = 1\n").error, "found neither a section nor key = value");
  EXPECT_EQ(ParseIni("[a]\n  floating\n").error, "an indented line that continues nothing");
  EXPECT_EQ(ParseIni("[a]\n  floating\n").error_line, 2);
}

TEST(PathMatcher, ReadsPythonExpressions) {
  const PathMatcher matcher({.files = "(?x)^(\n  a/  # first\n  | b/\n)", .exclude = "vendored"});
  EXPECT_TRUE(matcher.Matches("a/x.py"));
  EXPECT_TRUE(matcher.Matches("b/x.py"));
  EXPECT_FALSE(matcher.Matches("a/vendored/x.py"));
  const PathMatcher bad({.files = "^(?!tests)", .exclude = ""});
  EXPECT_FALSE(bad.Matches("a.py"));
  EXPECT_THAT(bad.error(), HasSubstr("invalid"));
}

}  // namespace
}  // namespace allreview::house
