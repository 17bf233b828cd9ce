#ifndef ANALYZERS_BUILD_FILES_DOCKERFILE_H_
#define ANALYZERS_BUILD_FILES_DOCKERFILE_H_

// The instructions of a Dockerfile, in source order.
//
//   Dockerfile file = ReadDockerfile("FROM base\nRUN make \\\n  all\n");
//   file.instructions[1].name  ->  "RUN"
//   file.instructions[1].text  ->  "make \\\n  all"
//
// Paths that it takes from the build's context are read from them:
//
//   for (const CopiedPath& copied : CopiedFromContext(file)) ...   // {"requirements.txt", 3}
//
// https://docs.docker.com/reference/dockerfile/. Variables are not expanded; bodies of
// here-documents are passed over. Pure; linear in the text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::build_files {

struct DockerInstruction {
  std::string name;  // In upper case.
  int line = 0;
  // Behind the name, continued lines among it; comments between them are emptied.
  std::string text;
};

struct Dockerfile {
  std::vector<DockerInstruction> instructions;
  int error_line = 0;  // Where a here-document begins that never ends; 0: none.
};

bool IsDockerfilePath(absl::string_view path);
Dockerfile ReadDockerfile(absl::string_view text);

// A file or folder of the context of COPY, ADD, and of RUN --mount=type=bind.
struct CopiedPath {
  std::string path;  // Without "./", "/" before it and "/" behind it.
  int line = 0;
};

// Those without variables and patterns; nothing of other stages, images and addresses.
std::vector<CopiedPath> CopiedFromContext(const Dockerfile& file);

}  // namespace allreview::build_files

#endif  // ANALYZERS_BUILD_FILES_DOCKERFILE_H_
