#include "analyzers/test_plan/paths.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::test_plan {
namespace {

// A package of a repository often hides behind one or two folders that its tests do not repeat.
constexpr size_t kMaxUnrepeatedFolders = 2;

std::vector<absl::string_view> PartsOf(absl::string_view path) {
  return absl::StrSplit(path, '/', absl::SkipEmpty());
}

bool IsRootOfTests(absl::string_view folder) {
  return folder == "tests" || folder == "test" || folder == "unit_tests" || folder == "unit";
}

// Folders below the last root of tests: {"moe"} of tests/unit_tests/moe/test_router.py.
std::vector<absl::string_view> FoldersBelowTests(absl::string_view test) {
  std::vector<absl::string_view> folders = PartsOf(FolderOf(test));
  const auto root = std::find_if(folders.rbegin(), folders.rend(), IsRootOfTests);
  folders.erase(folders.begin(), root.base());
  return folders;
}

}  // namespace

absl::string_view BaseName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0.
}

absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : path.substr(0, slash);
}

bool IsTestModule(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return absl::EndsWith(name, ".py") &&
         (absl::StartsWith(name, "test_") || absl::EndsWith(name, "_test.py"));
}

bool IsUnderTests(absl::string_view path) {
  if (IsTestModule(path) || BaseName(path) == "conftest.py") return true;
  const std::vector<absl::string_view> folders = PartsOf(FolderOf(path));
  return std::any_of(folders.begin(), folders.end(), IsRootOfTests);
}

bool IsProductSource(absl::string_view path) {
  if (!absl::EndsWith(path, ".py") || IsUnderTests(path)) return false;
  const std::vector<absl::string_view> parts = PartsOf(FolderOf(path));
  if (parts.empty()) return false;  // Programs at the root and setup.py.
  static constexpr absl::string_view kOthers[] = {
      "doc",      "docs",      "example",   "examples", "script",      "scripts",
      "tool",     "tools",     "benchmark", "bench",    "benchmarks",  "third_party",
      "vendor",   "vendored",  "notebooks", ".github",  "experiments", "functional_tests",
      "external", "generated", ".gitlab",   "docker",   "ci",          "_vendor"};
  return std::none_of(parts.begin(), parts.end(), [](absl::string_view part) {
    return std::find(std::begin(kOthers), std::end(kOthers), part) != std::end(kOthers);
  });
}

bool IsInMirrorFolder(absl::string_view test, absl::string_view source) {
  const std::vector<absl::string_view> below = FoldersBelowTests(test);
  const std::vector<absl::string_view> folders = PartsOf(FolderOf(source));
  return below.size() <= folders.size() && folders.size() - below.size() <= kMaxUnrepeatedFolders &&
         std::equal(below.rbegin(), below.rend(), folders.rbegin());
}

bool IsMirror(absl::string_view test, absl::string_view source) {
  const absl::string_view name = absl::StripSuffix(BaseName(source), ".py");
  const absl::string_view tested = BaseName(test);
  const bool has_name =
      tested == absl::StrCat("test_", name, ".py") || tested == absl::StrCat(name, "_test.py");
  return has_name && IsInMirrorFolder(test, source);
}

std::set<std::string> WordsOf(absl::string_view name) {
  std::set<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (word.size() > 1 && word != "test" && word != "py") words.insert(word);
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const unsigned char c = name[i];
    const bool starts_word = absl::ascii_isupper(c) && i > 0 &&
                             absl::ascii_islower(static_cast<unsigned char>(name[i - 1]));
    if (!absl::ascii_isalnum(c) || starts_word) finish();
    if (absl::ascii_isalnum(c)) word += absl::ascii_tolower(c);
  }
  finish();
  return words;
}

}  // namespace allreview::test_plan
