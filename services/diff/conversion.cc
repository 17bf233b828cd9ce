#include "services/diff/conversion.h"

#include <algorithm>
#include <string>

#include "analyzers/diff/intraline.h"
#include "base/utf8.h"
#include "sentences/messages/text.h"

namespace allreview {
namespace {

constexpr size_t kMaxSectionBytes = 4096;  // git itself writes at most 80.
constexpr size_t kMaxDiagnosticPathBytes = 4096;

change::v1::FileStatus ToProto(diff::Status status) {
  switch (status) {
    case diff::Status::kAdded:
      return change::v1::FILE_STATUS_ADDED;
    case diff::Status::kModified:
      return change::v1::FILE_STATUS_MODIFIED;
    case diff::Status::kDeleted:
      return change::v1::FILE_STATUS_DELETED;
    case diff::Status::kRenamed:
      return change::v1::FILE_STATUS_RENAMED;
    case diff::Status::kCopied:
      return change::v1::FILE_STATUS_COPIED;
  }
  return change::v1::FILE_STATUS_UNSPECIFIED;
}

bool IsNull(absl::string_view id) { return id.find_first_not_of('0') == absl::string_view::npos; }

std::string BlobId(absl::string_view id) { return IsNull(id) ? "" : std::string(id); }

void AddSpans(const std::vector<diff::Span>& spans,
              google::protobuf::RepeatedPtrField<diff::v1::Span>& out) {
  for (diff::Span span : spans) {
    diff::v1::Span& added = *out.Add();
    added.set_first(span.first);
    added.set_end(span.end);
  }
}

}  // namespace

change::v1::FileClass ToProto(diff::FileClass file_class) {
  switch (file_class) {
    case diff::FileClass::kSource:
      return change::v1::FILE_CLASS_SOURCE;
    case diff::FileClass::kTest:
      return change::v1::FILE_CLASS_TEST;
    case diff::FileClass::kDocumentation:
      return change::v1::FILE_CLASS_DOCUMENTATION;
    case diff::FileClass::kConfiguration:
      return change::v1::FILE_CLASS_CONFIGURATION;
    case diff::FileClass::kData:
      return change::v1::FILE_CLASS_DATA;
    case diff::FileClass::kGenerated:
      return change::v1::FILE_CLASS_GENERATED;
    case diff::FileClass::kVendored:
      return change::v1::FILE_CLASS_VENDORED;
    case diff::FileClass::kLock:
      return change::v1::FILE_CLASS_LOCK;
    case diff::FileClass::kBinary:
      return change::v1::FILE_CLASS_BINARY;
    case diff::FileClass::kSubmodule:
      return change::v1::FILE_CLASS_SUBMODULE;
    case diff::FileClass::kSymlink:
      return change::v1::FILE_CLASS_SYMLINK;
  }
  return change::v1::FILE_CLASS_UNSPECIFIED;
}

change::v1::Diagnostic ToProto(const diff::Diagnostic& diagnostic) {
  change::v1::Diagnostic out;
  out.set_level(diagnostic.is_error() ? change::v1::Diagnostic::LEVEL_ERROR
                                      : change::v1::Diagnostic::LEVEL_WARNING);
  out.set_code(std::string(diff::CodeName(diagnostic.code)));
  out.set_line(diagnostic.line);
  out.set_path(ToPathText(diagnostic.path.substr(0, kMaxDiagnosticPathBytes)));
  const Words message = diff::Message(diagnostic), hint = diff::Hint(diagnostic);
  out.set_message(ToDisplayText(English(message)));
  *out.mutable_message_text() = ToText(message);
  out.set_hint(English(hint));
  *out.mutable_hint_text() = ToText(hint);
  return out;
}

diff::v1::Complexity ToProto(const diff::Complexity& complexity) {
  diff::v1::Complexity out;
  out.set_label(std::string(complexity.label));
  out.set_score(static_cast<int32_t>(complexity.score));
  out.set_code_lines(static_cast<int32_t>(complexity.code_lines));
  out.set_test_lines(static_cast<int32_t>(complexity.test_lines));
  return out;
}

diff::v1::DiffFile ToProto(const diff::File& file, const diff::Classification& classification) {
  diff::v1::DiffFile out;
  change::v1::FileEntry& entry = *out.mutable_entry();
  entry.set_status(ToProto(file.status));
  entry.set_old_path(ToPathText(file.old_path));
  entry.set_new_path(ToPathText(file.new_path));
  entry.set_old_mode(file.old_mode);
  entry.set_new_mode(file.new_mode);
  entry.set_old_blob_id(BlobId(file.old_blob_id));
  entry.set_new_blob_id(BlobId(file.new_blob_id));
  entry.set_similarity(file.similarity);
  out.set_file_class(ToProto(classification.file_class));
  out.set_language(std::string(classification.language));
  out.set_additions(file.additions);
  out.set_deletions(file.deletions);
  out.set_is_binary(file.is_binary);
  out.set_binary_size(file.binary_size);
  out.set_has_crlf(file.has_crlf);
  out.set_lacks_newline_old(file.lacks_newline_old);
  out.set_lacks_newline_new(file.lacks_newline_new);
  out.set_has_invalid_utf8(file.has_invalid_utf8);
  out.set_has_nul(file.has_nul);
  out.set_has_long_line(file.has_long_line);
  out.set_hunk_count(static_cast<int32_t>(file.hunk_count));
  out.set_dissimilarity(file.dissimilarity);
  out.set_parents(file.parents);
  out.set_first_input_line(file.first_line);
  return out;
}

diff::v1::Hunk ToProto(const diff::Diff& diff, const diff::Hunk& hunk) {
  diff::v1::Hunk out;
  out.set_old_start(hunk.old_start);
  out.set_old_lines(hunk.old_lines);
  out.set_new_start(hunk.new_start);
  out.set_new_lines(hunk.new_lines);
  out.set_section(std::string(diff.Section(hunk).substr(0, kMaxSectionBytes)));
  return out;
}

diff::v1::LinePair ToProto(const diff::PairedLines& pair) {
  diff::v1::LinePair out;
  diff::LineChange difference = diff::CompareLines(pair.before.content, pair.after.content);
  out.set_old_line(pair.before.old_line);
  out.set_new_line(pair.after.new_line);
  AddSpans(difference.old_spans, *out.mutable_old_spans());
  AddSpans(difference.new_spans, *out.mutable_new_spans());
  out.set_is_whitespace_only(difference.is_whitespace_only);
  return out;
}

diff::v1::MovedBlock ToProto(const diff::Diff& diff, const diff::MovedBlock& block) {
  diff::v1::MovedBlock out;
  out.set_new_line(block.new_line);
  out.set_lines(block.lines);
  out.set_old_path(ToPathText(diff.files()[block.old_file].old_path));
  out.set_old_line(block.old_line);
  out.set_is_reindented(block.is_reindented);
  return out;
}

}  // namespace allreview
