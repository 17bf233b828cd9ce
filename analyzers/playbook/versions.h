#ifndef ANALYZERS_PLAYBOOK_VERSIONS_H_
#define ANALYZERS_PLAYBOOK_VERSIONS_H_

// Versions that a repository's files name.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {

// One place that names a version, or several ("3.10, 3.11" of a CI matrix).
struct VersionPlace {
  std::string value;
  Provenance place;
};

// .python-version. Empty: none.
std::vector<VersionPlace> PinnedPython(const View& view);
// Of the jobs that run tests: those on pull requests, if there are any.
std::vector<VersionPlace> PythonOfTests(const View& view);
// The Python versions that tools are set to: "target-version" of ruff and black, "py_version" of
// isort, "python_version" of mypy, as "3.12".
std::vector<VersionPlace> PythonOfTools(const View& view);
// "Programming Language :: Python :: 3.10", with the lines of the classifiers.
std::vector<VersionPlace> PythonOfClassifiers(const View& view);

// A hook of .pre-commit-config.yaml with the version of its repository.
struct CommitHook {
  std::string id, version, files, exclude, arguments, repository;
  int line = 0;
};
std::vector<CommitHook> CommitHooks(const View& view);

// Requirements "tool==1.2" of pyproject.toml for the tool: the version that is pinned.
std::vector<VersionPlace> PinsOf(const View& view, absl::string_view package);

// "numpy" of "numpy>=1.2; extra == 'x'".
std::string PackageOfRequirement(absl::string_view requirement);

// 312 for "3.12", 310 for "3.10"; 0: no version of Python.
int PythonNumber(absl::string_view version);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_VERSIONS_H_
