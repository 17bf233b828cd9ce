#include "analyzers/build_files/requirements.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "analyzers/build_files/version_range.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::build_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "1 torch >=2.6 if extra"
std::vector<std::string> Shown(const RequirementList& list) {
  std::vector<std::string> shown;
  for (const Requirement& one : list.requirements) {
    shown.push_back(absl::StrCat(one.line, " ", one.name, one.specifier.empty() ? "" : " ",
                                 one.specifier, one.marker.empty() ? "" : " if ", one.marker));
  }
  for (const IncludedList& one : list.included) {
    shown.push_back(absl::StrCat(one.line, " list ", one.path));
  }
  return shown;
}

TEST(Requirements, ReadsLines) {
  EXPECT_THAT(Shown(ReadRequirements("requirements.txt",
                                     "# torch==1.0\n"
                                     "Torch[opt] >= 2.6, <3 ; python_version < '3.13'  # why\n"
                                     "flash_attn==2.8.3 --no-build-isolation\n"
                                     "numpy (<2)\n"
                                     "git+https://example.com/org/Apex.git@main#egg=apex\n"
                                     "ninja @ https://example.com/ninja-1.0.whl\n"
                                     "einops==0.8.0 \\\n    --hash=sha256:00\n")),
              ElementsAre("2 torch >=2.6,<3 if python_version < '3.13'", "3 flash-attn ==2.8.3",
                          "4 numpy <2", "5 apex", "6 ninja", "7 einops ==0.8.0"));
}

TEST(Requirements, FollowsLists) {
  EXPECT_THAT(Shown(ReadRequirements("requirements/dev.txt",
                                     "-r base.txt\n-rmore.txt\n--constraint=../pins.txt\n"
                                     "-e ..[test]\n--index-url x\n-r ../../outside.txt\n"
                                     "-r $LIST\n-r https://example.com/a.txt\n")),
              ElementsAre("1 list requirements/base.txt", "2 list requirements/more.txt",
                          "3 list pins.txt", "4 list pyproject.toml"));
}

TEST(Requirements, ReadsManifests) {
  EXPECT_THAT(Shown(ReadRequirements("pyproject.toml",
                                     "[project]\nname = \"x\"\ndependencies = [\n"
                                     "  \"torch>=2.6\",\n  \"numpy\",\n]\n")),
              ElementsAre("4 torch >=2.6", "5 numpy"));
  EXPECT_THAT(Shown(ReadRequirements("pyproject.toml", "[project\n")), IsEmpty());
  EXPECT_THAT(Shown(ReadRequirements("pyproject.toml", "[tool.x]\ny = 1\n")), IsEmpty());
}

TEST(Requirements, KnowsItsFiles) {
  for (const char* path : {"requirements.txt", "a/requirements-dev.txt", "requirements/gpu.in",
                           "a/constraints.txt", "a/pyproject.toml"}) {
    EXPECT_TRUE(IsRequirementsPath(path)) << path;
  }
  for (const char* path : {"notes.txt", "requirements.md", "my_pyproject.toml", "docs/gpu.txt"}) {
    EXPECT_FALSE(IsRequirementsPath(path)) << path;
  }
}

bool AreApart(absl::string_view a, absl::string_view b) {
  std::optional<VersionRange> range = VersionRange::Read(a);
  const std::optional<VersionRange> other = VersionRange::Read(b);
  EXPECT_TRUE(range.has_value()) << a;
  EXPECT_TRUE(other.has_value()) << b;
  range->Meet(*other);
  return range->IsEmpty();
}

TEST(VersionRange, SaysWhatMeetsBoth) {
  EXPECT_TRUE(AreApart(">=2.6", "<2.6"));
  EXPECT_FALSE(AreApart(">=2.6", "<=2.6.0"));
  EXPECT_TRUE(AreApart(">2.6", "==2.6.0"));
  EXPECT_TRUE(AreApart("==2.6.*", "==2.7.1"));
  EXPECT_FALSE(AreApart("==2.6.*", "==2.6.3+cu126"));
  EXPECT_TRUE(AreApart("~=2.6.1", ">=2.7"));
  EXPECT_FALSE(AreApart("~=2.6", ">=2.7"));
  EXPECT_TRUE(AreApart("==1.26.4", "!=1.26.4"));
  EXPECT_TRUE(AreApart(">=2.9", "<2.10,<2.9"));
  EXPECT_FALSE(AreApart(">=2.9", "<2.10"));
  EXPECT_FALSE(AreApart("", "==1"));
}

TEST(VersionRange, DoesNotReadWhatIsNoRelease) {
  for (const char* text : {"==2.6rc1", "===2.6", "==1!2.0", ">=2.6.*", "==2.6.dev1", "2.6", "~=2",
                           ">=", "==2.6.post1"}) {
    EXPECT_FALSE(VersionRange::Read(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace allreview::build_files
