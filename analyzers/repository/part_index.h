#ifndef ANALYZERS_REPOSITORY_PART_INDEX_H_
#define ANALYZERS_REPOSITORY_PART_INDEX_H_

// In which of many encoded facts a part of a name may occur. Small: eight bytes for each distinct
// part of each file.
//
//   PartIndex index(all_bytes);
//   for (uint32_t i : index.Candidates("all_reduce")) {
//     if (FactsMention(all_bytes[i], "all_reduce")) ...
//   }

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::repository {

class PartIndex {
 public:
  explicit PartIndex(const std::vector<absl::string_view>& all_facts);

  // Numbers of the facts that may have a name with `part`, of several parts too, in order. None
  // is missing; few are too many.
  std::vector<uint32_t> Candidates(absl::string_view part) const;

 private:
  std::vector<std::pair<uint32_t, uint32_t>> entries_;  // Hash of a part, number of the facts.
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_PART_INDEX_H_
