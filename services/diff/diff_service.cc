#include "services/diff/diff_service.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/unified_diff.h"
#include "base/utf8.h"
#include "grpcpp/grpcpp.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "services/diff/conversion.h"
#include "services/diff/file_writer.h"
#include "services/diff/text_buffer.h"

namespace allreview {
namespace {

using diff::v1::ParseOptions;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using Stream = grpc::ServerReaderWriter<ParseResponse, ParseRequest>;

grpc::Status Invalid(const std::string& message) {
  return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, message);
}

grpc::Status Gone() { return grpc::Status(grpc::StatusCode::CANCELLED, "the caller has gone"); }

// What a caller sends: options and text.
struct Input {
  ParseOptions options;
  std::string fragment_path;
  diff::ParseOptions limits;
  TextBuffer text;
  int64_t bytes = 0;  // Of the text; what is beyond the limit is counted, not kept.
};

grpc::Status ReadOptions(const ParseOptions& options, Input& input) {
  if (options.max_bytes() < 0 || options.max_files() < 0 || options.max_line_bytes() < 0) {
    return Invalid("options: found a negative limit, wanted 0 (default) or more");
  }
  input.options = options;
  input.fragment_path = FromPathText(options.fragment_path());
  diff::ParseOptions& limits = input.limits;
  if (options.max_bytes() > 0) limits.max_bytes = options.max_bytes();
  if (options.max_files() > 0) limits.max_files = options.max_files();
  if (options.max_line_bytes() > 0) limits.max_line_bytes = options.max_line_bytes();
  limits.fragment_path = input.fragment_path;
  return grpc::Status::OK;
}

grpc::Status ReadInput(Stream& stream, Input& input) {
  ParseRequest request;
  for (bool is_first = true; stream.Read(&request); is_first = false) {
    if (request.has_options()) {
      if (!is_first) return Invalid("options: found after the first message, wanted as the first");
      if (grpc::Status status = ReadOptions(request.options(), input); !status.ok()) return status;
      continue;
    }
    input.bytes += static_cast<int64_t>(request.chunk().size());
    if (input.bytes <= input.limits.max_bytes) input.text.Append(request.chunk());
  }
  return grpc::Status::OK;
}

// Sends the answer to one call.
class Answer {
 public:
  Answer(const Input& input, grpc::ServerContext& context, Stream& stream)
      : input_(input), context_(context), stream_(stream) {}

  grpc::Status Write() {
    if (input_.bytes > input_.limits.max_bytes) return WriteTooLarge();
    diff_ = diff::ParseUnifiedDiff(input_.text.view(), input_.limits);
    Classify();
    moved_ = diff::FindMovedBlocks(diff_, [this](uint32_t index) { return IsCompared(index); });
    // What another language read is new code, though the words are the same.
    std::erase_if(moved_, [this](const diff::MovedBlock& block) {
      return LanguageOf(block.old_file) != LanguageOf(block.new_file);
    });
    size_t diagnostic = 0;
    for (size_t index = 0; index < diff_.files().size(); ++index) {
      // In the order of the input.
      if (!WriteDiagnostics(diagnostic, diff_.files()[index].first_line)) return Gone();
      if (context_.IsCancelled() || !WriteFile(index)) return Gone();
    }
    if (!WriteDiagnostics(diagnostic, 0) || !WriteSummary()) return Gone();
    return grpc::Status::OK;
  }

 private:
  void Classify() {
    std::set<int> omitted(input_.options.omit_text_of().begin(),
                          input_.options.omit_text_of().end());
    kinds_.reserve(diff_.files().size());
    for (const diff::File& file : diff_.files()) {
      diff::Classification kind = diff::Classify(diff_, file);
      kinds_.push_back({kind, omitted.count(ToProto(kind.file_class)) > 0});
    }
  }

  // Whether the lines of a file are compared with each other.
  bool IsCompared(size_t index) const {
    diff::FileClass file_class = kinds_[index].classification.file_class;
    return !kinds_[index].is_omitted &&
           (file_class == diff::FileClass::kSource || file_class == diff::FileClass::kTest);
  }

  absl::string_view LanguageOf(size_t index) const { return kinds_[index].classification.language; }

  bool Send(const ParseResponse& response) { return stream_.Write(response); }

  grpc::Status WriteTooLarge() {
    ParseResponse response;
    *response.mutable_diagnostic() = ToProto({.code = diff::Code::kLimitBytes,
                                              .line = 1,
                                              .path = {},
                                              .detail = {},
                                              .found = input_.bytes,
                                              .wanted = input_.limits.max_bytes});
    return Send(response) && WriteSummary() ? grpc::Status::OK : Gone();
  }

  // Those of lines before `end_line` (0: all that are left), from `next` on.
  bool WriteDiagnostics(size_t& next, uint32_t end_line) {
    const std::vector<diff::Diagnostic>& all = diff_.diagnostics();
    for (; next < all.size() && (end_line == 0 || all[next].line < end_line); ++next) {
      ParseResponse response;
      *response.mutable_diagnostic() = ToProto(all[next]);
      if (!Send(response)) return false;
    }
    return true;
  }

  bool WriteFile(size_t index) {
    const diff::File& file = diff_.files()[index];
    diff::v1::DiffFile message = ToProto(file, kinds_[index].classification);
    message.set_is_text_omitted(kinds_[index].is_omitted);
    FileWriter writer(std::move(message),
                      [this](const ParseResponse& response) { return Send(response); });
    uint32_t hunk_index = 0;
    for (const diff::Hunk& hunk : diff_.hunks(file)) {
      WriteHunk(index, hunk_index++, hunk, writer);
    }
    return writer.Finish();
  }

  void WriteHunk(size_t index, uint32_t hunk_index, const diff::Hunk& hunk, FileWriter& writer) {
    const diff::File& file = diff_.files()[index];
    writer.AddHunk(ToProto(diff_, hunk));
    if (kinds_[index].is_omitted) return;
    if (diff::IsPlainBody(diff_, file, hunk)) {
      writer.AddText(diff_.Body(hunk));
    } else {
      writer.AddText(diff::PlainBody(diff_, file, hunk));
    }
    if (!IsCompared(index)) return;
    for (const diff::PairedLines& pair : diff::PairLines(diff_, file, hunk)) {
      writer.AddPair(ToProto(pair));
    }
    for (; next_moved_ < moved_.size() && moved_[next_moved_].new_file == index &&
           moved_[next_moved_].new_hunk == hunk_index;
         ++next_moved_) {
      writer.AddMoved(ToProto(diff_, moved_[next_moved_]));
    }
  }

  bool WriteSummary() {
    ParseResponse response;
    diff::v1::Summary& summary = *response.mutable_summary();
    summary.mutable_totals()->set_files(static_cast<int32_t>(diff_.files().size()));
    summary.mutable_totals()->set_additions(diff_.additions());
    summary.mutable_totals()->set_deletions(diff_.deletions());
    *summary.mutable_complexity() = ToProto(diff::MeasureComplexity(diff_));
    summary.set_input_bytes(input_.bytes);
    return Send(response);
  }

  struct Kind {
    diff::Classification classification;
    bool is_omitted = false;
  };

  const Input& input_;
  grpc::ServerContext& context_;
  Stream& stream_;
  diff::Diff diff_;
  std::vector<Kind> kinds_;              // One for each file.
  std::vector<diff::MovedBlock> moved_;  // In the order of files and hunks.
  size_t next_moved_ = 0;
};

class DiffService final : public diff::v1::DiffService::Service {
 public:
  grpc::Status Parse(grpc::ServerContext* context, Stream* stream) override {
    Input input;
    if (grpc::Status status = ReadInput(*stream, input); !status.ok()) return status;
    return Answer(input, *context, *stream).Write();
  }
};

}  // namespace

std::unique_ptr<grpc::Service> NewDiffService() { return std::make_unique<DiffService>(); }

}  // namespace allreview
