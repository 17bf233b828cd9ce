#include "analyzers/understanding/failures_of.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/print.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::understanding {

void Add(Program& program, const std::string& path, std::string source) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse(path, std::move(source));
  ASSERT_OK(module);
  program.Add(path, ir::Lower(**module));
}

std::string FailuresOf(const Program& program) {
  Knowledge knowledge(program);
  std::vector<std::string> lines;
  for (uint32_t file = 0; file < program.size(); ++file) {
    for (uint32_t code = 0; code < program.file(file).code.codes.size(); ++code) {
      for (const Failure& failure : knowledge.Analyse({file, code}).failures) {
        const int line = program.code({file, code}).instructions[failure.instruction].line;
        lines.push_back(absl::StrCat(line, ": ", Describe(failure)));
      }
    }
  }
  return absl::StrJoin(lines, "; ");
}

std::string FailuresOf(std::string source) {
  Program program;
  Add(program, "m.py", std::move(source));
  return FailuresOf(program);
}

std::string ReturnedBy(std::string source, absl::string_view function) {
  Program program;
  Add(program, "m.py", std::move(source));
  Knowledge knowledge(program);
  return knowledge.Analyse(*program.FindCode(0, function)).returned.ToText();
}

std::string FailuresOf(const std::vector<std::pair<std::string, std::string>>& files) {
  Program program;
  for (const auto& [path, source] : files) Add(program, path, source);
  return FailuresOf(program);
}

}  // namespace allreview::understanding
