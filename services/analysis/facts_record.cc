#include "services/analysis/facts_record.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/facts_fingerprint.h"
#include "base/version.h"

namespace allreview::analysis {
namespace {

constexpr uint64_t kOdd = 0xa0761d6478bd642f, kOther = 0xe7037ed1a0b428db;

uint64_t Load(const char* text, size_t size) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text, size);
  return bytes;
}

// wyhash's step (Wang Yi): both halves of a product of 128 bits.
uint64_t Mix(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Sixteen bytes in a multiplication: facts of a large repository take a millisecond.
uint64_t Hash(uint64_t seed, absl::string_view text) {
  uint64_t hash = Mix(seed ^ kOdd, text.size() ^ kOther);
  const char* at = text.data();
  size_t left = text.size();
  for (; left > 16; at += 16, left -= 16) {
    hash = Mix(hash ^ Load(at, 8), kOdd ^ Load(at + 8, 8));
  }
  const size_t first = std::min<size_t>(left, 8);
  return Mix(hash ^ Load(at, first), kOther ^ Load(at + first, left - first));
}

}  // namespace

std::string FactsName(absl::string_view engine_version, absl::string_view blob_id) {
  return engine_version.empty()
             ? absl::StrCat(kEngineVersion, "-", repository::kFactsFingerprint, ":", blob_id)
             : absl::StrCat(engine_version, ":", blob_id);
}

uint64_t HashOfName(absl::string_view name) { return std::max<uint64_t>(Hash(1, name), 1); }

std::string RecordHead(absl::string_view name, absl::string_view facts) {
  const uint64_t checksum = Hash(Hash(2, name), facts);
  return std::string(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
}

std::optional<SharedBytes> OpenRecord(absl::string_view name, const SharedBytes& record) {
  static_assert(kRecordHeadBytes == sizeof(uint64_t));
  if (record.view().size() < kRecordHeadBytes) return std::nullopt;
  SharedBytes facts = record.Without(kRecordHeadBytes);
  const uint64_t checksum = Hash(Hash(2, name), facts.view());
  if (Load(record.view().data(), sizeof(checksum)) != checksum) return std::nullopt;
  return facts;
}

}  // namespace allreview::analysis
