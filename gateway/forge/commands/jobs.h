#ifndef GATEWAY_FORGE_COMMANDS_JOBS_H_
#define GATEWAY_FORGE_COMMANDS_JOBS_H_

// Jobs that people and pushes on a forge ask for. Pure.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/forge/commands/commands.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct ReviewWish {
  review::v1::Repository repository = {};
  int64_t number = 0;
  std::string head = {};
  std::string nonce = {};         // See HookAction. Empty: the head says it all.
  bool is_requested = false;      // By a person, not by a push.
  std::string requested_by = {};  // Login.
};

struct CommandWish {
  review::v1::Repository repository = {};
  int64_t number = 0;
  Command command = {};
  std::string author = {};
  int64_t comment_id = 0;  // 0: a button.
  bool is_review_comment = false;
  std::string body_digest = {};  // Of the webhook.
};

struct JobMaker {
  std::string api_base = {};  // Of the references; empty: the pull_request service's own.
  // The key of a review: repository, number, head, policy and rules, and the nonce.
  std::function<std::string(const review::v1::Repository& repository, int64_t number,
                            const std::string& head, const std::string& nonce)>
      review_key = nullptr;
  std::function<absl::Time()> now = absl::Now;

  review::v1::Job Review(const ReviewWish& wish) const;
  // One job for each comment: a comment is answered once.
  review::v1::Job Command(const CommandWish& wish) const;
  review::v1::Job Sync(const review::v1::Repository& repository, int64_t number,
                       const std::string& body_digest) const;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_JOBS_H_
