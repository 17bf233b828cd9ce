#ifndef GATEWAY_CLI_RENDER_DIFF_H_
#define GATEWAY_CLI_RENDER_DIFF_H_

// The answer of ReviewService.ParseDiff as text or JSON, while it arrives: nothing but the
// diagnostics is kept.
//
//   std::unique_ptr<DiffRenderer> renderer = NewJsonDiffRenderer();
//   while (reader->Read(&part)) output.Write(renderer->Add(part));
//   output.Write(renderer->Finish());
//
// JSON, with the files in input order, one on each line:
//   {"files":[{"status":"M","old_path":"a.py","new_path":"a.py","additions":1,"deletions":0,
//     "binary":false,"binary_size":0,"class":"source","language":"python","similarity":0,
//     "dissimilarity":0,"old_mode":"100644","new_mode":"100644","old_blob":"…","new_blob":"…",
//     "crlf":false,"no_newline_old":false,"no_newline_new":false,"invalid_utf8":false,"nul":false,
//     "long_line":false,"parents":1,"line":1,
//     "hunks":[{"old_start":1,"old_lines":2,"new_start":1,"new_lines":3,"section":"def f():"}]}],
//    "diagnostics":[{"severity":"error","code":"TRUNCATED_HUNK","line":5,"path":"a.py",
//     "message":"…","hint":"…"}]}
// `status` is git's letter: A, M, D, R, C or T. An added file has "old_path":null, a deleted one
// "new_path":null; modes and blobs that do not exist or are not known are null.
//
// Text: one line for each file, the sum, then the diagnostics as compilers print them.

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview::cli {

class DiffRenderer {
 public:
  virtual ~DiffRenderer() = default;
  // Returns what can be printed now.
  virtual std::string Add(const diff::v1::ParseResponse& part) = 0;
  virtual std::string Finish() = 0;

  // Whether an error was among the diagnostics.
  bool has_errors() const { return has_errors_; }

 protected:
  void Note(const change::v1::Diagnostic& diagnostic) {
    has_errors_ |= diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
  }

 private:
  bool has_errors_ = false;
};

std::unique_ptr<DiffRenderer> NewJsonDiffRenderer();
// `input_name` stands before the line of a diagnostic: a file name, or "-".
std::unique_ptr<DiffRenderer> NewTextDiffRenderer(std::string input_name);

// "x.diff:5: error TRUNCATED_HUNK: message (hint)", without line end and safe for a terminal.
std::string DiagnosticLine(absl::string_view input_name, const change::v1::Diagnostic& diagnostic);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RENDER_DIFF_H_
