#ifndef GATEWAY_CLI_REPORTED_FINDINGS_H_
#define GATEWAY_CLI_REPORTED_FINDINGS_H_

#include <vector>

#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

// Each finding of a review, followed by those that it speaks for, which are reported where it is:
// people and gates are told of them. Pointers into the review.
struct Told {
  const finding::v1::Finding* finding;
  bool is_reported;
};
std::vector<Told> ToldIn(const review::v1::Review& review);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REPORTED_FINDINGS_H_
