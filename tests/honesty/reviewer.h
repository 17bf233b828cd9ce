#ifndef TESTS_HONESTY_REVIEWER_H_
#define TESTS_HONESTY_REVIEWER_H_

// Reviews changes that exist in memory: the gateway's pipeline, and the diff, analysis and report
// services, in this process.
//
//   Reviewer reviewer;
//   review::v1::Conclusion conclusion = reviewer.Review(change);
//
// For one thread.

#include <memory>

#include "gateway/pipeline/stubs.h"
#include "host/host.h"
#include "proto/review/v1/review.pb.h"
#include "tests/honesty/memory_change.h"

namespace allreview::honesty {

class Reviewer {
 public:
  Reviewer();
  ~Reviewer();

  // The conclusion, and why.
  struct Verdict {
    review::v1::Conclusion conclusion = review::v1::CONCLUSION_UNSPECIFIED;
    std::string reason;
  };
  Verdict Review(const MemoryChange& change);

 private:
  MemorySource* source_;  // The host's.
  std::unique_ptr<host::Host> host_;
  gateway::Stubs stubs_;
};

}  // namespace allreview::honesty

#endif  // TESTS_HONESTY_REVIEWER_H_
