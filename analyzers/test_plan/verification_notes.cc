// TestsOfChange::Notes: what one must know before running the tests.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "sentences/phrases/tests.h"

namespace allreview::test_plan {

using repository::IndexedFile;

std::vector<Words> TestsOfChange::Notes(const std::vector<ChosenTest>& chosen) {
  std::vector<Words> notes;
  std::set<std::string> folders;
  for (const ChosenTest& test : chosen) {
    for (absl::string_view folder = paths::FolderOf(test.path); !folder.empty();
         folder = paths::FolderOf(folder)) {
      folders.insert(absl::StrCat(folder, "/conftest.py"));
    }
  }
  if (repository_) {
    for (const std::string& path : folders) {
      const IndexedFile* file = repository_->Find(path);
      if (file == nullptr || !file->HasWordAnywhere("opt") || !file->HasWordAnywhere("data")) {
        continue;
      }
      const std::vector<const TestText*> texts = TextsOf({file});
      if (!texts.empty() && absl::StrContains(texts[0]->text(), "/opt/data")) {
        notes.push_back(Sentence(phrases::kNeedsData, {{"path", path}}));
      }
    }
  }
  for (const NewSetting& setting : new_settings()) {
    if (setting.option.empty() || !repository_) continue;
    if (!TestsMention(setting)) {
      notes.push_back(Sentence(phrases::kNoTestSets, {{"option", setting.option}}));
    }
  }
  return notes;
}

}  // namespace allreview::test_plan
