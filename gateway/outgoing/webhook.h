#ifndef GATEWAY_OUTGOING_WEBHOOK_H_
#define GATEWAY_OUTGOING_WEBHOOK_H_

// Who outside is told of events, and how: the file of --outgoing-webhooks.
//
//   webhooks:
//     - name: tracker
//       url: https://tracker.example/hooks/allreview
//       secret_file: /etc/allreview/tracker-secret     # Signs each message.
//       events: [review-finished, feedback-added]      # Default: all.
//       repositories: [acme/train, acme/data-*]        # Default: all.
//     - name: chat
//       url_file: /etc/allreview/chat-url              # Where the address itself is the secret.
//       format: text                                   # {"text": "…"}. Default: json.
//       events: [review-finished]
//       conclusions: [blocked, incomplete]             # Of reviews. Default: all, and failures.
//       language: zh                                   # Of texts. Default: en.

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/review/v1/record.pb.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

struct Webhook {
  enum class Format { kJson, kText };

  std::string name = {};    // Letters, digits, '-' and '_'.
  std::string url = {};     // A secret, perhaps: for logs and reasons there is the name.
  std::string secret = {};  // The bytes of the key. Empty: nothing is signed.
  std::set<review::v1::EventType> events = {};        // Empty: all.
  std::vector<std::string> repositories = {};         // Globs of "owner/name". Empty: all.
  std::set<review::v1::Conclusion> conclusions = {};  // Empty: all.
  Format format = Format::kJson;
  Language language = Language::kEnglish;
};

// Reads the file and the files that it names. kInvalidArgument says which line is wrong, and why.
absl::StatusOr<std::vector<Webhook>> ReadWebhooks(const std::string& path);

bool IsWanted(const Webhook& webhook, const review::v1::Event& event);

// Of what the event tells; unset: of something that has none.
const review::v1::Repository& RepositoryOf(const review::v1::Event& event);

// "review-finished".
std::string EventName(review::v1::EventType type);

}  // namespace allreview::gateway

#endif  // GATEWAY_OUTGOING_WEBHOOK_H_
