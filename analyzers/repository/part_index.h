#ifndef ANALYZERS_REPOSITORY_PART_INDEX_H_
#define ANALYZERS_REPOSITORY_PART_INDEX_H_

// Which of many encoded facts hold a part of a name. Small: sixteen bytes for each distinct part
// of each file.
//
//   PartIndex index(all_bytes);
//   for (uint32_t i : index.Holding("all_reduce")) ...   // FactsMention(all_bytes[i],
//   "all_reduce")

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::repository {

class PartIndex {
 public:
  // The bytes must outlive this.
  explicit PartIndex(std::vector<absl::string_view> all_facts);

  // Numbers of the facts that have a name with the part, which is one: "f", not "x.f". In order.
  std::vector<uint32_t> Holding(absl::string_view part) const;

 private:
  // A part, and where it stands for the first time.
  struct Entry {
    uint32_t hash, facts, offset, size;
  };

  // Their number is a power of two.
  size_t BucketOf(uint32_t hash) const { return hash & (starts_.size() - 2); }

  std::vector<absl::string_view> all_facts_;
  // In buckets by the last bits of their hash; those of a bucket by facts.
  std::vector<Entry> entries_;
  std::vector<uint32_t> starts_;  // Of the buckets, and the end.
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_PART_INDEX_H_
