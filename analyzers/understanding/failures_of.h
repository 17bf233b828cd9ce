#ifndef ANALYZERS_UNDERSTANDING_FAILURES_OF_H_
#define ANALYZERS_UNDERSTANDING_FAILURES_OF_H_

// For tests: what certainly fails in Python source.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

// The file becomes part of the program.
void Add(Program& program, const std::string& path, std::string source);
// "line: description" of each, in the order of the program.
std::string FailuresOf(const Program& program);
// Of the only file, m.py.
std::string FailuresOf(std::string source);
// What the function of the only file, m.py, returns.
std::string ReturnedBy(std::string source, absl::string_view function = "f");
// Of files, paths first.
std::string FailuresOf(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_FAILURES_OF_H_
