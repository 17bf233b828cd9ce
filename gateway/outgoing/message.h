#ifndef GATEWAY_OUTGOING_MESSAGE_H_
#define GATEWAY_OUTGOING_MESSAGE_H_

// What a webhook's receiver gets for one event: a body and headers as Standard Webhooks has them
// (https://www.standardwebhooks.com), so that its libraries verify them.
//
//   webhook-id: chat/12
//   webhook-timestamp: 1764326400
//   webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
//
// The signature is the HMAC-SHA256 of "ID.TIMESTAMP.BODY". Pure.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/outgoing/webhook.h"
#include "github/http_client.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// The event as /api/v1/events tells it, or {"text": "…"} in a line or two with a link to
// `page_url`, which may be empty.
std::string MessageBody(const Webhook& webhook, const review::v1::Event& event,
                        absl::string_view page_url);

github::HttpHeaders MessageHeaders(const Webhook& webhook, const review::v1::Event& event,
                                   absl::string_view body, absl::Time now);

}  // namespace allreview::gateway

#endif  // GATEWAY_OUTGOING_MESSAGE_H_
