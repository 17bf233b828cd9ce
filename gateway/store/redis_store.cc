#include "gateway/store/redis_store.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "gateway/store/value_codec.h"

namespace allreview::gateway {
namespace {

constexpr size_t kChunkBytes = 512 << 10;
constexpr size_t kMaxKeysAtOnce = 1000;
constexpr int kMaxReadTries = 20;

// ARGV: prefix, then for each write: key, kind, expected version or '', what to do, value.
// Answers 0, or the place of the first write that may not be done and the version found.
constexpr RedisScript kCommit = {R"lua(
local prefix = ARGV[1]
-- Empty where something else than a value lies under the name: SET replaces it.
local function head(key)
  local found = redis.pcall('GETRANGE', prefix .. 'v:' .. key, 0, 99)
  return type(found) == 'string' and found or ''
end
local function chunks(reference)
  local upload, count = string.match(reference, 'c(%x+) (%d+)$')
  local names = {}
  for i = 0, (tonumber(count) or 0) - 1 do names[#names + 1] = prefix .. 'c:' .. upload .. ':' .. i end
  return names
end
for at = 2, #ARGV, 5 do
  if ARGV[at + 2] ~= '' then
    local found = string.match(head(ARGV[at]), '^%d+') or '0'
    if found ~= ARGV[at + 2] then return {(at - 2) / 5 + 1, found} end
  end
  if ARGV[at + 3] == 'chunks' then
    for _, name in ipairs(chunks(ARGV[at + 4])) do
      if redis.call('EXISTS', name) == 0 then return {(at - 2) / 5 + 1, 'lost'} end
    end
  end
end
local version = redis.pcall('INCR', prefix .. 'version')
if type(version) ~= 'number' then
  -- The counter was damaged. The clock in microseconds is ahead of any count of batches.
  local time = redis.call('TIME')
  version = time[1] * 1000000 + time[2]
  redis.call('SET', prefix .. 'version', string.format('%.0f', version))
end
version = string.format('%.0f', version)
for at = 2, #ARGV, 5 do
  local key, kind, what, value = ARGV[at], ARGV[at + 1], ARGV[at + 3], ARGV[at + 4]
  if string.match(head(key), '^%d+ c%x+ %d+$') then
    for _, name in ipairs(chunks(head(key))) do redis.call('UNLINK', name) end
  end
  if what == 'remove' then
    redis.call('DEL', prefix .. 'v:' .. key)
    redis.call('ZREM', prefix .. 'i:' .. kind, key)
  else
    redis.call('SET', prefix .. 'v:' .. key, version .. ' ' .. value)
    if what == 'chunks' then
      for _, name in ipairs(chunks(value)) do redis.call('PERSIST', name) end
    end
    if redis.call('ZADD', prefix .. 'i:' .. kind, 0, key) == 1 then
      redis.call('SADD', prefix .. 'kinds', kind)
    end
  end
end
return {0, version}
)lua"};

// ARGV: prefix, kind, command, its two bounds, limit. Answers keys and values in turn; fewer than
// the limit when they are large. The last element says whether it came to the end.
constexpr RedisScript kScan = {R"lua(
local keys = redis.call(ARGV[3], ARGV[1] .. 'i:' .. ARGV[2], ARGV[4], ARGV[5], 'LIMIT', 0, ARGV[6])
local answer, bytes = {}, 0
for i, key in ipairs(keys) do
  local value = redis.pcall('GET', ARGV[1] .. 'v:' .. key)
  if type(value) == 'table' then value = '' end
  if value then
    answer[#answer + 1] = key
    answer[#answer + 1] = value
    bytes = bytes + #value
    if bytes > 524288 and i < #keys then
      answer[#answer + 1] = 'more'
      return answer
    end
  end
end
answer[#answer + 1] = 'end'
return answer
)lua"};

std::string KindOf(absl::string_view key) {
  const size_t slash = key.find('/');
  return std::string(slash == absl::string_view::npos ? key : key.substr(0, slash + 1));
}

struct Head {
  int64_t version = 0;
  std::string rest;  // Packed value or "c<upload> <chunks>".
  bool is_reference() const { return !rest.empty() && rest[0] == 'c'; }
};

// None: this is no value.
std::optional<Head> ParseHead(absl::string_view stored) {
  Head head;
  const size_t space = stored.find(' ');
  if (space == absl::string_view::npos ||
      !absl::SimpleAtoi(stored.substr(0, space), &head.version)) {
    return std::nullopt;
  }
  head.rest = std::string(stored.substr(space + 1));
  return head;
}

StoredEntry DamagedEntry(const std::string& key, absl::string_view stored) {
  StoredEntry entry{.key = key, .is_damaged = true};
  // As the script for commits reads it, so that the entry can be replaced.
  const size_t digits = stored.find_first_not_of("0123456789");
  if (!absl::SimpleAtoi(stored.substr(0, digits), &entry.version)) entry.version = 0;
  return entry;
}

std::string NewUpload() {
  std::random_device device;
  return absl::StrFormat("%08x%08x%08x%08x", device(), device(), device(), device());
}

class RedisStore final : public KeyedStore {
 public:
  RedisStore(std::shared_ptr<RedisClient> client, std::string prefix)
      : client_(std::move(client)), prefix_(std::move(prefix)) {}

  absl::StatusOr<std::vector<std::optional<StoredEntry>>> GetMany(
      const std::vector<std::string>& keys) override {
    std::vector<std::optional<StoredEntry>> entries;
    for (size_t begin = 0; begin < keys.size(); begin += kMaxKeysAtOnce) {
      const size_t end = std::min(begin + kMaxKeysAtOnce, keys.size());
      std::vector<std::string> names;
      for (size_t i = begin; i < end; ++i) names.push_back(ValueName(keys[i]));
      std::vector<absl::string_view> command = {"MGET"};
      command.insert(command.end(), names.begin(), names.end());
      ASSIGN_OR_RETURN(RedisValue values, client_->Run(command));
      for (size_t i = begin; i < end; ++i) {
        ASSIGN_OR_RETURN(entries.emplace_back(), Read(keys[i], values.elements[i - begin]));
      }
    }
    return entries;
  }

  absl::StatusOr<std::vector<StoredEntry>> Scan(const KeyRange& range) override {
    std::vector<StoredEntry> entries;
    const std::string kind = KindOf(range.first);
    if (kind.size() > 1 && kind.back() == '/' && !range.last.empty() &&
        range.last <= KeysWithPrefix(kind).last) {
      RETURN_IF_ERROR(ScanKind(kind, range, entries));
      return entries;
    }
    ASSIGN_OR_RETURN(RedisValue kinds, client_->Run({"SMEMBERS", Name("kinds")}));
    std::vector<std::string> names;
    for (RedisValue& value : kinds.elements) names.push_back(std::move(value.text));
    // Sorted kinds hold sorted keys: no kind begins another one.
    std::sort(names.begin(), names.end());
    if (range.is_reverse) std::reverse(names.begin(), names.end());
    for (const std::string& name : names) RETURN_IF_ERROR(ScanKind(name, range, entries));
    return entries;
  }

  absl::Status Commit(const std::vector<StoreWrite>& writes) override {
    RETURN_IF_ERROR(CheckWrites(writes));
    if (writes.empty()) return absl::OkStatus();
    std::vector<std::string> arguments = {prefix_};
    for (const StoreWrite& write : writes) {
      arguments.push_back(write.key);
      arguments.push_back(KindOf(write.key));
      arguments.push_back(write.expected_version ? absl::StrCat(*write.expected_version) : "");
      RETURN_IF_ERROR(AddValue(write, arguments));
    }
    const std::vector<absl::string_view> views(arguments.begin(), arguments.end());
    ASSIGN_OR_RETURN(RedisValue answer, client_->Run(kCommit, views, {.is_repeatable = false}));
    const int64_t refused = answer.elements[0].integer;
    if (refused == 0) return absl::OkStatus();
    int64_t found = 0;
    if (!absl::SimpleAtoi(answer.elements[1].text, &found)) {
      return absl::UnavailableError(absl::StrCat("store: parts of \"",
                                                 absl::CHexEscape(writes[refused - 1].key),
                                                 "\" were gone before they were used; try again"));
    }
    return CompareVersions(writes[refused - 1], found);
  }

  absl::StatusOr<int64_t> SizeBytes() override {
    ASSIGN_OR_RETURN(const RedisValue info, client_->Run({"INFO", "memory"}));
    for (absl::string_view line : absl::StrSplit(info.text, "\r\n")) {
      int64_t size = 0;
      if (absl::ConsumePrefix(&line, "used_memory:") && absl::SimpleAtoi(line, &size)) return size;
    }
    return absl::UnavailableError(
        absl::StrCat("store: ", client_->name(), " does not tell its used_memory in INFO memory"));
  }

 private:
  std::string Name(absl::string_view rest) const { return absl::StrCat(prefix_, rest); }
  std::string ValueName(absl::string_view key) const { return absl::StrCat(prefix_, "v:", key); }

  // What to do and the value; large ones are sent ahead.
  absl::Status AddValue(const StoreWrite& write, std::vector<std::string>& arguments) {
    if (!write.value) {
      arguments.insert(arguments.end(), {"remove", ""});
      return absl::OkStatus();
    }
    std::string packed = PackValue(*write.value);
    if (packed.size() <= kChunkBytes) {
      arguments.insert(arguments.end(), {"put", std::move(packed)});
      return absl::OkStatus();
    }
    const std::string upload = NewUpload();
    size_t chunks = 0;
    for (size_t begin = 0; begin < packed.size(); begin += kChunkBytes) {
      const std::string name = ChunkName(upload, chunks++);
      const absl::string_view chunk = absl::string_view(packed).substr(begin, kChunkBytes);
      RETURN_IF_ERROR(client_->Run({"SET", name, chunk, "EX", "3600"}).status());
    }
    arguments.insert(arguments.end(), {"chunks", absl::StrCat("c", upload, " ", chunks)});
    return absl::OkStatus();
  }

  std::string ChunkName(absl::string_view upload, size_t chunk) const {
    return absl::StrCat(prefix_, "c:", upload, ":", chunk);
  }

  absl::StatusOr<std::optional<StoredEntry>> Read(const std::string& key, RedisValue stored) {
    for (int tries = 0; tries < kMaxReadTries; ++tries) {
      if (stored.is_nil()) return std::nullopt;
      const std::optional<Head> head = ParseHead(stored.text);
      if (!head) break;
      std::optional<std::string> packed = head->rest;
      if (head->is_reference()) {
        ASSIGN_OR_RETURN(packed, ReadChunks(head->rest));
      }
      if (packed) {
        absl::StatusOr<std::string> value = UnpackValue(*packed);
        if (!value.ok()) break;
        return StoredEntry{.key = key, .value = *std::move(value), .version = head->version};
      }
      // Somebody wrote the key meanwhile, and the parts went with the old value.
      ASSIGN_OR_RETURN(stored, client_->Run({"GET", ValueName(key)}));
    }
    return DamagedEntry(key, stored.text);
  }

  // None when a part is gone.
  absl::StatusOr<std::optional<std::string>> ReadChunks(const std::string& reference) {
    const std::vector<std::string> parts = absl::StrSplit(reference.substr(1), ' ');
    size_t chunks = 0;
    if (parts.size() != 2 || !absl::SimpleAtoi(parts[1], &chunks)) return std::nullopt;
    std::string packed;
    for (size_t i = 0; i < chunks; ++i) {
      ASSIGN_OR_RETURN(RedisValue chunk, client_->Run({"GET", ChunkName(parts[0], i)}));
      if (chunk.is_nil()) return std::nullopt;
      packed.append(chunk.text);
    }
    return packed;
  }

  // Adds entries of one kind until there are `range.limit`.
  absl::Status ScanKind(const std::string& kind, const KeyRange& range,
                        std::vector<StoredEntry>& entries) {
    std::string low = absl::StrCat("[", range.first);
    std::string high = range.last.empty() ? "+" : absl::StrCat("(", range.last);
    for (bool is_end = false; !is_end;) {
      const int left = range.limit - static_cast<int>(entries.size());
      if (left <= 0) return absl::OkStatus();
      const std::string limit = absl::StrCat(std::min<size_t>(left, kMaxKeysAtOnce));
      ASSIGN_OR_RETURN(
          RedisValue answer,
          client_->Run(kScan,
                       {prefix_, kind, range.is_reverse ? "ZREVRANGEBYLEX" : "ZRANGEBYLEX",
                        range.is_reverse ? high : low, range.is_reverse ? low : high, limit}));
      std::vector<RedisValue>& values = answer.elements;
      const size_t found = values.size() / 2;
      is_end = values.back().text == "end" && found < std::min<size_t>(left, kMaxKeysAtOnce);
      for (size_t i = 0; i < found; ++i) {
        const std::string key = values[2 * i].text;
        (range.is_reverse ? high : low) = absl::StrCat("(", key);
        ASSIGN_OR_RETURN(auto entry, Read(key, std::move(values[2 * i + 1])));
        if (entry) entries.push_back(*std::move(entry));
      }
    }
    return absl::OkStatus();
  }

  const std::shared_ptr<RedisClient> client_;
  const std::string prefix_;
};

}  // namespace

std::unique_ptr<KeyedStore> MakeRedisStore(std::shared_ptr<RedisClient> client,
                                           std::string prefix) {
  return std::make_unique<RedisStore>(std::move(client), std::move(prefix));
}

}  // namespace allreview::gateway
