#ifndef SERVICES_DIFF_FILE_WRITER_H_
#define SERVICES_DIFF_FILE_WRITER_H_

// Sends one file as a DiffFile and, where it is large, HunkContinuations, so that no message is
// larger than about kMaxMessageBytes.
//
//   FileWriter writer(ToProto(file, classification), send);
//   writer.AddHunk(ToProto(diff, hunk));
//   writer.AddText(body);
//   writer.AddPair(…);
//   if (!writer.Finish()) return;  // The other side has gone.

#include <functional>

#include "absl/strings/string_view.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview {

class FileWriter {
 public:
  // Returns false when the stream is broken; nothing more is sent then.
  using Send = std::function<bool(const diff::v1::ParseResponse&)>;

  static constexpr size_t kMaxMessageBytes = 768 << 10;

  FileWriter(diff::v1::DiffFile file, Send send);

  void AddHunk(diff::v1::Hunk hunk);
  // To the last hunk.
  void AddText(absl::string_view text);
  void AddPair(diff::v1::LinePair pair);
  void AddMoved(diff::v1::MovedBlock block);
  // Sends what is left.
  bool Finish();

 private:
  // Opens a new message when the current one cannot take `bytes` more.
  void MakeRoom(size_t bytes);
  void Flush();
  // The last hunk, when it was opened in the current message.
  diff::v1::Hunk* HunkHere();

  Send send_;
  diff::v1::ParseResponse message_;
  size_t bytes_ = 0;
  bool is_broken_ = false;
};

}  // namespace allreview

#endif  // SERVICES_DIFF_FILE_WRITER_H_
