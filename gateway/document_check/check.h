#ifndef GATEWAY_DOCUMENT_CHECK_CHECK_H_
#define GATEWAY_DOCUMENT_CHECK_CHECK_H_

// Whether a document of ours is what it promises to be: its sections are there and say something,
// its numbers are those of the diff, every `file:line` exists, every diagram can be drawn.
//
//   std::vector<Fault> faults = CheckDocument(markdown, {.document = DOCUMENT_DEEP_DIVE, .change =
//   &facts});
//
// The facts come from somewhere else than the document does: from git itself. Pure but for the
// functions of ChangeFacts.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/document_check/outline.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::document_check {

using report::v1::Document;

struct LineCounts {
  int added = 0, removed = 0;
  bool is_binary = false;
};

// A change as git tells it.
struct ChangeFacts {
  std::map<std::string, LineCounts> files;  // By new path; by old path for deleted files.
  // Number of lines of a file after the change; before it, when it is gone. nullopt: no such file.
  std::function<std::optional<int>(const std::string& path)> count_lines;
  // Before the change.
  std::function<std::optional<int>(const std::string& path)> count_old_lines;
  // Content of a file after the change. nullopt: no such file, or it is gone.
  std::function<std::optional<std::string>(const std::string& path)> read_file = {};
  // Lines that the change added and took away in all files, without their marks.
  std::string added_lines = {}, removed_lines = {};
};

struct CheckOptions {
  Document document = report::v1::DOCUMENT_REVIEW;
  const ChangeFacts* change = nullptr;  // Null: numbers and places are not checked.
};

struct Fault {
  int line = 0;  // 1-based. 0: the document as a whole.
  std::string text;
  absl::string_view check = "form";  // Which check says so: see truth.h.
};

// Sorted by line. Diagrams are only counted here: what can be drawn knows mermaid (diagrams.h).
std::vector<Fault> CheckDocument(absl::string_view markdown, const CheckOptions& options);

// "pkg/a.py:12" and "pkg/a.py:12-15".
struct PlaceText {
  std::string path;
  int first_line = 0, last_line = 0;
};
std::optional<PlaceText> ParsePlace(absl::string_view text);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_CHECK_H_
