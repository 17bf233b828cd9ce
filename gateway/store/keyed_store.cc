#include "gateway/store/keyed_store.h"

#include <set>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"

namespace allreview::gateway {
namespace {

// What is remembered of damaged keys: a store that is damaged all over must not fill the memory.
constexpr size_t kMaxUnreadable = 10'000;

}  // namespace

absl::StatusOr<std::optional<StoredEntry>> KeyedStore::Get(absl::string_view key) {
  ASSIGN_OR_RETURN(std::vector<std::optional<StoredEntry>> entries, GetMany({std::string(key)}));
  return std::move(entries.front());
}

void KeyedStore::NoteUnreadable(absl::string_view key, absl::string_view reason) {
  {
    const MutexLock lock(unreadable_mutex_);
    if (unreadable_.size() >= kMaxUnreadable || !unreadable_.emplace(key).second) return;
  }
  Log(LogLevel::kError, "entry of the store cannot be read and is left out",
      {{"key", absl::CHexEscape(key)}, {"reason", std::string(reason)}});
  if (count_unreadable_) count_unreadable_();
}

KeyRange KeysWithPrefix(absl::string_view prefix) {
  // The first key behind all of these: the prefix with its last byte that can grow grown by one.
  std::string last(prefix);
  while (!last.empty() && last.back() == '\xff') last.pop_back();
  if (!last.empty()) last.back() = static_cast<char>(static_cast<unsigned char>(last.back()) + 1);
  return {.first = std::string(prefix), .last = last};
}

absl::Status CheckWrites(const std::vector<StoreWrite>& writes) {
  std::set<absl::string_view> keys;
  for (const StoreWrite& write : writes) {
    if (write.key.empty() || write.key.size() > kMaxKeyBytes) {
      return absl::InvalidArgumentError(absl::StrCat("store: a key has ", write.key.size(),
                                                     " bytes, wanted 1 to ", kMaxKeyBytes));
    }
    const std::string name = absl::CHexEscape(write.key);
    if (!keys.insert(write.key).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("store: the key \"", name, "\" stands twice in one batch"));
    }
    if (write.value.has_value() && write.value->size() > kMaxValueBytes) {
      return absl::InvalidArgumentError(absl::StrCat("store: the value of \"", name, "\" has ",
                                                     write.value->size(), " bytes, wanted at most ",
                                                     kMaxValueBytes));
    }
  }
  return absl::OkStatus();
}

absl::Status CompareVersions(const StoreWrite& write, int64_t found) {
  if (!write.expected_version || *write.expected_version == found) return absl::OkStatus();
  return absl::AbortedError(
      absl::StrCat("store: \"", absl::CHexEscape(write.key), "\" has version ", found, ", wanted ",
                   *write.expected_version, "; somebody wrote it: read again"));
}

}  // namespace allreview::gateway
