#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_PLACES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_PLACES_H_

// How a reader would name lines of a file that is not Python.
//
//   PlacesOf("markdown", "README.md", text, {12, 40})  ->  {"Install", "Limits"}
//
// Headings of Markdown and reStructuredText; paths of keys in YAML, JSON and TOML,
// "jobs.test.steps"; sections of INI files; functions and classes of C++, CUDA and their like by
// the last line that begins one, as git does for its hunks; functions of shell scripts; stages of
// Dockerfiles; targets of Makefiles and Bazel; packages of lists of requirements. Pure. One pass
// over the text.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

// The places of the lines, which are 1-based and sorted: each place once, in the order of the text.
// Lines that lie nowhere in particular, and languages that are not known, have none.
std::vector<std::string> PlacesOf(absl::string_view language, absl::string_view path,
                                  absl::string_view text, const std::vector<int>& lines);

// Line by line, with the place of each; of languages that are not known nothing. Ends when `take`
// says so.
void ReadPlaces(
    absl::string_view language, absl::string_view path, absl::string_view text,
    const std::function<bool(int line, absl::string_view text, std::string place)>& take);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_FILE_PLACES_H_
