#include "services/diff/diff_service.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/unified_diff.h"
#include "base/utf8.h"
#include "base/work_budget.h"
#include "grpcpp/grpcpp.h"
#include "host/cpu_report.h"
#include "host/status.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/input.h"
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

// Sends the answer to one call, within the budget of its thread.
class Answer {
 public:
  Answer(const Input& input, const DiffBudget& budget, grpc::ServerContext& context, Stream& stream)
      : input_(input),
        budget_(budget),
        context_(context),
        stream_(stream),
        pairs_("the comparison", {.cpu_seconds = budget.cpu_seconds_of_pairs}) {}

  grpc::Status Write() {
    if (input_.bytes > input_.limits.max_bytes) return WriteTooLarge();
    diff_ = diff::ParseUnifiedDiff(input_.text.view(), input_.limits);
    Classify();
    FindMoved();
    size_t diagnostic = 0;
    for (size_t index = 0; index < diff_.files().size(); ++index) {
      // In the order of the input.
      if (!WriteDiagnostics(diagnostic, diff_.files()[index].first_line)) return Gone();
      if (context_.IsCancelled() || !WriteFile(index)) return Gone();
    }
    if (!WriteDiagnostics(diagnostic, 0) || !WriteLeftOut() || !WriteSummary()) return Gone();
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

  // Optional: without it, lines that moved are new ones.
  void FindMoved() {
    WorkBudget search("the search", {.cpu_seconds = budget_.cpu_seconds_of_moves});
    const absl::Status ended = RunWithin(search, "the search for moved blocks", [this] {
      moved_ = diff::FindMovedBlocks(diff_, [this](uint32_t index) { return IsCompared(index); });
    });
    if (!ended.ok()) {
      NoteLeftOut("MOVES_LEFT_OUT", Sentence(phrases::kMovesLeftOut, {{"why", ended.message()}}));
    }
    // What another language read is new code, though the words are the same.
    std::erase_if(moved_, [this](const diff::MovedBlock& block) {
      return LanguageOf(block.old_file) != LanguageOf(block.new_file);
    });
  }

  // Optional: without them, removed and added lines stand below each other.
  void WritePairs(size_t index, uint32_t hunk_index, FileWriter& writer) {
    if (pairs_ahead_.empty() && hunks_without_pairs_ == 0) CompareAhead(index, hunk_index);
    if (!pairs_ahead_.empty()) {
      for (diff::v1::LinePair& pair : pairs_ahead_.front()) writer.AddPair(std::move(pair));
      pairs_ahead_.pop_front();
    } else if (hunks_without_pairs_++ == 0) {
      first_without_pairs_ = index;
    }
  }

  // From a hunk on, some of this file and of those after it: to look at a budget for each hunk
  // would cost more than to compare the lines of most.
  void CompareAhead(size_t index, uint32_t hunk_index) {
    constexpr size_t kBytesAhead = 64 << 10;
    const absl::Status ended = RunWithin(pairs_, "the comparison of changed lines", [&] {
      size_t bytes = 0;
      for (size_t i = index; i < diff_.files().size() && bytes < kBytesAhead; ++i) {
        if (!IsCompared(i)) continue;
        const diff::File& file = diff_.files()[i];
        const diff::HunkRange hunks = diff_.hunks(file);
        for (size_t k = i == index ? hunk_index : 0; k < hunks.size() && bytes < kBytesAhead; ++k) {
          std::vector<diff::v1::LinePair> pairs;
          for (const diff::PairedLines& pair : diff::PairLines(diff_, file, hunks[k])) {
            pairs.push_back(ToProto(pair));
          }
          pairs_ahead_.push_back(std::move(pairs));
          bytes += diff_.Body(hunks[k]).size();
        }
      }
    });
    if (!ended.ok()) pairs_ended_ = std::string(ended.message());
  }

  void NoteLeftOut(absl::string_view code, const Words& message) {
    change::v1::Diagnostic& diagnostic = *left_out_.emplace_back().mutable_diagnostic();
    diagnostic.set_level(change::v1::Diagnostic::LEVEL_WARNING);
    diagnostic.set_code(std::string(code));
    diagnostic.set_message(English(message));
    *diagnostic.mutable_message_text() = ToText(message);
    diagnostic.set_hint(English(phrases::kSplitChange));
    *diagnostic.mutable_hint_text() = ToText(phrases::kSplitChange);
  }

  bool WriteLeftOut() {
    if (hunks_without_pairs_ > 0) {
      NoteLeftOut(
          "PAIRS_LEFT_OUT",
          Counted(hunks_without_pairs_, phrases::kPairsOfHunkLeftOut, phrases::kPairsOfHunksLeftOut,
                  {{"path", ToPathText(diff_.files()[first_without_pairs_].new_path)},
                   {"why", pairs_ended_}}));
    }
    return std::all_of(left_out_.begin(), left_out_.end(),
                       [this](const ParseResponse& response) { return Send(response); });
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
    PollBytes(diff_.Body(hunk).size());
    writer.AddHunk(ToProto(diff_, hunk));
    if (kinds_[index].is_omitted) return;
    if (diff::IsPlainBody(diff_, file, hunk)) {
      writer.AddText(diff_.Body(hunk));
    } else {
      writer.AddText(diff::PlainBody(diff_, file, hunk));
    }
    if (!IsCompared(index)) return;
    WritePairs(index, hunk_index, writer);
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
  const DiffBudget& budget_;
  grpc::ServerContext& context_;
  Stream& stream_;
  diff::Diff diff_;
  std::vector<Kind> kinds_;              // One for each file.
  std::vector<diff::MovedBlock> moved_;  // In the order of files and hunks.
  size_t next_moved_ = 0;
  WorkBudget pairs_;
  std::deque<std::vector<diff::v1::LinePair>> pairs_ahead_;  // One for each hunk that is compared.
  int64_t hunks_without_pairs_ = 0;
  size_t first_without_pairs_ = 0;
  std::string pairs_ended_;              // Why.
  std::vector<ParseResponse> left_out_;  // Warnings.
};

WorkBudget::Limits LimitsOf(const DiffBudget& budget, int64_t bytes,
                            const grpc::ServerContext& context) {
  const double mebibytes = static_cast<double>(bytes) / (1 << 20);
  return {.cpu_seconds = budget.cpu_seconds + mebibytes * budget.cpu_seconds_of_mebibyte,
          .net_bytes = budget.memory_bytes + bytes,
          .is_cancelled = [&context] { return context.IsCancelled(); }};
}

class DiffService final : public diff::v1::DiffService::Service {
 public:
  explicit DiffService(const DiffBudget& budget) : budget_(budget) {}

  grpc::Status Parse(grpc::ServerContext* context, Stream* stream) override {
    Input input;
    grpc::Status status;
    // Where memory is missing, one call ends and not the process.
    absl::Status ended = RunWithin("the text", [&] { status = ReadInput(*stream, input); });
    if (!ended.ok()) return Stopped(ended);
    if (!status.ok()) return status;
    WorkBudget budget("the diff", LimitsOf(budget_, input.bytes, *context));
    ended = RunWithin(budget, "reading it",
                      [&] { status = Answer(input, budget_, *context, *stream).Write(); });
    host::ReportCpuSeconds(budget.cpu_seconds(), *context);
    return ended.ok() ? status : Stopped(ended);
  }

 private:
  static grpc::Status Stopped(const absl::Status& status) {
    if (absl::IsCancelled(status)) return Gone();
    return host::ToGrpc(absl::Status(
        status.code(), absl::StrCat(status.message(), "; ", English(phrases::kSplitChange))));
  }

  const DiffBudget budget_;
};

}  // namespace

std::unique_ptr<grpc::Service> NewDiffService(const DiffBudget& budget) {
  return std::make_unique<DiffService>(budget);
}

}  // namespace allreview
