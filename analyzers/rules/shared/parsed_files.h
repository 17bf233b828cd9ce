#ifndef ANALYZERS_RULES_SHARED_PARSED_FILES_H_
#define ANALYZERS_RULES_SHARED_PARSED_FILES_H_

// Files of the repository, parsed: those of the change as it has them, others at the first
// question.
//
//   ParsedFiles files(change, Side::kRight);
//   if (const python::Module* module = files.Find("pkg/config.py")) ...
//
// What it answers lives as long as it. Files that the change leaves alone are the same on either
// side. One thread.

#include <map>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

class ParsedFiles {
 public:
  ParsedFiles(ChangeContext& change, Side side) : change_(change), side_(side) {}

  // Null: it cannot be had.
  const python::Module* Find(absl::string_view path);

 private:
  ChangeContext& change_;
  const Side side_;
  std::map<std::string, std::unique_ptr<python::Module>, std::less<>> parsed_;
};

// The changed file of that path. Null: the change leaves it alone, or deletes it.
const AnalysedFile* ChangedFileOf(const ChangeContext& change, absl::string_view path);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_PARSED_FILES_H_
