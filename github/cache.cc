#include "github/cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mutex.h"

namespace allreview::github {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kMagic = "allreview-github-answer 1\n";
constexpr int kWritesBetweenPrunings = 64;
// What an answer costs in memory besides its texts: nodes of the list and the index, and malloc's
// own.
constexpr int64_t kBytesOfNodes = 256;

std::string Encode(const CachedAnswer& answer) {
  return absl::StrCat(kMagic, "etag: ", answer.etag, "\nlast-modified: ", answer.last_modified,
                      "\nlink: ", answer.link, "\nsha256: ", Sha256Hex(answer.body), "\n\n",
                      answer.body);
}

// Consumes "name: value\n".
bool ConsumeField(absl::string_view& text, absl::string_view name, std::string& value) {
  if (!absl::ConsumePrefix(&text, absl::StrCat(name, ": "))) return false;
  size_t end = text.find('\n');
  if (end == absl::string_view::npos) return false;
  value = std::string(text.substr(0, end));
  text.remove_prefix(end + 1);
  return true;
}

std::optional<CachedAnswer> Decode(absl::string_view text) {
  CachedAnswer answer;
  std::string digest;
  bool is_read = absl::ConsumePrefix(&text, kMagic) && ConsumeField(text, "etag", answer.etag) &&
                 ConsumeField(text, "last-modified", answer.last_modified) &&
                 ConsumeField(text, "link", answer.link) && ConsumeField(text, "sha256", digest) &&
                 absl::ConsumePrefix(&text, "\n") && Sha256Hex(text) == digest;
  if (!is_read) return std::nullopt;
  answer.body = std::string(text);
  return answer;
}

}  // namespace

class AnswerCache::Store {
 public:
  virtual ~Store() = default;
  virtual std::optional<CachedAnswer> Find(const std::string& key) = 0;
  virtual void Put(const std::string& key, const CachedAnswer& answer) = 0;
  virtual void Erase(const std::string& key) = 0;
};

class AnswerCache::MemoryStore : public AnswerCache::Store {
 public:
  explicit MemoryStore(int64_t max_bytes) : max_bytes_(max_bytes) {}

  std::optional<CachedAnswer> Find(const std::string& key) override {
    MutexLock lock(mutex_);
    auto found = index_.find(key);
    if (found == index_.end()) return std::nullopt;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
  }

  void Put(const std::string& key, const CachedAnswer& answer) override {
    MutexLock lock(mutex_);
    Remove(key);
    entries_.emplace_front(key, answer);
    index_[entries_.front().first] = entries_.begin();
    bytes_ += SizeOf(entries_.front());
    while (bytes_ > max_bytes_) Remove(entries_.back().first);
  }

  void Erase(const std::string& key) override {
    MutexLock lock(mutex_);
    Remove(key);
  }

 private:
  using Entries = std::list<std::pair<std::string, CachedAnswer>>;

  static int64_t SizeOf(const Entries::value_type& entry) {
    const auto& [key, answer] = entry;
    return kBytesOfNodes + key.size() + answer.etag.size() + answer.last_modified.size() +
           answer.link.size() + answer.body.size();
  }

  void Remove(absl::string_view key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto found = index_.find(key);
    if (found == index_.end()) return;
    const Entries::iterator entry = found->second;
    bytes_ -= SizeOf(*entry);
    index_.erase(found);  // Before the key that it looks at.
    entries_.erase(entry);
  }

  const int64_t max_bytes_;
  Mutex mutex_;
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  Entries entries_ ABSL_GUARDED_BY(mutex_);  // Latest use first.
  std::map<absl::string_view, Entries::iterator> index_
      ABSL_GUARDED_BY(mutex_);  // Keys are those of entries_.
};

class AnswerCache::DiskStore : public AnswerCache::Store {
 public:
  DiskStore(const std::string& directory, int64_t max_bytes)
      : directory_(absl::StrCat(directory, "/github")), max_bytes_(max_bytes) {}

  std::optional<CachedAnswer> Find(const std::string& key) override {
    absl::StatusOr<std::string> text = ReadFile(PathOf(key));
    if (!text.ok()) return std::nullopt;
    std::optional<CachedAnswer> answer = Decode(*text);
    std::error_code ignored;
    if (answer.has_value()) {
      fs::last_write_time(PathOf(key), fs::file_time_type::clock::now(), ignored);
    }
    return answer;
  }

  void Put(const std::string& key, const CachedAnswer& answer) override {
    if (static_cast<int64_t>(answer.body.size()) > max_bytes_) return;
    std::error_code error;
    fs::create_directories(fs::path(directory_).parent_path(), error);
    mkdir(directory_.c_str(), 0700);
    fs::create_directory(fs::path(PathOf(key)).parent_path(), error);
    int number = writes_++;
    std::string temporary = absl::StrCat(PathOf(key), ".new-", getpid(), "-",
                                         reinterpret_cast<uintptr_t>(this), "-", number);
    if (!WriteFile(temporary, Encode(answer)).ok()) return;
    fs::rename(temporary, PathOf(key), error);
    if (error) fs::remove(temporary, error);
    if (number % kWritesBetweenPrunings == 0) Prune();
  }

  void Erase(const std::string& key) override {
    std::error_code ignored;
    fs::remove(PathOf(key), ignored);
  }

 private:
  std::string PathOf(const std::string& key) const {
    return absl::StrCat(directory_, "/", key.substr(0, 2), "/", key.substr(2));
  }

  void Prune() {
    struct File {
      fs::file_time_type time;
      int64_t size;
      fs::path path;
    };
    std::vector<File> files;
    int64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(directory_, error), end; it != end && !error;
         it.increment(error)) {
      std::error_code gone;
      if (!it->is_regular_file(gone)) continue;
      File file{it->last_write_time(gone), static_cast<int64_t>(it->file_size(gone)), it->path()};
      if (gone) continue;
      bytes += file.size;
      files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end(),
              [](const File& a, const File& b) { return a.time < b.time; });
    for (size_t i = 0; i < files.size() && bytes > max_bytes_; ++i) {
      bytes -= files[i].size;
      fs::remove(files[i].path, error);
    }
  }

  const std::string directory_;
  const int64_t max_bytes_;
  std::atomic<int> writes_ = 0;
};

AnswerCache::AnswerCache(const std::string& directory, std::optional<int64_t> max_bytes) {
  if (directory.empty()) {
    store_ = std::make_unique<MemoryStore>(max_bytes.value_or(kMaxMemoryBytes));
  } else {
    store_ = std::make_unique<DiskStore>(directory, max_bytes.value_or(kMaxDiskBytes));
  }
}

AnswerCache::~AnswerCache() = default;

std::optional<CachedAnswer> AnswerCache::Find(const std::string& key) { return store_->Find(key); }

void AnswerCache::Put(const std::string& key, const CachedAnswer& answer) {
  store_->Put(key, answer);
}

void AnswerCache::Erase(const std::string& key) { store_->Erase(key); }

std::string CacheKey(absl::string_view api_base, absl::string_view identity, absl::string_view url,
                     absl::string_view accept, absl::string_view version) {
  // None of the parts holds a line break, so no two lists of parts give the same text.
  return Sha256Hex(absl::StrCat(api_base, "\n", identity, "\n", url, "\n", accept, "\n", version));
}

}  // namespace allreview::github
