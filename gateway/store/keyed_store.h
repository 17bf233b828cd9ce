#ifndef GATEWAY_STORE_KEYED_STORE_H_
#define GATEWAY_STORE_KEYED_STORE_H_

// An ordered, durable map from bytes to bytes with atomic conditional batches. Two implementations
// that a shared test holds to the same behaviour: a SQLite file for one machine, Redis for many.
//
//   ASSIGN_OR_RETURN(std::optional<StoredEntry> entry, store->Get("pull_request/1/7"));
//   const int64_t version = entry ? entry->version : 0;
//   absl::Status status = store->Commit({{.key = "pull_request/1/7",
//                                         .value = "…",
//                                         .expected_version = version}});
//   // kAborted: somebody else wrote the key since; read again.
//
// Keys are sorted by their bytes. Name them "kind/rest": Redis has one index for each kind, so a
// range within one kind costs what it returns. An empty key, or one of more than kMaxKeyBytes, is
// kInvalidArgument, and so is a value of more than kMaxValueBytes.
//
// Safe from any thread; several processes may share one store. A batch is on the disk when Commit
// returns; with Redis, as far as its `appendfsync` promises. After kUnavailable try again; it is
// then not known whether the batch was written, so make batches that may be written twice, or
// expect versions. A full disk, or a Redis without memory, is kUnavailable, too.
//
// A value that cannot be read hides no other: it comes as an entry with is_damaged, and can be
// replaced or removed like any entry.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"

namespace allreview::gateway {

inline constexpr size_t kMaxKeyBytes = 1024;
inline constexpr size_t kMaxValueBytes = size_t{256} << 20;

struct StoredEntry {
  std::string key = {};
  std::string value = {};
  int64_t version = 0;      // Grows with each write of the key, also when it was removed between.
  bool is_damaged = false;  // What lies there is no value; `value` is empty.
};

// Entries with first <= key < last.
struct KeyRange {
  std::string first = {};
  std::string last = {};  // Empty: to the end.
  int limit = 1000;
  bool is_reverse = false;  // From the end: the last `limit` entries, the largest key first.
};

struct StoreWrite {
  std::string key = {};
  std::optional<std::string> value = {};         // None: remove the entry, if there is one.
  std::optional<int64_t> expected_version = {};  // 0: must not exist. None: any.
};

class KeyedStore {
 public:
  virtual ~KeyedStore() = default;

  // One element for each key, in the same order. One round trip.
  virtual absl::StatusOr<std::vector<std::optional<StoredEntry>>> GetMany(
      const std::vector<std::string>& keys) = 0;
  virtual absl::StatusOr<std::vector<StoredEntry>> Scan(const KeyRange& range) = 0;
  // All or nothing. kAborted: a version is not the expected one; the text names the key. A key
  // stands at most once in a batch.
  virtual absl::Status Commit(const std::vector<StoreWrite>& writes) = 0;
  // What the file, or the whole Redis server, takes; of everything that is kept there.
  virtual absl::StatusOr<int64_t> SizeBytes() = 0;

  absl::StatusOr<std::optional<StoredEntry>> Get(absl::string_view key);

  // For whoever goes on without an entry that it cannot read. Logs and counts each key once.
  void NoteUnreadable(absl::string_view key, absl::string_view reason);
  // Told of each such key; set before the store is used.
  void CountUnreadable(std::function<void()> count) { count_unreadable_ = std::move(count); }

 private:
  std::function<void()> count_unreadable_;
  Mutex unreadable_mutex_;
  std::set<std::string> unreadable_ ABSL_GUARDED_BY(unreadable_mutex_);
};

// All keys that begin with `prefix`.
KeyRange KeysWithPrefix(absl::string_view prefix);

// The same complaints from every implementation. OK when the batch may be tried.
absl::Status CheckWrites(const std::vector<StoreWrite>& writes);
// kAborted when `found`, the version in the store, is not the expected one.
absl::Status CompareVersions(const StoreWrite& write, int64_t found);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_KEYED_STORE_H_
