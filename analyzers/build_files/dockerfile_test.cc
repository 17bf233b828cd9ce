#include "analyzers/build_files/dockerfile.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::build_files {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "2 RUN make"
std::vector<std::string> InstructionsOf(absl::string_view text) {
  std::vector<std::string> instructions;
  for (const DockerInstruction& one : ReadDockerfile(text).instructions) {
    instructions.push_back(absl::StrCat(one.line, " ", one.name, " ", one.text));
  }
  return instructions;
}

// "2 setup.py"
std::vector<std::string> CopiedOf(absl::string_view text) {
  std::vector<std::string> copied;
  for (const CopiedPath& one : CopiedFromContext(ReadDockerfile(text))) {
    copied.push_back(absl::StrCat(one.line, " ", one.path));
  }
  return copied;
}

TEST(Dockerfile, ReadsInstructionsWithTheirLines) {
  EXPECT_THAT(InstructionsOf("# syntax=x\nFROM base AS build\n\nrun make all\n"),
              ElementsAre("2 FROM base AS build", "4 RUN make all"));
}

TEST(Dockerfile, JoinsContinuedLinesAndEmptiesCommentsBetween) {
  EXPECT_THAT(InstructionsOf("RUN a && \\\n  # why\n\n  b\nUSER me\n"),
              ElementsAre("1 RUN a && \\\n\\\n\\\n  b", "5 USER me"));
}

TEST(Dockerfile, PassesOverHereDocuments) {
  EXPECT_THAT(InstructionsOf("RUN <<EOF\nCOPY a b\nEOF\nCOPY <<-'X' <<Y /to/\n1\nX\n2\nY\nUSER me"),
              ElementsAre("1 RUN <<EOF", "4 COPY <<-'X' <<Y /to/", "9 USER me"));
}

TEST(Dockerfile, SaysWhereAHereDocumentBeginsThatNeverEnds) {
  EXPECT_EQ(ReadDockerfile("FROM base\nRUN <<EOF\nmake\n").error_line, 2);
  EXPECT_EQ(ReadDockerfile("FROM base\nRUN cat <<< text\n").error_line, 0);
}

TEST(Dockerfile, FindsPathsOfTheContext) {
  EXPECT_THAT(
      CopiedOf("COPY --chown=me ./setup.py /src/ \\\n  to/\n"
               "ADD [\"my file\", \"tools/\", \"/opt/\"]\n"
               "RUN --mount=type=cache,target=/c --mount=type=bind,source=r.txt,target=/r \\\n"
               "  pip install -r /r\n"),
      ElementsAre("1 setup.py", "1 src", "3 my file", "3 tools", "4 r.txt"));
}

TEST(Dockerfile, PassesOverWhatIsNoPathOfTheContext) {
  EXPECT_THAT(CopiedOf("COPY --from=build /out /in\nCOPY . .\nCOPY $NAME *.py ../x /to/\n"
                       "ADD https://example.com/x.tar /to/\nADD git@example.com:a/b /to/\n"
                       "RUN --mount=type=bind,from=build,source=/x,target=/y make\n"
                       "RUN cp a b\n"),
              IsEmpty());
}

TEST(Dockerfile, KnowsDockerfilesByTheirNames) {
  for (absl::string_view path : {"Dockerfile", "docker/Dockerfile.cuda", "docker/train.dockerfile",
                                 "a.Dockerfile", "Dockerfile-gpu"}) {
    EXPECT_TRUE(IsDockerfilePath(path)) << path;
  }
  for (absl::string_view path : {"Dockerfiles/readme", "dockerfile_tools.py", "docker.sh"}) {
    EXPECT_FALSE(IsDockerfilePath(path)) << path;
  }
}

}  // namespace
}  // namespace allreview::build_files
