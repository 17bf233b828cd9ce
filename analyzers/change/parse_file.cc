#include "analyzers/change/parse_file.h"

#include "absl/strings/str_cat.h"
#include "analyzers/change/changed_lines.h"
#include "sentences/phrases/coverage.h"

namespace allreview::change {
namespace {

// The first line with an error that is `wanted`; 0: none.
template <typename Tree, typename IsWanted>
int FirstError(const Tree& tree, const IsWanted& is_wanted) {
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const auto node = tree.node(i);
    const bool is_error = node.Is(decltype(node.kind())::kError) || node.IsMissing();
    if (is_error && is_wanted(node)) return node.first_line();
  }
  return 0;
}

void NoteUnreadable(const Phrase& phrase, int line, Coverage* coverage) {
  coverage->state = Coverage::State::kUnsupported;
  coverage->reason = Sentence(phrase, {{"line", absl::StrCat(line)}});
}

}  // namespace

syntax::ParseLimits ParseLimitsOf(const Limits& limits, bool keep_for_queries) {
  return {.max_bytes = limits.max_file_bytes,
          .max_nodes = limits.max_nodes,
          .max_depth = limits.max_depth,
          .keep_for_queries = keep_for_queries};
}

std::vector<syntax::VersionedParse::Edit> EditsOf(const std::vector<ChangedHunk>& hunks) {
  std::vector<syntax::VersionedParse::Edit> edits;
  for (const ChangedHunk& hunk : hunks) {
    // A hunk without lines on one side names the line after which the others stand.
    edits.push_back({.old_line = hunk.old_start + (hunk.old_lines == 0),
                     .old_lines = hunk.old_lines,
                     .new_line = hunk.new_start + (hunk.new_lines == 0),
                     .new_lines = hunk.new_lines});
  }
  return edits;
}

// Around what the parser made no sense of, the rest may mean something else than was read. It
// happens on valid code, too, though on less than one file in a thousand: no finding, but a gap.
void NoteErrors(const python::Module& after, const ChangedFile&, Coverage* coverage) {
  if (after.tree().error_count() == 0) return;
  const int line = FirstError(after.tree(), [](python::Node) { return true; });
  NoteUnreadable(phrases::kLineNotPython, line, coverage);
}

// Macros make such places in sound files, and rules pass over them: a gap is what the change itself
// writes there.
void NoteErrors(const cpp::Unit& after, const ChangedFile& changed, Coverage* coverage) {
  if (after.tree().error_count() == 0) return;
  const ChangedLines lines(changed.hunks);
  const int line = FirstError(after.tree(), [&](cpp::Node node) { return lines.Touches(node); });
  if (line > 0) NoteUnreadable(phrases::kLineNotCpp, line, coverage);
}

void NoteUnknown(const ChangedFile& changed, Coverage* coverage) {
  coverage->state = Coverage::State::kNotFetched;
  coverage->reason = changed.is_deleted ? phrases::kLeftSideNotKnown : phrases::kRightSideNotKnown;
}

}  // namespace allreview::change
