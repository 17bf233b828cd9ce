#include "analyzers/test_plan/mirrors.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::test_plan {
namespace {

using paths::BaseName;
using paths::FolderOf;

// A package of a repository often hides behind one or two folders that its tests do not repeat.
constexpr size_t kMaxUnrepeatedFolders = 2;

std::vector<absl::string_view> PartsOf(absl::string_view path) {
  return absl::StrSplit(path, '/', absl::SkipEmpty());
}

// Below it tests repeat the folders of the product.
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
