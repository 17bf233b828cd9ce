#include "analyzers/build_files/cmake.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::build_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "2 set(A|b c)"
std::vector<std::string> CommandsOf(absl::string_view text) {
  std::vector<std::string> commands;
  for (const CMakeCommand& command : ReadCMake(text).commands) {
    std::vector<std::string> arguments;
    for (const CMakeArgument& argument : command.arguments) arguments.push_back(argument.text);
    commands.push_back(
        absl::StrCat(command.line, " ", command.name, "(", absl::StrJoin(arguments, "|"), ")"));
  }
  return commands;
}

std::vector<std::string> SourcesOf(absl::string_view text) {
  std::vector<std::string> sources;
  for (const Source& source : SourcesIn(ReadCMake(text))) {
    sources.push_back(absl::StrCat(source.line, ":", source.path));
  }
  return sources;
}

TEST(CMake, IsReadAsCommands) {
  EXPECT_THAT(CommandsOf("# first\nProject (a LANGUAGES CXX)\n"
                         "set(X \"b c\" # why\n  d)\n"
                         "if((A AND B) OR C)\nendif()\n"),
              ElementsAre("2 project(a|LANGUAGES|CXX)", "3 set(X|b c|d)", "5 if(A|AND|B|OR|C)",
                          "6 endif()"));
}

TEST(CMake, HasBracketsAndEscapes) {
  EXPECT_THAT(CommandsOf("#[[ set(A b)\n]] set(A [=[x ]] y]=] \"q\\\"r\" a\\ b)"),
              ElementsAre("2 set(A|x ]] y|q\"r|a b)"));
}

TEST(CMake, NamesWhatNeverEnds) {
  EXPECT_EQ(ReadCMake("set(A b)\nset(C\n  d").error_line, 2);
  EXPECT_EQ(ReadCMake("set(A \"b)\n\n").error_line, 1);
  EXPECT_EQ(ReadCMake("set(A\n [[b)").error_line, 2);
  EXPECT_EQ(ReadCMake("set A\n").error_line, 1);
  EXPECT_EQ(ReadCMake("set(A b)\n").error_line, 0);
}

TEST(CMake, ListsSources) {
  EXPECT_THAT(
      SourcesOf("add_library(ops SHARED ops.cu ops.h\n  ${CMAKE_CURRENT_SOURCE_DIR}/a.cpp)\n"
                "list(APPEND SOURCES ./sub/b.cc ../c.cc)\n"
                "set(FLAGS -O3)\n"
                "target_sources(ops PRIVATE ${DIR}/d.cc $<$<BOOL:X>:e.cc> /abs/f.cc *.cc)\n"),
      ElementsAre("1:ops.cu", "2:a.cpp", "3:sub/b.cc", "3:../c.cc"));
}

TEST(CMake, DoesNotListWhatItMakes) {
  EXPECT_THAT(SourcesOf("add_custom_command(OUTPUT gen.cc COMMAND python make.py)\n"
                        "configure_file(in.cc.in ${CMAKE_BINARY_DIR}/conf.cc)\n"
                        "add_library(ops gen.cc conf.cc)\n"),
              IsEmpty());
}

TEST(CMake, IsReadInLinearTime) {
  std::string brackets, open;
  for (int i = 0; i < 200'000; ++i) absl::StrAppend(&open, "(");
  for (int i = 0; i < 20'000; ++i) absl::StrAppend(&brackets, "#[", std::string(i % 7, '='), "[\n");
  EXPECT_EQ(ReadCMake(absl::StrCat("set", open)).error_line, 1);
  EXPECT_EQ(ReadCMake(brackets).error_line, 0);
}

}  // namespace
}  // namespace allreview::build_files
