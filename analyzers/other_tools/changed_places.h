#ifndef ANALYZERS_OTHER_TOOLS_CHANGED_PLACES_H_
#define ANALYZERS_OTHER_TOOLS_CHANGED_PLACES_H_

// The files of a change as logs of other tools name them, with their lines.
//
//   ChangedPlaces places(change);
//   if (const ChangedPlaces::File* file = places.Find(run, location.file)) …
//
// A log may name a file relative to the repository, or by where it lay on the machine that the tool
// ran on: then it is the file of the repository with the longest path that the name ends with. Asks
// the repository only where a log names files in that way, and for content of files that results
// stand in. For one thread; borrows the change.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/changed_lines.h"
#include "analyzers/other_tools/file_text.h"
#include "analyzers/rules/finding.h"
#include "sarif/log.h"

namespace allreview::other_tools {

class ChangedPlaces {
 public:
  struct File {
    const change::ChangedFile* changed = nullptr;
    change::ChangedLines lines = {};
  };

  explicit ChangedPlaces(const change::AnalysedChange& change);

  // Null: it is no file of the right side of the change.
  const File* Find(const sarif::Run& run, const sarif::FileReference& reference);

  const File* FindRelative(const std::string& path) const;

  // Null: the content is not to be had.
  const FileText* TextOf(const File& file);

  // Lines and columns of a region. first_line is 0 when it names no line of the file.
  rules::Range RangeOf(const sarif::Run& run, const File& file, const sarif::Region& region);

 private:
  const File* FindAbsolute(const std::string& path);
  const File* FindBySuffix(const std::string& path);

  const change::AnalysedChange& change_;
  std::map<std::string, File> files_;                      // By path.
  std::map<std::string, std::vector<std::string>> names_;  // Paths by the file's name.
  std::map<std::string, const File*> absolute_;            // What absolute paths turned out to be.
  std::map<const File*, std::unique_ptr<FileText>> texts_;
};

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_CHANGED_PLACES_H_
