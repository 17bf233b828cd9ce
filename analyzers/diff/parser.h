#ifndef ANALYZERS_DIFF_PARSER_H_
#define ANALYZERS_DIFF_PARSER_H_

// The state of one ParseUnifiedDiff. Internal; its parts stand in parser_stream.cc (between the
// files), parser_file.cc (headers of a file), parser_paths.cc (what the headers add up to) and
// parser_hunk.cc (hunks and binary patches).
//
// Parts that read return false after Fail(): the file is given up and reading goes on at the next
// file header.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/diff/headers.h"
#include "analyzers/diff/model.h"
#include "analyzers/diff/paths.h"
#include "analyzers/diff/scan.h"
#include "analyzers/diff/unified_diff.h"

namespace allreview::diff {

class Parser {
 public:
  Parser(absl::string_view text, const ParseOptions& options);
  Diff Parse();

 private:
  using FileReader = bool (Parser::*)();

  // A path from a header line.
  struct Name {
    absl::string_view path = {};
    absl::string_view label = {};  // What follows its TAB.
    uint32_t line = 0;             // 0: there is no such line.
    bool is_null = false;          // /dev/null, or dated as absent.
    bool is_quoted = false;
    explicit operator bool() const { return line != 0; }
  };

  // The file that is being read.
  struct Draft {
    File file;
    absl::string_view git_words;  // Of the `diff --git` line.
    std::optional<PathPair> git_paths;
    Name from, to;                 // rename or copy
    Name before, after;            // --- and +++
    absl::string_view plain_path;  // Of Index:, diff -r, diff --cc.
    bool is_git = false, is_foreign = false, is_combined = false;
    bool is_new = false, is_deleted = false;
    bool is_rename = false, is_copy = false;
    bool has_mode_change = false, has_properties = false;
    bool is_old_ended = false, is_new_ended = false;  // By a "\ No newline" marker.
    uint32_t marker_line = 0;
    int64_t old_end = 0, new_end = 0;  // Of the last hunk, exclusive.
    size_t first_diagnostic = 0;
    uint32_t warned = 0;  // Bit set of warnings given once per file.
  };

  // What text between files is taken for.
  enum class Stray { kUnknown, kPreamble, kSkipped };

  // The cursor stands on a line.
  bool AtEnd() const { return position_ >= text_.size(); }
  void MoveTo(size_t position, uint32_t line);
  void NextLine() { MoveTo(line_end_ + 1, line_ + 1); }
  // The current line without line end; with a CR that ends it, and without.
  absl::string_view RawLine() const { return text_.substr(position_, line_end_ - position_); }
  absl::string_view Line() const;
  // The line `count` lines further on, without CR.
  absl::string_view LineAfter(int count) const;

  bool Fail(Code code, uint32_t line, absl::string_view detail = {}, int64_t found = 0,
            int64_t wanted = 0);
  void Warn(Code code, uint32_t line, absl::string_view detail = {}, int64_t found = 0,
            int64_t wanted = 0);
  void WarnOnce(Code code, uint32_t line, absl::string_view detail = {}, int64_t found = 0,
                int64_t wanted = 0);
  absl::string_view InternPath(std::string&& path);

  // parser_stream.cc
  bool CheckText();
  void ReadStream();
  void ReadFragment();
  FileReader ReaderHere() const;
  bool IsPlainFileHere() const;
  bool IsFileHere() const { return ReaderHere() != nullptr; }
  void ReadFile(FileReader reader);
  void CommitFile();
  void NoteRepetition();
  absl::string_view GuessPath() const;
  void AbandonFile();
  void Resynchronise();
  void ReadStrayLine();
  bool ReadKnownStrayLine(absl::string_view line);
  bool ReadUnshownFile(absl::string_view line);
  void AddError(Code code, absl::string_view detail);
  void FlushGarbage();
  void FinishStream();

  // parser_file.cc
  bool ReadGitFile();
  bool ReadGitHeaders();
  bool HasOwnNameHere();
  bool ReadGitHeader(absl::string_view line);
  bool ReadModeHeader(absl::string_view line, bool& is_known);
  bool ReadMoveHeader(absl::string_view line, bool& is_known);
  void ReadPercentHeader(absl::string_view line, absl::string_view words, uint8_t& percent);
  bool ReadIndexHeader(absl::string_view words);
  bool ReadMode(absl::string_view words, uint16_t& mode);
  bool ReadNames();
  bool ReadName(absl::string_view words, Name& name);
  bool ReadContent();
  bool ReadCombinedFile();
  bool ReadCombinedHeaders();
  bool ReadCombinedHeader(absl::string_view line);
  bool ReadPlainFile();
  bool ReadPlainContent();
  bool IsHeaderEnd(absl::string_view line) const;
  void NoteLineEnd();

  // parser_paths.cc
  bool ResolveGitFile();
  bool ResolveGitPaths();
  bool ResolveStatus();
  bool CheckComplete() const;
  bool ResolveCombinedFile();
  bool ResolvePlainFile();
  bool CheckPaths();

  // parser_hunk.cc
  bool ReadHunks();
  bool ReadHunk();
  bool CheckHunkPlace(const HunkHeader& header);
  bool ReadBody(Hunk& hunk);
  bool ReadBodyLine(const char* line, const Hunk& hunk, BodyCounts& counts);
  bool ReadMarker(const char* line, const Hunk& hunk, const BodyCounts& counts);
  bool ReadCombinedBody(const HunkHeader& header, Hunk& hunk);
  bool ReadBinaryPatch();
  bool ReadBinaryData(bool is_first);
  bool FailBadLine(const char* line, const Hunk& hunk, const BodyCounts& counts);
  bool FailTruncated(const Hunk& hunk, const BodyCounts& counts);
  void InspectBody(Hunk& hunk, const BodyCounts& counts);
  void WarnAtByte(Code code, const Hunk& hunk, size_t position);

  absl::string_view text_;
  ParseOptions options_;
  Diff diff_;

  size_t position_ = 0;
  size_t line_end_ = 0;  // Of the current line: its LF, or the end of the text.
  uint32_t line_ = 1;

  Draft draft_;
  Diagnostic failure_;
  int64_t files_seen_ = 0;
  absl::flat_hash_map<absl::string_view, uint32_t> first_lines_;  // Of the files of one diff.
  bool is_stopped_ = false;

  Stray stray_ = Stray::kUnknown;
  bool is_in_mail_ = false;
  uint32_t garbage_line_ = 0;  // First of the run. 0: none.
  int64_t garbage_lines_ = 0;
  absl::string_view garbage_words_;
};

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_PARSER_H_
