#ifndef ANALYZERS_CHANGE_SERIAL_READER_H_
#define ANALYZERS_CHANGE_SERIAL_READER_H_

// A reader for those who work side by side: its calls wait for each other.

#include <string>
#include <vector>

#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"

namespace allreview::change {

class SerialReader : public RepositoryReader {
 public:
  // Borrowed.
  explicit SerialReader(RepositoryReader& reader) : reader_(reader) {}

  absl::StatusOr<std::vector<TreeFile>> ListFiles(
      Side side, const std::vector<std::string>& suffixes) override {
    const MutexLock lock(mutex_);
    return reader_.ListFiles(side, suffixes);
  }
  absl::Status Read(Side side, const std::vector<TreeFile>& files,
                    const Receiver& receive) override {
    const MutexLock lock(mutex_);
    return reader_.Read(side, files, receive);
  }

 private:
  Mutex mutex_;
  RepositoryReader& reader_;
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_SERIAL_READER_H_
