// What authors say in changes of a repository, for people to judge.
//
//   bazel run //tests/bench:intent -- BEFORE AFTER [MESSAGE]
//
// BEFORE and AFTER are folders with the changed files as they were and are, BEFORE/paths lists
// them, MESSAGE is the message of the commit. Prints a line for each sentence: presence, source,
// path, line, roles, text.

#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/intent/intent_of_change.h"

namespace allreview {
namespace {

std::string ContentOf(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

using Sides = std::pair<std::optional<std::string>, std::optional<std::string>>;

void Print(const intent::Sentence& sentence) {
  constexpr const char* kPresences[] = {"gone", "new", "kept"};
  std::cout << absl::StrJoin(
                   {std::string(kPresences[static_cast<int>(sentence.presence)]),
                    std::string(NameOf(sentence.source)), sentence.path,
                    absl::StrCat(sentence.first_line), ToString(sentence.roles), sentence.text},
                   "\t")
            << "\n";
}

int Main(int argc, char** argv) {
  std::map<std::string, Sides> contents;
  std::istringstream paths(ContentOf(absl::StrCat(argv[1], "/paths")));
  for (std::string path; std::getline(paths, path);) {
    const std::string before = absl::StrCat(argv[1], "/", path);
    const std::string after = absl::StrCat(argv[2], "/", path);
    if (std::ifstream(before)) contents[path].first = ContentOf(before);
    if (std::ifstream(after)) contents[path].second = ContentOf(after);
  }
  std::vector<change::ChangedFile> files;
  for (auto& [path, sides] : contents) {
    change::ChangedFile file;
    file.path = file.old_path = path;
    file.language = "python";
    file.is_added = !sides.first;
    file.is_deleted = !sides.second;
    file.before = std::move(sides.first);
    file.after = std::move(sides.second);
    files.push_back(std::move(file));
  }
  change::Description description;
  if (argc > 3) description.commit_messages.push_back(ContentOf(argv[3]));
  const change::AnalysedChange change =
      change::ParseChange({.files = files, .description = std::move(description)});
  intent::IntentOfChange intent(change);
  for (const intent::Sentence& sentence : intent.all()) Print(sentence);
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) { return argc < 3 ? 2 : allreview::Main(argc, argv); }
