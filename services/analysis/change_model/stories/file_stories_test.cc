#include "services/analysis/change_model/stories/file_stories.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/stories/file_hunks.h"
#include "services/analysis/change_model/stories/file_places.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct PlaceCase {
  const char* name;
  const char* language;
  const char* path;
  const char* text;
  std::vector<int> lines;
  std::vector<std::string> places;
};
class FilePlaces : public testing::TestWithParam<PlaceCase> {};

TEST_P(FilePlaces, AreNamedAsReadersNameThem) {
  const PlaceCase& c = GetParam();
  EXPECT_EQ(PlacesOf(c.language, c.path, c.text, c.lines), c.places);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FilePlaces,
    testing::Values(
        PlaceCase{"Markdown",
                  "markdown",
                  "a.md",
                  "intro\n# Install\nx\n```\n# no heading\n```\n## Limits ##\ny\n",
                  {1, 3, 5, 8},
                  {"Install", "Limits"}},
        PlaceCase{"Underlined",
                  "",
                  "a.rst",
                  "Install\n=======\nx\n\nLimits\n------\ny\n",
                  {3, 7},
                  {"Install", "Limits"}},
        PlaceCase{"Yaml",
                  "yaml",
                  "a.yml",
                  "jobs:\n  test:\n    steps:\n      - run: x\n        name: y\n      - run: z\n"
                  "on: [push]\n",
                  {4, 5, 7},
                  {"jobs.test.steps.run", "jobs.test.steps.name", "on"}},
        PlaceCase{"Json",
                  "json",
                  "a.json",
                  "{\n  \"model\": {\n    \"size\": 1,\n    \"list\": [\n      1\n    ]\n  },\n"
                  "  \"url\": \"http://x\"\n}\n",
                  {3, 5, 8},
                  {"model.size", "model.list", "url"}},
        PlaceCase{"Toml",
                  "toml",
                  "a.toml",
                  "[tool.lint]\nwidth = 100\nrules = [\n  \"E\",\n]\n",
                  {2, 4},
                  {"tool.lint.width", "tool.lint.rules"}},
        PlaceCase{"Cuda",
                  "cuda",
                  "a.cu",
                  "#include <x>\n__global__ void scale(float* x) {\n  x[0] = 1;\n}\n"
                  "struct Router : Base {\n  int size;\n};\nint declared(int x);\n",
                  {1, 3, 6},
                  {"scale", "Router"}},
        PlaceCase{"Shell", "shell", "a.sh", "set -e\nrun() {\n  x\n}\ny\n", {1, 3, 5}, {"run"}},
        PlaceCase{"Dockerfile",
                  "dockerfile",
                  "Dockerfile",
                  "FROM a:1 AS base\nRUN x\nFROM b:2\nRUN y\n",
                  {2, 4},
                  {"base", "b:2"}},
        PlaceCase{"Requirements",
                  "",
                  "docker/requirements.txt",
                  "torch==2.4\n-r x\nnumpy>1\n",
                  {1, 2, 3},
                  {"torch", "numpy"}},
        PlaceCase{"Bazel",
                  "starlark",
                  "BUILD",
                  "cc_library(\n    name = \"a\",\n    x = 1,\n)\n",
                  {3},
                  {"a"}},
        PlaceCase{"Unknown", "", "a.bin", "x\n", {1}, {}}),
    [](const auto& info) { return info.param.name; });

TEST(FileStories, TellWhereAndHowTheChangeBegins) {
  const v1::ChangeModel model = ModelOf(R"(# --- docs/a.md before
## Install
Use torch 2.3.
Then build.
## Limits
None.
# --- docs/a.md after
## Install
Use torch 2.4.
Really.
Then build.
## Limits
)");
  ASSERT_EQ(model.files_size(), 1);
  const v1::FileStory& story = model.files(0);
  EXPECT_EQ(story.path(), "docs/a.md");
  EXPECT_EQ(story.language(), "markdown");
  EXPECT_THAT(story.places(), ElementsAre("Install", "Limits"));
  ASSERT_EQ(story.hunks_size(), 2);
  EXPECT_EQ(story.hunks(0).place(), "Install");
  EXPECT_EQ(story.hunks(0).before(), "Use torch 2.3.");
  EXPECT_EQ(story.hunks(0).after(), "Use torch 2.4.\nReally.");
  EXPECT_EQ(story.range().first_line(), 2);
  EXPECT_EQ(story.range().end_line(), 4);
  EXPECT_EQ(story.hunks(1).before(), "None.");
  EXPECT_EQ(story.hunks(1).after(), "");
  EXPECT_EQ(story.hunks(1).range().side(), change::v1::SIDE_LEFT);
}

TEST(FileStories, KeepTheLinesBetweenTwoEditsOfAHunk) {
  const std::string before = "a\nb\nc\nd\ne\n", after = "a\nnew\nb\nc\nD\ne\n";
  change::ChangedFile file;
  file.path = file.old_path = "INSTALL.md";
  file.hunks = {{.old_start = 1,
                 .old_lines = 5,
                 .new_start = 1,
                 .new_lines = 6,
                 .added = {2, 5},
                 .removed = {4},
                 .moved = {}}};
  v1::FileStory story;
  AddHunks({.file = &file, .language = "markdown", .before = &before, .after = &after}, story);
  ASSERT_EQ(story.hunks_size(), 1);
  EXPECT_EQ(story.hunks(0).before(), "b\nc\nd");
  EXPECT_EQ(story.hunks(0).after(), "new\nb\nc\nD");
}

TEST(FileStories, BeginWithTheHunkThatDoesTheWork) {
  const v1::ChangeModel model = ModelOf(R"(# --- ci/run.sh before
# One thing.
set -e
build() {
  make
}
# --- ci/run.sh after
# Another thing,
# in two lines,
# and a third.
set -e
build() {
  make all
  make install
}
)");
  ASSERT_EQ(model.files_size(), 1);
  EXPECT_EQ(model.files(0).hunks(0).place(), "build");
  EXPECT_EQ(model.files(0).hunks(0).before(), "  make");
  EXPECT_EQ(model.files(0).hunks(0).after(), "  make all\n  make install");
}

constexpr char kCopy[] = R"(# --- ci/keys.yml before
jobs:
  build:
    run: |
      a
# --- ci/keys.yml after
jobs:
  build:
    run: |
      base="${ref#heads/}"
      space=$(echo "$base" | tr / -)
      if [ -z "$space" ]; then
        echo "no space: $base" >&2
        exit 1
      fi
      baseline="$space-baseline"
      key="$space-$number"
      key=$(echo "$key" | cut -c1-100)
      long="$key-$variant"
      echo "$long" | tee -a out.txt
# --- ci/test_keys.sh after
keys() {
  base="${ref#heads/}"
  space=$(echo "$base" | tr / -)
  if [ -z "$space" ]; then
    return 1
  fi
  baseline="$space-baseline"
  key="$space-$number"
  key=$(echo "$key" | cut -c1-100)
  long="$key-$variant"
  echo "$long" | tee -a out.txt
}
)";

TEST(FileStories, NameTheCodeThatAScriptRepeats) {
  const v1::ChangeModel model = ModelOf(kCopy);
  ASSERT_EQ(model.files_size(), 2);
  EXPECT_EQ(model.files(0).sibling(), "");
  const v1::FileStory& copy = model.files(1);
  EXPECT_EQ(copy.sibling(), "ci/keys.yml:jobs.build.run");
  ASSERT_EQ(copy.against_sibling_size(), 2);
  EXPECT_EQ(copy.against_sibling(0).place(), "keys");
  EXPECT_EQ(copy.against_sibling(1).before(), "echo \"no space: $base\" >&2\nexit 1");
  EXPECT_EQ(copy.against_sibling(1).after(), "return 1");
}

TEST(FileStories, AreBoundedWhenAllLinesAreAlike) {
  std::string text = "# --- ci/a.sh after\n";
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&text, "f", i, "() {\n");
    for (int k = 0; k < 40; ++k) absl::StrAppend(&text, "  echo ", k, " words\n");
    absl::StrAppend(&text, "}\n");
  }
  EXPECT_EQ(ModelOf(text).files_size(), 1);
}

TEST(FileStories, CountPlacesBeyondTheLimit) {
  std::string text = "# --- docs/a.md\n";
  for (int i = 0; i < 13; ++i) absl::StrAppend(&text, "## H", i, "\ntext\n");
  const v1::ChangeModel model = ModelOf(text);
  ASSERT_EQ(model.files_size(), 1);
  EXPECT_EQ(model.files(0).places_size(), 10);
  EXPECT_EQ(model.files(0).more_places(), 3);
}

TEST(FileStories, TellOfScriptsThatChangeOutsideOfFunctionsAlone) {
  const v1::ChangeModel model = ModelOf(
      "# --- train.py before\nsize = args.size\nif size < 0:\n    args.size = guess()\n"
      "run(args.size)\ndef g():\n    return 1\n"
      "# --- train.py after\nsize = args.size\nif size < 0:\n    size = guess()\n"
      "run(size)\ndef g():\n    return 1\n");
  ASSERT_EQ(model.files_size(), 1);
  EXPECT_EQ(model.files(0).language(), "python");
  EXPECT_EQ(model.files(0).hunks(0).before(), "    args.size = guess()\nrun(args.size)");
  EXPECT_THAT(ModelOf("# --- a.py before\nx = f(1)\ndef g():\n    return 1\n"
                      "# --- a.py after\nx = f(2)\ndef g():\n    return 2\n")
                  .files(),
              IsEmpty());
}

TEST(FileStories, TellWhatAModuleDoesBesideItsDefinitions) {
  const v1::ChangeModel model = ModelOf(
      "# --- pkg/a.py before\nimport x\ndef f():\n    return 1\nregister(f)\n"
      "# --- pkg/a.py after\nimport x\nimport y\ndef f():\n    return 1\ndef g():\n    return 2\n"
      "N = 3\nregister(f)\nregister(g)\n"
      "# --- pkg/run.py\ndef main():\n    return 1\nif __name__ == '__main__':\n    start()\n"
      "    main()\n"
      "# --- tests/test_a.py\ndef test_a():\n    pass\nrun()\n");
  ASSERT_EQ(model.files_size(), 2);
  EXPECT_EQ(model.files(0).hunks(0).after(), "register(g)");
  EXPECT_EQ(model.files(1).hunks(0).after(), "if __name__ == '__main__':\n    start()\n    main()");
}

TEST(FileStories, QuotePythonOfWhichOnlyWordsChange) {
  const v1::ChangeModel model = ModelOf(
      "# --- pkg/a.py before\ndef f(x):\n    \"\"\"Adds.\n\n    Slow.\n    \"\"\"\n    return x\n"
      "# --- pkg/a.py after\ndef f(x):\n    \"\"\"Adds.\n\n    Slow, see g.\n    \"\"\"\n    "
      "return x\n");
  ASSERT_EQ(model.files_size(), 1);
  EXPECT_EQ(model.files(0).hunks(0).after(), "    Slow, see g.");
}

TEST(FileStories, AreNotToldWithoutDetailsNorOfPython) {
  EXPECT_THAT(ModelOf("# --- docs/a.md\n# A\n", {.is_detailed = false}).files(), IsEmpty());
  EXPECT_THAT(ModelOf("# --- pkg/a.py\nx = 1\n").files(), IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
