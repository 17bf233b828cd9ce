#include "analyzers/rules/contracts/class_users.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/callables.h"
#include "base/text_search.h"

namespace allreview::rules::contracts {

using python::Definition;
using repository::DefinitionFacts;
using repository::IndexedFile;

namespace {

// They make a class of it that has the same attributes, or hand out a handle for its objects.
bool LeavesAttributes(std::vector<std::string> decorators) {
  std::erase(decorators, "ray.remote");
  return KeepsSignature(decorators);
}

}  // namespace

bool IsOpenClass(const DefinitionFacts& a_class, absl::string_view text) {
  for (absl::string_view word : {"__setattr__", "locals()", "exec("}) {
    if (LongTextHolds(text, word)) return true;
  }
  for (absl::string_view method : {"__getattr__", "__getattribute__", "__slots__"}) {
    if (std::binary_search(a_class.own_names.begin(), a_class.own_names.end(), method)) return true;
  }
  return a_class.sets_any_attribute || a_class.has_keywords || a_class.is_conditional ||
         !LeavesAttributes(a_class.decorators);
}

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
