#ifndef ANALYZERS_REPOSITORY_ATTRIBUTES_H_
#define ANALYZERS_REPOSITORY_ATTRIBUTES_H_

// What classes store on self. Part of Project; one thread at a time.

#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class Attributes {
 public:
  Attributes(Names& names, ClassHierarchy& classes) : names_(names), classes_(classes) {}

  // See Project.
  bool ClassStores(absl::string_view class_name, absl::string_view attribute);
  std::vector<std::string> ClassesOf(absl::string_view class_name, absl::string_view attribute);
  // Bits of AttributeFacts::Device.
  int DevicesOf(absl::string_view attribute);

 private:
  // Facts in the class and its bases, nearest first, with their files.
  struct Stored {
    const IndexedFile* file;
    const AttributeFacts* facts;
  };
  std::vector<Stored> Find(absl::string_view class_name, absl::string_view attribute);

  Names& names_;
  ClassHierarchy& classes_;
  std::unordered_map<std::string, int> devices_;
};

// Innermost class around a symbol of the file, absolute. Empty: none.
std::string ClassAround(const IndexedFile& file, absl::string_view symbol);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_ATTRIBUTES_H_
