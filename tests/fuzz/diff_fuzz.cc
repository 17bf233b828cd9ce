// Everything that the diff engine does with a text from outside: parse, print, walk the lines, pair
// them, compare them, find moved blocks, classify and measure. Beside "does not crash", it checks
// what must hold of any text.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzers/diff/classify.h"
#include "analyzers/diff/complexity.h"
#include "analyzers/diff/intraline.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/moved.h"
#include "analyzers/diff/pairing.h"
#include "analyzers/diff/unified_diff.h"
#include "base/check.h"

namespace allreview::diff {
namespace {

void CheckSpans(const std::vector<Span>& spans, size_t size) {
  int32_t last = -1;
  for (Span span : spans) {
    CHECK(span.first > last && span.first < span.end) << "spans rise and do not touch";
    CHECK(static_cast<size_t>(span.end) <= size) << "spans lie in the line";
    last = span.end;
  }
}

void CheckHunk(const Diff& diff, const File& file, const Hunk& hunk) {
  int64_t added = 0, removed = 0, before = 0, after = 0;
  LineReader lines(diff, file, hunk);
  while (std::optional<Line> line = lines.Next()) {
    added += line->kind == '+';
    removed += line->kind == '-';
    before += line->kind != '+';
    after += line->kind != '-';
  }
  CHECK(added == hunk.added && removed == hunk.removed()) << "counts of lines";
  CHECK(before == hunk.old_lines && after == hunk.new_lines) << "counts of the header";
  int32_t last_old = -1, last_new = -1;
  for (const PairedLines& pair : PairLines(diff, file, hunk)) {
    CHECK(pair.before.old_line > last_old && pair.after.new_line > last_new) << "pairs rise";
    last_old = pair.before.old_line;
    last_new = pair.after.new_line;
    LineChange change = CompareLines(pair.before.content, pair.after.content);
    CheckSpans(change.old_spans, pair.before.content.size());
    CheckSpans(change.new_spans, pair.after.content.size());
  }
  if (IsPlainBody(diff, file, hunk)) {
    // Markers may be worded in any way; without them the body is what its lines say.
    if (diff.Body(hunk).find('\\') == absl::string_view::npos) {
      CHECK(PlainBody(diff, file, hunk) == diff.Body(hunk)) << "plain body";
    }
  }
}

void CheckText(absl::string_view text, const ParseOptions& options) {
  Diff diff = ParseUnifiedDiff(text, options);
  CHECK(Print(diff) == text) << "print(parse(text)) == text";
  int64_t lines = 1 + std::count(text.begin(), text.end(), '\n');
  for (const Diagnostic& diagnostic : diff.diagnostics()) {
    CHECK(diagnostic.line <= lines) << "line " << diagnostic.line << " of " << lines;
    CHECK(!English(Message(diagnostic)).empty() && !English(Hint(diagnostic)).empty()) << "texts";
  }
  size_t end = 0;
  for (const File& file : diff.files()) {
    CHECK(file.begin >= end && file.end >= file.begin && file.end <= text.size()) << "files rise";
    end = file.end;
    CHECK(!file.new_path.empty() && !file.old_path.empty()) << "paths";
    Classify(diff, file);
    for (const Hunk& hunk : diff.hunks(file)) CheckHunk(diff, file, hunk);
  }
  FindMovedBlocks(diff, [](uint32_t) { return true; });
  MeasureComplexity(diff);
}

}  // namespace
}  // namespace allreview::diff

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using allreview::diff::CheckText;
  absl::string_view text(reinterpret_cast<const char*>(data), size);
  CheckText(text, {});
  CheckText(text, {.max_files = 2, .max_line_bytes = 70});
  CheckText(text, {.fragment_path = "dir/name.py"});
  return 0;
}
