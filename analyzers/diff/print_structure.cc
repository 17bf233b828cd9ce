#include "analyzers/diff/print_structure.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzers/diff/classify.h"
#include "analyzers/diff/diagnostic.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

absl::string_view NameOf(Status status) {
  static constexpr absl::string_view kNames[] = {"added", "modified", "deleted", "renamed",
                                                 "copied"};
  return kNames[static_cast<int>(status)];
}

absl::string_view NameOf(FileClass file_class) {
  static constexpr absl::string_view kNames[] = {
      "source",   "test", "documentation", "configuration", "data",   "generated",
      "vendored", "lock", "binary",        "submodule",     "symlink"};
  return kNames[static_cast<int>(file_class)];
}

// Those that hold, each after a space.
std::string FlagsOf(const File& file) {
  const std::pair<bool, absl::string_view> flags[] = {
      {file.is_binary, " binary"},
      {file.parents > 1, " combined"},
      {file.has_crlf, " crlf"},
      {file.is_crlf_patch, " crlf-patch"},
      {file.lacks_newline_old, " no-newline-before"},
      {file.lacks_newline_new, " no-newline-after"},
      {file.has_invalid_utf8, " invalid-utf8"},
      {file.has_nul, " nul"},
      {file.has_long_line, " long-line"}};
  std::string text;
  for (const auto& [is_set, name] : flags) absl::StrAppend(&text, is_set ? name : "");
  return text;
}

std::string Describe(const Diff& diff, const File& file) {
  const Classification kind = Classify(diff, file);
  std::string line(NameOf(file.status));
  if (file.old_path != file.new_path) {
    absl::StrAppend(&line, " ", Excerpt(file.old_path), " to");
  }
  absl::StrAppend(&line, " ", Excerpt(file.new_path), " ", NameOf(kind.file_class),
                  kind.language.empty() ? "" : " ", kind.language, " +", file.additions, " -",
                  file.deletions, FlagsOf(file));
  if (file.old_mode != file.new_mode) {
    absl::StrAppend(&line, absl::StrFormat(" mode %o to %o", file.old_mode, file.new_mode));
  }
  return absl::StrCat(line, ", line ", file.first_line);
}

std::string Describe(const Diff& diff, const Hunk& hunk) {
  const absl::string_view section = diff.Section(hunk);
  return absl::StrCat("hunk old ", hunk.old_start, ",", hunk.old_lines, " new ", hunk.new_start,
                      ",", hunk.new_lines, " +", hunk.added, " -", hunk.removed(),
                      section.empty() ? "" : " ", section.empty() ? "" : Excerpt(section),
                      ", line ", hunk.first_line);
}

}  // namespace

std::string PrintStructure(const Diff& diff) {
  Outline outline;
  for (const File& file : diff.files()) {
    Poll();
    if (outline.is_full()) break;
    outline.Add(0, Describe(diff, file));
    for (const Hunk& hunk : diff.hunks(file)) {
      Poll();
      if (outline.is_full()) break;
      outline.Add(1, Describe(diff, hunk));
    }
  }
  for (const Diagnostic& diagnostic : diff.diagnostics()) {
    outline.Add(0, absl::StrCat(diagnostic.is_error() ? "error " : "warning ",
                                CodeName(diagnostic.code), " line ", diagnostic.line, ": ",
                                Excerpt(English(Message(diagnostic)), 200)));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::diff
