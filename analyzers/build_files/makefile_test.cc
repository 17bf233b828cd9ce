#include "analyzers/build_files/makefile.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::build_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "2 ops.cu"
std::vector<std::string> Shown(const std::vector<MakeText>& texts) {
  std::vector<std::string> shown;
  for (const MakeText& one : texts) shown.push_back(absl::StrCat(one.line, " ", one.text));
  return shown;
}

TEST(Makefile, ReadsRules) {
  const Makefile file = ReadMakefile(
      "# all: x\nops.so test: ops.cu \\\n  util.h | dir  # why\n"
      "\t@nvcc -o $@ \\\n\t  $<\n\nlint: ; ruff check\n");
  EXPECT_THAT(file.targets, ElementsAre("lint", "ops.so", "test"));
  EXPECT_THAT(Shown(file.needed), ElementsAre("2 ops.cu", "3 util.h", "3 dir"));
  EXPECT_THAT(Shown(file.commands), ElementsAre("4 nvcc -o $@ \\\n\t  $<", "7 ruff check"));
}

TEST(Makefile, ReadsLists) {
  const Makefile file = ReadMakefile(
      "SOURCES := a.cu \\\n  b.cu $(MORE) -O3 *.cc $(wildcard d/e f)\n"
      "SOURCES += c.cu\nX ?= d.cu\nY != ls e.cu\n");
  EXPECT_THAT(Shown(file.needed), ElementsAre("1 a.cu", "2 b.cu", "3 c.cu", "4 d.cu"));
  EXPECT_THAT(file.targets, IsEmpty());
}

TEST(Makefile, KnowsWhatItMakes) {
  const Makefile file = ReadMakefile(
      ".PHONY: docs\n.venv: requirements.txt\nout/%.o: %.cu\n"
      "run: VALUE = 3\n");
  for (absl::string_view name : {"docs", ".venv", "out/a.o", "run"}) {
    EXPECT_TRUE(file.Makes(name)) << name;
  }
  EXPECT_FALSE(file.Makes("requirements.txt"));
  EXPECT_FALSE(file.Makes("a.o"));
  EXPECT_THAT(Shown(file.needed), ElementsAre("2 requirements.txt"));
}

TEST(Makefile, PassesOverDefinitionsAndConditions) {
  const Makefile file = ReadMakefile(
      "define RULE\n$(1): x.cu\nendef\nifeq ($(A:b=c),d)\n"
      "B = y.cu\nendif\n");
  EXPECT_THAT(Shown(file.needed), ElementsAre("5 y.cu"));
  EXPECT_EQ(file.error_line, 0);
  EXPECT_EQ(ReadMakefile("a: b\ndefine RULE\n$(1): x.cu\n").error_line, 2);
}

TEST(Makefile, KnowsMakefilesByTheirNames) {
  for (absl::string_view path : {"Makefile", "csrc/makefile", "GNUmakefile", "mk/cuda.mk"}) {
    EXPECT_TRUE(IsMakefilePath(path)) << path;
  }
  EXPECT_FALSE(IsMakefilePath("Makefile.py"));
}

}  // namespace
}  // namespace allreview::build_files
