#ifndef ANALYZERS_BUILD_FILES_REQUIREMENTS_H_
#define ANALYZERS_BUILD_FILES_REQUIREMENTS_H_

// What a list of requirements asks to install: requirements.txt and its like, the dependencies of
// pyproject.toml.
//
//   RequirementList list = ReadRequirements("requirements.txt", "torch[opt]>=2.6,<3; extra ==
//   'x'\n"); list.requirements[0]  ->  {"torch", ">=2.6,<3", "extra == 'x'", 1}
//
// https://pip.pypa.io/en/stable/reference/requirements-file-format/ and PEP 508. Requirements that
// are addresses have the name that their address ends with, and no specifier. Of pyproject.toml
// [project].dependencies alone is read. Pure; linear in the text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::build_files {

struct Requirement {
  std::string name;       // Normalised.
  std::string specifier;  // ">=2.6,<3", without white space; empty: any version.
  std::string marker;     // Behind ";"; empty: always.
  int line = 0;

  friend bool operator==(const Requirement&, const Requirement&) = default;
};

// "-r base.txt", "-c pins.txt", "-e ." of a file.
struct IncludedList {
  std::string path;  // From the root; of a project its pyproject.toml.
  int line = 0;
  bool is_project = false;
};

struct RequirementList {
  std::vector<Requirement> requirements;
  std::vector<IncludedList> included;
};

// requirements-dev.txt, requirements/train.in, constraints.txt, pyproject.toml
bool IsRequirementsPath(absl::string_view path);
// The list is for code at that path: that of the folder around it.
bool IsListFor(absl::string_view list, absl::string_view path);
// In source order; nothing of what cannot be read.
RequirementList ReadRequirements(absl::string_view path, absl::string_view text);

// "a.txt" of the option "-r" before a word "a.txt", of "-ra.txt" and "--requirement=a.txt"; so for
// lists of constraints. Empty: it is another option.
absl::string_view ListNamedBy(absl::string_view option, absl::string_view next);

// As PEP 503 compares names: "Flash_Attn" as "flash-attn".
std::string NormalisedDistribution(absl::string_view name);
// What "torch[opt]>=2.6; sys_platform == 'linux'" and "git+https://example.com/org/torch.git@main"
// ask for, without its line. An empty name: it is no requirement.
Requirement ReadRequirement(absl::string_view text);

}  // namespace allreview::build_files

#endif  // ANALYZERS_BUILD_FILES_REQUIREMENTS_H_
