#ifndef SERVICES_ANALYSIS_FACTS_RECORD_H_
#define SERVICES_ANALYSIS_FACTS_RECORD_H_

// Facts as caches keep them outside of this process: behind a checksum of their name and bytes, so
// that bytes that were damaged, cut off or belong to another name are not taken for facts.
//
//   const std::string name = FactsName("", blob_id);       // Engine, fingerprint and blob id.
//   write(RecordHead(name, facts), facts);
//   std::optional<SharedBytes> facts = OpenRecord(name, record);  // Views into the record.
//
// The checksum finds damage by accident, 1 in 2^64 left out. It is no signature: who may write to
// the cache may write facts.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "base/shared_bytes.h"

namespace allreview::analysis {

inline constexpr size_t kRecordHeadBytes = 8;

// `engine_version` empty: this engine's, with the fingerprint of what makes facts.
std::string FactsName(absl::string_view engine_version, absl::string_view blob_id);
// The same in any process. Not 0.
uint64_t HashOfName(absl::string_view name);

std::string RecordHead(absl::string_view name, absl::string_view facts);
// The facts. nullopt: damaged.
std::optional<SharedBytes> OpenRecord(absl::string_view name, const SharedBytes& record);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_RECORD_H_
