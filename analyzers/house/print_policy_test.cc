#include "analyzers/house/print_policy.h"

#include "analyzers/house/read_policy.h"
#include "gtest/gtest.h"

namespace allreview::house {
namespace {

TEST(PrintPolicy, ShowsWhatIsAskedWhereAndByWhom) {
  const Policy policy = ReadPolicy({
      {"pyproject.toml", "[tool.black]\nline-length = 100\n"},
      {".pre-commit-config.yaml",
       "repos:\n"
       "- repo: https://example.org/black\n"
       "  hooks:\n"
       "  - id: black\n"
       "    args: [\"--quiet\"]\n"},
      {"AGENTS.md", "Lines have at most 119 characters.\n\n```sh\npytest -q tests\n```\n"},
      {".github/workflows/ci.yml", "jobs:\n  lint:\n    steps:\n    - run: black --check .\n"},
      {"CODEOWNERS", "/pkg/ @core @loss\n"},
  });
  EXPECT_EQ(PrintPolicy(policy), R"(formatter enforced "black" by black pyproject.toml:1
line-length declared "100" by black pyproject.toml:2
command test "pytest -q tests" AGENTS.md:4
hook black " --quiet" .pre-commit-config.yaml:4 in CI
owners "/pkg/" @core @loss CODEOWNERS:1
)");
}

}  // namespace
}  // namespace allreview::house
