#include "base/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"

namespace allreview {
namespace {

bool IsUpdateRequested() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  for (std::string argument; std::getline(arguments, argument, '\0');) {
    if (argument == "--update_golden") return true;
  }
  return false;
}

std::string FirstDifference(absl::string_view want, absl::string_view got) {
  std::vector<std::string> a = absl::StrSplit(want, '\n');
  std::vector<std::string> b = absl::StrSplit(got, '\n');
  size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  return absl::StrCat("first difference at line ", i + 1,
                      "\n  golden: ", i < a.size() ? a[i] : "<end>",
                      "\n  actual: ", i < b.size() ? b[i] : "<end>");
}

}  // namespace

testing::AssertionResult MatchesGolden(const std::string& path, absl::string_view actual) {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (IsUpdateRequested()) {
    if (workspace == nullptr) {
      return testing::AssertionFailure() << "--update_golden works with `bazel run` only";
    }
    std::string target = absl::StrCat(workspace, "/", path);
    std::filesystem::create_directories(std::filesystem::path(target).parent_path());
    absl::Status status = WriteFile(target, actual);
    if (!status.ok()) return testing::AssertionFailure() << status.ToString();
    return testing::AssertionSuccess();
  }
  absl::StatusOr<std::string> want = ReadFile(path);
  if (!want.ok()) return testing::AssertionFailure() << want.status().ToString();
  if (*want == actual) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << path << ": " << FirstDifference(*want, actual)
         << "\nto rewrite it: bazel run this test with -- --update_golden";
}

}  // namespace allreview
