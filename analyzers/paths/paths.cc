#include "analyzers/paths/paths.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"

namespace allreview::paths {
namespace {

template <size_t N>
bool IsAmong(absl::string_view name, const absl::string_view (&names)[N]) {
  return std::any_of(std::begin(names), std::end(names),
                     [&](absl::string_view other) { return absl::EqualsIgnoreCase(name, other); });
}

template <typename Predicate>
bool AnyFolder(absl::string_view path, const Predicate& is_wanted) {
  for (size_t slash = path.find('/'); slash != absl::string_view::npos; slash = path.find('/')) {
    if (is_wanted(path.substr(0, slash))) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

bool IsTestFolder(absl::string_view folder) {
  static constexpr absl::string_view kNames[] = {"test", "tests", "__tests__", "spec"};
  return IsAmong(folder, kNames) || absl::EndsWithIgnoreCase(folder, "_test") ||
         absl::EndsWithIgnoreCase(folder, "_tests");
}

// `stem` is without the last extension.
bool IsTestStem(absl::string_view stem) {
  if (absl::StartsWithIgnoreCase(stem, "test_") || absl::EqualsIgnoreCase(stem, "conftest")) {
    return true;
  }
  static constexpr absl::string_view kEnds[] = {"_test", "_tests", ".test", ".spec"};
  return std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](absl::string_view end) { return absl::EndsWithIgnoreCase(stem, end); });
}

}  // namespace

absl::string_view BaseName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0.
}

absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : path.substr(0, slash);
}

bool IsTestPath(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return IsTestStem(name.substr(0, name.rfind('.'))) || AnyFolder(path, IsTestFolder);
}

bool IsTestModule(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return absl::EndsWith(name, ".py") &&
         (absl::StartsWith(name, "test_") || absl::EndsWith(name, "_test.py"));
}

bool IsTestModuleOrFixtures(absl::string_view path) {
  return IsTestModule(path) || BaseName(path) == "conftest.py";
}

bool IsProductSource(absl::string_view path) {
  if (!absl::EndsWith(path, ".py") || IsTestPath(path)) return false;
  if (FolderOf(path).empty()) return false;  // Programs at the root and setup.py.
  static constexpr absl::string_view kOthers[] = {
      "doc",      "docs",      "example",     "examples",  "script",     "scripts",
      "tool",     "tools",     "bench",       "benchmark", "benchmarks", "vendor",
      "vendored", "_vendor",   "third_party", "ci",        "notebooks",  "experiments",
      "external", "generated", "docker",      ".github",   ".gitlab"};
  return !AnyFolder(path, [](absl::string_view folder) {
    return std::find(std::begin(kOthers), std::end(kOthers), folder) != std::end(kOthers);
  });
}

}  // namespace allreview::paths
