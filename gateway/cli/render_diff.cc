#include "gateway/cli/render_diff.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/utf8.h"
#include "gateway/cli/json.h"
#include "gateway/cli/output.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {
namespace {

using change::v1::Diagnostic;
using change::v1::FileEntry;
using diff::v1::DiffFile;
using diff::v1::Hunk;
using diff::v1::ParseResponse;

absl::string_view StatusLetter(change::v1::FileStatus status) {
  switch (status) {
    case change::v1::FILE_STATUS_ADDED:
      return "A";
    case change::v1::FILE_STATUS_DELETED:
      return "D";
    case change::v1::FILE_STATUS_RENAMED:
      return "R";
    case change::v1::FILE_STATUS_COPIED:
      return "C";
    case change::v1::FILE_STATUS_TYPE_CHANGED:
      return "T";
    default:
      return "M";
  }
}

absl::string_view ClassName(change::v1::FileClass file_class) {
  static constexpr absl::string_view kNames[] = {
      "unknown",   "source",   "test", "documentation", "configuration", "data",
      "generated", "vendored", "lock", "binary",        "submodule",     "symlink"};
  const size_t index = file_class;
  return index < std::size(kNames) ? kNames[index] : kNames[0];
}

absl::string_view LevelName(Diagnostic::Level level) {
  return level == Diagnostic::LEVEL_ERROR ? "error" : "warning";
}

class JsonDiffRenderer : public DiffRenderer {
 public:
  JsonDiffRenderer() {
    json_.BeginObject();
    json_.Key("files").BeginArray();
  }

  std::string Add(const ParseResponse& part) override {
    if (part.has_file()) {
      EndFile();
      BeginFile(part.file());
      for (const Hunk& hunk : part.file().hunks()) AddHunk(hunk);
    } else if (part.has_continuation()) {
      for (const Hunk& hunk : part.continuation().hunks()) AddHunk(hunk);
    } else if (part.has_diagnostic()) {
      Note(part.diagnostic());
      diagnostics_.push_back(part.diagnostic());
    }
    return json_.Take();
  }

  std::string Finish() override {
    EndFile();
    json_.NewLine();
    json_.EndArray();
    json_.Key("diagnostics").BeginArray();
    for (const Diagnostic& diagnostic : diagnostics_) AddDiagnostic(diagnostic);
    json_.EndArray();
    json_.EndObject();
    return absl::StrCat(json_.Take(), "\n");
  }

 private:
  void BeginFile(const DiffFile& file) {
    is_in_file_ = true;
    json_.NewLine();
    json_.BeginObject();
    const FileEntry& entry = file.entry();
    json_.Key("status").String(StatusLetter(entry.status()));
    AddText("old_path", entry.status() == change::v1::FILE_STATUS_ADDED ? "" : entry.old_path());
    AddText("new_path", entry.status() == change::v1::FILE_STATUS_DELETED ? "" : entry.new_path());
    json_.Key("additions").Number(file.additions());
    json_.Key("deletions").Number(file.deletions());
    json_.Key("binary").Bool(file.is_binary());
    json_.Key("binary_size").Number(file.binary_size());
    json_.Key("class").String(ClassName(file.file_class()));
    json_.Key("language").String(file.language());
    json_.Key("similarity").Number(entry.similarity());
    json_.Key("dissimilarity").Number(file.dissimilarity());
    AddMode("old_mode", entry.old_mode());
    AddMode("new_mode", entry.new_mode());
    AddText("old_blob", entry.old_blob_id());
    AddText("new_blob", entry.new_blob_id());
    AddFlags(file);
    json_.Key("hunks").BeginArray();
  }

  void AddFlags(const DiffFile& file) {
    json_.Key("crlf").Bool(file.has_crlf());
    json_.Key("no_newline_old").Bool(file.lacks_newline_old());
    json_.Key("no_newline_new").Bool(file.lacks_newline_new());
    json_.Key("invalid_utf8").Bool(file.has_invalid_utf8());
    json_.Key("nul").Bool(file.has_nul());
    json_.Key("long_line").Bool(file.has_long_line());
    json_.Key("parents").Number(file.parents());
    json_.Key("line").Number(file.first_input_line());
  }

  void EndFile() {
    if (!std::exchange(is_in_file_, false)) return;
    json_.EndArray();
    json_.EndObject();
  }

  void AddHunk(const Hunk& hunk) {
    json_.BeginObject();
    json_.Key("old_start").Number(hunk.old_start());
    json_.Key("old_lines").Number(hunk.old_lines());
    json_.Key("new_start").Number(hunk.new_start());
    json_.Key("new_lines").Number(hunk.new_lines());
    json_.Key("section").String(hunk.section());
    json_.EndObject();
  }

  void AddDiagnostic(const Diagnostic& diagnostic) {
    json_.BeginObject();
    json_.Key("severity").String(LevelName(diagnostic.level()));
    json_.Key("code").String(diagnostic.code());
    json_.Key("line").Number(diagnostic.line());
    AddText("path", diagnostic.path());
    json_.Key("message").String(diagnostic.message());
    json_.Key("hint").String(diagnostic.hint());
    json_.EndObject();
  }

  void AddText(absl::string_view key, absl::string_view value) {
    json_.Key(key);
    value.empty() ? json_.Null() : json_.String(value);
  }

  void AddMode(absl::string_view key, uint32_t mode) {
    json_.Key(key);
    mode == 0 ? json_.Null() : json_.String(absl::StrFormat("%06o", mode));
  }

  JsonWriter json_;
  bool is_in_file_ = false;
  std::vector<Diagnostic> diagnostics_;
};

std::string PathColumn(const FileEntry& entry) {
  std::string old_path = PrintableText(entry.old_path());
  const std::string new_path = PrintableText(entry.new_path());
  if (entry.status() == change::v1::FILE_STATUS_DELETED) return old_path;
  const bool has_two_names = entry.status() == change::v1::FILE_STATUS_RENAMED ||
                             entry.status() == change::v1::FILE_STATUS_COPIED;
  return has_two_names ? absl::StrCat(old_path, " => ", new_path) : new_path;
}

// "(python, 3 hunks, crlf)": what is worth a word.
std::string Remarks(const DiffFile& file) {
  const FileEntry& entry = file.entry();
  std::vector<std::string> words;
  if (!file.language().empty()) words.push_back(PrintableText(file.language()));
  const int hunks = std::max(file.hunk_count(), file.hunks_size());
  if (hunks > 0) words.push_back(absl::StrCat(hunks, hunks == 1 ? " hunk" : " hunks"));
  if (entry.similarity() > 0)
    words.push_back(absl::StrCat("similarity ", entry.similarity(), " %"));
  if (file.dissimilarity() > 0) {
    words.push_back(absl::StrCat("dissimilarity ", file.dissimilarity(), " %"));
  }
  if (entry.old_mode() != entry.new_mode() && entry.old_mode() != 0 && entry.new_mode() != 0) {
    words.push_back(absl::StrFormat("mode %06o => %06o", entry.old_mode(), entry.new_mode()));
  }
  if (file.binary_size() > 0) words.push_back(absl::StrCat(file.binary_size(), " bytes"));
  if (file.parents() > 1) words.push_back(absl::StrCat(file.parents(), " parents"));
  const std::pair<bool, absl::string_view> flags[] = {
      {file.has_crlf(), "CRLF"},
      {file.lacks_newline_old(), "no newline at end before"},
      {file.lacks_newline_new(), "no newline at end after"},
      {file.has_invalid_utf8(), "invalid UTF-8"},
      {file.has_nul(), "NUL"},
      {file.has_long_line(), "long line"}};
  for (const auto& [holds, word] : flags) {
    if (holds) words.emplace_back(word);
  }
  return words.empty() ? "" : absl::StrCat("  (", absl::StrJoin(words, ", "), ")");
}

class TextDiffRenderer : public DiffRenderer {
 public:
  explicit TextDiffRenderer(std::string input_name) : input_name_(std::move(input_name)) {}

  std::string Add(const ParseResponse& part) override {
    if (part.has_file()) {
      const DiffFile& file = part.file();
      const std::string counts =
          file.is_binary() ? absl::StrFormat("%15s", "binary")
                           : absl::StrFormat("%7s %7s", absl::StrCat("+", file.additions()),
                                             absl::StrCat("-", file.deletions()));
      return absl::StrFormat("%s  %-13s  %s  %s%s\n", StatusLetter(file.entry().status()),
                             ClassName(file.file_class()), counts, PathColumn(file.entry()),
                             Remarks(file));
    }
    if (part.has_diagnostic()) {
      Note(part.diagnostic());
      absl::StrAppend(&diagnostics_, DiagnosticLine(input_name_, part.diagnostic()), "\n");
    }
    if (part.has_summary()) summary_ = part.summary();
    return "";
  }

  std::string Finish() override {
    const change::v1::ChangeTotals& totals = summary_.totals();
    std::string text = absl::StrCat(totals.files(), totals.files() == 1 ? " file" : " files", ", +",
                                    totals.additions(), " -", totals.deletions());
    if (!summary_.complexity().label().empty()) {
      absl::StrAppend(&text, ", complexity ", PrintableText(summary_.complexity().label()),
                      " (score ", summary_.complexity().score(), ")");
    }
    return absl::StrCat(text, "\n", diagnostics_);
  }

 private:
  std::string input_name_;
  std::string diagnostics_;
  diff::v1::Summary summary_;
};

}  // namespace

std::unique_ptr<DiffRenderer> NewJsonDiffRenderer() { return std::make_unique<JsonDiffRenderer>(); }

std::unique_ptr<DiffRenderer> NewTextDiffRenderer(std::string input_name) {
  return std::make_unique<TextDiffRenderer>(std::move(input_name));
}

std::string DiagnosticLine(absl::string_view input_name, const Diagnostic& diagnostic) {
  std::string line = PrintableText(input_name);
  if (diagnostic.line() > 0) absl::StrAppend(&line, ":", diagnostic.line());
  if (diagnostic.column() > 0) absl::StrAppend(&line, ":", diagnostic.column());
  absl::StrAppend(&line, ": ", LevelName(diagnostic.level()), " ", PrintableText(diagnostic.code()),
                  ": ", PrintableText(diagnostic.message()));
  if (!diagnostic.hint().empty()) {
    absl::StrAppend(&line, " (", PrintableText(diagnostic.hint()), ")");
  }
  return line;
}

}  // namespace allreview::cli
