#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "gateway/cli/diff_command.h"
#include "gateway/cli/json_text.h"

namespace allreview::cli {
namespace {

using change::v1::Diagnostic;
using change::v1::FileEntry;
using diff::v1::DiffFile;

char StatusLetter(change::v1::FileStatus status) {
  switch (status) {
    case change::v1::FILE_STATUS_ADDED:
      return 'A';
    case change::v1::FILE_STATUS_DELETED:
      return 'D';
    case change::v1::FILE_STATUS_RENAMED:
      return 'R';
    case change::v1::FILE_STATUS_COPIED:
      return 'C';
    case change::v1::FILE_STATUS_TYPE_CHANGED:
      return 'T';
    default:
      return 'M';
  }
}

// Control characters of a path would act on the terminal.
std::string Printable(absl::string_view path) {
  const bool is_plain =
      std::all_of(path.begin(), path.end(), [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
  return is_plain ? std::string(path) : JsonString(path);
}

std::string ClassName(change::v1::FileClass file_class) {
  const std::string name = change::v1::FileClass_Name(file_class);
  return absl::AsciiStrToLower(absl::StripPrefix(name, "FILE_CLASS_"));
}

std::string Mode(uint32_t mode) { return mode == 0 ? "null" : absl::StrFormat("\"%06o\"", mode); }

std::string JsonBool(bool value) { return value ? "true" : "false"; }

std::string HunkJson(const diff::v1::Hunk& hunk) {
  return absl::StrCat("{\"old_start\":", hunk.old_start(), ",\"old_lines\":", hunk.old_lines(),
                      ",\"new_start\":", hunk.new_start(), ",\"new_lines\":", hunk.new_lines(),
                      ",\"section\":", JsonString(hunk.section()), "}");
}

std::string FileJson(const DiffFile& file) {
  const FileEntry& entry = file.entry();
  const bool is_added = entry.status() == change::v1::FILE_STATUS_ADDED;
  const bool is_deleted = entry.status() == change::v1::FILE_STATUS_DELETED;
  std::string json = absl::StrCat(
      "{\"status\":\"", std::string(1, StatusLetter(entry.status())),
      "\",\"old_path\":", is_added ? "null" : JsonString(entry.old_path()),
      ",\"new_path\":", is_deleted ? "null" : JsonString(entry.new_path()),
      ",\"additions\":", file.additions(), ",\"deletions\":", file.deletions(),
      ",\"binary\":", JsonBool(file.is_binary()), ",\"binary_size\":", file.binary_size(),
      ",\"class\":\"", ClassName(file.file_class()),
      "\",\"language\":", JsonString(file.language()), ",\"old_mode\":", Mode(entry.old_mode()),
      ",\"new_mode\":", Mode(entry.new_mode()));
  absl::StrAppend(
      &json, ",\"old_blob\":", JsonString(entry.old_blob_id()),
      ",\"new_blob\":", JsonString(entry.new_blob_id()), ",\"similarity\":", entry.similarity(),
      ",\"dissimilarity\":", file.dissimilarity(), ",\"parents\":", std::max(file.parents(), 1),
      ",\"crlf\":", JsonBool(file.has_crlf()),
      ",\"lacks_newline_old\":", JsonBool(file.lacks_newline_old()),
      ",\"lacks_newline_new\":", JsonBool(file.lacks_newline_new()),
      ",\"line\":", file.first_input_line(), ",\"hunks\":[");
  for (int i = 0; i < file.hunks_size(); ++i) {
    absl::StrAppend(&json, i == 0 ? "" : ",", HunkJson(file.hunks(i)));
  }
  return json + "]}";
}

std::string DiagnosticJson(const Diagnostic& diagnostic) {
  return absl::StrCat(
      "{\"severity\":\"", diagnostic.level() == Diagnostic::LEVEL_ERROR ? "error" : "warning",
      "\",\"code\":", JsonString(diagnostic.code()), ",\"line\":", diagnostic.line(),
      ",\"path\":", diagnostic.path().empty() ? "null" : JsonString(diagnostic.path()),
      ",\"message\":", JsonString(diagnostic.message()),
      ",\"hint\":", JsonString(diagnostic.hint()), "}");
}

}  // namespace

void WriteDiffJson(const ParsedDiff& diff, std::ostream& out) {
  out << "{\"files\":[";
  for (size_t i = 0; i < diff.files.size(); ++i) {
    out << (i == 0 ? "\n" : ",\n") << FileJson(diff.files[i]);
  }
  out << "],\n\"diagnostics\":[";
  for (size_t i = 0; i < diff.diagnostics.size(); ++i) {
    out << (i == 0 ? "\n" : ",\n") << DiagnosticJson(diff.diagnostics[i]);
  }
  const diff::v1::Summary& summary = diff.summary;
  out << "],\n\"totals\":{\"files\":" << summary.totals().files()
      << ",\"additions\":" << summary.totals().additions()
      << ",\"deletions\":" << summary.totals().deletions()
      << "},\n\"complexity\":{\"label\":" << JsonString(summary.complexity().label())
      << ",\"score\":" << summary.complexity().score()
      << ",\"code_lines\":" << summary.complexity().code_lines()
      << ",\"test_lines\":" << summary.complexity().test_lines() << "}}\n";
}

void WriteDiffText(const ParsedDiff& diff, std::ostream& out) {
  for (const DiffFile& file : diff.files) {
    const FileEntry& entry = file.entry();
    const bool has_two_names = entry.old_path() != entry.new_path();
    out << StatusLetter(entry.status()) << "  "
        << (has_two_names ? absl::StrCat(Printable(entry.old_path()), " -> ") : "")
        << Printable(entry.new_path()) << "  ";
    if (file.is_binary()) {
      out << "binary";
    } else {
      out << "+" << file.additions() << " -" << file.deletions() << "  "
          << std::max(file.hunk_count(), file.hunks_size()) << " hunks";
    }
    out << "  " << ClassName(file.file_class())
        << (file.language().empty() ? "" : absl::StrCat(" (", file.language(), ")")) << "\n";
  }
  out << diff.summary.totals().files() << " files, +" << diff.summary.totals().additions() << " -"
      << diff.summary.totals().deletions() << ", complexity " << diff.summary.complexity().label()
      << "\n";
}

}  // namespace allreview::cli
