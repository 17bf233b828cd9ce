// Test files that get to changed functions and kernels of C++ and CUDA through what is bound to
// Python: those that call the binding first, then those that call a function which does.

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/cpp/unit.h"
#include "analyzers/extensions/native_paths.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "base/poll.h"

namespace allreview::test_plan {
namespace {

using extensions::NativePath;
using extensions::NativeTarget;
using extensions::PythonCall;

struct ExtensionTests {
  std::vector<std::string> paths;  // Best first, a few.
  std::set<std::string> words;     // What they call.
};

constexpr size_t kMaxTargets = 15;
constexpr size_t kMaxTests = 3;
constexpr int kMaxCallers = 8;  // Of one binding, that are followed to tests.

std::vector<NativeTarget> ChangedFunctions(const change::AnalysedChange& change) {
  std::vector<NativeTarget> targets;
  for (const change::AnalysedCppFile& file : change.cpp_files()) {
    if (file.after == nullptr || paths::IsTestPath(file.changed->path)) continue;
    for (const cpp::Function& function : file.after->functions()) {
      Poll();
      const bool is_changed =
          function.body && file.lines.TouchesDefinition(function.first_line, function.end_line - 1);
      if (is_changed && targets.size() < kMaxTargets) {
        targets.push_back({.path = file.after->path(),
                           .simple_name = std::string(function.simple_name),
                           .line = function.first_line});
      }
    }
  }
  return targets;
}

// Points by path.
class Tests {
 public:
  explicit Tests(const change::AnalysedChange& change) : change_(change) {}

  void AddCallsOf(const std::vector<PythonCall>& calls) {
    int followed = 0;
    for (const PythonCall& call : calls) {
      words_.insert(call.name);
      if (paths::IsTestModule(call.file->path())) {
        points_[call.file->path()] += 3;
      } else if (!call.call->symbol.empty() && followed++ < kMaxCallers) {
        AddTestsOf(repository::Join(call.file->module(), call.call->symbol));
      }
    }
  }

  ExtensionTests Best() const {
    std::vector<std::pair<int, std::string>> sorted;
    for (const auto& [path, points] : points_) sorted.emplace_back(-points, path);
    std::sort(sorted.begin(), sorted.end());
    ExtensionTests tests{.paths = {}, .words = words_};
    for (const auto& [points, path] : sorted) {
      if (tests.paths.size() < kMaxTests) tests.paths.push_back(path);
    }
    return tests;
  }

 private:
  void AddTestsOf(const std::string& function) {
    for (const reach::ReachingTest& test : change_.reach().TestsReaching(function)) {
      ++points_[test.path];
      words_.emplace(repository::SimpleName(function));
    }
  }

  const change::AnalysedChange& change_;
  std::map<std::string, int> points_;
  std::set<std::string> words_;
};

ExtensionTests FindExtensionTests(const change::AnalysedChange& change) {
  const std::vector<NativeTarget> targets = ChangedFunctions(change);
  if (targets.empty()) return {};
  const std::shared_ptr<extensions::Extensions> extensions = extensions::ExtensionsOf(change);
  Tests tests(change);
  std::set<const extensions::Bound*> seen;
  for (const NativePath& path : FindNativePaths(*extensions, targets)) {
    if (seen.insert(path.bound).second) tests.AddCallsOf(extensions->CallsOf(*path.bound));
  }
  return tests.Best();
}

}  // namespace

std::vector<ChosenTest> TestsOfChange::TestsThroughBindings() {
  const ExtensionTests tests = FindExtensionTests(change_);
  std::vector<const repository::IndexedFile*> files;
  for (const std::string& path : tests.paths) {
    const repository::IndexedFile* const file = repository().Find(path);
    if (file != nullptr && FindChanged(path) == nullptr) files.push_back(file);
  }
  std::vector<ChosenTest> chosen;
  for (const TestText* text : TextsOf(files)) {
    chosen.push_back({.path = text->path(),
                      .file = repository().Find(text->path()),
                      .text = text,
                      .words = tests.words,
                      .is_changed = false});
  }
  return chosen;
}

}  // namespace allreview::test_plan
