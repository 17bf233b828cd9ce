#ifndef ANALYZERS_CHANGE_REPOSITORY_TEXTS_H_
#define ANALYZERS_CHANGE_REPOSITORY_TEXTS_H_

// Any file of the repository as text: configuration, documentation, lists of tests.
//
//   for (const TreeFile& file : texts.List(Side::kLeft, {"pyproject.toml"})) {
//     if (const std::string* text = texts.Read(Side::kLeft, file)) ...
//   }
//
// Each question may cost a round trip to where the repository is: list with few suffixes, and read
// many files at once. Answers are remembered, and live as long as the object. Safe from any
// thread.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"

namespace allreview::change {

class RepositoryTexts {
 public:
  // May be null: nothing is there then, and is_complete() is false. Borrowed.
  explicit RepositoryTexts(RepositoryReader* reader) : reader_(reader) {}

  // Files of one side whose path ends with one of the suffixes, sorted by path. A link is left out
  // when the file to which it leads is among them.
  const std::vector<TreeFile>& List(Side side, const std::vector<std::string>& suffixes);
  // Content; null when it cannot be had.
  const std::string* Read(Side side, const TreeFile& file);
  // The same by path.
  const std::string* Read(Side side, absl::string_view path);
  // Fetches many at once, so that Read costs nothing.
  void Fetch(Side side, const std::vector<TreeFile>& files);

  // What somebody works out of the texts and others ask for, too: one for each type, made at the
  // first question. It lives at least as long as the object. `make` may not ask for another.
  template <typename T>
  std::shared_ptr<T> Shared(const std::function<std::shared_ptr<T>()>& make) {
    static char kType = 0;  // Its address stands for the type.
    const MutexLock lock(shared_mutex_);
    std::shared_ptr<void>& shared = shared_[&kType];
    if (shared == nullptr) shared = make();
    return std::static_pointer_cast<T>(shared);
  }

  // Everything asked for so far could be had.
  bool is_complete() const { return is_complete_; }

 private:
  RepositoryReader* const reader_;
  std::atomic<bool> is_complete_ = true;
  Mutex mutex_;
  std::map<std::pair<Side, std::vector<std::string>>, std::vector<TreeFile>> lists_
      ABSL_GUARDED_BY(mutex_);
  // By blob id.
  std::map<std::string, std::optional<std::string>> contents_ ABSL_GUARDED_BY(mutex_);
  Mutex shared_mutex_;
  std::map<const void*, std::shared_ptr<void>> shared_ ABSL_GUARDED_BY(shared_mutex_);
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_REPOSITORY_TEXTS_H_
