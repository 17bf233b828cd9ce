#include "review/reported.h"

#include <algorithm>

#include "analyzers/policy/ledger.h"
#include "proto/change/v1/scan.h"

namespace allreview {

bool IsReported(finding::v1::Shown shown) {
  return shown == finding::v1::SHOWN_FULL || shown == finding::v1::SHOWN_FOLDED ||
         shown == finding::v1::SHOWN_WITHHELD;
}

std::vector<std::string> PathsWithoutFiles(const review::v1::Review& review) {
  std::vector<std::string> empty;
  for (const std::string& path : review.policy().paths()) {
    const bool has_file =
        std::any_of(review.ledger().begin(), review.ledger().end(),
                    [&](const auto& file) { return policy::LiesIn(file.path(), {path}); });
    if (!has_file) empty.push_back(path);
  }
  return empty;
}

bool IsScan(const review::v1::Review& review) { return change::v1::IsScan(review.change()); }

}  // namespace allreview
