#include "analyzers/rules/contracts/class_users.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "base/text_search.h"

namespace allreview::rules::contracts {

using python::Definition;
using repository::DefinitionFacts;
using repository::IndexedFile;

bool IsNamedInText(ChangeContext& change, absl::string_view class_name) {
  const std::vector<std::string> spellings = {
      absl::StrCat(".", class_name, "\""), absl::StrCat(".", class_name, "'"),
      absl::StrCat(":", class_name, "\""), absl::StrCat(":", class_name, "'")};
  for (const IndexedFile* file : change.index().FilesWithWord(class_name)) {
    if (!repository::HasWord(repository::StringWordsOfFacts(file->encoded_facts()), class_name)) {
      continue;
    }
    const std::string* const text = change.texts().Read(Side::kRight, file->path());
    if (text == nullptr) return true;  // Nobody knows.
    for (const std::string& spelling : spellings) {
      if (LongTextHolds(*text, spelling)) return true;
    }
  }
  return false;
}

bool HasHeirs(ChangeContext& change, const Definition& a_class, const std::string& name) {
  if (LongTextHolds(a_class.body.text(), "@abstractmethod") ||
      LongTextHolds(a_class.body.text(), "@abc.abstractmethod") ||
      !change.project().SubclassesOf(name).empty()) {
    return true;
  }
  for (const IndexedFile* file : change.index().FilesMentioning(a_class.simple_name)) {
    for (const DefinitionFacts& other : file->facts().definitions) {
      for (const std::string& base : other.bases) {
        if (repository::LastPart(base) == a_class.simple_name &&
            !change.project().FindDefinition(file->Absolute(base))) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace allreview::rules::contracts
